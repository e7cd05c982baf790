/** A log sink of a managed database, which speaks OpenSearch's bulk API. */

import { z } from 'zod'
import type { Delivery, Outcome } from '../connector.ts'
import { withUser } from '../delivery-address.ts'
import { success } from '../failure.ts'
import { type PlatformApi, read, remove } from '../platform-api.ts'

const sink = z.object({ sink_id: z.string().min(1), sink_name: z.string() })
const pathOf = (databaseId: string) => `/v2/databases/${encodeURIComponent(databaseId)}/logsink`

export async function addSink(
  api: PlatformApi,
  databaseId: string,
  name: string,
  delivery: Delivery,
): Promise<Outcome<string>> {
  const found = await findSink(api, databaseId, name)
  if (!found.ok) return found
  if (found.value !== null) return success(found.value)
  const config = { url: `${withUser(delivery)}/elastic`, index_prefix: 'logs', index_days_max: 7 }
  const json = { sink_name: name, sink_type: 'opensearch', config }
  const made = await read(api, { method: 'POST', path: pathOf(databaseId), json }, z.object({ sink }))
  return made.ok ? success(made.value.sink.sink_id) : made
}

export async function removeSink(api: PlatformApi, databaseId: string, name: string): Promise<Outcome<null>> {
  const found = await findSink(api, databaseId, name)
  if (!found.ok) return found.kind === 'not_found' ? success(null) : found
  if (found.value === null) return success(null)
  return remove(api, { path: `${pathOf(databaseId)}/${encodeURIComponent(found.value)}` })
}

async function findSink(api: PlatformApi, databaseId: string, name: string): Promise<Outcome<string | null>> {
  const listed = await read(api, { path: pathOf(databaseId) }, z.object({ sinks: z.array(sink) }))
  if (!listed.ok) return listed
  return success(listed.value.sinks.find((one) => one.sink_name === name)?.sink_id ?? null)
}
