import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { Access } from '../../../src/auth/scope.ts'
import type { DomainContext } from '../../../src/domain/context.ts'
import type { ThreadAccess } from '../../../src/domain/threads/thread-access.ts'
import { settingsOf } from '../../../src/env.ts'
import { stillAllowed } from '../../../src/routes/runs/still-allowed.ts'
import { addCredential, addTenant } from '../../support/tenants.ts'

/** Later than anything an isolate remembers of a credential. */
const CACHE_AGE_MS = 31_000

function reader(token: string, organizationId: string) {
  let aheadMs = 0
  const ctx = {
    db: env.DB,
    bindings: env,
    settings: settingsOf(env),
    now: () => Date.now() + aheadMs,
    waitUntil: () => {},
  }
  const request = new Request('https://service.test/', { headers: { authorization: `Bearer ${token}` } })
  const thread = { id: 'x', tenants: { organizationIds: [organizationId], projectId: null } }
  const isAllowed = stillAllowed(
    // Only what the check uses.
    { access: {} as Access, ctx: ctx as unknown as DomainContext, request },
    thread as unknown as ThreadAccess,
  )
  return {
    isAllowed,
    later: () => {
      aheadMs += CACHE_AGE_MS
      return isAllowed()
    },
  }
}

describe('the reader of a stream', () => {
  it('may read on while its credential holds', async () => {
    const { secretKey, organizationId } = await addTenant()
    const { isAllowed, later } = reader(secretKey, organizationId)
    expect([await isAllowed(), await later()]).toEqual([true, true])
  })

  it('may not once its credential was revoked', async () => {
    const { organizationId } = await addTenant()
    const { value } = await addCredential('secret', { organizationId })
    const { isAllowed, later } = reader(value, organizationId)
    expect(await isAllowed()).toBe(true)
    await env.DB.prepare('update credentials set deactivated_at = 1 where organization_id = ? and last_four = ?')
      .bind(organizationId, value.slice(-4))
      .run()
    expect(await later()).toBe(false)
  })

  it('may not once the person was removed from the organization', async () => {
    const { member, organizationId } = await addTenant()
    const { isAllowed, later } = reader(member.token, organizationId)
    expect(await isAllowed()).toBe(true)
    await env.DB.prepare('delete from memberships where user_id = ?').bind(member.userId).run()
    expect(await later()).toBe(false)
  })
})
