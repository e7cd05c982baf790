/** The custom destination of a stream. Its name contains the stream's id, which marks it as ours. */
import { z } from 'zod'
import type { ConnectorDeps, Outcome, ProvisionInput, RemoteState } from '../connector.ts'
import { success } from '../failure.ts'
import { type PlatformApi, read, remove } from '../platform-api.ts'
import { remembered, remoteName } from '../remote-name.ts'
import { apiOf } from './api.ts'
import type { DatadogMetadata, DatadogStream } from './metadata.ts'

const PATH = '/api/v2/logs/config/custom-destinations'
const destination = z.object({
  id: z.string().min(1),
  attributes: z.object({
    name: z.string(),
    forwarder_destination: z.looseObject({ endpoint: z.string().optional() }).optional(),
  }),
})
type Destination = z.infer<typeof destination>

export async function provisionDestination(
  deps: ConnectorDeps,
  { metadata, config, delivery, remember }: ProvisionInput<DatadogMetadata, DatadogStream>,
): Promise<Outcome<RemoteState>> {
  const api = apiOf(deps, metadata)
  const name = remoteName(delivery.streamId)
  const endpoint = `${delivery.url}/webhook`
  const listed = await namedSo(api, name)
  if (!listed.ok) return listed
  for (const ours of listed.value) {
    if (pointsAt(ours, endpoint)) return success({ name, destinationId: ours.id })
    // It has our name, but the address of an earlier key.
    const removed = await removeById(api, ours.id)
    if (!removed.ok) return removed
  }
  // The response to a creation may be lost; deletion then finds the destination by this name.
  await remember({ name })
  const attributes = attributesOf(name, endpoint, { metadata, config, delivery })
  const made = await read(
    api,
    { method: 'POST', path: PATH, json: { data: { type: 'custom_destination', attributes } } },
    z.object({ data: destination }),
  )
  if (!made.ok) return made
  const remote = { name, destinationId: made.value.data.id }
  await remember(remote)
  return success(remote)
}

const pointsAt = ({ attributes }: Destination, endpoint: string): boolean =>
  attributes.forwarder_destination?.endpoint === endpoint

function attributesOf(
  name: string,
  endpoint: string,
  {
    metadata,
    config,
    delivery,
  }: Pick<ProvisionInput<DatadogMetadata, DatadogStream>, 'metadata' | 'config' | 'delivery'>,
) {
  return {
    name,
    enabled: true,
    query: queryOf(metadata, config.service),
    forward_tags: true,
    forwarder_destination: {
      type: 'http',
      endpoint,
      auth: { type: 'custom_header', header_name: 'x-api-key', header_value: delivery.key },
    },
  }
}

export function queryOf({ query }: DatadogMetadata, service: string): string {
  const ofService = service === '*' ? '' : `service:${quoted(service)}`
  const parts = [ofService, query === undefined ? '' : `(${query})`].filter((part) => part !== '')
  return parts.length === 0 ? '*' : parts.join(' AND ')
}

const quoted = (text: string): string => (/^[\w.-]+$/.test(text) ? text : `"${text.replaceAll('"', '\\"')}"`)

export async function removeDestination(
  deps: ConnectorDeps,
  { metadata, remote }: { readonly metadata: DatadogMetadata; readonly remote: RemoteState },
): Promise<Outcome<null>> {
  const api = apiOf(deps, metadata)
  const [id, name] = [remembered(remote, 'destinationId'), remembered(remote, 'name')]
  if (id !== null) return removeById(api, id)
  if (name === null) return success(null)
  const listed = await namedSo(api, name)
  if (!listed.ok) return listed
  for (const ours of listed.value) {
    const removed = await removeById(api, ours.id)
    if (!removed.ok) return removed
  }
  return success(null)
}

async function namedSo(api: PlatformApi, name: string): Promise<Outcome<Destination[]>> {
  const listed = await read(api, { path: PATH }, z.object({ data: z.array(destination) }))
  return listed.ok ? success(listed.value.data.filter(({ attributes }) => attributes.name === name)) : listed
}

const removeById = (api: PlatformApi, id: string) => remove(api, { path: `${PATH}/${encodeURIComponent(id)}` })
