/** Looks up sources and streams for routes and verbs. */

import type { OrganizationScope } from '../../auth/scope.ts'
import * as sources from '../../db/sources.ts'
import * as streams from '../../db/streams.ts'
import type { DomainContext, VerbCall } from '../context.ts'
import type { SystemScope } from '../system-scope.ts'

export type { AutoProvisionFilter, SourceRow } from '../../db/sources.ts'
export type { StreamRow } from '../../db/streams.ts'

/** Who reads the streams of a source: people of its project, or the work that sets them up. */
type SourceReader = OrganizationScope | SystemScope

/** Maximum length of lists that have no cursor in the contract. */
const STREAMS_MAX = 1000

/**
 * Returns a source of one kind by its id, of any project: the right is decided after it. A deleted source counts as
 * missing.
 */
export const findSource = (ctx: DomainContext, kind: sources.SourceKind, id: string) =>
  sources.findSource(ctx.db, kind, id)

/** Returns a stream of one kind of source. A deleted stream counts as missing. */
export const findStream = (ctx: DomainContext, kind: sources.SourceKind, id: string) =>
  streams.findStream(ctx.db, kind, id)

/** Newest first. */
export const streamsOfSource = ({ ctx, input }: VerbCall<SourceReader, { readonly sourceId: string }>) =>
  streams.listStreams(ctx.db, input.sourceId, STREAMS_MAX)

/** Newest first; the cursor is the id of the last stream returned. */
export async function pageOfStreams({
  ctx,
  input,
}: VerbCall<SourceReader, { readonly sourceId: string; readonly limit: number; readonly cursor: string | undefined }>) {
  const { sourceId, limit, cursor } = input
  const rows = await streams.listStreams(ctx.db, sourceId, limit + 1, cursor)
  const page = rows.slice(0, limit)
  return { streams: page, nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
}

/** Returns one text for one config, whatever the order of its keys, so that each resource becomes one stream. */
export function resourceKeyOf(config: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(Object.entries(config).sort(([a], [b]) => (a < b ? -1 : 1)))
}
