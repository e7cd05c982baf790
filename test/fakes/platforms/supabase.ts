/**
 * Supabase: the Management API, read only (drains are made by hand). Facts in docs/connectors.md.
 * Weak there, chosen here:
 * - The dialect behind logs.all (W) is an option; the default is the newer one, and a query in the other fails with 200
 *   and `error`, because the endpoint reports SQL problems in its body.
 * - The window (G/W): more than 24 h is refused with 400; without start and end it is the last minute.
 * - 1000 rows at most (G/W), a larger LIMIT is an error.
 * - Under-scoped (not stated): an OAuth token without analytics read, 403 on logs.
 */
import { FakeControl } from './control.ts'
import { type Exchange, json, type Route, retryAfter } from './exchange.ts'
import { keyGate, plantedKeys } from './keys.ts'
import { many } from './paging.ts'
import { createPlatformFake, type FakeOptions, type PlatformFake } from './platform-fake.ts'
import { runLogSql, type SupabaseDialect } from './supabase-sql.ts'

export const SUPABASE_KEYS = plantedKeys('sbp_')
/** Twenty letters, as all refs are. */
export const SUPABASE_PROJECT_REF = 'shopshopshopshopaaaa'

const DAY_MS = 86_400_000
export type SupabaseState = { projects: { ref: string; name: string }[]; dialect: SupabaseDialect }
export type SupabaseOptions = FakeOptions & { dialect?: SupabaseDialect; projectCount?: number }

export function createSupabaseFake(options: SupabaseOptions = {}): PlatformFake<SupabaseState> {
  const letters = (index: number) => String.fromCharCode(97 + Math.floor(index / 26), 97 + (index % 26))
  const state: SupabaseState = {
    projects: many(options.projectCount ?? 12, (index) => ({
      ref: `shopshopshopshopaa${letters(index)}`,
      name: `shop-${index}`,
    })),
    dialect: options.dialect ?? 'clickhouse',
  }
  const control = new FakeControl()
  const metadata = (access_token: string) => ({ access_token })
  return createPlatformFake<SupabaseState>(
    {
      id: 'supabase',
      hosts: ['api.supabase.com'],
      state,
      control,
      credentials: {
        good: metadata(SUPABASE_KEYS.good),
        bad: metadata(SUPABASE_KEYS.bad),
        revoked: metadata(SUPABASE_KEYS.revoked),
        underScoped: metadata(SUPABASE_KEYS.underScoped),
      },
      secrets: SUPABASE_KEYS.all,
      resources: () => state.projects.map((project) => project.ref),
      routes: routesOf(state, control),
      gate: keyGate(SUPABASE_KEYS, {
        unauthorized: (_, key) => json({ message: key === null ? 'Unauthorized' : 'JWT could not be decoded' }, 401),
        forbidden: () => json({ message: 'Forbidden resource' }, 403),
        isOpenToUnderScoped: ({ path }) => !path.includes('/analytics/'),
      }),
      rateLimited: (_, seconds) => json({ message: 'ThrottlerException: Too Many Requests' }, 429, retryAfter(seconds)),
      serverError: (_, status) => json({ message: 'Internal server error' }, status),
      notFound: ({ method, path }) => json({ message: `Cannot ${method} ${path}` }, 404),
      limits: ({ headers }) => ({ key: headers.get('authorization') ?? '', requestsMax: 120, windowMs: 60_000 }),
    },
    options,
  )
}

function routesOf(state: SupabaseState, control: FakeControl): Route[] {
  const listProjects = () =>
    json(
      state.projects.map(({ ref, name }) => ({
        id: ref,
        ref,
        name,
        organization_slug: 'shop',
        region: 'eu-central-1',
        status: 'ACTIVE_HEALTHY',
        created_at: '2026-01-01T00:00:00Z',
        database: { host: `db.${ref}.supabase.co`, version: '17.4.1' },
      })),
    )
  return [
    { method: 'GET', pattern: '/v1/projects', handle: listProjects },
    { method: 'GET', pattern: '/v1/organizations', handle: () => json([{ id: 'org-1', slug: 'shop', name: 'Shop' }]) },
    {
      method: 'GET',
      pattern: '/v1/profile',
      handle: () => json({ gotrue_id: 'usr-1', primary_email: 'owner@shop.example' }),
    },
    {
      method: 'GET',
      pattern: '/v1/projects/{ref}/analytics/endpoints/logs.all',
      handle: (exchange) => readLogs(state, control, exchange),
    },
  ]
}

function readLogs(state: SupabaseState, control: FakeControl, exchange: Exchange): Response {
  const ref = exchange.params['ref']
  if (!/^[a-z]{20}$/.test(ref ?? '')) return json({ message: 'Validation failed: ref must be 20 letters' }, 400)
  if (!state.projects.some((project) => project.ref === ref)) return json({ message: 'Project not found' }, 404)
  const { query } = exchange
  const endMs = timeOf(query.get('iso_timestamp_end')) ?? exchange.nowMs
  const startMs = timeOf(query.get('iso_timestamp_start')) ?? endMs - 60_000
  if (Number.isNaN(endMs) || Number.isNaN(startMs))
    return json({ message: 'Validation failed: not an ISO timestamp' }, 400)
  if (endMs - startMs > DAY_MS) return json({ message: 'The window may not be longer than 24 hours' }, 400)
  const sql = query.get('sql')
  if (sql === null) return json({ message: 'Validation failed: sql is required' }, 400)
  const firstRef = state.projects[0]?.ref
  const logs = control.logs.filter(
    (log) => (log.resource ?? firstRef) === ref && log.atMs >= startMs && log.atMs <= endMs,
  )
  const result = runLogSql(sql, state.dialect, logs, (log) => control.logs.indexOf(log))
  return 'error' in result
    ? json({ result: null, error: { code: 400, errors: [], message: result.error, status: 'INVALID_ARGUMENT' } })
    : json({ result: result.rows, error: null })
}

function timeOf(value: string | null): number | null {
  return value === null ? null : Date.parse(value)
}
