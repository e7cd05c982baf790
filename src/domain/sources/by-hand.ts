/**
 * For a platform without an API to set up delivery, a person enters the address there. This returns the endpoint cards
 * of a stream of such a connection.
 */
import type { OrganizationScope } from '../../auth/scope.ts'
import type { VerbCall } from '../context.ts'
import { connectorOfProvider } from './connector-of.ts'
import { type EndpointCard, endpointCards } from './endpoint-cards.ts'
import { findSource, type StreamRow } from './rows.ts'
import { streamKeyValues } from './stream-changes.ts'

/** Empty when the platform is configured through its API, or when the service reads from it. */
export async function cardsByHand({
  ctx,
  scope,
  input: stream,
}: VerbCall<OrganizationScope, StreamRow>): Promise<EndpointCard[]> {
  const source = await findSource(ctx, 'connection', stream.sourceId)
  const connector = await connectorOfProvider(source?.provider)
  if (connector?.mode !== 'manual_push') return []
  const key = (await streamKeyValues({ ctx, scope, input: { streamIds: [stream.id] } })).get(stream.id)
  return key === undefined ? [] : endpointCards(connector.type, ctx.baseUrl, key)
}
