/**
 * Discovery: resources of managed log sources become streams, as their filter says. A sweeper of the Clock looks at
 * each source every ten minutes, and soon after it was made or its filter changed.
 */

import type { PlatformResource } from '../../connectors/connector.ts'
import { newId } from '../../contracts/ids.ts'
import { noteDiscovery, sourcesToDiscover } from '../../db/sources.ts'
import { resourceKeysOf } from '../../db/streams.ts'
import { logEvent, logFailure } from '../../log/log.ts'
import type { DomainContext, VerbCall } from '../context.ts'
import { sendOutbox } from '../outbox.ts'
import type { SystemScope } from '../system-scope.ts'
import { connectorDeps } from './connector-deps.ts'
import { connectorOfProvider } from './connector-of.ts'
import { openMetadata } from './metadata.ts'
import { type AutoProvisionFilter, resourceKeyOf, type SourceRow } from './rows.ts'
import { newManagedStream } from './stream-changes.ts'
import { STREAMS_PER_SOURCE_MAX } from './streams.ts'

const INTERVAL_MS = 600_000
const SOURCES_PER_SWEEP = 20
const PAGES_MAX = 50
/** New streams of one look; the next look makes the rest. */
const NEW_STREAMS_MAX = 100

/** Looks at the sources that are due. A source that cannot be looked at is logged and keeps none of the others waiting. */
export async function sweepDiscovery({ ctx }: VerbCall<SystemScope>): Promise<number> {
  const due = await sourcesToDiscover(ctx.db, ctx.now() - INTERVAL_MS, SOURCES_PER_SWEEP)
  for (const source of due) {
    try {
      await discover(ctx, source)
    } catch (error) {
      logFailure('discovery_failed', error, { sourceId: source.id })
    }
  }
  return due.length
}

/** Returns how many streams were made. A platform that fails is looked at again at the next interval. */
export async function discover(ctx: DomainContext, source: SourceRow): Promise<number> {
  await noteDiscovery(ctx.db, source.id, ctx.now())
  const resources = await allResources(ctx, source)
  const known = new Set((await resourceKeysOf(ctx.db, source.id)).map((row) => row.resourceKey))
  const room = Math.min(NEW_STREAMS_MAX, Math.max(0, STREAMS_PER_SOURCE_MAX - known.size))
  const wanted = resources.filter(
    (resource) =>
      !known.has(resourceKeyOf(resource.config)) && matchesFilter(resource.displayName, source.autoProvisionFilter),
  )
  for (const { displayName, config } of wanted.slice(0, room)) {
    const work = await newManagedStream(ctx, source, { id: newId(), displayName, config })
    await ctx.db.batch([...work.statements])
    await sendOutbox(ctx, work.job)
  }
  return Math.min(wanted.length, room)
}

async function allResources(ctx: DomainContext, source: SourceRow): Promise<PlatformResource[]> {
  const connector = await connectorOfProvider(source.provider)
  if (!connector) return []
  const metadata = await openMetadata(ctx, source)
  const resources: PlatformResource[] = []
  let cursor: string | null = null
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const outcome = await connector.listResources(connectorDeps(ctx), metadata, cursor)
    if (!outcome.ok) {
      logEvent('discovery_failed', { sourceId: source.id, kind: outcome.kind })
      break
    }
    resources.push(...outcome.value.resources)
    cursor = outcome.value.nextCursor
    if (cursor === null) break
  }
  return resources
}

/** A stream if (allowlist empty or one entry matches) and no denylist entry matches; `*` is any text; null is all. */
export function matchesFilter(name: string, filter: AutoProvisionFilter | null): boolean {
  if (filter === null) return true
  const matches = (pattern: string) => matchesWildcard(name, pattern)
  const isAllowed = filter.allowlist.length === 0 || filter.allowlist.some(matches)
  return isAllowed && !filter.denylist.some(matches)
}

/** Greedy matching with one point of return: linear for every pattern, so that none can be made slow. */
export function matchesWildcard(text: string, pattern: string): boolean {
  let [t, p, star, resume] = [0, 0, -1, 0]
  while (t < text.length) {
    if (p < pattern.length && pattern[p] === '*') {
      star = p
      resume = t
      p += 1
    } else if (p < pattern.length && pattern[p] === text[t]) {
      p += 1
      t += 1
    } else if (star >= 0) {
      resume += 1
      t = resume
      p = star + 1
    } else return false
  }
  while (p < pattern.length && pattern[p] === '*') p += 1
  return p === pattern.length
}
