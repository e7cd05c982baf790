import { env, exports } from 'cloudflare:workers'
import { Buffer } from 'node:buffer'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { INTAKE_KEY, openFrom, SIGNING_SECRET } from '../../src/domain/keys/sealed-columns.ts'
import { dispatchQueue } from '../../src/queues/dispatch.ts'
import { backgroundContext } from '../../src/wiring/contexts.ts'
import { createAllPlatformFakes } from '../fakes/platforms/all-platforms.ts'
import { createPlatformRouter } from '../fakes/platforms/index.ts'
import type { Metadata, PlatformFake } from '../fakes/platforms/platform-fake.ts'
import { type Answer, call } from '../support/api.ts'
import { everythingStored, type Stored } from '../support/everything-stored.ts'
import { addTenant, type TestTenant } from '../support/tenants.ts'

/** Innocent text beside the secrets: found where it must be, it shows that the search looks there. */
const MARKER = 'innocent-marker-5163'
const LOG_PASSWORD = 'planted-hunter2-77Qx'
const ATTRIBUTE_SECRET = 'planted-attribute-88Wz'
const UNKNOWN_FIELD_SECRET = 'planted-unknown-field-99Kd'
const BROKEN_JSON_SECRET = 'planted-broken-json-11Fs'
const INNER_SECRET = 'planted-inner-33Jb'
const REFUSED_KEY = 'oas_sk_planted-refused-key-22Hn'

/** What the platforms do: as their fakes; refuse and repeat everything they were sent; fail and repeat it in an error. */
let mood: 'fakes' | number | 'throws' = 'fakes'
const secrets = new Map<string, string>()
const logged: string[] = []
/** Answers that have no reason to hold any secret: all that failed, and everything read. */
const answers: Stored[] = []
let stored: Stored[] = []
let attempt = 0
let connected = 0
let active = 0
let provisioned = 0

const plant = (what: string, secret: string) => secrets.set(secret, what)

async function tried(operation: string, options: Parameters<typeof call>[1]): Promise<Answer> {
  const answer = await call(operation, options)
  if (answer.status >= 400 || operation.startsWith('GET')) answers.push({ place: operation, text: answer.text })
  return answer
}

function platformFetch(fakes: readonly PlatformFake[]): typeof fetch {
  const router = createPlatformRouter(fakes)
  return async (input, init) => {
    if (mood === 'fakes') return router.fetch(input, init)
    const request = new Request(input, init)
    const headers = [...request.headers].filter(([name]) => name !== 'content-type')
    // Credentials first: what quotes an error cuts it at a length.
    const sent = `${JSON.stringify(headers)} ${new TextDecoder().decode(await request.arrayBuffer())} ${request.url}`
    if (mood === 'throws') throw new TypeError(`fetch failed: ${sent}`)
    const said = {
      ...{ message: sent, error: sent, detail: sent, reason: sent, errorType: sent, Message: sent, __type: sent },
      errors: [{ message: sent, detail: sent, title: sent, code: 1 }],
    }
    const nested = { error: { message: sent, status: sent, code: sent, type: sent, reason: sent }, errors: [sent] }
    attempt += 1
    if (attempt % 3 === 0) return Response.json(nested, { status: mood })
    if (attempt % 3 === 1) return new Response(sent, { status: mood })
    return Response.json(said, { status: mood })
  }
}

const create = ({ admin }: TestTenant, dataSourceType: string, metadata: Metadata) =>
  tried('POST /data-sources/connections', {
    token: admin.token,
    body: { dataSourceType, metadata, displayName: MARKER },
    headers: { 'idempotency-key': `connection ${attempt++}` },
  })

/** One platform: accepted, refused, failing and repeating what it was sent; then a stream of its first resource. */
async function usePlatform(tenant: TestTenant, fake: PlatformFake): Promise<void> {
  const { good, bad, revoked } = fake.credentials
  for (const secret of fake.secrets) plant(`${fake.id} credential`, secret)
  for (const metadata of [bad, revoked]) expect((await create(tenant, fake.id, metadata)).status).toBeGreaterThan(399)
  await create(tenant, fake.id, { ...good, surprise: UNKNOWN_FIELD_SECRET, [UNKNOWN_FIELD_SECRET.length]: 1 })
  for (const next of [200, 400, 400, 400, 401, 403, 403, 404, 409, 422, 422, 422, 500, 'throws'] as const) {
    mood = next
    await create(tenant, fake.id, good)
  }
  mood = 'fakes'
  const made = await create(tenant, fake.id, good)
  if (made.status !== 201) return
  connected += 1
  plant('public key of a connection', made.body.publicKey)
  const path = `/data-sources/connections/${made.body.connectionId}`
  const listed = await tried(`GET ${path}/resources`, { token: tenant.admin.token })
  await tried(`GET ${path}`, { token: tenant.admin.token })
  for (const { displayName, config } of (listed.body?.resources ?? []).slice(0, 2))
    await tried(`POST ${path}/streams`, { token: tenant.admin.token, body: { displayName, config } })
}

/** Delivers what the outbox holds, to platforms in this mood. */
async function provision(next: typeof mood, fetch_: typeof fetch): Promise<void> {
  mood = next
  const ctx = { ...backgroundContext(env, () => {}), baseUrl: 'https://in.observability.dev', fetch: fetch_ }
  const { results } = await env.DB.prepare("select id, payload from outbox where queue = 'provisioning'").all<{
    id: string
    payload: string
  }>()
  for (const { id, payload } of results) {
    const body = { outboxId: id, payload: JSON.parse(payload) }
    const message = { id, timestamp: new Date(), attempts: 1, body, ack: () => {}, retry: () => {} }
    // The dispatcher looks at the queue's name and the messages alone.
    await dispatchQueue({ queue: 'provisioning-local', messages: [message] } as unknown as MessageBatch, ctx)
  }
  mood = 'fakes'
}

/** The intake keys and signing secrets that the service made for streams. */
async function plantStreamSecrets(): Promise<void> {
  const ctx = backgroundContext(env, () => {})
  for (const [column, what] of [
    [INTAKE_KEY, 'intake key of a stream'],
    [SIGNING_SECRET, 'signing secret of a stream'],
  ] as const) {
    const { results } = await env.DB.prepare(
      `select id, ${column.column} as sealed from ${column.table} where ${column.column} is not null`,
    ).all<{ id: string; sealed: string }>()
    expect(results.length).toBeGreaterThan(10)
    for (const { id, sealed } of results) plant(what, await openFrom(ctx, column, id, sealed))
  }
}

const attribute = (key: string, value: string) => ({ key, value: { stringValue: value } })

async function sendTelemetry(tenant: TestTenant): Promise<void> {
  const made = await tried('POST /log-sources', { token: tenant.admin.token, body: { provider: 'otel' } })
  plant('intake key of a log source', made.body.publicKey)
  const base = `https://service.test/intake/k/${made.body.publicKey}`
  const send = async (path: string, body: unknown) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${tenant.publicKey}` }
    return (await exports.default.fetch(`${base}${path}`, { method: 'POST', headers, body: text })).status
  }
  const nanos = `${BigInt(Date.now()) * 1_000_000n}`
  const attributes = [
    attribute('password', ATTRIBUTE_SECRET),
    attribute('http.request.header.authorization', `Bearer ${ATTRIBUTE_SECRET}`),
    attribute('note', MARKER),
  ]
  const body = { stringValue: `${MARKER} login failed password=${LOG_PASSWORD} for ann` }
  const record = { timeUnixNano: nanos, severityNumber: 17, body, attributes }
  const logs = { resourceLogs: [{ resource: { attributes }, scopeLogs: [{ logRecords: [record] }] }] }
  const event = { timeUnixNano: nanos, name: 'e', attributes }
  const ids = { traceId: '5b8efff798038103d269b633813fc60c', spanId: 'eee19b7ec3c1b174' }
  const status = { code: 2, message: `password=${LOG_PASSWORD}` }
  const span = { ...ids, name: MARKER, startTimeUnixNano: nanos, endTimeUnixNano: nanos, status, attributes }
  const spans = [{ ...span, kind: 1, events: [event] }]
  expect(await send('/v1/logs', logs)).toBe(200)
  expect(await send('/v1/traces', { resourceSpans: [{ resource: { attributes }, scopeSpans: [{ spans }] }] })).toBe(200)
  expect(await send('/v1/logs', `{"password": "${BROKEN_JSON_SECRET}"`)).toBe(400)
  await tried('POST /intake/explain', { token: tenant.admin.token, body: { body: `x password=${LOG_PASSWORD} y` } })
}

async function makeCredentials(tenant: TestTenant): Promise<void> {
  const { token } = tenant.admin
  const once = (key: string) => ({ 'idempotency-key': key })
  const secretKey = { token, body: { name: MARKER, organizationId: tenant.organizationId }, headers: once('key') }
  const made = await call('POST /secret-keys', secretKey)
  expect((await call('POST /secret-keys', secretKey)).text).toBe(made.text)
  plant('secret key', made.body.secretKey.value)
  const invited = await call('POST /members/invitations', {
    token,
    body: { email: 'new@example.test' },
    headers: once('invitation'),
  })
  plant(
    'invitation token',
    new URL(invited.body.acceptUrl ?? invited.body.invitation.acceptUrl).href.split(/[/=]/).at(-1) ?? '',
  )
  await tried('GET /projects', { token: REFUSED_KEY })
  await tried('POST /projects', {
    token,
    rawBody: `{"name": "${BROKEN_JSON_SECRET}`,
    headers: { 'content-type': 'application/json' },
  })
}

/** Destinations that accept, refuse, fail and repeat what they were sent in an answer or an error. */
async function tellDestinations(tenant: TestTenant): Promise<void> {
  const { token } = tenant.admin
  const [inAddress, routingKey, apiKey] = [
    'planted-address-66Tb',
    'plantedRoutingKey778899001122334',
    'planted-api-key-55Vc',
  ]
  const url = `https://hooks.observability.dev/services/${inAddress}`
  plant('address of a webhook', inAddress)
  plant('routing key of PagerDuty', routingKey)
  plant('key of Opsgenie', apiKey)
  const targets = [
    { kind: 'webhook', url },
    { kind: 'slack', url },
    { kind: 'teams', url },
    { kind: 'pagerduty', routingKey },
    { kind: 'opsgenie', apiKey },
  ]
  for (const target of targets) {
    const headers = { 'idempotency-key': `destination ${target.kind}` }
    const made = await call('POST /destinations', { token, headers, body: { name: MARKER, target } })
    expect([target.kind, made.status]).toEqual([target.kind, 201])
    const path = `/destinations/${made.body.destination.id}`
    if (made.body.secret !== null) plant('secret of a webhook', made.body.secret)
    for (const next of [200, 400, 410, 429, 500, 'throws'] as const) {
      mood = next
      const tested = await tried(`POST ${path}/test`, { token })
      answers.push({ place: 'a test of a destination', text: tested.text })
    }
    mood = 'fakes'
    const preview = await tried(`POST ${path}/preview`, { token, body: {} })
    answers.push({ place: 'a preview of a message', text: preview.text })
    await tried(`GET ${path}`, { token })
    await tried(`GET ${path}/deliveries`, { token })
    await tried(`PATCH ${path}`, { token, body: { target: { ...target, kind: 'email', to: [] } } })
  }
}

/** An MCP server that is none, refuses, fails and repeats what it was sent. */
async function connectMcpServer(tenant: TestTenant): Promise<void> {
  const { token } = tenant.admin
  const [inUrl, inHeader] = ['mcp-token-in-address-5f2c', 'Bearer mcp-header-credential-81d0']
  plant('address of an MCP server', inUrl)
  plant('header of an MCP server', inHeader)
  const connection = {
    url: `https://mcp.observability.dev/mcp?key=${inUrl}`,
    headers: [{ name: 'Authorization', value: inHeader }],
  }
  const body = { name: 'planted', connection }
  const made = await tried('POST /mcp-servers', { token, body, headers: { 'idempotency-key': 'mcp server' } })
  expect(made.status).toBe(201)
  const path = `/mcp-servers/${made.body.mcpServer.id}`
  for (const next of [200, 400, 401, 404, 429, 500, 'throws'] as const) {
    mood = next
    const listed = await tried(`GET ${path}/tools`, { token })
    answers.push({ place: 'the tools of an MCP server', text: listed.text })
  }
  mood = 'fakes'
  await tried(`PATCH ${path}`, { token, body: { connection: { ...connection, url: `${connection.url}&second` } } })
  await tried(`GET ${path}`, { token })
}

/** Bugs and unreadable messages, which are logged: an error whose text is a secret, a message that is one. */
async function failInside(tenant: TestTenant, fake: PlatformFake): Promise<void> {
  const ctx = backgroundContext(env, () => {})
  plant('text of an error', INNER_SECRET)
  vi.spyOn(crypto.subtle, 'deriveKey').mockRejectedValueOnce(new Error(`cannot seal ${INNER_SECRET}`))
  expect((await create(tenant, fake.id, fake.credentials.good)).status).toBe(500)
  const prepare = () => {
    throw new Error(INNER_SECRET)
  }
  const db = { prepare } as unknown as D1Database
  const message = { id: '1', timestamp: new Date(), attempts: 1, ack: () => {}, retry: () => {} }
  const job = (kind: string) => ({
    outboxId: crypto.randomUUID(),
    payload: { kind, streamId: crypto.randomUUID(), version: 1 },
  })
  // The dispatcher looks at the queue's name and the messages alone.
  for (const queue of ['provisioning-local', 'deletion-local', 'rewrap-local', 'usage-local'])
    for (const body of [{ password: INNER_SECRET }, job('provision'), job('rewrap')])
      await dispatchQueue({ queue, messages: [{ ...message, body }] } as unknown as MessageBatch, { ...ctx, db })
}

beforeAll(async () => {
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const)
    vi.spyOn(console, method).mockImplementation(
      (...parts) => void logged.push(JSON.stringify(parts), ...parts.map(String)),
    )
  vi.spyOn(scheduler, 'wait').mockResolvedValue(undefined)
  const fakes: PlatformFake[] = Object.values(await createAllPlatformFakes())
  const fetch_ = platformFetch(fakes)
  vi.stubGlobal('fetch', fetch_)
  const tenant = await addTenant()
  for (const [what, value] of Object.entries({
    LOG_PASSWORD,
    ATTRIBUTE_SECRET,
    UNKNOWN_FIELD_SECRET,
    BROKEN_JSON_SECRET,
  }))
    plant(what, value)
  plant('refused key', REFUSED_KEY)
  for (const token of [tenant.admin.token, tenant.member.token, tenant.secretKey, tenant.partnerKey, tenant.publicKey])
    plant('credential', token)
  // A setting of the test's deployment (vitest.config.ts).
  for (const key of Object.values(JSON.parse(String(env['MASTER_KEYS'])).keys).map(String)) {
    plant('master key', key)
    plant('master key', Buffer.from(key, 'base64').toString('latin1'))
  }
  await makeCredentials(tenant)
  await tellDestinations(tenant)
  await connectMcpServer(tenant)
  for (const fake of fakes) await usePlatform(tenant, fake)
  await plantStreamSecrets()
  const [first] = fakes
  if (first) await failInside(tenant, first)
  await provision('fakes', fetch_)
  active = Number(await env.DB.prepare("select count(*) as n from streams where status = 'active'").first('n'))
  provisioned = Number(await env.DB.prepare('select count(*) as n from streams').first('n'))
  await env.DB.prepare("update streams set status = 'pending', remote = null").run()
  await env.DB.prepare(
    `insert or ignore into outbox (id, queue, payload, next_attempt_at, created_at)
     select id, 'provisioning', json_object('kind', 'provision', 'streamId', id, 'version', version), 0, 0 from streams`,
  ).run()
  for (const next of [200, 400, 400, 403, 500, 'throws'] as const) await provision(next, fetch_)
  await sendTelemetry(tenant)
  for (const read of ['/data-sources/connections', '/log-sources', '/log-streams'])
    await tried(`GET ${read}`, { token: tenant.admin.token })
  stored = await everythingStored()
}, 300_000)

function leaks(places: readonly Stored[]): string[] {
  const found = places.flatMap(({ place, text }) =>
    [...secrets]
      .filter(([secret]) => text.includes(secret) || text.includes(JSON.stringify(secret).slice(1, -1)))
      .map(([, what]) => `${what} in ${place}`),
  )
  return [...new Set(found)]
}

describe('planted secrets', () => {
  it('were really used: platforms connected, streams provisioned, telemetry stored, failures logged', () => {
    expect(secrets.size).toBeGreaterThan(100)
    expect(connected).toBe(26)
    expect(provisioned).toBeGreaterThan(40)
    expect(active).toBeGreaterThan(25)
    for (const event of ['unhandled_error', 'provisioning_failed', 'rewrap_failed', 'usage_message_refused'])
      expect(logged.some((text) => text.includes(event))).toBe(true)
    const marked = new Set(stored.filter(({ text }) => text.includes(MARKER)).map(({ place }) => place))
    expect([...marked]).toEqual(expect.arrayContaining(['DB sources', 'DB credentials', 'PARTITION batch']))
    const places = new Set(stored.map(({ place }) => place))
    expect([...places]).toEqual(expect.arrayContaining(['ORGANIZATION idempotency_records', 'DB audit_entries']))
  })

  it('are nowhere in clear in what is stored', () => {
    expect(leaks(stored)).toEqual([])
  })

  it('are nowhere in what is logged', () => {
    expect(leaks(logged.map((text) => ({ place: text.slice(0, 200), text })))).toEqual([])
  })

  it('are in no answer of a failure or of a read', () => {
    expect(answers.length).toBeGreaterThan(150)
    expect(leaks(answers)).toEqual([])
  })
})
