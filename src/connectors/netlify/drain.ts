/** A log drain for one site, recognised by a tag. Netlify's own Terraform provider uses this endpoint. */
import { z } from 'zod'
import type { Failure, Outcome, ProvisionInput, RemoteState } from '../connector.ts'
import { failure, success } from '../failure.ts'
import { type PlatformApi, read, remove } from '../platform-api.ts'
import { remembered, remoteName } from '../remote-name.ts'
import { LOG_TYPES, type NetlifyMetadata, type NetlifyStream } from './metadata.ts'

const drain = z.object({
  id: z.string().min(1),
  service_config: z.object({ url: z.string().nullish(), tags: z.record(z.string(), z.string()).nullish() }).nullish(),
})
const drains = z.array(drain)
const pathOf = (siteId: string) => `/sites/${encodeURIComponent(siteId)}/log_drains`

const planGated = (): Failure =>
  failure('plan_gated', 'Netlify has no log drains for this site: its team needs the Enterprise plan.')

export async function provisionDrain(
  api: PlatformApi,
  { metadata, config, delivery, remember }: ProvisionInput<NetlifyMetadata, NetlifyStream>,
): Promise<Outcome<RemoteState>> {
  const intent = { siteId: config.siteId, drainName: remoteName(delivery.streamId) }
  const found = await findDrain(api, config.siteId, intent.drainName)
  if (!found.ok) return found.kind === 'not_found' ? planGated() : found
  if (found.value !== null) return success({ ...intent, drainId: found.value })
  await remember(intent)
  const types = metadata.log_types?.length ? metadata.log_types : LOG_TYPES.filter((type) => type !== 'waf_logs')
  const json = {
    destination: 'http',
    format: 'ndjson',
    // The API expects this array as a string.
    log_types: JSON.stringify(types),
    exclude_pii: metadata.exclude_pii ?? false,
    service_config: { url: `${delivery.keyedUrl}/netlify`, tags: { stream: intent.drainName } },
  }
  const made = await read(api, { method: 'POST', path: pathOf(config.siteId), json }, drain)
  if (!made.ok) return made.kind === 'not_found' ? planGated() : made
  const remote = { ...intent, drainId: made.value.id }
  await remember(remote)
  return success(remote)
}

export async function removeDrain(api: PlatformApi, remote: RemoteState): Promise<Outcome<null>> {
  const siteId = remembered(remote, 'siteId')
  if (siteId === null) return success(null)
  const found = await findDrain(api, siteId, remembered(remote, 'drainName'))
  if (!found.ok) return found.kind === 'not_found' ? success(null) : found
  if (found.value === null) return success(null)
  return remove(api, { path: `${pathOf(siteId)}/${encodeURIComponent(found.value)}` })
}

async function findDrain(api: PlatformApi, siteId: string, name: string | null): Promise<Outcome<string | null>> {
  const listed = await read(api, { path: pathOf(siteId) }, drains)
  if (!listed.ok) return listed
  const ours = listed.value.find((one) => name !== null && one.service_config?.tags?.['stream'] === name)
  return success(ours?.id ?? null)
}
