/**
 * DigitalOcean: app specs and database log sinks. Facts in docs/connectors.md.
 * Weak there, chosen here:
 * - Nothing is sent to a destination when it is saved (the probe is not known), so saving never fails on reachability.
 * - Encrypted `EV[…]` values that the app does not have are refused with 400 (G).
 * - The Datadog sink is for Mongo only: 422 on other engines.
 * - Refusal bodies `{id, message}` (G): Unauthorized, forbidden, not_found, bad_request, unprocessable_entity.
 */

import {
  type AppSpec,
  appSpec,
  type Component,
  componentsOf,
  encryptSecrets,
  type LogDestination,
  type LogsinkBody,
  logsinkBody,
} from './digital_ocean-spec.ts'
import { authorization, type Exchange, empty, json, parseJson, type Route, retryAfter } from './exchange.ts'
import { keyGate, plantedKeys } from './keys.ts'
import { many, numberedPage, urlOfPage } from './paging.ts'
import { createPlatformFake, type FakeDestination, type FakeOptions, type PlatformFake } from './platform-fake.ts'

export const DIGITAL_OCEAN_KEYS = plantedKeys('dop_v1_')
export const DIGITAL_OCEAN_FOREIGN_NAME = 'someone-else'

type App = { id: string; spec: AppSpec; deployments: number }
type Sink = LogsinkBody & { sink_id: string }
type Database = { id: string; name: string; engine: 'pg' | 'mysql' | 'mongodb'; sinks: Map<string, Sink> }
export type DigitalOceanState = { apps: App[]; databases: Database[] }

export type DigitalOceanOptions = FakeOptions & { appCount?: number; databaseCount?: number }

export function createDigitalOceanFake(options: DigitalOceanOptions = {}): PlatformFake<DigitalOceanState> {
  const state: DigitalOceanState = {
    apps: many(options.appCount ?? 450, initialApp),
    databases: many(options.databaseCount ?? 3, (index) => ({
      id: `db-${index}`,
      name: `shop-db-${index}`,
      engine: (['pg', 'mysql', 'mongodb'] as const)[index % 3] ?? 'pg',
      sinks: new Map(),
    })),
  }
  const metadata = (api_token: string) => ({ api_token })
  return createPlatformFake<DigitalOceanState>(
    {
      id: 'digital_ocean',
      hosts: ['api.digitalocean.com'],
      state,
      credentials: {
        good: metadata(DIGITAL_OCEAN_KEYS.good),
        bad: metadata(DIGITAL_OCEAN_KEYS.bad),
        revoked: metadata(DIGITAL_OCEAN_KEYS.revoked),
        underScoped: metadata(DIGITAL_OCEAN_KEYS.underScoped),
      },
      secrets: DIGITAL_OCEAN_KEYS.all,
      resources: () => [...state.apps.map((app) => app.id), ...state.databases.map((database) => database.id)],
      destinations: () => destinationsOf(state),
      routes: routesOf(state),
      gate: keyGate(DIGITAL_OCEAN_KEYS, {
        unauthorized: () => refusal(401, 'Unauthorized', 'Unable to authenticate you'),
        forbidden: () => refusal(403, 'forbidden', 'You are not authorized to perform this operation'),
        isOpenToUnderScoped: ({ path }) => path === '/v2/account',
      }),
      rateLimited: (_, seconds) =>
        refusal(429, 'too_many_requests', 'API rate limit exceeded', {
          'ratelimit-limit': '5000',
          'ratelimit-remaining': '0',
          ...retryAfter(seconds),
        }),
      serverError: (_, status) => refusal(status, 'server_error', 'Unexpected server-side error'),
      notFound: () => refusal(404, 'not_found', 'The resource you requested could not be found.'),
      limits: (exchange) => ({ key: authorization(exchange, 'bearer') ?? '', requestsMax: 250, windowMs: 60_000 }),
    },
    options,
  )
}

/** Each app has a secret that must survive a round trip; the first one's service already logs to someone else. */
function initialApp(index: number): App {
  const web: Component = {
    name: 'web',
    instance_count: 2,
    envs: [{ key: 'DB_PASSWORD', type: 'SECRET', value: `EV[1:c2VjcmV0${index}]` }],
  }
  if (index === 0) {
    web.log_destinations = [
      { name: DIGITAL_OCEAN_FOREIGN_NAME, papertrail: { endpoint: 'logs.elsewhere.example:12345' } },
    ]
  }
  const spec: AppSpec = { name: `shop-${index}`, region: 'ams', services: [web], static_sites: [{ name: 'site' }] }
  if (index % 2 === 1) spec.workers = [{ name: 'mailer' }]
  return { id: `app-${index}`, spec, deployments: 1 }
}

function routesOf(state: DigitalOceanState): Route[] {
  const account = {
    uuid: 'acc-1',
    email: 'owner@shop.example',
    status: 'active',
    email_verified: true,
    droplet_limit: 25,
  }
  const ofApp = (handle: (app: App, exchange: Exchange) => Response) => (exchange: Exchange) => {
    const app = state.apps.find(({ id }) => id === exchange.params['id'])
    return app === undefined ? refusal(404, 'not_found', 'app not found') : handle(app, exchange)
  }
  const ofDatabase = (handle: (database: Database, exchange: Exchange) => Response) => (exchange: Exchange) => {
    const database = state.databases.find(({ id }) => id === exchange.params['id'])
    return database === undefined ? refusal(404, 'not_found', 'cluster not found') : handle(database, exchange)
  }
  const logUrls = (app: App) => json({ live_url: `wss://logs.ondigitalocean.example/${app.id}`, historic_urls: [] })
  return [
    { method: 'GET', pattern: '/v2/account', handle: () => json({ account }) },
    { method: 'GET', pattern: '/v2/apps', handle: (exchange) => listed(exchange, 'apps', state.apps.map(viewOfApp)) },
    { method: 'GET', pattern: '/v2/apps/{id}', handle: ofApp((app) => json({ app: viewOfApp(app) })) },
    { method: 'PUT', pattern: '/v2/apps/{id}', handle: ofApp(putApp) },
    { method: 'GET', pattern: '/v2/apps/{id}/logs', handle: ofApp(logUrls) },
    {
      method: 'GET',
      pattern: '/v2/databases',
      handle: (exchange) => listed(exchange, 'databases', state.databases.map(viewOfDatabase)),
    },
    {
      method: 'GET',
      pattern: '/v2/databases/{id}/logsink',
      handle: ofDatabase((database) => json({ sinks: [...database.sinks.values()] })),
    },
    { method: 'POST', pattern: '/v2/databases/{id}/logsink', handle: ofDatabase(createSink) },
    { method: 'GET', pattern: '/v2/databases/{id}/logsink/{sink}', handle: ofDatabase(getSink) },
    { method: 'DELETE', pattern: '/v2/databases/{id}/logsink/{sink}', handle: ofDatabase(deleteSink) },
  ]
}

function listed(exchange: Exchange, name: string, all: readonly object[]): Response {
  const page = numberedPage(exchange, all, 20, 200)
  if (page === null) return refusal(400, 'bad_request', 'page and per_page must be positive')
  const pages =
    page.page < page.pageCount
      ? { next: urlOfPage(exchange, page.page + 1), last: urlOfPage(exchange, page.pageCount) }
      : {}
  return json({ [name]: page.items, links: { pages }, meta: { total: all.length } })
}

function putApp(app: App, exchange: Exchange): Response {
  const body = parseJson(exchange)
  const given = typeof body === 'object' && body !== null && 'spec' in body ? body.spec : undefined
  const parsed = appSpec.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    return refusal(400, 'bad_request', `error validating app spec field "${issue?.path.join('.')}": ${issue?.message}`)
  }
  const names = componentsOf(parsed.data).map((component) => component.name)
  if (names.length === 0) return refusal(400, 'bad_request', 'an app must have at least one component')
  const problem = encryptSecrets(parsed.data, app.spec)
  if (problem !== null) return refusal(400, 'bad_request', problem)
  app.spec = parsed.data
  app.deployments++
  return json({ app: viewOfApp(app) })
}

function createSink(database: Database, exchange: Exchange): Response {
  const parsed = logsinkBody.safeParse(parseJson(exchange))
  if (!parsed.success) return refusal(422, 'unprocessable_entity', parsed.error.issues[0]?.message ?? 'invalid sink')
  const { sink_name, sink_type } = parsed.data
  if (sink_type === 'datadog' && database.engine !== 'mongodb') {
    return refusal(422, 'unprocessable_entity', 'sink type datadog is for MongoDB clusters')
  }
  if ([...database.sinks.values()].some((sink) => sink.sink_name === sink_name)) {
    return refusal(409, 'conflict', 'a sink with this name already exists')
  }
  const sink = { ...parsed.data, sink_id: crypto.randomUUID() }
  database.sinks.set(sink.sink_id, sink)
  return json({ sink }, 201)
}

function getSink(database: Database, { params }: Exchange): Response {
  const sink = database.sinks.get(params['sink'] ?? '')
  return sink === undefined ? refusal(404, 'not_found', 'sink not found') : json({ sink })
}

function deleteSink(database: Database, { params }: Exchange): Response {
  return database.sinks.delete(params['sink'] ?? '') ? empty() : refusal(404, 'not_found', 'sink not found')
}

function viewOfApp(app: App): object {
  return {
    id: app.id,
    spec: app.spec,
    active_deployment: { id: `${app.id}-${app.deployments}` },
    region: { slug: 'ams' },
  }
}

function viewOfDatabase({ id, name, engine }: Database): object {
  return { id, name, engine, status: 'online', region: 'ams3' }
}

function destinationsOf({ apps, databases }: DigitalOceanState): FakeDestination[] {
  const ofApps = apps.flatMap((app) =>
    componentsOf(app.spec).flatMap((component) =>
      (component.log_destinations ?? []).map((destination) => ({
        id: `${app.id}/${component.name}/${destination.name}`,
        resource: app.id,
        url: urlOf(destination),
        isForeign: destination.name === DIGITAL_OCEAN_FOREIGN_NAME,
        raw: destination,
      })),
    ),
  )
  const ofDatabases = databases.flatMap((database) =>
    [...database.sinks.values()].map((sink) => ({
      id: sink.sink_id,
      resource: database.id,
      url: 'url' in sink.config ? sink.config.url : 'server' in sink.config ? sink.config.server : sink.config.site,
      isForeign: false,
      raw: sink,
    })),
  )
  return [...ofApps, ...ofDatabases]
}

function urlOf({ papertrail, datadog, open_search }: LogDestination): string {
  return datadog?.endpoint ?? open_search?.endpoint ?? papertrail?.endpoint ?? 'logtail'
}

function refusal(status: number, id: string, message: string, headers: Record<string, string> = {}): Response {
  return json({ id, message, request_id: 'req-1' }, status, headers)
}
