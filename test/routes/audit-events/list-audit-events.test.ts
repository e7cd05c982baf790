import { describe, expect, it } from 'vitest'
import { call } from '../../support/api.ts'
import { describeSecurity } from '../../support/security-suite.ts'
import { addProject, addTenant, type TestTenant } from '../../support/tenants.ts'

const list = ({ organizationId, admin }: TestTenant, query = '') =>
  call(`GET /audit-events?organizationId=${organizationId}${query}`, { token: admin.token })

const actionsOf = ({ body }: Awaited<ReturnType<typeof list>>) =>
  body.events.map(({ action }: { action: string }) => action)

/** A role, an invitation and an alert key, in this order; the last by the organization's own key. */
async function changed(tenant: TestTenant): Promise<void> {
  const { organizationId, projectId, admin, member, secretKey } = tenant
  const made = [
    await call(`PATCH /members/${member.userId}/role?organizationId=${organizationId}`, {
      token: admin.token,
      body: { role: 'admin' },
    }),
    await call('POST /members/invitations', {
      token: member.token,
      body: { email: 'new@example.test', organizationId },
    }),
    await call('POST /alert-keys', { token: secretKey, body: { name: 'k', projectId } }),
  ]
  expect(made.map(({ status }) => status)).toEqual([200, 201, 201])
}

describe('auditEvents.list', () => {
  it('returns who did what when, newest first, with the names that they have now', async () => {
    const tenant = await addTenant()
    await changed(tenant)
    const answer = await list(tenant)
    expect(actionsOf(answer)).toEqual(['alert_key.create', 'invitation.create', 'member.update_role'])
    const [key, , role] = answer.body.events
    expect(key).toMatchObject({
      actor: { kind: 'secret_key', name: 'test' },
      projectId: tenant.projectId,
      detail: { name: 'k', source: null, isSigned: false },
    })
    expect(role).toMatchObject({
      actor: { kind: 'user', id: tenant.admin.userId, name: 'Test admin' },
      targetId: tenant.member.userId,
      projectId: null,
    })
    expect(Date.parse(role.at)).toBeGreaterThan(Date.now() - 60_000)
    expect(role.requestId).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('shows nothing of another organization, nor of its projects', async () => {
    const tenant = await addTenant()
    await changed(await addTenant())
    expect((await list(tenant)).body).toEqual({ events: [], nextCursor: null })
  })

  it('finds by actor, by action or kind of thing, by project and by time', async () => {
    const tenant = await addTenant()
    await changed(tenant)
    const other = await addProject(tenant.organizationId, 'second')
    const time = (await list(tenant)).body.events[1].at
    const found = async (query: string) => actionsOf(await list(tenant, query))
    expect(await found(`&actorId=${tenant.member.userId}`)).toEqual(['invitation.create'])
    expect(await found('&action=member')).toEqual(['member.update_role'])
    expect(await found('&action=member.update_role')).toEqual(['member.update_role'])
    expect(await found('&action=mem')).toEqual([])
    expect(await found(`&projectId=${tenant.projectId}`)).toEqual(['alert_key.create'])
    expect(await found(`&projectId=${other}`)).toEqual([])
    expect(await found(`&to=${time}`)).toEqual(['member.update_role'])
    expect(await found(`&from=${time}`)).toEqual(['alert_key.create', 'invitation.create'])
    for (const wrong of ['&action=Member', '&action=a.b.c', '&from=yesterday', '&limit=0'])
      expect([wrong, (await list(tenant, wrong)).status]).toEqual([wrong, 400])
  })

  it('goes on where the page before ended', async () => {
    const tenant = await addTenant()
    await changed(tenant)
    const first = await list(tenant, '&limit=2')
    const second = await list(tenant, `&limit=2&cursor=${first.body.nextCursor}`)
    expect([...actionsOf(first), ...actionsOf(second)]).toEqual([
      'alert_key.create',
      'invitation.create',
      'member.update_role',
    ])
    expect(second.body.nextCursor).toBeNull()
  })
})

describeSecurity('auditEvents.list', {
  operation: ({ organizationId }) => `GET /audit-events?organizationId=${organizationId}`,
  foreign: 404,
  forbidden: ['member', 'secretKey', 'partnerKey'],
})
