/**
 * Axiom: datasets and APL queries in tabular form. Facts in docs/connectors.md.
 * Weak there, chosen here:
 * - The tabular answer (G): fields with their types, columns by field, status with cursors.
 * - A personal token (xapt) needs X-Axiom-Org-Id, 403 without; GET /v2/user is not for API tokens, 403.
 * - Under-scoped: an ingest-only token, 403 on datasets and queries.
 * - The cursor (G): the row key of the last row; rows after it come next in the order asked for.
 */
import { z } from 'zod'
import { runApl } from './axiom-apl.ts'
import { FakeControl } from './control.ts'
import { authorization, type Exchange, json, parseJson, type Route, retryAfter } from './exchange.ts'
import { keyGate, plantedKeys } from './keys.ts'
import { many } from './paging.ts'
import { createPlatformFake, type FakeOptions, type PlatformFake } from './platform-fake.ts'

export const AXIOM_TOKENS = plantedKeys('xaat-')
export const AXIOM_PERSONAL_TOKEN = 'xapt-planted-personal-91c7'
export const AXIOM_ORG_ID = 'shop-org-1'

export type AxiomState = { datasets: string[] }

export function createAxiomFake(options: FakeOptions & { datasetCount?: number } = {}): PlatformFake<AxiomState> {
  const state: AxiomState = { datasets: many(options.datasetCount ?? 6, (index) => `shop-${index}`) }
  const control = new FakeControl()
  const metadata = (api_token: string) => ({ api_token })
  return createPlatformFake<AxiomState>(
    {
      id: 'axiom',
      hosts: ['api.axiom.co', 'eu-central-1.aws.edge.axiom.co'],
      state,
      control,
      credentials: {
        good: metadata(AXIOM_TOKENS.good),
        bad: metadata(AXIOM_TOKENS.bad),
        revoked: metadata(AXIOM_TOKENS.revoked),
        underScoped: metadata(AXIOM_TOKENS.underScoped),
      },
      secrets: [...AXIOM_TOKENS.all, AXIOM_PERSONAL_TOKEN],
      resources: () => state.datasets,
      routes: routesOf(state, control),
      gate: (exchange) => (isPersonal(exchange) ? personal(exchange) : keys(exchange)),
      rateLimited: (_, seconds) =>
        refuse(429, 'rate limit exceeded', {
          'x-ratelimit-scope': 'organization',
          'x-ratelimit-limit': '1000',
          'x-ratelimit-remaining': '0',
          'x-ratelimit-reset': '1767225660',
          ...retryAfter(seconds),
        }),
      serverError: (_, status) => refuse(status, 'internal server error'),
      notFound: () => refuse(404, 'not found'),
      unexpectedShape: ({ method }) => json(method === 'GET' ? { datasets: null } : { format: 'tabular' }),
      limits: (exchange) => ({ key: authorization(exchange, 'bearer') ?? '', requestsMax: 1000, windowMs: 60_000 }),
    },
    options,
  )
}

const isPersonal = (exchange: Exchange) => authorization(exchange, 'bearer') === AXIOM_PERSONAL_TOKEN

function personal({ headers }: Exchange): Response | null {
  return headers.get('x-axiom-org-id') === AXIOM_ORG_ID
    ? null
    : refuse(403, 'forbidden: X-Axiom-Org-Id header is required')
}

const keys = keyGate(AXIOM_TOKENS, {
  unauthorized: (_, key) => refuse(key === null ? 401 : 403, key === null ? 'unauthorized' : 'token not found'),
  forbidden: () => refuse(403, 'forbidden'),
})

function routesOf(state: AxiomState, control: FakeControl): Route[] {
  const datasets = () =>
    json(
      state.datasets.map((name) => ({
        id: name,
        name,
        kind: 'axiom:events:v1',
        description: '',
        created: '2026-01-01T00:00:00Z',
        retentionDays: 30,
        ...(name === 'shop-1'
          ? { edgeDeployment: 'cloud.eu-central-1.aws', edgeDeploymentUrl: 'eu-central-1.aws.edge.axiom.co' }
          : {}),
      })),
    )
  const user = (exchange: Exchange) =>
    isPersonal(exchange)
      ? json({ id: 'usr-1', name: 'Owner', email: 'owner@shop.example', role: { id: 'owner', name: 'Owner' } })
      : refuse(403, 'forbidden')
  return [
    { method: 'GET', pattern: '/v2/datasets', handle: datasets },
    { method: 'GET', pattern: '/v2/user', handle: user },
    { method: 'POST', pattern: '/v1/datasets/_apl', handle: (exchange) => query(state, control, exchange) },
  ]
}

const queryBody = z.object({
  apl: z.string().min(1),
  startTime: z.string().optional(),
  endTime: z.string().optional(),
  cursor: z.string().optional(),
  includeCursor: z.boolean().optional(),
  variables: z.record(z.string(), z.unknown()).optional(),
  queryOptions: z.record(z.string(), z.unknown()).optional(),
})

function query(state: AxiomState, control: FakeControl, exchange: Exchange): Response {
  if (exchange.query.get('format') !== 'tabular') return refuse(400, 'format must be tabular')
  const parsed = queryBody.safeParse(parseJson(exchange))
  if (!parsed.success) return refuse(400, `invalid request: ${parsed.error.issues[0]?.path.join('.')}`)
  const { apl, startTime, endTime, cursor, includeCursor } = parsed.data
  const dataset = /^\s*\[['"]([^'"]+)['"]\]|^\s*(\w[\w-]*)/.exec(apl)
  const name = dataset?.[1] ?? dataset?.[2]
  if (name === undefined || !state.datasets.includes(name)) return refuse(404, `entity not found: dataset '${name}'`)
  const startMs = startTime === undefined ? exchange.nowMs - 1_800_000 : Date.parse(startTime)
  const endMs = endTime === undefined ? exchange.nowMs : Date.parse(endTime)
  if (Number.isNaN(startMs) || Number.isNaN(endMs)) return refuse(400, 'invalid startTime or endTime')
  // Row ids belong to the event, whatever window it is found by.
  const numbered = control.logs.map((log, number) => ({ ...log, number }))
  const logs = numbered.filter(
    (log) => (log.resource ?? state.datasets[0]) === name && log.atMs >= startMs && log.atMs < endMs,
  )
  const result = runApl(apl.slice(dataset?.[0]?.length ?? 0), logs, cursor, includeCursor === true)
  if (typeof result === 'string') return refuse(400, result)
  const { fields, rows, rowsMatched } = result
  const columns = fields.map(({ name: field }) => rows.map((row) => row[field] ?? null))
  const keysOfRows = rows.map((row) => String(row['_rowId'])).sort()
  const status = {
    elapsedTime: 1000,
    rowsExamined: logs.length,
    rowsMatched,
    isPartial: false,
    minCursor: keysOfRows[0],
    maxCursor: keysOfRows.at(-1),
  }
  return json({ format: 'tabular', status, tables: [{ name: '0', sources: [{ name }], fields, columns }] })
}

function refuse(status: number, message: string, headers: Record<string, string> = {}): Response {
  return json({ code: status, message }, status, headers)
}
