/** Honeycomb: aggregates through its Query Data API. No API reads events, so nothing is pulled. */
import { z } from 'zod'
import type { Connector, ConnectorDeps, Failure, Outcome, PlatformAnswer, PlatformQuery } from '../connector.ts'
import { failure, success } from '../failure.ts'
import { membersOf } from '../json-text.ts'
import { vendorHosts } from '../outbound/allowed-hosts.ts'
import type { OutboundResponse } from '../outbound/client.ts'
import { type PlatformApi, read } from '../platform-api.ts'
import { answerOfObjects } from '../reading/answer.ts'
import { pause } from '../reading/encoding.ts'
import { type HoneycombMetadata, type HoneycombStream, honeycombMetadata, honeycombStream } from './metadata.ts'
import { honeycombSetupSkill } from './setup-skill.ts'

const NAME = 'Honeycomb'
/** A query may run for about ten seconds. It is polled at growing intervals. */
const LOOKS_MAX = 8
const FIRST_LOOK_MS = 100
const LIMIT_MAX = 1000
const WINDOW_S_MAX = 7 * 86_400

const authSchema = z.looseObject({
  api_key_access: z.looseObject({ queries: z.boolean().optional() }),
  environment: z.looseObject({ name: z.string().nullish() }).nullish(),
  team: z.looseObject({ name: z.string() }),
})
const resultSchema = z.looseObject({
  id: z.string(),
  complete: z.boolean(),
  data: z
    .looseObject({ results: z.array(z.looseObject({ data: z.record(z.string(), z.unknown()) })).nullish() })
    .nullish(),
})

/** A missing permission gets 401 and says so. Whether the plan allows results shows only when they are requested. */
function refine(response: OutboundResponse): Failure | null {
  const { data } = z.looseObject({ error: z.string() }).safeParse(response.json())
  if (response.status === 401 && /permission/i.test(data?.error ?? '')) return scopeMissing()
  if (response.status === 422)
    return failure('bad_config', `Honeycomb refused the query: ${(data?.error ?? '').slice(0, 300)}`)
  return null
}

const scopeMissing = (): Failure =>
  failure('missing_scope', 'This Honeycomb key may not run queries; create a configuration key with Run Queries.')

const apiOf = ({ http }: ConnectorDeps, { api_host, api_key }: HoneycombMetadata): PlatformApi => ({
  http,
  name: NAME,
  baseUrl: `https://${api_host}`,
  headers: { 'x-honeycomb-team': api_key },
  refine,
})

async function validate(
  deps: ConnectorDeps,
  metadata: HoneycombMetadata,
): Promise<Outcome<{ readonly account: string }>> {
  const auth = await read(apiOf(deps, metadata), { path: '/1/auth' }, authSchema)
  if (!auth.ok) return auth
  const { api_key_access, environment, team } = auth.value
  if (api_key_access.queries !== true) return scopeMissing()
  return success({ account: environment?.name ? `${team.name} / ${environment.name}` : team.name })
}

async function listResources(deps: ConnectorDeps, metadata: HoneycombMetadata) {
  const schema = z.array(z.looseObject({ slug: z.string(), name: z.string() }))
  const found = await read(apiOf(deps, metadata), { path: '/1/datasets' }, schema)
  if (!found.ok) return found
  const wanted = metadata.datasets ?? []
  const datasets = found.value.filter(({ slug }) => wanted.length === 0 || wanted.includes(slug))
  return success({
    resources: datasets.map(({ slug, name }) => ({ displayName: name, config: { dataset: slug } })),
    nextCursor: null,
  })
}

/**
 * Runs a query. A native query is a query specification in JSON, with `dataset` beside it to query a single dataset.
 */
async function query(
  deps: ConnectorDeps,
  { metadata, query }: { readonly metadata: HoneycombMetadata; readonly query: PlatformQuery },
): Promise<Outcome<PlatformAnswer>> {
  const toS = Math.ceil(query.toMs / 1000)
  const fromS = Math.floor(query.fromMs / 1000)
  if (toS - fromS > WINDOW_S_MAX) return failure('bad_config', 'Honeycomb answers only for windows of at most 7 days.')
  const asked = query.isNative ? membersOf(query.text) : wordsSpec(metadata, query)
  if (asked === null) return failure('bad_config', 'A native query for Honeycomb is a query specification in JSON.')
  const only = metadata.datasets?.length === 1 ? metadata.datasets[0] : undefined
  const { dataset = only ?? '__all__', ...spec } = asked
  const limit = Math.min(query.limit, LIMIT_MAX)
  const rows = await run(deps, metadata, String(dataset), { ...spec, start_time: fromS, end_time: toS, limit })
  if (!rows.ok) return rows
  return success({ ...answerOfObjects(rows.value, limit), isTruncated: rows.value.length >= limit })
}

function wordsSpec(metadata: HoneycombMetadata, { signal, text }: PlatformQuery): Record<string, unknown> {
  const column = signal === 'traces' ? 'name' : (metadata.message_field ?? 'message')
  const words = text.trim()
  return {
    calculations: [{ op: 'COUNT' }],
    breakdowns: [column],
    orders: [{ op: 'COUNT', order: 'descending' }],
    ...(words === '' ? {} : { filters: [{ column, op: 'contains', value: words }] }),
  }
}

async function run(deps: ConnectorDeps, metadata: HoneycombMetadata, dataset: string, spec: object) {
  const api = apiOf(deps, metadata)
  const slug = encodeURIComponent(dataset)
  const idOnly = z.looseObject({ id: z.string().min(1) })
  const made = await read(api, { method: 'POST', path: `/1/queries/${slug}`, json: spec, isRepeatable: true }, idOnly)
  if (!made.ok) return made
  const json = { query_id: made.value.id, disable_series: true }
  const started = await read(
    { ...api, refine: (response) => planGate(response) ?? refine(response) },
    { method: 'POST', path: `/1/query_results/${slug}`, json, isRepeatable: true },
    idOnly,
  )
  if (!started.ok) return started
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    await pause(FIRST_LOOK_MS * 2 ** look)
    const path = `/1/query_results/${slug}/${encodeURIComponent(started.value.id)}`
    const result = await read(api, { path }, resultSchema)
    if (!result.ok) return result
    if (result.value.complete) return success((result.value.data?.results ?? []).map(({ data }) => data))
  }
  return failure('vendor_error', 'Honeycomb did not finish the query in time; ask for a shorter window.')
}

/** The query was just created, so a 404 here means that the plan lacks query results. */
const planGate = ({ status }: OutboundResponse): Failure | null =>
  status === 404 || status === 402 || status === 403
    ? failure('plan_gated', 'Honeycomb gives query results by API on the Enterprise plan only.')
    : null

export const honeycomb: Connector<HoneycombMetadata, HoneycombStream> = {
  type: 'honeycomb',
  name: NAME,
  metadata: honeycombMetadata,
  streamConfig: honeycombStream,
  setupSkill: honeycombSetupSkill,
  mode: 'query_only',
  hosts: ({ api_host }) => vendorHosts(api_host),
  validate,
  listResources,
  query,
}
