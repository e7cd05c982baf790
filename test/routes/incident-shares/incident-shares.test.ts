/** Links to an incident: who makes them, what they show, what they never show, and what ends them. */
import { runDurableObjectAlarm } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sweepIncidentShares } from '../../../src/domain/oncall/incident-shares.ts'
import { investigateResult } from '../../support/alerts.ts'
import { call } from '../../support/api.ts'
import { laterContext } from '../../support/filled-project.ts'
import { addIncident, addShare } from '../../support/incident-shares.ts'
import { says, script, wants } from '../../support/scripted-agent.ts'
import { describeSecurity } from '../../support/security-suite.ts'
import { SYSTEM } from '../../support/system.ts'
import { addTenant, type TestTenant } from '../../support/tenants.ts'

const ONSET = Date.now() - 60_000

beforeEach(() => {
  script({
    model: (input) => (input.steps.length === 0 ? wants('investigate') : says('**Root cause: `pricing`**.')),
    tool: async ({ toolCallId, name }) => ({
      toolCallId,
      name,
      status: 'success',
      result: investigateResult('pricing', ONSET),
      artifacts: [],
      durationMs: 1,
    }),
  })
})

afterEach(() => {
  vi.restoreAllMocks()
})

const pathOf = ({ projectId }: TestTenant, incidentId: string, suffix = '') =>
  `/incidents/${incidentId}/shares${suffix}?projectId=${projectId}`

async function share(tenant: TestTenant, incidentId: string, body: object = {}) {
  const answer = await call(`POST ${pathOf(tenant, incidentId)}`, { token: tenant.member.token, body })
  if (answer.status !== 201) throw new Error(`the link was not made: ${answer.text}`)
  return answer.body.share
}

const open = (id: string, value: string, suffix = '') => call(`GET /shared-incidents/${id}${suffix}`, { token: value })

/** An incident that the investigation has answered. */
async function explained(tenant: TestTenant): Promise<string> {
  const id = await addIncident(tenant)
  const object = env.ON_CALL.getByName(`${tenant.organizationId}/${tenant.projectId}/on-call`)
  const isAnswered = async () => {
    await runDurableObjectAlarm(object)
    const { body } = await call(`GET /incidents/${id}?projectId=${tenant.projectId}`, { token: tenant.secretKey })
    expect(body.incident.investigation.state).toBe('answered')
  }
  await vi.waitFor(isAnswered, { timeout: 20_000, interval: 100 })
  return id
}

describe('a link to an incident', () => {
  it('is shown once, is stored as a digest, and lasts seven days unless another time is asked for', async () => {
    const tenant = await addTenant()
    const incidentId = await addIncident(tenant)
    const { url, value, ...made } = await share(tenant, incidentId)
    expect(value).toMatch(/^oas_share_[0-9a-z]{42}$/)
    // The fragment of an address is what browsers send to nobody.
    expect(url.endsWith(`/console/shared/${made.id}#${value}`)).toBe(true)
    expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBe(7 * 86_400_000)
    expect(made).toMatchObject({ incidentId, createdBy: `user ${tenant.member.userId}`, lastUsedAt: null })
    const list = await call(`GET ${pathOf(tenant, incidentId)}`, { token: tenant.secretKey })
    expect(list.body).toEqual({ shares: [made] })
    const row = await env.DB.prepare('select * from incident_shares where id = ?').bind(made.id).first()
    const { results: audited } = await env.DB.prepare('select * from audit_entries where target_id = ?')
      .bind(made.id)
      .all()
    expect(audited).toMatchObject([{ action: 'incident_share.create', actor_id: tenant.member.userId }])
    expect(JSON.stringify([row, audited])).not.toContain(value)
    const short = await share(tenant, incidentId, { expiresInSeconds: 300 })
    expect(Date.parse(short.expiresAt) - Date.parse(short.createdAt)).toBe(300_000)
  })

  it('is made for times between five minutes and 30 days, for incidents that exist, twenty at a time', async () => {
    const tenant = await addTenant()
    const incidentId = await addIncident(tenant)
    const token = tenant.member.token
    for (const expiresInSeconds of [299, 30 * 86_400 + 1, 300.5, '300'])
      expect((await call(`POST ${pathOf(tenant, incidentId)}`, { token, body: { expiresInSeconds } })).status).toBe(400)
    const nowhere = '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a55'
    expect((await call(`POST ${pathOf(tenant, nowhere)}`, { token, body: {} })).status).toBe(404)
    expect((await call(`GET ${pathOf(tenant, nowhere)}`, { token })).status).toBe(404)
    for (let i = 0; i < 20; i += 1) await addShare(tenant, { incidentId })
    expect((await call(`POST ${pathOf(tenant, incidentId)}`, { token, body: {} })).status).toBe(409)
  })

  it('shows the incident with its cause and rows, and nothing that leads elsewhere', async () => {
    const tenant = await addTenant()
    const incidentId = await explained(tenant)
    const feedback = { verdict: 'wrong', note: 'an inner matter' }
    const path = `POST /incidents/${incidentId}/feedback?projectId=${tenant.projectId}`
    expect((await call(path, { token: tenant.secretKey, body: feedback })).status).toBe(200)
    const { id, value, expiresAt } = await share(tenant, incidentId)
    const { status, body, text } = await open(id, value)
    expect([status, body.share]).toEqual([200, { id, expiresAt }])
    expect(body.incident).toMatchObject({
      id: incidentId,
      causeService: 'pricing',
      window: { services: ['pricing', 'checkout'], onset: new Date(ONSET).toISOString() },
      brief: { cause: { service: 'pricing' }, similar: [], answer: '' },
      feedback: null,
      messages: null,
      followUps: [],
      alertList: [{ title: 'HighErrorRate', labels: {}, links: [], query: null, entities: [] }],
    })
    expect(body.incident.analysis.hypotheses[0]).toMatchObject({ service: 'pricing', state: 'supported' })
    expect(body.incident).not.toHaveProperty('threadId')
    expect(text).not.toContain('an inner matter')
    const postmortem = await open(id, value, '/postmortem')
    expect(postmortem.body.postmortem.markdown).toContain('pricing')
    expect(postmortem.text).not.toContain('an inner matter')
    const telemetry = await open(id, value, '/telemetry')
    expect(telemetry.body).toEqual({ requests: [], logErrors: [], calls: { before: [], since: [] } })
  })

  it('shows rows of the services that a hypothesis names, within the window, whatever is asked', async () => {
    const tenant = await addTenant()
    const incidentId = await explained(tenant)
    await deliver(tenant, 'pricing', 'pricing is slow')
    await deliver(tenant, 'payroll', 'salaries of everybody')
    const { id, value } = await share(tenant, incidentId)
    const rows = await open(id, value, '/evidence?service=pricing&signal=logs')
    expect(rows.body).toMatchObject({
      spans: null,
      patterns: [{ template: 'pricing is slow', count: 1, comparedCount: 0 }],
    })
    const spans = await open(id, value, '/evidence?service=pricing&signal=spans')
    expect(spans.body).toEqual({ spans: { before: [], since: [] }, patterns: null })
    expect((await open(id, value, '/evidence?service=payroll&signal=logs')).status).toBe(404)
    for (const wrong of ['', '?service=pricing', '?service=pricing&signal=logs&from=2020-01-01T00:00:00Z'])
      expect([wrong, (await open(id, value, `/evidence${wrong}`)).status]).toEqual([wrong, 400])
  })

  it('ends when it is revoked, once and for all, by any member', async () => {
    const tenant = await addTenant()
    const incidentId = await addIncident(tenant)
    const { id, value } = await share(tenant, incidentId)
    expect((await open(id, value)).status).toBe(200)
    const revoke = () => call(`DELETE ${pathOf(tenant, incidentId, `/${id}`)}`, { token: tenant.admin.token })
    expect((await revoke()).status).toBe(204)
    const answer = await open(id, value)
    expect([answer.status, answer.body.message]).toEqual([401, expect.stringContaining('has expired or was revoked')])
    expect((await revoke()).status).toBe(404)
    const { results } = await env.DB.prepare('select action from audit_entries where target_id = ? order by id')
      .bind(id)
      .all()
    expect(results.map(({ action }) => action)).toEqual(['incident_share.create', 'incident_share.revoke'])
  })

  it('is revoked only where it belongs', async () => {
    const tenant = await addTenant()
    const { id, incidentId, value } = await addShare(tenant)
    const other = await addTenant()
    const token = other.admin.token
    expect((await call(`DELETE ${pathOf(tenant, incidentId, `/${id}`)}`, { token })).status).toBe(404)
    expect((await call(`DELETE ${pathOf(other, incidentId, `/${id}`)}`, { token })).status).toBe(404)
    expect((await open(id, value)).status).toBe(200)
  })

  it('ends when it expires, is then listed no more, and its row is removed', async () => {
    const tenant = await addTenant()
    const { id, incidentId, value } = await addShare(tenant, { expiresAt: Date.now() - 1 })
    expect((await open(id, value)).status).toBe(401)
    const list = await call(`GET ${pathOf(tenant, incidentId)}`, { token: tenant.secretKey })
    expect(list.body).toEqual({ shares: [] })
    const kept = await addShare(tenant, { incidentId })
    await sweepIncidentShares({ ctx: laterContext(0), scope: SYSTEM })
    const { results } = await env.DB.prepare('select id from incident_shares where project_id = ?')
      .bind(tenant.projectId)
      .all()
    expect(results).toEqual([{ id: kept.id }])
  })

  it.each([
    ['the project', 'update projects set deleted_at = 1 where organization_id = ?'],
    ['the organization', 'update organizations set deleted_at = 1 where id = ?'],
  ])('ends when %s is deleted', async (_, sql) => {
    const tenant = await addTenant()
    const { id, value } = await addShare(tenant)
    await env.DB.prepare(sql).bind(tenant.organizationId).run()
    expect((await open(id, value)).status).toBe(401)
  })

  it('says so when the incident is no longer stored', async () => {
    const tenant = await addTenant()
    const { id, value } = await addShare(tenant, { incidentId: '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a55' })
    for (const suffix of ['', '/postmortem', '/telemetry', '/evidence?service=pricing&signal=logs'])
      expect([suffix, (await open(id, value, suffix)).status]).toEqual([suffix, 404])
  })

  it('notes when it was last opened', async () => {
    const tenant = await addTenant()
    const { id, incidentId, value } = await addShare(tenant)
    await open(id, value)
    await vi.waitFor(async () => {
      const { body } = await call(`GET ${pathOf(tenant, incidentId)}`, { token: tenant.secretKey })
      expect(Date.parse(body.shares[0].lastUsedAt)).toBeGreaterThan(Date.now() - 60_000)
    })
  })
})

describe('a link opened in a browser', () => {
  const SERVICE = 'https://service.test'
  const opened = (token?: string) =>
    exports.default.fetch(`${SERVICE}/oauth/share`, {
      method: 'POST',
      headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), origin: SERVICE },
    })
  const withCookie = (path: string, cookie: string, headers: Record<string, string> = {}) =>
    call(`GET ${path}`, { headers: { cookie, ...headers } })

  it('becomes a cookie for its own requests alone, out of reach of scripts and of other sites', async () => {
    const tenant = await addTenant()
    const { id, value, incidentId } = await addShare(tenant)
    const answer = await opened(value)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    const [cookie = '', ...attributes] = (answer.headers.get('set-cookie') ?? '').split('; ')
    expect(attributes).toEqual(
      expect.arrayContaining([`Path=/v1/shared-incidents/${id}`, 'HttpOnly', 'SameSite=Strict']),
    )
    const maxAge = Number(attributes.find((one) => one.startsWith('Max-Age='))?.slice(8))
    expect(maxAge).toBeGreaterThan(500)
    expect(maxAge).toBeLessThanOrEqual(600)
    expect((await withCookie(`/shared-incidents/${id}`, cookie)).body.incident.id).toBe(incidentId)
    const foreign = await withCookie(`/shared-incidents/${id}`, cookie, { 'sec-fetch-site': 'cross-site' })
    expect(foreign.status).toBe(401)
    const other = await addShare(tenant)
    expect((await withCookie(`/shared-incidents/${other.id}`, cookie)).status).toBe(404)
    expect((await withCookie(`/incidents/${incidentId}?projectId=${tenant.projectId}`, cookie)).status).toBe(401)
  })

  it('is refused plainly when it does not work, and sets no cookie', async () => {
    const { value } = await addShare(await addTenant(), { expiresAt: Date.now() - 1 })
    for (const token of [value, 'garbage', (await addTenant()).admin.token, undefined]) {
      const answer = await opened(token)
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([401, null])
      expect(await answer.json()).toMatchObject({ code: 'UNAUTHORIZED' })
    }
  })
})

async function deliver({ publicKey }: TestTenant, service: string, text: string): Promise<void> {
  const timeUnixNano = `${BigInt(Date.now()) * 1_000_000n}`
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: service } }] }
  const logRecords = [{ timeUnixNano, severityNumber: 17, body: { stringValue: text } }]
  const answer = await exports.default.fetch(`https://service.test/intake/k/${publicKey}/v1/logs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] }),
  })
  expect(answer.status).toBe(200)
}

const security = { foreign: 404, forbidden: ['partnerKey'] } as const
describeSecurity('incidentShares.create', {
  ...security,
  operation: async (tenant) => `POST ${pathOf(tenant, await addIncident(tenant))}`,
  body: () => ({}),
})
describeSecurity('incidentShares.list', {
  ...security,
  operation: async (tenant) => `GET ${pathOf(tenant, await addIncident(tenant))}`,
})
describeSecurity('incidentShares.revoke', {
  ...security,
  operation: async (tenant) => {
    const { id, incidentId } = await addShare(tenant)
    return `DELETE ${pathOf(tenant, incidentId, `/${id}`)}`
  },
})
