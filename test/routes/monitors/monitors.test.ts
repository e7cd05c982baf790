import { runInDurableObject } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { newId } from '../../../src/contracts/ids.ts'
import type { MonitorObject } from '../../../src/durable/monitors/monitor-object.ts'
import { placement } from '../../../src/wiring/placement.ts'
import { call } from '../../support/api.ts'
import { addTenant, type TestTenant } from '../../support/tenants.ts'

afterEach(() => {
  vi.useRealTimers()
})

const ERRORS = {
  measure: { signal: 'logs', statistic: 'count', service: 'checkout', severityMin: 'error' },
  comparison: { kind: 'above', threshold: 1 },
  windowMinutes: 5,
}

const create = ({ admin, projectId }: TestTenant, change: object = {}) =>
  call('POST /monitors', { token: admin.token, body: { name: 'errors', projectId, condition: ERRORS, ...change } })

function inside<Result>(tenant: TestTenant, work: (object: MonitorObject) => Promise<Result>): Promise<Result> {
  const { organizationId, projectId } = tenant
  const place = placement({ organizationId, projectId, region: 'us-east-1' })
  const stub = place.stub(env.MONITORS as DurableObjectNamespace<MonitorObject>, place.name('monitors'))
  return runInDurableObject(stub, work)
}

async function sendErrors(tenant: TestTenant, atMs: number, count: number): Promise<void> {
  const logRecords = Array.from({ length: count }, (_, i) => ({
    timeUnixNano: `${BigInt(atMs + i) * 1_000_000n}`,
    severityNumber: 17,
    body: { stringValue: `payment ${i} declined` },
  }))
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'checkout' } }] }
  const answer = await exports.default.fetch('https://service.test/intake/v1/logs', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${tenant.publicKey}` },
    body: JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] }),
  })
  expect(answer.status).toBe(200)
}

describe('a monitor', () => {
  it('a monitor fires on the records of its window, sends one alert, and recovers', async () => {
    const tenant = await addTenant()
    const { token } = tenant.admin
    const made = await create(tenant, { recoverForMinutes: 0 })
    expect([made.status, made.body.monitor.status]).toEqual([201, 'ok'])
    const { id } = made.body.monitor
    await sendErrors(tenant, Date.now() - 150_000, 3)
    await inside(tenant, (object) => object.alarm())
    const path = `/monitors/${id}?projectId=${tenant.projectId}`
    expect((await call(`GET ${path}`, { token })).body.monitor).toMatchObject({ status: 'firing', value: 3 })
    const later = Date.now() + 10 * 60_000
    vi.spyOn(Date, 'now').mockImplementation(() => later)
    await inside(tenant, (object) => object.alarm())
    vi.restoreAllMocks()
    const history = await call(`GET /monitors/${id}/history?projectId=${tenant.projectId}`, { token })
    expect(history.body.transitions.map(({ from, to }: { from: string; to: string }) => `${from}>${to}`)).toEqual([
      'firing>ok',
      'ok>firing',
    ])
  })

  it('a monitor that is created while others are evaluated is evaluated with them', async () => {
    const tenant = await addTenant()
    const { projectId, organizationId } = tenant
    const { id } = (await create(tenant)).body.monitor
    const owner = { organizationId, projectId, region: 'us-east-1' }
    const another = newId()
    const evaluated = await inside(tenant, async (object) => {
      const { definition } = object.getMonitor(id) ?? {}
      if (definition === undefined) throw new Error('the monitor was not stored')
      const evaluation = object.alarm()
      await object.saveMonitor({ owner, id: another, isNew: true, definition })
      await evaluation
      return object.getMonitor(another)?.state.evaluatedAt ?? null
    })
    expect(evaluated).not.toBeNull()
  })

  it('a preview shows what the monitor then did', async () => {
    const tenant = await addTenant()
    await sendErrors(tenant, Date.now() - 600_000, 3)
    const preview = await call('POST /monitors/preview', {
      token: tenant.member.token,
      body: { projectId: tenant.projectId, condition: ERRORS, recoverForMinutes: 0, days: 1 },
    })
    expect(preview.body.preview).toMatchObject({ firings: 1, firingMinutes: 5, partial: [] })
  })

  it('a monitor pauses and resumes, and ends its alert when its condition changes', async () => {
    const tenant = await addTenant()
    const { token } = tenant.admin
    const { id } = (await create(tenant)).body.monitor
    const at = `projectId=${tenant.projectId}`
    await sendErrors(tenant, Date.now() - 150_000, 3)
    await inside(tenant, (object) => object.alarm())
    const paused = await call(`POST /monitors/${id}/pause?${at}`, { token })
    expect(paused.body.monitor.status).toBe('paused')
    const resumed = await call(`POST /monitors/${id}/resume?${at}`, { token })
    expect(resumed.body.monitor.status).toBe('ok')
    const changed = await call(`PATCH /monitors/${id}?${at}`, {
      token,
      body: { name: 'many errors', condition: { ...ERRORS, comparison: { kind: 'above', threshold: 100 } } },
    })
    expect(changed.body.monitor).toMatchObject({ name: 'many errors', status: 'ok', severity: 'error' })
    expect((await call(`DELETE /monitors/${id}?${at}`, { token })).status).toBe(204)
    expect((await call(`GET /monitors/${id}?${at}`, { token })).status).toBe(404)
  })

  it.each([
    ['would recover while it fires', { ...ERRORS, comparison: { kind: 'above', threshold: 1, recoverAt: 2 } }],
    [
      'waits for the absence of new patterns',
      { measure: { signal: 'patterns', statistic: 'new' }, comparison: { kind: 'absent' } },
    ],
    ['has a window of a day', { ...ERRORS, windowMinutes: 1_440 }],
  ])('a monitor that %s is refused', async (_, condition) => {
    const answer = await create(await addTenant(), { condition })
    expect([answer.status, answer.body.issues?.[0]?.path]).toEqual([400, expect.stringContaining('body.condition')])
  })

  it('a monitor with one question too many is refused, and one that shares a question is not', async () => {
    const tenant = await addTenant()
    const asking = (contains: string | null, service: string) =>
      create(tenant, { condition: { ...ERRORS, measure: { ...ERRORS.measure, contains, service } } })
    for (let i = 0; i < 40; i += 1) expect((await asking(`w${i}`, 'a')).status).toBe(201)
    expect((await asking('another', 'a')).status).toBe(409)
    expect((await asking('w1', 'b')).status).toBe(201)
  })

  it('templates of monitors fit what the project sends', async () => {
    const tenant = await addTenant()
    await sendErrors(tenant, Date.now() - 60_000, 3)
    const { body } = await call(`GET /monitors/templates?projectId=${tenant.projectId}`, { token: tenant.member.token })
    const ids = body.templates.map(({ id }: { id: string }) => id)
    expect(ids).toEqual(expect.arrayContaining(['new_error_patterns', 'errors:checkout']))
    for (const { monitor } of body.templates.slice(0, 2)) expect((await create(tenant, monitor)).status).toBe(201)
  })
})
