import type { OrganizationScope } from '../../auth/scope.ts'
import type { VerbCall } from '../../domain/context.ts'
import { findSource, type StreamRow } from '../../domain/sources/rows.ts'
import { streamKeyValues } from '../../domain/sources/stream-changes.ts'
import { logStreamOf } from '../log-sources/schema.ts'

/** The answer for a log stream, with the cards of its key. */
export async function viewOf({ ctx, scope, input: row }: VerbCall<OrganizationScope, StreamRow>) {
  const [source, keys] = await Promise.all([
    findSource(ctx, 'log_source', row.sourceId),
    streamKeyValues({ ctx, scope, input: { streamIds: [row.id] } }),
  ])
  // If the source was deleted meanwhile, its provider is unknown; the generic card works for every stream.
  return logStreamOf(row, source?.provider ?? 'webhook', ctx.baseUrl, keys.get(row.id))
}
