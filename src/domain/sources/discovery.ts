/**
 * Discovery: resources of managed log sources become streams, as the filter of the source says. A sweeper of the Clock
 * checks each source every ten minutes, and soon after the source was created or its filter changed.
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
/** Maximum number of new streams per check; the next check creates the rest. */
const NEW_STREAMS_MAX = 100

/** Checks the sources that are due. A source whose check fails is logged and does not delay the others. */
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

/** Returns how many streams were created. If the platform fails, the source is checked again at the next interval. */
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

/**
 * Decides whether a resource becomes a stream: the allowlist is empty or one of its entries matches, and no denylist
 * entry matches. `*` matches any text; null matches everything.
 */
export function matchesFilter(name: string, filter: AutoProvisionFilter | null): boolean {
  if (filter === null) return true
  const matches = (pattern: string) => matchesWildcard(name, pattern)
  const isAllowed = filter.allowlist.length === 0 || filter.allowlist.some(matches)
  return isAllowed && !filter.denylist.some(matches)
}

/** Greedy matching with one position to return to. It is linear for every pattern, so no pattern can be slow. */
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
