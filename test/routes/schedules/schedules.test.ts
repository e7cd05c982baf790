import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { MonitorObject } from '../../../src/durable/monitors/monitor-object.ts'
import { placement } from '../../../src/wiring/placement.ts'
import { call } from '../../support/api.ts'
import { addTenant, type TestTenant } from '../../support/tenants.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const create = ({ admin, projectId }: TestTenant, change: object = {}) =>
  call('POST /schedules', {
    token: admin.token,
    body: {
      name: 's',
      question: 'What is connected?',
      projectId,
      timing: 'every weekday 09:00 Europe/Berlin',
      ...change,
    },
  })

describe('a schedule', () => {
  it('a schedule runs its question in a thread of its own and delivers the answer', async () => {
    const tenant = await addTenant()
    const { token } = tenant.admin
    const { projectId, organizationId } = tenant
    const told: { type: string; data: { text: string; threadId: string } }[] = []
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      told.push(JSON.parse(await new Request(input, init).text()))
      return new Response()
    })
    const target = { kind: 'webhook', url: 'https://hooks.observability.dev/in' }
    // Neither its severity nor its services keep an answer away that was asked for.
    const rules = { severityMin: 'critical', services: ['other'] }
    await call('POST /destinations', { token, body: { name: 'd', projectId, target, rules } })
    const made = await create(tenant)
    expect([made.status, made.body.schedule.timing]).toEqual([201, { cron: '0 9 * * 1-5', timeZone: 'Europe/Berlin' }])
    const { id } = made.body.schedule
    const begun = await call(`POST /schedules/${id}/run?projectId=${projectId}`, { token })
    expect([begun.status, begun.body.run]).toMatchObject([201, { state: 'running' }])
    const place = placement({ organizationId, projectId, region: 'us-east-1' })
    const stub = place.stub(env.MONITORS as DurableObjectNamespace<MonitorObject>, place.name('monitors'))
    await runInDurableObject(stub, (object) => object.settled())
    await vi.waitUntil(() => told.length > 0, 10_000)
    const { body } = await call(`GET /schedules/${id}/runs?projectId=${projectId}`, { token })
    expect(body.runs).toMatchObject([{ id: begun.body.run.id, state: 'answered', reason: null }])
    expect(told).toMatchObject([{ type: 'schedule.answered', data: { threadId: body.runs[0].threadId } }])
    expect(told[0]?.data.text.length).toBeGreaterThan(20)
    const runs = await call(`GET /threads/${body.runs[0].threadId}/runs`, { token })
    expect(runs.body.runs).toMatchObject([{ source: 'schedule' }])
  })

  it.each([
    ['timing in other words', { timing: 'each morning' }, 'body.timing'],
    ['a time zone that is none', { timing: { cron: '0 9 * * *', timeZone: 'Mars/X' } }, 'body.timing.timeZone'],
    ['times too close', { timing: { cron: '* * * * *', timeZone: 'UTC' } }, 'body.timing.cron'],
    ['a destination of nobody', { destinationIds: ['0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a55'] }, 'body.destinationIds'],
  ])('a schedule with %s is refused', async (_, change, path) => {
    const answer = await create(await addTenant(), change)
    expect([answer.status, answer.body.issues?.[0]?.path]).toEqual([400, path])
  })

  it('a schedule is changed, disabled and deleted', async () => {
    const tenant = await addTenant()
    const { token } = tenant.admin
    const at = (id: string) => `/schedules/${id}?projectId=${tenant.projectId}`
    const { id } = (await create(tenant)).body.schedule
    const changed = await call(`PATCH ${at(id)}`, { token, body: { enabled: false, timing: 'every day 10:00 UTC' } })
    expect(changed.body.schedule).toMatchObject({ enabled: false, nextAt: null, timing: { cron: '0 10 * * *' } })
    expect((await call(`DELETE ${at(id)}`, { token })).status).toBe(204)
    expect((await call(`GET ${at(id)}`, { token })).status).toBe(404)
  })
})
