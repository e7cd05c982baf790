/**
 * Adds an HTTPS logging endpoint to a clone of the active version. Activates the clone only if nobody changed the
 * active version meanwhile.
 */
import { z } from 'zod'
import type { Delivery, Outcome, ProvisionInput, RemoteState } from '../connector.ts'
import { failure, success } from '../failure.ts'
import { type PlatformApi, read, remove } from '../platform-api.ts'
import { remembered, remoteName } from '../remote-name.ts'
import type { FastlyMetadata, FastlyStream } from './metadata.ts'

const version = z.object({ number: z.number().int(), active: z.boolean().nullish(), locked: z.boolean().nullish() })
const versions = z.array(version)
const endpoints = z.array(z.object({ name: z.string() }))

/** One JSON object per request. The request's values are escaped. */
const LOG_FORMAT = `{"timestamp":"%{strftime({"%Y-%m-%dT%H:%M:%SZ"}, time.start)}V","service_id":"%{req.service_id}V",
"host":"%{json.escape(req.http.Host)}V","method":"%{json.escape(req.method)}V","url":"%{json.escape(req.url)}V",
"status":%{resp.status}V,"elapsed_ms":%{time.elapsed.msec}V,"pop":"%{server.datacenter}V"}`.replaceAll('\n', '')

export async function provisionEndpoint(
  api: PlatformApi,
  { metadata, config, delivery, remote, remember }: ProvisionInput<FastlyMetadata, FastlyStream>,
): Promise<Outcome<RemoteState>> {
  const intent = { serviceId: config.serviceId, name: remoteName(delivery.streamId) }
  const active = await activeVersion(api, config.serviceId)
  if (!active.ok) return active
  if (active.value === null)
    return failure('bad_config', 'This Fastly service has no active version; activate one first.')
  const live = await hasEndpoint(api, config.serviceId, active.value, intent.name)
  if (!live.ok) return live
  if (live.value) return success(intent)
  await remember({ ...remote, ...intent })
  const draft = await draftOf(api, config.serviceId, active.value, remote)
  if (!draft.ok) return draft
  await remember({ ...intent, draft: draft.value, base: active.value })
  const drafted = await hasEndpoint(api, config.serviceId, draft.value, intent.name)
  if (!drafted.ok) return drafted
  if (!drafted.value) {
    const form = formOf(intent.name, metadata, delivery)
    const path = `${versionPath(config.serviceId, draft.value)}/logging/https`
    const made = await read(api, { method: 'POST', path, form }, z.object({ name: z.string() }))
    if (!made.ok) return made
  }
  const done = await activate(api, config.serviceId, active.value, draft.value)
  return done.ok ? success(intent) : done
}

/** Reuses the draft of an earlier attempt if it is still based on the active version. Otherwise creates a new clone. */
async function draftOf(
  api: PlatformApi,
  serviceId: string,
  active: number,
  remote: RemoteState | null,
): Promise<Outcome<number>> {
  const earlier = remote?.['draft']
  if (typeof earlier === 'number' && remote?.['base'] === active) {
    const found = await read(api, { path: versionPath(serviceId, earlier) }, version)
    if (found.ok && found.value.locked !== true && found.value.active !== true) return success(earlier)
  }
  // Every clone creates a version. If the answer to one was lost, it is not requested again at once.
  const call = { method: 'PUT', path: `${versionPath(serviceId, active)}/clone`, isRepeatable: false } as const
  const clone = await read(api, call, version)
  return clone.ok ? success(clone.value.number) : clone
}

async function activate(api: PlatformApi, serviceId: string, base: number, draft: number): Promise<Outcome<null>> {
  const path = versionPath(serviceId, draft)
  const checked = await read(api, { path: `${path}/validate` }, z.object({ status: z.string() }))
  if (!checked.ok) return checked
  if (checked.value.status !== 'ok') {
    return failure('bad_config', 'This Fastly service does not pass validation with our endpoint in its configuration.')
  }
  const active = await activeVersion(api, serviceId)
  if (!active.ok) return active
  if (active.value !== base) {
    return failure('vendor_error', 'Someone else changed the Fastly service meanwhile. The change will be tried again.')
  }
  const done = await read(api, { method: 'PUT', path: `${path}/activate` }, version)
  return done.ok ? success(null) : done
}

export async function removeEndpoint(api: PlatformApi, remote: RemoteState): Promise<Outcome<null>> {
  const [serviceId, name] = [remembered(remote, 'serviceId'), remembered(remote, 'name')]
  if (serviceId === null || name === null) return success(null)
  const active = await activeVersion(api, serviceId)
  if (!active.ok) return active.kind === 'not_found' ? success(null) : active
  // A service without an active version delivers nothing.
  if (active.value === null) return success(null)
  const live = await hasEndpoint(api, serviceId, active.value, name)
  if (!live.ok) return live
  if (!live.value) return success(null)
  const draft = await draftOf(api, serviceId, active.value, null)
  if (!draft.ok) return draft
  const path = `${versionPath(serviceId, draft.value)}/logging/https/${encodeURIComponent(name)}`
  const removed = await remove(api, { path })
  return removed.ok ? activate(api, serviceId, active.value, draft.value) : removed
}

const versionPath = (serviceId: string, number: number) => `/service/${encodeURIComponent(serviceId)}/version/${number}`

/** Null when the service has no active version. */
async function activeVersion(api: PlatformApi, serviceId: string): Promise<Outcome<number | null>> {
  const listed = await read(api, { path: `/service/${encodeURIComponent(serviceId)}/version` }, versions)
  if (!listed.ok) return listed
  return success(listed.value.find((one) => one.active === true)?.number ?? null)
}

async function hasEndpoint(
  api: PlatformApi,
  serviceId: string,
  number: number,
  name: string,
): Promise<Outcome<boolean>> {
  const listed = await read(api, { path: `${versionPath(serviceId, number)}/logging/https` }, endpoints)
  return listed.ok ? success(listed.value.some((one) => one.name === name)) : listed
}

function formOf(name: string, metadata: FastlyMetadata, delivery: Delivery): Record<string, string> {
  return {
    name,
    url: `${delivery.url}/fastly`,
    header_name: 'x-api-key',
    header_value: delivery.key,
    method: 'POST',
    content_type: 'application/json',
    // The format is an array of JSON objects; lines have no prefix.
    json_format: '1',
    message_type: 'blank',
    format: metadata.log_format ?? LOG_FORMAT,
    format_version: '2',
    request_max_entries: '1000',
    request_max_bytes: '1000000',
    compression_codec: 'gzip',
  }
}
