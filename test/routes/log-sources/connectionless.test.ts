import { exports } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { call } from '../../support/api.ts'
import { addTenant, type TestTenant } from '../../support/tenants.ts'

const nanos = () => `${BigInt(Date.now()) * 1_000_000n}`
const logs = (body: string) =>
  JSON.stringify({
    resourceLogs: [{ scopeLogs: [{ logRecords: [{ timeUnixNano: nanos(), body: { stringValue: body } }] }] }],
  })

async function sendTo(url: string, body = logs('hello')): Promise<number> {
  const response = await exports.default.fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  })
  await response.arrayBuffer()
  return response.status
}

const create = (tenant: TestTenant, body: object = { provider: 'otel' }) =>
  call('POST /log-sources', { token: tenant.admin.token, body: { projectId: tenant.projectId, ...body } })

const search = async (tenant: TestTenant, token = tenant.admin.token) =>
  (await call('GET /log-sources', { token })).body.logSources

describe('a connectionless log source', () => {
  it('a log source without a connection returns its key and the two OTLP cards, and becomes active with the first record', async () => {
    const tenant = await addTenant()
    const { status, body } = await create(tenant)
    expect(status).toBe(201)
    expect(body.logSource).toMatchObject({
      provider: 'otel',
      mode: 'connectionless',
      streamCount: 1,
      enabled: true,
      streamAutoProvisionFilter: null,
    })
    expect(body.logSource.name).toMatch(/^[a-z]+-[a-z]+/)
    const base = `https://service.test/intake/k/${body.publicKey}`
    expect(body.endpointCards.map((card: { url: string }) => card.url)).toEqual([base, `${base}/v1/logs`])
    const read = async () =>
      (await call(`GET /log-streams/${body.streamId}`, { token: tenant.member.token })).body.stream
    expect(await read()).toMatchObject({ status: 'pending', displayName: 'OpenTelemetry SDK', errorMessage: null })
    expect(await sendTo(body.endpointCards[1].url)).toBe(200)
    await vi.waitFor(async () => expect((await read()).status).toBe('active'), { timeout: 20_000 })
    const source = await call(`GET /log-sources/${body.logSource.id}`, { token: tenant.admin.token })
    expect(source.body.logSource.streams[0].endpointCards).toEqual(body.endpointCards)
    expect(await search(tenant)).toHaveLength(1)
  })

  it('a paused stream or log source answers with success, and stores nothing', async () => {
    const tenant = await addTenant()
    const { body } = await create(tenant)
    const url = body.endpointCards[1].url
    const count = async () => (await call('GET /threads', { token: tenant.admin.token })).status
    expect(await count()).toBe(200)
    const paused = await call(`PATCH /log-streams/${body.streamId}`, {
      token: tenant.admin.token,
      body: { enabled: false },
    })
    expect(paused.body.stream.enabled).toBe(false)
    expect(await sendTo(url)).toBe(200)
    await call(`PATCH /log-streams/${body.streamId}`, { token: tenant.admin.token, body: { enabled: true } })
    const whole = await call(`PATCH /log-sources/${body.logSource.id}`, {
      token: tenant.admin.token,
      body: { enabled: false },
    })
    expect(whole.body.logSource.enabled).toBe(false)
    expect(await sendTo(url)).toBe(200)
  })

  it('a log source takes a filter and clears it with null', async () => {
    const tenant = await addTenant()
    const filter = { allowlist: ['web-*'], denylist: [] }
    const { body } = await create(tenant, { provider: 'webhook', streamAutoProvisionFilter: filter })
    expect(body.logSource.streamAutoProvisionFilter).toEqual(filter)
    const path = `PATCH /log-sources/${body.logSource.id}`
    const cleared = await call(path, { token: tenant.admin.token, body: { streamAutoProvisionFilter: null } })
    expect(cleared.body.logSource.streamAutoProvisionFilter).toBeNull()
    const wrong = await call(path, {
      token: tenant.admin.token,
      body: { streamAutoProvisionFilter: { allowlist: [] } },
    })
    expect(wrong.body.issues[0].path).toBe('body.streamAutoProvisionFilter')
    expect((await call(path, { token: tenant.admin.token, body: { name: 'new' } })).body.issues[0].path).toBe(
      'body.name',
    )
  })

  it('a deleted log source is gone with its key', async () => {
    const tenant = await addTenant()
    const { body } = await create(tenant)
    const deleted = await call(`DELETE /log-sources/${body.logSource.id}`, { token: tenant.admin.token })
    expect(deleted.body).toEqual({ success: true, teardownError: null })
    expect(await sendTo(body.endpointCards[1].url)).toBe(401)
    expect((await call(`GET /log-streams/${body.streamId}`, { token: tenant.admin.token })).status).toBe(404)
  })

  it('unknown providers, modes that a provider lacks, and metadata without a mode for it are refused', async () => {
    const tenant = await addTenant()
    expect((await create(tenant, { provider: 'nonsense' })).body.issues[0].path).toBe('body.provider')
    expect((await create(tenant, { provider: 'otel', mode: 'managed' })).status).toBe(422)
    expect((await create(tenant, { provider: 'webhook', mode: 'connectionless', metadata: {} })).status).toBe(422)
    expect(await search(tenant)).toEqual([])
  })
})
