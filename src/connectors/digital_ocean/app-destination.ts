/**
 * Log destinations in the spec of an app. The API replaces the whole spec. So it is read, changed in one place and sent
 * back, together with everything this code does not know; encrypted secrets go back unchanged.
 */
import { z } from 'zod'
import type { Delivery, Outcome } from '../connector.ts'
import { failure, success } from '../failure.ts'
import { type PlatformApi, read } from '../platform-api.ts'

const destination = z.looseObject({ name: z.string() })
const component = z.looseObject({ log_destinations: z.array(destination).nullish() })
const spec = z.looseObject({
  services: z.array(component).nullish(),
  workers: z.array(component).nullish(),
  jobs: z.array(component).nullish(),
  functions: z.array(component).nullish(),
})
type Spec = z.infer<typeof spec>
type Component = z.infer<typeof component>
const app = z.object({ app: z.object({ id: z.string().min(1), spec }) })

/** The components that run, and therefore log. Static sites do not. */
const KINDS = ['services', 'workers', 'jobs', 'functions'] as const

export async function addDestination(
  api: PlatformApi,
  appId: string,
  name: string,
  delivery: Delivery,
): Promise<Outcome<null>> {
  const path = `/v2/apps/${encodeURIComponent(appId)}`
  const found = await read(api, { path }, app)
  if (!found.ok) return found
  const { spec: before } = found.value.app
  const components = KINDS.flatMap((kind) => before[kind] ?? [])
  if (components.length === 0) {
    return failure('bad_config', 'This DigitalOcean app has only static sites. They write no logs that could be sent.')
  }
  if (components.every((one) => hasOurs(one, name))) return success(null)
  const ours = { name, datadog: { endpoint: `${delivery.url}/datadog`, api_key: delivery.key } }
  const after = changed(before, (one) =>
    hasOurs(one, name) ? one : { ...one, log_destinations: [...(one.log_destinations ?? []), ours] },
  )
  return save(api, path, after)
}

export async function removeDestination(api: PlatformApi, appId: string, name: string): Promise<Outcome<null>> {
  const path = `/v2/apps/${encodeURIComponent(appId)}`
  const found = await read(api, { path }, app)
  if (!found.ok) return found.kind === 'not_found' ? success(null) : found
  const { spec: before } = found.value.app
  if (!KINDS.some((kind) => before[kind]?.some((one) => hasOurs(one, name)))) return success(null)
  return save(
    api,
    path,
    changed(before, (one) =>
      hasOurs(one, name)
        ? { ...one, log_destinations: (one.log_destinations ?? []).filter((other) => other.name !== name) }
        : one,
    ),
  )
}

async function save(api: PlatformApi, path: string, after: Spec): Promise<Outcome<null>> {
  const saved = await read(api, { method: 'PUT', path, json: { spec: after } }, app)
  return saved.ok ? success(null) : saved
}

const hasOurs = (one: Component, name: string) => one.log_destinations?.some((other) => other.name === name) === true

function changed(before: Spec, change: (one: Component) => Component): Spec {
  const after: Spec = { ...before }
  for (const kind of KINDS) {
    const components = before[kind]
    if (components) after[kind] = components.map(change)
  }
  return after
}
