import { invalidBody, ok, paged, refusal } from './cloudflare-envelope.ts'
import {
  CLOUDFLARE_FOREIGN_DESTINATION_SLUG,
  CLOUDFLARE_FOREIGN_JOB_ID,
  type CloudflareState,
  DATASETS_OF_ACCOUNT,
  DATASETS_OF_ZONE,
  destinationBody,
  destinationPatch,
  FIELDS_OF_DATASET,
  jobBody,
  type LogpushJob,
  type ObservabilityDestination,
} from './cloudflare-state.ts'
import { type Exchange, parseJson, type Route } from './exchange.ts'
import type { FakeDestination } from './platform-fake.ts'

/** Sends the probe; true when the endpoint answered 2xx. */
export type Preflight = (url: string, headers: Record<string, string>, body: string) => Promise<boolean>

type Push = { state: CloudflareState; preflight: Preflight }

/** What Workers' destinations send: a POST whose body is not OTLP. Its exact text is not known. */
const OTLP_PREFLIGHT_BODY = '{}'
/** What Logpush uploads, gzipped, as test.txt.gz. */
const LOGPUSH_PREFLIGHT_BODY = '{"content":"tests"}'

export function destinationRoutes({ state, preflight }: Push, base: string): Route[] {
  async function create(exchange: Exchange): Promise<Response> {
    const parsed = destinationBody.safeParse(parseJson(exchange))
    if (!parsed.success) return invalidBody(parsed.error.issues)
    const { name, enabled, configuration, skipPreflightCheck } = parsed.data
    if (state.destinations.has(name)) return refusal(409, 10_090, 'A destination with this name already exists')
    const isReachable =
      skipPreflightCheck === true || (await preflight(configuration.url, configuration.headers, OTLP_PREFLIGHT_BODY))
    if (!isReachable) return refusal(400, 10_091, 'Preflight check failed: the endpoint did not answer 2xx')
    const destination = { slug: name, name, enabled, configuration: { ...configuration, logpushJob: state.nextId++ } }
    state.destinations.set(name, destination)
    return ok(shown(state, destination))
  }
  async function patch(exchange: Exchange): Promise<Response> {
    const destination = state.destinations.get(exchange.params['slug'] ?? '')
    if (destination === undefined) return refusal(404, 10_092, 'Destination not found')
    const parsed = destinationPatch.safeParse(parseJson(exchange))
    if (!parsed.success) return invalidBody(parsed.error.issues)
    const { url, headers } = parsed.data.configuration
    if (!(await preflight(url, headers, OTLP_PREFLIGHT_BODY))) {
      return refusal(400, 10_091, 'Preflight check failed: the endpoint did not answer 2xx')
    }
    destination.enabled = parsed.data.enabled
    Object.assign(destination.configuration, { url, headers })
    return ok(shown(state, destination))
  }
  function remove(exchange: Exchange): Response {
    const destination = state.destinations.get(exchange.params['slug'] ?? '')
    if (destination === undefined) return refusal(404, 10_092, 'Destination not found')
    state.destinations.delete(destination.slug)
    return ok(shown(state, destination))
  }
  const list = (exchange: Exchange) =>
    paged(
      exchange,
      [...state.destinations.values()].map((destination) => shown(state, destination)),
      'perPage',
      100,
    )
  return [
    { method: 'GET', pattern: base, handle: list },
    { method: 'POST', pattern: base, handle: create },
    { method: 'PATCH', pattern: `${base}/{slug}`, handle: patch },
    { method: 'DELETE', pattern: `${base}/{slug}`, handle: remove },
  ]
}

function shown(state: CloudflareState, destination: ObservabilityDestination): object {
  const scripts = [...state.scripts].filter(([, { observability }]) =>
    [observability.logs, observability.traces].some((signal) => signal?.destinations?.includes(destination.slug)),
  )
  const jobStatus = { error_message: '', last_complete: '', last_error: '' }
  const configuration = { ...destination.configuration, destination_conf: destination.configuration.url, jobStatus }
  return { ...destination, configuration, scripts: scripts.map(([name]) => name) }
}

/** Jobs of an account (`accounts`) or of a zone (`zones`); `base` ends in /logpush and names the scope. */
export function jobRoutes({ state, preflight }: Push, base: string, kind: 'accounts' | 'zones'): Route[] {
  const scopeOf = (exchange: Exchange) => `${kind}/${exchange.params['scope']}`
  const find = (exchange: Exchange) => {
    const job = state.jobs.get(Number(exchange.params['id']))
    return job?.scope === scopeOf(exchange) ? job : undefined
  }
  const jobsOf = (exchange: Exchange) => [...state.jobs.values()].filter((job) => job.scope === scopeOf(exchange))

  async function validateDestination(exchange: Exchange): Promise<Response> {
    const parsed = jobBody.pick({ destination_conf: true }).safeParse(parseJson(exchange))
    if (!parsed.success) return refusal(400, 1002, 'destination_conf is required')
    const { url, headers } = endpointOf(parsed.data.destination_conf)
    const isValid = await preflight(url, headers, LOGPUSH_PREFLIGHT_BODY)
    return ok({ valid: isValid, message: isValid ? '' : 'the endpoint did not answer 2xx' })
  }
  const withJob = (handle: (job: LogpushJob, exchange: Exchange) => Response) => (exchange: Exchange) => {
    const job = find(exchange)
    return job === undefined ? refusal(404, 1007, 'Job not found') : handle(job, exchange)
  }
  const update = (job: LogpushJob, exchange: Exchange) => {
    const parsed = jobBody.partial().safeParse(parseJson(exchange))
    if (!parsed.success) return refusal(400, 1002, parsed.error.issues[0]?.message ?? 'Invalid job')
    return ok(Object.assign(job, parsed.data))
  }
  const remove = (job: LogpushJob) => {
    state.jobs.delete(job.id)
    return ok({ id: job.id })
  }
  const fieldsOf = (exchange: Exchange) => {
    const fields = FIELDS_OF_DATASET[exchange.params['dataset'] ?? '']
    return fields === undefined
      ? refusal(400, 1002, 'Unknown dataset')
      : ok(Object.fromEntries(fields.map((field) => [field, field])))
  }
  return [
    { method: 'GET', pattern: `${base}/jobs`, handle: (exchange) => ok(jobsOf(exchange)) },
    { method: 'POST', pattern: `${base}/jobs`, handle: (exchange) => createJob({ state, preflight }, kind, exchange) },
    { method: 'GET', pattern: `${base}/jobs/{id}`, handle: withJob((job) => ok(job)) },
    { method: 'PUT', pattern: `${base}/jobs/{id}`, handle: withJob(update) },
    { method: 'DELETE', pattern: `${base}/jobs/{id}`, handle: withJob(remove) },
    { method: 'GET', pattern: `${base}/datasets/{dataset}/fields`, handle: fieldsOf },
    {
      method: 'GET',
      pattern: `${base}/datasets/{dataset}/jobs`,
      handle: (e) => ok(jobsOf(e).filter((j) => j.dataset === e.params['dataset'])),
    },
    { method: 'POST', pattern: `${base}/validate/destination`, handle: validateDestination },
  ]
}

async function createJob(
  { state, preflight }: Push,
  kind: 'accounts' | 'zones',
  exchange: Exchange,
): Promise<Response> {
  const datasets = kind === 'accounts' ? DATASETS_OF_ACCOUNT : DATASETS_OF_ZONE
  const scope = `${kind}/${exchange.params['scope']}`
  const parsed = jobBody.safeParse(parseJson(exchange))
  if (!parsed.success) return refusal(400, 1002, parsed.error.issues[0]?.message ?? 'Invalid job')
  const { destination_conf: conf, dataset } = parsed.data
  const zone = state.zones.find(({ id }) => id === exchange.params['scope'])
  if (kind === 'zones' && zone?.plan !== 'enterprise') {
    return refusal(403, 1013, 'Logpush is not available on the plan of this zone')
  }
  if (!datasets.includes(dataset)) return refusal(400, 1002, `dataset ${dataset} is not allowed for ${kind}`)
  const fields = parsed.data.output_options?.field_names ?? []
  const unknown = fields.find((field) => !(FIELDS_OF_DATASET[dataset] ?? fields).includes(field))
  if (unknown !== undefined) return refusal(400, 1002, `field ${unknown} does not exist in ${dataset}`)
  if (!conf.startsWith('https://')) {
    if (parsed.data.ownership_challenge === undefined) return refusal(400, 1002, 'ownership_challenge is required')
  } else {
    const { url, headers } = endpointOf(conf)
    if (!(await preflight(url, headers, LOGPUSH_PREFLIGHT_BODY))) {
      return refusal(400, 1002, 'error validating destination: error writing object: the endpoint did not answer 2xx')
    }
  }
  if (
    [...state.jobs.values()].some(
      (job) => job.scope === scope && job.destination_conf === conf && job.dataset === dataset,
    )
  ) {
    return refusal(409, 1009, 'A job with this destination and dataset already exists')
  }
  const job: LogpushJob = {
    ...parsed.data,
    enabled: parsed.data.enabled ?? false,
    id: state.nextId++,
    scope,
  }
  state.jobs.set(job.id, job)
  return ok(job)
}

/** Every `header_*` parameter becomes a header of the push; the rest stays in its URL. */
function endpointOf(destinationConf: string): { url: string; headers: Record<string, string> } {
  const url = new URL(destinationConf)
  const headers: Record<string, string> = {}
  for (const [name, value] of [...url.searchParams]) {
    if (!name.startsWith('header_')) continue
    headers[name.slice('header_'.length)] = value
    url.searchParams.delete(name)
  }
  return { url: url.href, headers }
}

export function viewOfDestination(destination: ObservabilityDestination): FakeDestination {
  const isForeign = destination.slug === CLOUDFLARE_FOREIGN_DESTINATION_SLUG
  return { id: destination.slug, resource: '*', url: destination.configuration.url, isForeign, raw: destination }
}

export function viewOfJob(job: LogpushJob): FakeDestination {
  const isForeign = job.id === CLOUDFLARE_FOREIGN_JOB_ID
  return { id: String(job.id), resource: job.scope, url: endpointOf(job.destination_conf).url, isForeign, raw: job }
}
