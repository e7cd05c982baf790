/**
 * New Relic: NerdGraph with NRQL. Facts in docs/connectors.md.
 * Weak there, chosen here:
 * - The wrong region looks like a bad key (G): 401.
 * - Rows (G): 2000 of one answer at most, the default plan; a larger LIMIT is a syntax error.
 * - An asynchronous query is not complete at once; its progress names `retryAfter` and completes at the second look.
 * - Under-scoped: a key of a person who does not see the account; `accounts` lacks it, and its data is an error.
 */
import { buildSchema } from 'graphql'
import { FakeControl } from './control.ts'
import { type Exchange, json, retryAfter } from './exchange.ts'
import { answerGraphql, type RootFields } from './graphql-endpoint.ts'
import { plantedKeys } from './keys.ts'
import { runNrql } from './new_relic-nrql.ts'
import { createPlatformFake, type FakeOptions, type PlatformFake } from './platform-fake.ts'

export const NEW_RELIC_KEYS = plantedKeys('NRAK-')
export const NEW_RELIC_ACCOUNT_ID = 3_456_789
const SERVICES = ['shop-api', 'shop-mailer', 'shop-web']

const schema = buildSchema(`
  scalar Seconds
  scalar Nrql
  scalar NrdbResult
  scalar EpochMilliseconds
  type Query { actor: Actor }
  type Actor { user: User accounts: [AccountOutline] account(id: Int!): Account }
  type User { id: ID email: String name: String }
  type AccountOutline { id: Int name: String }
  type Account {
    id: Int name: String
    nrql(query: Nrql!, timeout: Seconds = 5, async: Boolean = false): NrdbResultContainer
    nrqlQueryProgress(queryId: ID!): NrdbResultContainer
  }
  type NrdbResultContainer { results: [NrdbResult] metadata: NrdbMetadata queryProgress: NrdbQueryProgress nrql: Nrql totalResult: NrdbResult }
  type NrdbMetadata { eventTypes: [String] facets: [String] messages: [String] timeWindow: NrdbTimeWindow }
  type NrdbTimeWindow { begin: EpochMilliseconds end: EpochMilliseconds since: String until: String }
  type NrdbQueryProgress { completed: Boolean queryId: ID resultExpiration: Seconds retryAfter: Seconds retryDeadline: Seconds }
`)

export type NewRelicState = { queries: Map<string, string> }
type NewRelic = { state: NewRelicState; control: FakeControl; nowMs: number; isOutsider: boolean }

export function createNewRelicFake(options: FakeOptions = {}): PlatformFake<NewRelicState> {
  const control = new FakeControl()
  const state: NewRelicState = { queries: new Map() }
  const metadata = (user_api_key: string) => ({ user_api_key, account_id: NEW_RELIC_ACCOUNT_ID, region: 'US' })
  return createPlatformFake<NewRelicState>(
    {
      id: 'new_relic',
      hosts: ['api.newrelic.com', 'api.eu.newrelic.com', 'api.jp.newrelic.com'],
      state,
      control,
      credentials: {
        good: metadata(NEW_RELIC_KEYS.good),
        bad: metadata(NEW_RELIC_KEYS.bad),
        revoked: metadata(NEW_RELIC_KEYS.revoked),
        underScoped: metadata(NEW_RELIC_KEYS.underScoped),
      },
      secrets: NEW_RELIC_KEYS.all,
      resources: () => SERVICES,
      routes: [
        {
          method: 'POST',
          pattern: '/graphql',
          handle: (exchange) => {
            const isOutsider = exchange.headers.get('api-key') === NEW_RELIC_KEYS.underScoped
            return answerGraphql(schema, rootOf({ state, control, nowMs: exchange.nowMs, isOutsider }), exchange)
          },
        },
      ],
      gate,
      rateLimited: (_, seconds) => errors('TOO_MANY_REQUESTS', 'Too many requests', 200, retryAfter(seconds)),
      serverError: (_, status) => errors('SERVER_ERROR', 'An unexpected error occurred', status),
      notFound: () => json({ error: 'not found' }, 404),
      unexpectedShape: () => json({ data: { actor: null } }),
    },
    options,
  )
}

function errors(errorClass: string, message: string, status = 200, headers: Record<string, string> = {}): Response {
  return json({ data: null, errors: [{ message, extensions: { errorClass } }] }, status, headers)
}

function gate({ url, headers }: Exchange): Response | null {
  const key = headers.get('api-key') ?? ''
  const isKnown = [NEW_RELIC_KEYS.good, NEW_RELIC_KEYS.underScoped].includes(key)
  if (url.host === 'api.newrelic.com' && isKnown) return null
  return json({ errors: [{ message: 'Invalid API key', extensions: { errorClass: 'UNAUTHORIZED' } }] }, 401)
}

function rootOf(newRelic: NewRelic): RootFields {
  const { isOutsider } = newRelic
  const accounts = isOutsider
    ? [{ id: 1, name: 'Other' }]
    : [
        { id: NEW_RELIC_ACCOUNT_ID, name: 'Shop' },
        { id: 1, name: 'Other' },
      ]
  const account = ({ id }: { id: number }) => {
    if (!accounts.some((candidate) => candidate.id === id) || id === 1)
      throw new Error(`Access denied to account ${id}`)
    return {
      id,
      name: 'Shop',
      nrql: (args: { query: string; async: boolean }) =>
        args.async ? started(newRelic, args.query) : completed(newRelic, args.query),
      nrqlQueryProgress: ({ queryId }: { queryId: string }) => {
        const query = newRelic.state.queries.get(queryId)
        if (query === undefined) throw new Error('Query not found')
        return completed(newRelic, query, queryId)
      },
    }
  }
  return { actor: () => ({ user: { id: '1', email: 'owner@shop.example', name: 'Owner' }, accounts, account }) }
}

function started({ state }: NewRelic, query: string): object {
  const queryId = crypto.randomUUID()
  state.queries.set(queryId, query)
  return {
    nrql: query,
    results: null,
    queryProgress: { completed: false, queryId, retryAfter: 1, retryDeadline: 60, resultExpiration: 300 },
  }
}

function completed({ control, nowMs }: NewRelic, query: string, queryId: string | null = null): object {
  const results = runNrql(query, control.logs, SERVICES, nowMs)
  if (typeof results === 'string') throw new Error(results)
  return {
    nrql: query,
    results,
    metadata: { eventTypes: ['Log'], messages: [] },
    queryProgress: { completed: true, queryId },
  }
}
