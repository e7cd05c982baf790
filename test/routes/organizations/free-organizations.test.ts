import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { loadAccount } from '../../../src/db/billing/load-account.ts'
import { settingsOf } from '../../../src/env.ts'
import { call } from '../../support/api.ts'
import { addTenant, addUser } from '../../support/tenants.ts'

const MOST = settingsOf(env).FREE_ORGANIZATIONS_PER_PERSON

const make = (token: string, name = 'Acme', headers: Record<string, string> = {}) =>
  call('POST /organizations', { token, body: { name }, headers })

async function balanceOf(organizationId: string): Promise<number | undefined> {
  return (await loadAccount(env.DB, organizationId, Date.now()))?.balanceMicro
}

describe('free organizations of one person', () => {
  it(`one person has at most ${MOST} free organizations, also by requests at the same time`, async () => {
    const { token } = await addUser(null, 'member')
    const answers = await Promise.all(Array.from({ length: 60 }, () => make(token)))
    const statuses = answers.map((answer) => answer.status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(MOST)
    expect(statuses.filter((status) => status === 409)).toHaveLength(60 - MOST)
    const refused = answers.find((answer) => answer.status === 409)
    expect([refused?.body.code, refused?.body.message]).toEqual(['CONFLICT', expect.stringContaining('paid plan')])
    expect((await call('GET /organizations', { token })).body.organizations).toHaveLength(MOST)
  })

  it('the starting credits come once', async () => {
    const { token } = await addUser(null, 'member')
    const ids: string[] = []
    for (let i = 0; i < 3; i += 1) ids.push((await make(token, `Org ${i}`)).body.organization.id)
    expect(await Promise.all(ids.map(balanceOf))).toEqual([50_000_000, 0, 0])
    // One that was deleted does not bring them back.
    const one = await addUser(null, 'member')
    const first = (await make(one.token)).body.organization.id
    await env.DB.prepare('update organizations set deleted_at = 1 where id = ?').bind(first).run()
    expect(await balanceOf((await make(one.token)).body.organization.id)).toBe(0)
  })

  it('paid organizations, and those of an operator or a partner, do not count as free ones', async () => {
    const { token } = await addUser(null, 'member')
    const made = await Promise.all(Array.from({ length: MOST }, () => make(token)))
    expect((await make(token)).status).toBe(409)
    await env.DB.prepare(
      `insert into billing_subscriptions (id, organization_id, plan_slug, status, anchor_at, cycle_number,
         cycle_starts_at, cycle_ends_at, started_at) values ('paid-' || ?1, ?1, 'starter', 'active', ?2, 0, ?2, ?3, ?2)`,
    )
      .bind(made[0]?.body.organization.id, Date.now(), Date.now() + 30 * 86_400_000)
      .run()
    expect((await make(token)).status).toBe(201)
    const { partnerKey, admin } = await addTenant()
    for (let i = 0; i <= MOST; i += 1) expect((await make(partnerKey)).status).toBe(201)
    expect((await make(admin.token)).status).toBe(201)
  })

  it('a repetition with the same key counts once', async () => {
    const { token } = await addUser(null, 'member')
    for (let i = 0; i < MOST; i += 1) await make(token, 'Acme', { 'idempotency-key': String(i) })
    const again = await make(token, 'Acme', { 'idempotency-key': '0' })
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
  })
})

describe('a slug', () => {
  it('a hundred organizations of one name, created at the same time, get a slug each', async () => {
    const people = await Promise.all(Array.from({ length: 100 }, () => addUser(null, 'member')))
    const name = `Race ${people[0]?.userId.slice(-8)}`
    const answers = await Promise.all(people.map(({ token }) => make(token, name)))
    expect(answers.filter((answer) => answer.status !== 201).map((answer) => answer.text)).toEqual([])
    const slugs = new Set(answers.map((answer) => answer.body.organization.slug))
    expect(slugs.size).toBe(100)
    for (const slug of slugs) expect(slug).toMatch(/^race-[a-z0-9-]{1,43}$/)
  })
})
