/** Sources and streams as routes and verbs look them up. */
import * as sources from '../../db/sources.ts'
import * as streams from '../../db/streams.ts'
import type { DomainContext } from '../context.ts'

export type { AutoProvisionFilter, SourceKind, SourceRow } from '../../db/sources.ts'
export type { StreamRow, StreamStatus } from '../../db/streams.ts'

/** Lists without a cursor in the contract. */
const STREAMS_MAX = 1000

export const findSource = (ctx: DomainContext, kind: sources.SourceKind, id: string) =>
  sources.findSource(ctx.db, kind, id)

/** A stream of one kind of source; a deleted one is gone. */
export const findStream = (ctx: DomainContext, kind: sources.SourceKind, id: string) =>
  streams.findStream(ctx.db, kind, id)

/** Newest first. */
export const streamsOfSource = (ctx: DomainContext, sourceId: string) =>
  streams.listStreams(ctx.db, sourceId, STREAMS_MAX)

/** Newest first; the cursor is the id of the last stream returned. */
export async function pageOfStreams(ctx: DomainContext, sourceId: string, limit: number, cursor: string | undefined) {
  const rows = await streams.listStreams(ctx.db, sourceId, limit + 1, cursor)
  const page = rows.slice(0, limit)
  return { streams: page, nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
}

/** One text for one config, whatever the order of its keys: a resource becomes one stream. */
export function resourceKeyOf(config: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(Object.entries(config).sort(([a], [b]) => (a < b ? -1 : 1)))
}
