import { describe, expect, it } from 'vitest'
import { call } from '../../support/api.ts'
import { describeSecurity } from '../../support/security-suite.ts'
import { addCredential, addProject, addTenant, addUser } from '../../support/tenants.ts'

describe('GET /projects', () => {
  it('lists the newest first, and only its own to a narrowed key', async () => {
    const tenant = await addTenant()
    const second = await addProject(tenant.organizationId, 'staging', 'eu-central-1')
    const all = await call('GET /projects', { token: tenant.secretKey })
    expect(all.body.projects.map((project: { id: string }) => project.id)).toEqual([second, tenant.projectId])
    const { organizationId, projectId } = tenant
    const narrowed = await addCredential('secret', { organizationId, projectId })
    const own = await call('GET /projects', { token: narrowed.value })
    expect(own.body.projects).toEqual([{ id: projectId, organizationId, name: 'production', region: 'us-east-1' }])
    const other = await call(`GET /projects/${second}`, { token: narrowed.value })
    expect(other.status).toBe(404)
  })

  it('asks for the organization where it cannot be resolved', async () => {
    const user = await addUser(null, 'member')
    const answer = await call('GET /projects', { token: user.token })
    expect(answer.status).toBe(400)
    expect(answer.body.missingContext).toEqual(['organizationId'])
  })
})

describe('GET /projects/{projectId}', () => {
  it('returns the project', async () => {
    const { projectId, organizationId, member } = await addTenant()
    const answer = await call(`GET /projects/${projectId}`, { token: member.token })
    expect(answer.body).toEqual({ project: { id: projectId, organizationId, name: 'production', region: 'us-east-1' } })
  })

  it('refuses an id that is no uuid, naming the field', async () => {
    const { secretKey } = await addTenant()
    const answer = await call('GET /projects/nope', { token: secretKey })
    expect(answer.status).toBe(400)
    expect(answer.body.issues[0].path).toBe('path.projectId')
  })

  it('answers 404 when the named organization is not the project’s', async () => {
    const tenant = await addTenant()
    const other = await addTenant()
    const answer = await call(`GET /projects/${tenant.projectId}?organizationId=${other.organizationId}`, {
      token: tenant.secretKey,
    })
    expect(answer.status).toBe(404)
  })
})

describeSecurity('GET /projects', {
  operation: (tenant) => `GET /projects?organizationId=${tenant.organizationId}`,
  foreign: 404,
})
describeSecurity('GET /projects/{projectId}', {
  operation: (tenant) => `GET /projects/${tenant.projectId}`,
  foreign: 404,
})
