/**
 * A Worker's cached view of the projects' patterns. It fetches from the catalog what was added since, at most every 10
 * s.
 */
import { PatternMap } from '../pattern/map.ts'
import type { CatalogRpc, CatalogScope } from './messages.ts'

const CACHED_MS = 10_000
/** Most projects one isolate caches: the map of a busy project takes several megabytes. */
const PROJECTS_MAX = 8

interface Seen {
  readonly map: PatternMap
  version: number
  atMs: number
}

const seenByProject = new Map<string, Seen>()

/** Returns the pattern map of a project. Callers may add shapes to it; later queries then know them. */
export async function knownPatterns(scope: CatalogScope, catalog: CatalogRpc, nowMs: number): Promise<PatternMap> {
  const key = `${scope.organizationId}/${scope.projectId}`
  const seen = seenByProject.get(key) ?? { map: new PatternMap(), version: 0, atMs: 0 }
  seenByProject.delete(key)
  seenByProject.set(key, seen)
  const [oldest] = seenByProject.keys()
  if (seenByProject.size > PROJECTS_MAX && oldest !== undefined) seenByProject.delete(oldest)
  if (nowMs - seen.atMs < CACHED_MS && nowMs >= seen.atMs) return seen.map
  const { version, shapes } = await catalog.shapesSince(seen.version)
  for (const [hash, template] of shapes) seen.map.assign({ hash, template })
  seen.version = Math.max(seen.version, version)
  seen.atMs = nowMs
  return seen.map
}
