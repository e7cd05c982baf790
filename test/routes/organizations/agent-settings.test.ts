import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { isMasked } from '../../../src/domain/organizations/agent-settings.ts'
import { makeAgentServices } from '../../../src/durable/thread/agent-services.ts'
import { settingsOf } from '../../../src/env.ts'
import { call } from '../../support/api.ts'
import { describeSecurity } from '../../support/security-suite.ts'
import { addTenant, type TestTenant } from '../../support/tenants.ts'

const path = (tenant: TestTenant) => `/organizations/${tenant.organizationId}/agent-settings`
const read = (tenant: TestTenant) => call(`GET ${path(tenant)}`, { token: tenant.member.token })
const change = (tenant: TestTenant, body: unknown) => call(`PATCH ${path(tenant)}`, { token: tenant.admin.token, body })

function reading({ masking = 'off' as 'on' | 'off', now = () => Date.now(), db = env.DB as D1Database } = {}) {
  return { db, settings: { ...settingsOf(env), AGENT_MASKING: masking }, now }
}

/** A database that counts what it is asked. */
function countingDb(): { readonly db: D1Database; readonly reads: () => number } {
  let reads = 0
  const db = new Proxy(env.DB, {
    get(target, name) {
      if (name === 'prepare') reads += 1
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { db, reads: () => reads }
}

async function auditOf(tenant: TestTenant): Promise<unknown[]> {
  const { results } = await env.DB.prepare(
    "select actor_kind, target_id, detail from audit_entries where organization_id = ? and action = 'organization.update_agent_settings' order by created_at, id",
  )
    .bind(tenant.organizationId)
    .all()
  return results
}

describe('GET and PATCH /organizations/{organizationId}/agent-settings', () => {
  it('the settings follow the deployment until the organization makes a choice, and again when it takes it back', async () => {
    const tenant = await addTenant()
    expect((await read(tenant)).body).toEqual({ agentSettings: { maskingEnabled: false, maskingSetBy: 'deployment' } })
    const on = { agentSettings: { maskingEnabled: true, maskingSetBy: 'organization' } }
    expect((await change(tenant, { maskingEnabled: true })).body).toEqual(on)
    expect((await read(tenant)).body).toEqual(on)
    const off = { agentSettings: { maskingEnabled: false, maskingSetBy: 'organization' } }
    expect((await change(tenant, { maskingEnabled: false })).body).toEqual(off)
    const taken = await change(tenant, { maskingEnabled: null })
    expect(taken.body).toEqual({ agentSettings: { maskingEnabled: false, maskingSetBy: 'deployment' } })
  })

  it('each change leaves an audit row, and a request that changes nothing leaves none', async () => {
    const tenant = await addTenant()
    for (const body of [{ maskingEnabled: true }, { maskingEnabled: true }, {}, { maskingEnabled: null }]) {
      expect((await change(tenant, body)).status).toBe(200)
    }
    const rows = (await auditOf(tenant)) as { detail: string }[]
    expect(rows).toMatchObject([{ actor_kind: 'user', target_id: tenant.organizationId }, {}])
    expect(rows.map((row) => JSON.parse(row.detail))).toEqual([{ maskingEnabled: true }, { maskingEnabled: null }])
  })

  it('the settings of one organization change no other', async () => {
    const [mine, other] = [await addTenant(), await addTenant()]
    await change(mine, { maskingEnabled: true })
    expect((await read(other)).body.agentSettings.maskingEnabled).toBe(false)
    expect(await isMasked({ ctx: reading(), scope: mine })).toBe(true)
    expect(await isMasked({ ctx: reading(), scope: other })).toBe(false)
  })

  it('any value except true, false and null is refused', async () => {
    const answer = await change(await addTenant(), { maskingEnabled: 'on' })
    expect(answer.status).toBe(400)
    expect(answer.body.issues[0].path).toBe('body.maskingEnabled')
    expect((await change(await addTenant(), { masking: true })).status).toBe(400)
  })
})

describe('whether a run of an organization is masked', () => {
  it('the choice is read once and then known for half a minute, so that runs read no row for it', async () => {
    const tenant = await addTenant()
    const { db, reads } = countingDb()
    let now = 1_000_000
    for (let run = 0; run < 50; run += 1) await isMasked({ ctx: reading({ db, now: () => now }), scope: tenant })
    expect(reads()).toBe(1)
    now += 30_000
    await isMasked({ ctx: reading({ db, now: () => now }), scope: tenant })
    expect(reads()).toBe(2)
  })

  it('a change of the choice holds at once where it was made, and elsewhere within a minute', async () => {
    const tenant = await addTenant()
    expect(await isMasked({ ctx: reading(), scope: tenant })).toBe(false)
    await change(tenant, { maskingEnabled: true })
    expect(await isMasked({ ctx: reading(), scope: tenant })).toBe(true)
    // What another isolate changed is not known here until the copy is old.
    await env.DB.prepare('update organizations set agent_masking = 0 where id = ?').bind(tenant.organizationId).run()
    expect(await isMasked({ ctx: reading({ now: () => Date.now() + 60_000 }), scope: tenant })).toBe(false)
  })

  it('without a choice the deployment decides, and a choice wins over the deployment', async () => {
    const tenant = await addTenant()
    expect(await isMasked({ ctx: reading({ masking: 'on' }), scope: tenant })).toBe(true)
    await change(tenant, { maskingEnabled: false })
    expect(await isMasked({ ctx: reading({ masking: 'on' }), scope: tenant })).toBe(false)
  })

  it('the choice is asked for by runs of a deployment that has a provider, and not where nothing leaves', async () => {
    const tenant = await addTenant()
    await change(tenant, { maskingEnabled: true })
    const provider = {
      AGENT_MODEL: 'openai-compatible',
      OPENAI_BASE_URL: 'https://models.test/v1',
      OPENAI_MODEL: 'some-model',
    }
    const services = await makeAgentServices({ ...env, ...provider })
    expect(await services.isMasked?.(tenant.organizationId)).toBe(true)
    expect(await services.isMasked?.((await addTenant()).organizationId)).toBe(false)
    expect((await makeAgentServices(env)).isMasked).toBeUndefined()
  })

  it('a prompt is masked when the choice cannot be read, because a prompt that was sent cannot be withdrawn', async () => {
    const broken = {
      prepare: () => {
        throw new Error('out of reach')
      },
    } as unknown as D1Database
    expect(await isMasked({ ctx: reading({ db: broken }), scope: await addTenant() })).toBe(true)
  })
})

describeSecurity('GET /organizations/{organizationId}/agent-settings', {
  operation: (tenant) => `GET ${path(tenant)}`,
  foreign: 404,
  forbidden: [],
})
describeSecurity('PATCH /organizations/{organizationId}/agent-settings', {
  operation: (tenant) => `PATCH ${path(tenant)}`,
  body: () => ({ maskingEnabled: true }),
  foreign: 404,
  forbidden: ['member', 'partnerKey'],
})
