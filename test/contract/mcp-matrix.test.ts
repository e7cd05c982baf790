/** Who may do what over MCP: every tool with every kind of credential, of the own tenant and of another. */
import { env, exports } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { createCredential, credentialDigest } from '../../src/auth/credential-format.ts'
import { OAUTH_SCOPES, READ_SCOPES } from '../../src/auth/oauth-scopes.ts'
import { newId } from '../../src/contracts/ids.ts'
import { MCP_TOOLS } from '../../src/mcp/tools/index.ts'
import { backgroundContext } from '../../src/wiring/contexts.ts'
import { MCP_URL, post } from '../mcp/clients.ts'
import { alertOf } from '../support/alerts.ts'
import { call } from '../support/api.ts'
import { addCredential, addProject, addTenant, type TestTenant } from '../support/tenants.ts'

/** `ok`, the code of a refusal of the tool, or the status of a request that reached no tool. */
type Outcome = 'ok' | 'NOT_FOUND' | 'FORBIDDEN' | 401 | 403

interface Fixture {
  readonly tenant: TestTenant
  readonly runId: string
  readonly logId: string
  readonly incidentId: string
}

const TRACE_ID = 'abcdef0123456789abcdef0123456789'

async function fixture(): Promise<Fixture> {
  const tenant = await addTenant()
  const { organizationId, projectId, secretKey: token } = tenant
  // A second project, so that the credential sees several and every call has to name one.
  await addProject(organizationId, 'second')
  const nanos = `${BigInt(Date.now()) * 1_000_000n}`
  const records = [{ timeUnixNano: nanos, severityNumber: 17, body: { stringValue: 'failed' }, traceId: TRACE_ID }]
  const delivered = await exports.default.fetch(`https://service.test/intake/k/${tenant.publicKey}/v1/logs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: records }] }] }),
  })
  expect(delivered.status).toBe(200)
  const found = await call('POST /logs/query', { token, body: { projectId } })
  const run = await call('POST /threads', { token, body: { message: 'what is connected?', projectId } })
  const owner = { organizationId, projectId, region: 'us-east-1' }
  const onCall = backgroundContext(env, () => {}).objects.onCall(owner)
  await onCall.receiveAlerts({ owner, deliveryId: newId(), receivedAt: Date.now(), alerts: [alertOf()] })
  const query = { state: null, service: null, severity: null, limit: 1, cursor: null }
  const [incident] = (await onCall.listIncidents(query)).incidents
  if (incident === undefined) throw new Error('the alert of the fixture opened no incident')
  return { tenant, runId: run.body.runId, logId: found.body.logs[0].id, incidentId: incident.id }
}

/** How each tool is asked about the fixture's project. */
function argumentsOf({ tenant: { projectId, organizationId }, runId, logId, incidentId }: Fixture) {
  const there = { projectId }
  return {
    get_context: { organizationId },
    list_services: there,
    query_telemetry: { ...there, question: 'how many errors in the last hour?' },
    search_logs: there,
    get_log: { ...there, id: logId },
    log_patterns: there,
    compare_log_patterns: there,
    search_traces: there,
    get_trace: { ...there, traceId: TRACE_ID },
    list_metrics: there,
    query_metric: { ...there, metric: 'queue.depth' },
    list_changes: there,
    list_incidents: there,
    get_incident: { ...there, incidentId },
    start_investigation: there,
    get_investigation: { runId },
    ask: { ...there, question: 'what is connected?', waitSeconds: 0 },
  } satisfies Record<string, object>
}

const userToken = async (tenant: TestTenant, options: object) =>
  (await addCredential('user', { userId: tenant.member.userId, ...options })).value

/** An access token as the consent of the admin makes it. */
async function oauthToken(tenant: TestTenant, scopes: readonly string[], audience = MCP_URL): Promise<string> {
  const value = createCredential('user')
  await env.DB.prepare(
    `insert into credentials (id, kind, digest, last_four, name, user_id, origin, grant_id, audience, scopes, expires_at, created_at)
     values (?1, 'user', ?2, 'xxxx', 'client', ?3, 'oauth', ?1, ?4, ?5, ?6, 1)`,
  )
    .bind(newId(), await credentialDigest(value), tenant.admin.userId, audience, scopes.join(' '), Date.now() + 60_000)
    .run()
  return value
}

interface Cell {
  readonly credential: string
  readonly token: (tenant: TestTenant) => Promise<string | null> | string | null
  /** `write`: of the tools that store something. `context`: of get_context, which tells only of the credential itself. */
  readonly expected: { readonly read: Outcome; readonly write?: Outcome; readonly context?: Outcome }
}

const WRITES = new Set(MCP_TOOLS.filter(({ isReadOnly }) => !isReadOnly).map(({ name }) => name))

const CELLS: readonly Cell[] = [
  { credential: 'none', token: () => null, expected: { read: 401 } },
  { credential: 'garbage', token: () => 'garbage', expected: { read: 401 } },
  { credential: 'an unknown token', token: () => createCredential('user'), expected: { read: 401 } },
  {
    credential: 'an expired key',
    token: async ({ organizationId }) =>
      (await addCredential('secret', { organizationId, expiresAt: Date.now() - 1 })).value,
    expected: { read: 401 },
  },
  {
    credential: 'a revoked key',
    token: async ({ organizationId }) => (await addCredential('secret', { organizationId, deactivatedAt: 1 })).value,
    expected: { read: 401 },
  },
  { credential: 'a public key', token: ({ publicKey }) => publicKey, expected: { read: 401 } },
  { credential: 'the admin', token: ({ admin }) => admin.token, expected: { read: 'ok' } },
  { credential: 'a member', token: ({ member }) => member.token, expected: { read: 'ok' } },
  { credential: 'a secret key', token: ({ secretKey }) => secretKey, expected: { read: 'ok' } },
  {
    credential: 'a key of this project',
    token: async ({ organizationId, projectId }) =>
      (await addCredential('secret', { organizationId, projectId })).value,
    expected: { read: 'ok' },
  },
  {
    credential: 'a key of another project',
    token: async ({ organizationId }) =>
      (await addCredential('secret', { organizationId, projectId: await addProject(organizationId, 'third') })).value,
    expected: { read: 'NOT_FOUND', context: 'ok' },
  },
  {
    credential: 'a token of this project',
    token: (tenant) => userToken(tenant, { organizationId: tenant.organizationId, projectId: tenant.projectId }),
    expected: { read: 'ok' },
  },
  {
    credential: 'a partner-made key',
    token: async ({ organizationId }) => (await addCredential('secret', { organizationId, origin: 'partner' })).value,
    expected: { read: 'FORBIDDEN', context: 'ok' },
  },
  { credential: 'the partner', token: ({ partnerKey }) => partnerKey, expected: { read: 'FORBIDDEN', context: 'ok' } },
  {
    credential: 'a demoted admin',
    token: async (tenant) => {
      await env.DB.prepare("update memberships set role = 'member' where user_id = ?").bind(tenant.admin.userId).run()
      return userToken(tenant, { userId: tenant.admin.userId })
    },
    expected: { read: 'ok' },
  },
  {
    credential: 'a removed member',
    token: async (tenant) => {
      await env.DB.prepare('delete from memberships where user_id = ?').bind(tenant.member.userId).run()
      return userToken(tenant, {})
    },
    expected: { read: 'NOT_FOUND' },
  },
  {
    credential: 'a client allowed to read',
    token: (tenant) => oauthToken(tenant, READ_SCOPES),
    expected: { read: 'ok', write: 403 },
  },
  {
    credential: 'a client allowed to ask',
    token: (tenant) => oauthToken(tenant, OAUTH_SCOPES),
    expected: { read: 'ok' },
  },
  {
    credential: 'a client of another resource',
    token: (tenant) => oauthToken(tenant, OAUTH_SCOPES, 'https://elsewhere.example.org/mcp'),
    expected: { read: 401 },
  },
  {
    credential: 'another organization’s key',
    token: async () => (await addTenant()).secretKey,
    expected: { read: 'NOT_FOUND' },
  },
  {
    credential: 'another organization’s admin',
    token: async () => (await addTenant()).admin.token,
    expected: { read: 'NOT_FOUND' },
  },
  { credential: 'another partner', token: async () => (await addTenant()).partnerKey, expected: { read: 'NOT_FOUND' } },
]

async function outcomeOf(token: string | null, name: string, args: object): Promise<Outcome | string> {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
  const answer = await post(token, body)
  const text = await answer.text()
  if (answer.status !== 200) return answer.status as Outcome
  const data = /^data: (.*)$/m.exec(text)?.[1] ?? text
  const { result } = JSON.parse(data) as { result: { isError?: boolean; content: { text: string }[] } }
  if (result.isError !== true) return 'ok'
  return /^[A-Z_]+(?=:)/.exec(result.content[0]?.text ?? '')?.[0] ?? text
}

let shared: Fixture

beforeAll(async () => {
  shared = await fixture()
}, 120_000)

it('has arguments for every tool', () => {
  expect(Object.keys(argumentsOf(shared))).toEqual(MCP_TOOLS.map(({ name }) => name))
})

it('shows resources to whom the API shows them, and to others as if there were none', async () => {
  const { projectId } = shared.tenant
  const uri = `oas://projects/${projectId}/incidents/${shared.incidentId}`
  const read = async (token: string) =>
    (await post(token, { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } })).text()
  expect(await read(shared.tenant.secretKey)).toContain('text/markdown')
  const other = await addTenant()
  const narrowed = await addCredential('secret', {
    organizationId: shared.tenant.organizationId,
    projectId: await addProject(shared.tenant.organizationId, 'fourth'),
  })
  for (const token of [other.secretKey, other.admin.token, other.partnerKey, narrowed.value])
    expect(await read(token)).toContain('There is no such resource')
  expect(await read(shared.tenant.partnerKey)).toContain('FORBIDDEN')
})

describe.each(CELLS)('$credential', ({ token, expected }) => {
  it('gets of every tool what the matrix says', async () => {
    const changesPeople = /demoted|removed/.test(expect.getState().currentTestName ?? '')
    const at = changesPeople ? await fixture() : shared
    const value = await token(at.tenant)
    const found: Record<string, string | number> = {}
    const wanted: Record<string, string | number> = {}
    for (const [name, args] of Object.entries(argumentsOf(at))) {
      found[name] = await outcomeOf(value, name, args)
      const { read, write = read, context = read } = expected
      wanted[name] = name === 'get_context' ? context : WRITES.has(name) ? write : read
    }
    expect(found).toEqual(wanted)
  })
})
