/**
 * Inngest: events and the runs they started; no log lines. Facts in docs/connectors.md.
 * Weak there, chosen here:
 * - Each seeded line is one event with one run; level `error` makes the run Failed with the message as its output.
 * - A cursor that does not exist (not stated): 400.
 * - `x-inngest-env` names a branch environment; one that does not exist is 404.
 * - Signing keys have no scopes, so there is no under-scoped credential.
 */
import { FakeControl, type SeededLog } from './control.ts'
import { authorization, type Exchange, integerQuery, json, type Route, retryAfter } from './exchange.ts'
import { keyGate, plantedKeys } from './keys.ts'
import { pageAfter } from './paging.ts'
import { createPlatformFake, type FakeOptions, type PlatformFake } from './platform-fake.ts'

export const INNGEST_KEYS = plantedKeys('signkey-prod-')
export const INNGEST_ENVIRONMENT = 'production'
const EVENT_NAMES = ['shop/order.created', 'shop/order.paid', 'shop/mail.sent']

export type InngestState = { eventNames: readonly string[] }

export function createInngestFake(options: FakeOptions = {}): PlatformFake<InngestState> {
  const control = new FakeControl()
  const metadata = (signing_key: string) => ({ signing_key })
  return createPlatformFake<InngestState>(
    {
      id: 'inngest',
      hosts: ['api.inngest.com'],
      state: { eventNames: EVENT_NAMES },
      control,
      credentials: {
        good: metadata(INNGEST_KEYS.good),
        bad: metadata(INNGEST_KEYS.bad),
        revoked: metadata(INNGEST_KEYS.revoked),
        underScoped: null,
      },
      secrets: INNGEST_KEYS.all,
      resources: () => EVENT_NAMES,
      routes: routesOf(control),
      gate: (exchange) => keys(exchange) ?? environment(exchange),
      rateLimited: (_, seconds) => json({ error: 'Too many requests', status: 429 }, 429, retryAfter(seconds)),
      serverError: (_, status) => refuse(status, 'Internal server error'),
      // A trailing slash is another path, and not one that exists.
      notFound: () => refuse(404, 'Not found'),
      limits: (exchange) => ({ key: authorization(exchange, 'bearer') ?? '', requestsMax: 600, windowMs: 60_000 }),
    },
    options,
  )
}

const keys = keyGate(INNGEST_KEYS, {
  unauthorized: () => refuse(401, 'Not authorized'),
  forbidden: () => refuse(401, 'Not authorized'),
})

function environment({ headers }: Exchange): Response | null {
  const name = headers.get('x-inngest-env')
  return name === null || name === INNGEST_ENVIRONMENT ? null : refuse(404, `Environment ${name} not found`)
}

type Event = { internal_id: string; name: string; receivedAt: string; log: SeededLog }

/** Ids sort by time, as ULIDs do; the newest comes first. */
function eventsOf(control: FakeControl): Event[] {
  return control.logs
    .map((log, index) => ({
      internal_id: `01JFAKE${String(index).padStart(19, '0')}`,
      name: log.resource ?? EVENT_NAMES[0] ?? '',
      receivedAt: new Date(log.atMs).toISOString(),
      log,
    }))
    .reverse()
}

function routesOf(control: FakeControl): Route[] {
  const withEvent =
    (answer: (event: Event) => unknown) =>
    ({ params, nowMs }: Exchange) => {
      const event = eventsOf(control).find(({ internal_id }) => internal_id === params['id'])
      return event === undefined ? refuse(404, 'Event not found') : envelope(answer(event), nowMs)
    }
  const oneRun = ({ params, nowMs }: Exchange) => {
    const run = eventsOf(control)
      .map(runOf)
      .find(({ run_id }) => run_id === params['id'])
    return run === undefined ? refuse(404, 'Run not found') : envelope(run, nowMs)
  }
  return [
    { method: 'GET', pattern: '/v1/events', handle: (exchange) => listEvents(control, exchange) },
    { method: 'GET', pattern: '/v1/events/{id}', handle: withEvent(viewOf) },
    { method: 'GET', pattern: '/v1/events/{id}/runs', handle: withEvent((event) => [runOf(event)]) },
    { method: 'GET', pattern: '/v1/runs/{id}', handle: oneRun },
  ]
}

function envelope(data: unknown, nowMs: number): Response {
  const fetchedAt = new Date(nowMs).toISOString()
  return json({ data, metadata: { fetchedAt, cachedUntil: fetchedAt } })
}

function listEvents(control: FakeControl, exchange: Exchange): Response {
  const { query } = exchange
  const limit = integerQuery(exchange, 'limit', 10, 1, 100)
  if (limit === null) return refuse(400, 'limit must be between 1 and 100')
  const afterMs = Date.parse(query.get('received_after') ?? '1970-01-01T00:00:00Z')
  const beforeMs = Date.parse(query.get('received_before') ?? '9999-01-01T00:00:00Z')
  if (Number.isNaN(afterMs) || Number.isNaN(beforeMs))
    return refuse(400, 'received_after and received_before must be RFC 3339')
  const name = query.get('name')
  const events = eventsOf(control).filter(
    (event) => event.log.atMs > afterMs && event.log.atMs < beforeMs && (name === null || event.name === name),
  )
  const found = pageAfter(events, ({ internal_id }) => internal_id, query.get('cursor'), limit)
  return found === null ? refuse(400, 'Invalid cursor') : envelope(found.page.map(viewOf), exchange.nowMs)
}

function viewOf({ internal_id, name, receivedAt, log }: Event): object {
  const ids = { accountID: 'acc-1', environmentID: 'env-1', source: 'Default', sourceID: 'src-1' }
  const data = { message: log.message, ...log.attributes }
  return { internal_id, ...ids, receivedAt, id: `evt-${internal_id}`, name, data, user: null, ts: log.atMs, v: null }
}

function runOf({ internal_id, name, log }: Event) {
  const isFailed = log.level === 'error'
  return {
    run_id: internal_id.replace('01JFAKE', '01JRUN0'),
    function_id: `shop-${name.split('/')[1]?.replace('.', '-')}`,
    function_version: 3,
    environment_id: 'env-1',
    event_id: internal_id,
    status: isFailed ? 'Failed' : 'Completed',
    run_started_at: new Date(log.atMs).toISOString(),
    ended_at: new Date(log.atMs + 250).toISOString(),
    output: isFailed ? { name: 'Error', message: log.message } : { ok: true },
  }
}

function refuse(status: number, error: string): Response {
  return json({ error, status }, status)
}
