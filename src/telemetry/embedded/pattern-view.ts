/** A Worker's view of the projects' patterns: grown by what the catalog has learnt since, at most 10 s old. */
import { PatternMap } from '../pattern/map.ts'
import type { CatalogRpc, CatalogScope } from './messages.ts'

const CACHED_MS = 10_000
/** Projects one isolate remembers: a map of a busy project takes some megabytes. */
const PROJECTS_MAX = 8

interface Seen {
  readonly map: PatternMap
  version: number
  atMs: number
}

const seenByProject = new Map<string, Seen>()

/** The map of a project. It may be given further shapes: what one question taught is known to the next. */
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
