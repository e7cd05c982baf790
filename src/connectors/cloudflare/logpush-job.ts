/** A Logpush job of a zone or the account. */
import { z } from 'zod'
import type { Delivery, Outcome } from '../connector.ts'
import { failure, success } from '../failure.ts'
import { type PlatformApi, read, remove } from '../platform-api.ts'
import { enveloped } from './api.ts'

const job = z.object({ id: z.number(), name: z.string().nullish() })

/** The fields that the intake maps. For other datasets, all fields are sent. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  http_requests: [
    'EdgeStartTimestamp',
    'EdgeEndTimestamp',
    'EdgeResponseStatus',
    'ClientRequestHost',
    'ClientRequestMethod',
    'ClientRequestURI',
    'ClientIP',
    'ClientRequestUserAgent',
    'RayID',
  ],
  workers_trace_events: [
    'EventTimestampMs',
    'EventType',
    'Outcome',
    'ScriptName',
    'ScriptVersion',
    'Entrypoint',
    'Event',
    'Logs',
    'Exceptions',
    'CPUTimeMs',
    'WallTimeMs',
  ],
}

/** @param scope `zones/<id>` or `accounts/<id>` */
export async function addJob(
  api: PlatformApi,
  scope: string,
  dataset: string,
  name: string,
  delivery: Delivery,
): Promise<Outcome<null>> {
  const found = await findJob(api, scope, name)
  if (!found.ok) return found
  if (found.value !== null) return success(null)
  const fields = await fieldsOf(api, scope, dataset)
  if (!fields.ok) return fields
  const json = {
    name,
    dataset,
    // Cloudflare sends parameters with this prefix as headers.
    destination_conf: `${delivery.url}/cloudflare?header_x-api-key=${encodeURIComponent(delivery.key)}`,
    enabled: true,
    output_options: { output_type: 'ndjson', timestamp_format: 'rfc3339', field_names: fields.value },
    // The shortest interval that Cloudflare allows.
    max_upload_interval_seconds: 30,
  }
  const made = await read(api, { method: 'POST', path: `/${scope}/logpush/jobs`, json }, enveloped(job))
  if (made.ok) return success(null)
  if (made.kind !== 'missing_scope') return made
  return failure(
    'plan_gated',
    'Cloudflare refuses to create a Logpush job: the plan has no Logpush, or the token lacks Logs: Edit.',
  )
}

export async function removeJob(api: PlatformApi, scope: string, name: string): Promise<Outcome<null>> {
  const found = await findJob(api, scope, name)
  if (!found.ok) return found.kind === 'not_found' ? success(null) : found
  return found.value === null ? success(null) : remove(api, { path: `/${scope}/logpush/jobs/${found.value}` })
}

async function findJob(api: PlatformApi, scope: string, name: string): Promise<Outcome<number | null>> {
  const listed = await read(api, { path: `/${scope}/logpush/jobs` }, enveloped(z.array(job)))
  if (!listed.ok) return listed
  return success(listed.value.result.find((one) => one.name === name)?.id ?? null)
}

async function fieldsOf(api: PlatformApi, scope: string, dataset: string): Promise<Outcome<readonly string[]>> {
  const known = FIELDS[dataset]
  if (known) return success(known)
  const path = `/${scope}/logpush/datasets/${dataset}/fields`
  const found = await read(api, { path }, enveloped(z.record(z.string(), z.unknown())))
  // A job without fields would deliver empty lines for ever.
  return found.ok ? success(Object.keys(found.value.result)) : found
}
