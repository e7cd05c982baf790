import { describe, expect, it } from 'vitest'
import { call } from '../../support/api.ts'
import { describeSecurity } from '../../support/security-suite.ts'
import { addCredential, addProject, addTenant, addUser } from '../../support/tenants.ts'

describe('GET /projects', () => {
  it('the list of projects is newest first, and shows a narrowed key only its own', async () => {
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

  it('the list of projects requires the organization if it cannot be resolved', async () => {
    const user = await addUser(null, 'member')
    const answer = await call('GET /projects', { token: user.token })
    expect(answer.status).toBe(400)
    expect(answer.body.missingContext).toEqual(['organizationId'])
  })
})

describe('GET /projects/{projectId}', () => {
  it('a project is returned by its id', async () => {
    const { projectId, organizationId, member } = await addTenant()
    const answer = await call(`GET /projects/${projectId}`, { token: member.token })
    expect(answer.body).toEqual({ project: { id: projectId, organizationId, name: 'production', region: 'us-east-1' } })
  })

  it('an id that is not a uuid is refused, naming the field', async () => {
    const { secretKey } = await addTenant()
    const answer = await call('GET /projects/nope', { token: secretKey })
    expect(answer.status).toBe(400)
    expect(answer.body.issues[0].path).toBe('path.projectId')
  })

  it('a project answers 404 when the named organization is not its own', async () => {
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
