/** NerdGraph. Refusals and throttling come with status 200, as `errors[].extensions.errorClass`. */
import { z } from 'zod'
import type { ConnectorDeps, Failure, Outcome } from '../connector.ts'
import { failure, success } from '../failure.ts'
import { type OutboundResponse, retryAfterMs } from '../outbound/client.ts'
import { read } from '../platform-api.ts'
import type { NewRelicMetadata } from './metadata.ts'

export const NAME = 'New Relic'
/** The host by the region of the account. */
export const HOSTS = { US: 'api.newrelic.com', EU: 'api.eu.newrelic.com', JP: 'api.jp.newrelic.com' } as const

const errorsSchema = z.looseObject({
  errors: z
    .array(
      z.looseObject({
        message: z.string().optional(),
        extensions: z.looseObject({ errorClass: z.string().optional() }).nullish(),
      }),
    )
    .min(1),
})

/** Decides by `extensions.errorClass`. If there is none, the query itself is wrong. */
function refine(response: OutboundResponse): Failure | null {
  if (response.status === 401 || response.status === 403)
    return failure('bad_credentials', 'New Relic does not accept this key; check it and its region.')
  if (response.status !== 200) return null
  const parsed = errorsSchema.safeParse(response.json())
  if (!parsed.success) return null
  const [{ extensions, message = '' } = {}] = parsed.data.errors
  switch (extensions?.errorClass) {
    case 'TOO_MANY_REQUESTS':
      return failure(
        'rate_limited',
        'New Relic is limiting the rate of queries.',
        retryAfterMs(response.headers.get('retry-after')) ?? undefined,
      )
    case 'TIMEOUT':
    case 'SERVER_ERROR':
    case 'INTERNAL_SERVER_ERROR':
      return failure('vendor_error', 'New Relic failed to answer the query.')
    case 'UNAUTHORIZED':
      return failure('bad_credentials', 'New Relic does not accept this key; check it and its region.')
  }
  if (/access denied|not authorized|permission/i.test(message))
    return failure('missing_scope', 'The user of this key has no access to that New Relic account.')
  // NRQL errors name the position of the error and contain no secret.
  return failure('bad_config', `New Relic refused the query: ${message.slice(0, 300)}`)
}

export function askNerdGraph<Value>(
  deps: ConnectorDeps,
  metadata: NewRelicMetadata,
  document: string,
  variables: Readonly<Record<string, unknown>>,
  schema: z.ZodType<Value>,
): Promise<Outcome<Value>> {
  const api = {
    http: deps.http,
    name: NAME,
    baseUrl: `https://${HOSTS[metadata.region]}`,
    headers: { 'api-key': metadata.user_api_key },
    refine,
  }
  // Queries change nothing, so they may be repeated.
  return read(
    api,
    { method: 'POST', path: '/graphql', json: { query: document, variables }, isRepeatable: true },
    schema,
  )
}

const NRQL = `query ($id: Int!, $nrql: Nrql!) {
  actor { account(id: $id) { nrql(query: $nrql, timeout: 12) { results } } }
}`
const resultsSchema = z.object({
  data: z.object({
    actor: z.object({
      account: z.object({ nrql: z.object({ results: z.array(z.record(z.string(), z.unknown())) }) }),
    }),
  }),
})

export async function runNrql(deps: ConnectorDeps, metadata: NewRelicMetadata, nrql: string) {
  const outcome = await askNerdGraph(deps, metadata, NRQL, { id: metadata.account_id, nrql }, resultsSchema)
  return outcome.ok ? success(outcome.value.data.actor.account.nrql.results) : outcome
}

/** Quotes a string for NRQL. */
export const literal = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
