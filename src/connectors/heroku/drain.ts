/**
 * One drain per app. Heroku's drains have no names, so ours is recognised by its address, which only this stream has.
 * The address contains the intake key, so a digest of it is stored.
 */

import { z } from 'zod'
import type { Outcome, ProvisionInput, RemoteState } from '../connector.ts'
import { withUser } from '../delivery-address.ts'
import { success } from '../failure.ts'
import { type PlatformApi, read, remove } from '../platform-api.ts'
import { remembered } from '../remote-name.ts'
import type { HerokuMetadata, HerokuStream } from './metadata.ts'

const app = z.object({ id: z.string().min(1), generation: z.object({ name: z.string().nullish() }).nullish() })
const logDrain = z.object({ id: z.string().min(1), url: z.string() })
const telemetryDrain = z.object({ id: z.string().min(1), exporter: z.object({ endpoint: z.string() }) })

interface Drain {
  readonly id: string
  readonly url: string
}

export async function provisionDrain(
  api: PlatformApi,
  { config, delivery, remember }: ProvisionInput<HerokuMetadata, HerokuStream>,
): Promise<Outcome<RemoteState>> {
  const path = `/apps/${encodeURIComponent(config.appId)}`
  const found = await read(api, { path }, app)
  if (!found.ok) return found
  const isFir = found.value.generation?.name === 'fir'
  // A telemetry drain has no name; its address shows that it is ours. For a log drain, so does the user information.
  const url = isFir ? delivery.keyedUrl : `${withUser(delivery)}/logplex`
  const intent = { appId: config.appId, isFir, urlDigest: await digestOf(url) }
  const existing = await drainsOf(api, config.appId, isFir)
  if (!existing.ok) return existing
  const ours = existing.value.find((drain) => drain.url === url)
  if (ours) return success({ ...intent, drainId: ours.id })
  await remember(intent)
  const made = isFir
    ? await read(api, { method: 'POST', path: '/telemetry-drains', json: firBody(config.appId, url) }, telemetryDrain)
    : await read(api, { method: 'POST', path: `${path}/log-drains`, json: { url } }, logDrain)
  if (!made.ok) return made
  const remote = { ...intent, drainId: made.value.id }
  await remember(remote)
  return success(remote)
}

const firBody = (appId: string, endpoint: string) => ({
  owner: { id: appId, type: 'app' },
  signals: ['logs', 'traces', 'metrics'],
  exporter: { type: 'otlphttp', endpoint, headers: {} },
})

export async function removeDrain(api: PlatformApi, remote: RemoteState): Promise<Outcome<null>> {
  const appId = remembered(remote, 'appId')
  if (appId === null) return success(null)
  const isFir = remote['isFir'] === true
  const drains = await drainsOf(api, appId, isFir)
  if (!drains.ok) return drains.kind === 'not_found' ? success(null) : drains
  for (const { id, url } of drains.value) {
    if ((await digestOf(url)) !== remote['urlDigest']) continue
    const place = isFir ? '/telemetry-drains' : `/apps/${encodeURIComponent(appId)}/log-drains`
    const outcome = await remove(api, { path: `${place}/${encodeURIComponent(id)}` })
    if (!outcome.ok) return outcome
  }
  return success(null)
}

async function drainsOf(api: PlatformApi, appId: string, isFir: boolean): Promise<Outcome<Drain[]>> {
  const path = `/apps/${encodeURIComponent(appId)}`
  if (!isFir) return read(api, { path: `${path}/log-drains` }, z.array(logDrain))
  const listed = await read(api, { path: `${path}/telemetry-drains` }, z.array(telemetryDrain))
  if (!listed.ok) return listed
  return success(listed.value.map(({ id, exporter }) => ({ id, url: exporter.endpoint })))
}

async function digestOf(url: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(url))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
