import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { organizationQuery, refusalOf } from '../../../scripts/admin/delete-organization.ts'
import { subscriptionRows } from '../../../scripts/admin/subscription-rows.ts'
import { call } from '../../support/api.ts'
import { deleteOrganizationAsOperator, deliverDeletions, JOB_TIME_MS } from '../../support/deletions.ts'
import { deliverTo, fillProject, laterContext, platformFetch, vercel } from '../../support/filled-project.ts'
import { script } from '../../support/scripted-agent.ts'
import { addCredential, addTenant } from '../../support/tenants.ts'

const HOUR_MS = 3_600_000
/** Longer than anything an isolate remembers of credentials, projects and keys. */
const REMEMBERED_MS = 31_000
const OUT_OF_ORDER = { seed: 1, serverErrorRate: 1, rateLimitedRate: 0, answerLostRate: 0 }

const countOf = (table: string, where: string, ...values: string[]) =>
  env.DB.prepare(`select count(*) as n from ${table} where ${where}`)
    .bind(...values)
    .first<number>('n')

async function auditOf(organizationId: string, action: string): Promise<Record<string, unknown>[]> {
  const { results } = await env.DB.prepare('select detail from audit_entries where organization_id = ? and action = ?')
    .bind(organizationId, action)
    .all<{ detail: string }>()
  return results.map(({ detail }) => JSON.parse(detail))
}

beforeAll(() => {
  script()
  vi.stubGlobal('fetch', platformFetch)
})
afterEach(() => {
  vi.useRealTimers()
  vercel.control.chaos(null)
})

describe('an organization that was marked deleted', () => {
  it('a deleted organization is 401 or 404 everywhere once isolates have forgotten it, before its job begins', async () => {
    const tenant = await addTenant()
    const { organizationId, projectId } = tenant
    const { threadIds, runId, connectionId, intakeKeys } = await fillProject(tenant, { marker: 'a' })
    const fixed = await addCredential('user', { userId: tenant.member.userId, organizationId })
    const email = await env.DB.prepare('select email from users where id = ?').bind(tenant.member.userId).first('email')
    const body = { email: `x-${email}`, organizationId }
    const invited = await call('POST /members/invitations', { token: tenant.admin.token, body })
    const operations = [
      `GET /organizations/${organizationId}`,
      `GET /projects?organizationId=${organizationId}`,
      `GET /projects/${projectId}`,
      `GET /threads?projectId=${projectId}`,
      `GET /threads/${threadIds[0]}`,
      `GET /threads/${threadIds[0]}/messages`,
      `GET /runs/${runId}`,
      `GET /data-sources/connections/${connectionId}`,
      `GET /search/threads?q=a&projectId=${projectId}`,
      `GET /public-keys?projectId=${projectId}`,
      `GET /members?organizationId=${organizationId}`,
      `GET /billing/summary?organizationId=${organizationId}`,
    ]
    const statuses = async (token: string) => {
      const answers = await Promise.all(operations.map((operation) => call(operation, { token })))
      return new Set(answers.map(({ status }) => status))
    }
    expect(await statuses(tenant.admin.token)).toEqual(new Set([200]))
    expect(await statuses(tenant.secretKey)).toEqual(new Set([200]))
    for (const key of intakeKeys) expect((await deliverTo(key)).status).toBe(200)

    await deleteOrganizationAsOperator(organizationId)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + REMEMBERED_MS })
    expect(await statuses(tenant.admin.token)).toEqual(new Set([404]))
    expect(await statuses(tenant.secretKey)).toEqual(new Set([401]))
    expect(await statuses(fixed.value)).toEqual(new Set([401]))
    const partners = await call(`GET /projects?organizationId=${organizationId}`, { token: tenant.partnerKey })
    expect(partners.status).toBe(404)
    const listed = await call('GET /organizations', { token: tenant.partnerKey })
    expect(listed.text).not.toContain(organizationId)
    for (const key of intakeKeys) expect((await deliverTo(key)).status).toBe(401)
    const token = new URL(invited.body.acceptUrl).href.split(/[/=]/).at(-1) ?? ''
    const accepted = await call('POST /members/invitations/accept', { token: tenant.member.token, body: { token } })
    expect(accepted.status).toBe(404)
    expect((await call('GET /me', { token: tenant.member.token })).status).toBe(200)
    // Its job waits for this: nothing of it is removed yet.
    expect(await deliverDeletions(laterContext(0))).toBe(1)
    // Three that were asked for, and the one of the incident.
    expect(await countOf('threads', 'organization_id = ?', organizationId)).toBe(4)
    await deliverDeletions(laterContext(JOB_TIME_MS))
  })

  it('a deletion can be withdrawn until its job starts, and two requests for it start one job', async () => {
    const tenant = await addTenant()
    const { organizationId } = tenant
    await deleteOrganizationAsOperator(organizationId)
    await deleteOrganizationAsOperator(organizationId)
    expect(await countOf('outbox', "queue = 'deletion' and payload like ?", `%${organizationId}%`)).toBe(1)
    expect(await auditOf(organizationId, 'organization.delete')).toEqual([{}])
    await env.DB.batch([
      env.DB.prepare('update organizations set deleted_at = null where id = ?').bind(organizationId),
      env.DB.prepare('update projects set deleted_at = null where organization_id = ?').bind(organizationId),
    ])
    expect(await deliverDeletions(laterContext(JOB_TIME_MS))).toBe(0)
    expect((await call(`GET /projects/${tenant.projectId}`, { token: tenant.admin.token })).status).toBe(200)
  })
})

describe('a deleted project', () => {
  it('a deleted project and everything known by an id of its own are 404 at once, before its job begins', async () => {
    const tenant = await addTenant()
    const { admin, secretKey, partnerKey, projectId, publicKeyId } = tenant
    const { threadIds, runId, connectionId } = await fillProject(tenant, { marker: 'b' })
    const operations = [
      `GET /threads/${threadIds[1]}`,
      `GET /runs/${runId}`,
      `GET /runs/${runId}/stream`,
      `GET /data-sources/connections/${connectionId}`,
      `GET /public-keys/${publicKeyId}`,
      `POST /threads/${threadIds[1]}/messages`,
    ]
    const ask = (operation: string, token: string) =>
      call(operation, { token, isEndless: true, ...(operation.startsWith('POST') ? { body: { message: 'x' } } : {}) })
    for (const operation of operations) expect((await ask(operation, secretKey)).status).toBeLessThan(300)
    expect((await call(`GET /public-keys/${publicKeyId}`, { token: partnerKey })).status).toBe(200)
    expect((await call(`DELETE /projects/${projectId}`, { token: admin.token })).status).toBe(204)
    for (const token of [admin.token, secretKey])
      for (const operation of operations)
        expect([operation, (await ask(operation, token)).status]).toEqual([operation, 404])
    expect((await call(`GET /public-keys/${publicKeyId}`, { token: partnerKey })).status).toBe(404)
    await deliverDeletions(laterContext(JOB_TIME_MS))
  })
})

describe('the subscription of a deleted organization', () => {
  it('deleting an organization with a subscription needs an explicit option, charges the deficit at the end, and never renews', async () => {
    const tenant = await addTenant()
    const { organizationId } = tenant
    const now = Date.now()
    const rows = subscriptionRows({ organizationId, planSlug: 'starter', startedAt: now - 86_400_000, now })
    await env.DB.batch(rows.map((row) => env.DB.prepare(row)))
    await env.DB.prepare(
      `insert into billing_ledger_entries (id, organization_id, entry_key, kind, amount_micro, effective_at, created_at)
       values (?1, ?1, ?1, 'usage', -310000000, ?2, ?2)`,
    )
      .bind(organizationId, now)
      .run()
    const found = await env.DB.prepare(organizationQuery(organizationId)).first()
    // The columns are those of the query.
    const organization = found as unknown as Parameters<typeof refusalOf>[0]
    expect(refusalOf(organization, false)).toMatch(/on the plan starter.*--end-subscription/)
    expect(refusalOf(organization, true)).toBeNull()
    expect(refusalOf(undefined, true)).toBe('There is no such organization.')

    await deleteOrganizationAsOperator(organizationId)
    const again = (await env.DB.prepare(organizationQuery(organizationId)).first()) as unknown as typeof organization
    expect(refusalOf(again, true)).toBe('The organization is being deleted already.')
    expect(await deliverDeletions(laterContext(JOB_TIME_MS))).toBe(0)
    const { results } = await env.DB.prepare(
      `select kind, subscription_charge_cents as charge, deficit_charge_cents as deficit from billing_invoices
       where organization_id = ? order by issued_at`,
    )
      .bind(organizationId)
      .all()
    expect(results).toEqual([
      { kind: 'start', charge: 2900, deficit: 0 },
      { kind: 'final', charge: 0, deficit: 120 },
    ])
    const status = 'select status from billing_subscriptions where organization_id = ?'
    expect(await env.DB.prepare(status).bind(organizationId).first('status')).toBe('canceled')
    const balance = 'select sum(amount_micro) as micro from billing_ledger_entries where organization_id = ?'
    expect(await env.DB.prepare(balance).bind(organizationId).first('micro')).toBe(0)
    expect(await auditOf(organizationId, 'billing.end_subscription')).toEqual([{ plan: 'starter' }])
  })
})

describe('streams of a deleted organization', () => {
  it('streams of a deleted organization are taken down later where their platform fails, and the rest of the data at once', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    vi.spyOn(scheduler, 'wait').mockResolvedValue(undefined)
    const tenant = await addTenant()
    const { organizationId } = tenant
    await fillProject(tenant, { marker: 'c', streams: 'provisioned' })
    await deleteOrganizationAsOperator(organizationId)
    vercel.control.chaos(OUT_OF_ORDER)
    expect(await deliverDeletions(laterContext(JOB_TIME_MS))).toBe(1)
    expect(await countOf('threads', 'organization_id = ?', organizationId)).toBe(0)
    expect(await countOf('streams', 'organization_id = ?', organizationId)).toBe(1)
    vercel.control.chaos(null)
    expect(await deliverDeletions(laterContext(HOUR_MS))).toBe(0)
    expect(vercel.destinations().filter(({ isForeign }) => !isForeign)).toEqual([])
    expect(await countOf('organizations', 'id = ?', organizationId)).toBe(0)
  })

  it('taking down streams is given up after a day, and the audit says what is left on the platform', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    vi.spyOn(scheduler, 'wait').mockResolvedValue(undefined)
    const tenant = await addTenant()
    const { organizationId } = tenant
    const { streamIds } = await fillProject(tenant, { marker: 'd', streams: 'provisioned' })
    const remote = await env.DB.prepare('select remote from streams where id = ?')
      .bind(streamIds[0])
      .first<string>('remote')
    await deleteOrganizationAsOperator(organizationId)
    vercel.control.chaos(OUT_OF_ORDER)
    expect(await deliverDeletions(laterContext(23 * HOUR_MS))).toBe(1)
    expect(await deliverDeletions(laterContext(25 * HOUR_MS))).toBe(0)
    expect(await countOf('organizations', 'id = ?', organizationId)).toBe(0)
    expect(await auditOf(organizationId, 'stream.left_on_platform')).toEqual([
      { provider: 'vercel', remote: JSON.parse(remote ?? ''), reason: expect.stringContaining('Vercel') },
    ])
  })
})
