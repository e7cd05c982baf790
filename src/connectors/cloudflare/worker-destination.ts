/** An OTLP destination of Workers Observability, and its entry in the log destinations of one Worker. */
import { z } from 'zod'
import type { Delivery, Outcome } from '../connector.ts'
import { success } from '../failure.ts'
import { type PlatformApi, read, remove } from '../platform-api.ts'
import { enveloped } from './api.ts'

const PAGE_SIZE = 100
const destination = z.object({ slug: z.string().min(1), name: z.string() })
const logs = z.looseObject({ destinations: z.array(z.string()).nullish() })
const observability = z.looseObject({ enabled: z.boolean().optional(), logs: logs.nullish() })
const settings = z.looseObject({ observability: observability.nullish() })
type Observability = z.infer<typeof observability>

const destinationsPath = (account: string) => `/accounts/${account}/workers/observability/destinations`
const settingsPath = (account: string, script: string) =>
  `/accounts/${account}/workers/scripts/${encodeURIComponent(script)}/script-settings`

interface Target {
  readonly account: string
  readonly script: string
  readonly name: string
}

/**
 * The slug of the destination. `isFirst` means that nothing was requested before. Destinations can be listed only for
 * the whole account, a hundred per page; to list them for each of a thousand Workers would take ten thousand calls. So
 * the list is read only if an earlier attempt may have left a destination, or the Worker already names one.
 */
export async function addDestination(
  api: PlatformApi,
  { account, script, name }: Target,
  delivery: Delivery,
  isFirst: boolean,
): Promise<Outcome<string>> {
  const worker = await read(api, { path: settingsPath(account, script) }, enveloped(settings))
  if (!worker.ok) return worker
  const isUntouched = isFirst && (worker.value.result.observability?.logs?.destinations ?? []).length === 0
  const found = isUntouched ? success(null) : await findDestination(api, account, name)
  if (!found.ok) return found
  const slug = found.value === null ? await create(api, account, name, delivery) : success(found.value)
  if (!slug.ok) return slug
  const changed = await changeDestinations(api, account, script, slug.value, (before, own) =>
    before.includes(own) ? null : [...before, own],
  )
  return changed.ok ? slug : changed
}

async function create(api: PlatformApi, account: string, name: string, delivery: Delivery): Promise<Outcome<string>> {
  const url = `${delivery.url}/v1/logs`
  const json = {
    name,
    enabled: true,
    configuration: {
      type: 'logpush',
      logpushDataset: 'opentelemetry-logs',
      url,
      headers: { 'x-api-key': delivery.key },
    },
    // The probe is skipped: it is not OTLP, and we know that our intake answers.
    skipPreflightCheck: true,
  }
  const made = await read(api, { method: 'POST', path: destinationsPath(account), json }, enveloped(destination))
  return made.ok ? success(made.value.result.slug) : made
}

/** Removes the destination from the Worker first, because a destination in use cannot be deleted. */
export async function removeDestination(
  api: PlatformApi,
  { account, script, name }: Target,
  slug: string | null,
): Promise<Outcome<null>> {
  const found = slug === null ? await findDestination(api, account, name) : success(slug)
  if (!found.ok) return found
  if (found.value === null) return success(null)
  const unwired = await changeDestinations(api, account, script, found.value, (before, own) =>
    before.includes(own) ? before.filter((one) => one !== own) : null,
  )
  // A deleted Worker names no destinations.
  if (!unwired.ok && unwired.kind !== 'not_found') return unwired
  return remove(api, { path: `${destinationsPath(account)}/${encodeURIComponent(found.value)}` })
}

async function findDestination(api: PlatformApi, account: string, name: string): Promise<Outcome<string | null>> {
  for (let page = 1; ; page += 1) {
    const call = { path: destinationsPath(account), query: { page, perPage: PAGE_SIZE } }
    const listed = await read(api, call, enveloped(z.array(destination)))
    if (!listed.ok) return listed
    const ours = listed.value.result.find((one) => one.name === name)
    if (ours) return success(ours.slug)
    if (page >= (listed.value.result_info?.total_pages ?? 1)) return success(null)
  }
}

/**
 * The new `observability` settings, or null when nothing changes. Cloudflare replaces the settings as a whole, so the
 * present ones are sent back with our change.
 */
async function changeDestinations(
  api: PlatformApi,
  account: string,
  script: string,
  slug: string,
  change: (before: readonly string[], own: string) => readonly string[] | null,
): Promise<Outcome<null>> {
  const path = settingsPath(account, script)
  const found = await read(api, { path }, enveloped(settings))
  if (!found.ok) return found
  const before: Observability = found.value.result.observability ?? {}
  const destinations = change(before.logs?.destinations ?? [], slug)
  if (destinations === null) return success(null)
  const isOurs = destinations.includes(slug)
  const after = {
    ...before,
    // Adding a destination turns logs on; removing one leaves the switches as they are.
    enabled: isOurs || (before.enabled ?? false),
    logs: { ...before.logs, ...(isOurs ? { enabled: true } : {}), destinations },
  }
  const call = { method: 'PATCH', path, json: { observability: after } } as const
  const saved = await read(api, call, enveloped(settings))
  return saved.ok ? success(null) : saved
}
