import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { call } from '../../support/api.ts'
import { deliverDeletions, JOB_TIME_MS } from '../../support/deletions.ts'
import { laterContext } from '../../support/filled-project.ts'
import { describeSecurity } from '../../support/security-suite.ts'
import { addProject, addTenant } from '../../support/tenants.ts'

describe('POST /projects', () => {
  it('a project is created in its region', async () => {
    const { admin, organizationId } = await addTenant()
    const answer = await call('POST /projects', { token: admin.token, body: { name: 'eu', region: 'eu-west-3' } })
    expect(answer.status).toBe(201)
    expect(answer.body.project).toMatchObject({ organizationId, name: 'eu', region: 'eu-west-3' })
    const refused = await call('POST /projects', { token: admin.token, body: { name: 'x', region: 'moon-1' } })
    expect(refused.body.issues[0].path).toBe('body.region')
  })
})

describe('PATCH /projects/{projectId}', () => {
  it('a project can be renamed, but its region cannot be changed', async () => {
    const { admin, projectId } = await addTenant()
    const renamed = await call(`PATCH /projects/${projectId}`, { token: admin.token, body: { name: 'new' } })
    expect(renamed.body.project.name).toBe('new')
    expect((await call(`GET /projects/${projectId}`, { token: admin.token })).body.project.name).toBe('new')
    const refused = await call(`PATCH /projects/${projectId}`, { token: admin.token, body: { region: 'us-west-1' } })
    expect(refused.body.issues).toEqual([{ path: 'body.region', message: 'is not a known field' }])
  })
})

describe('DELETE /projects/{projectId}', () => {
  it('a deleted project answers 404 from then on, and the job removes every row but audit', async () => {
    const { admin, projectId, organizationId } = await addTenant()
    await addProject(organizationId, 'other')
    const answer = await call(`DELETE /projects/${projectId}`, { token: admin.token })
    expect(answer.status).toBe(204)
    expect((await call(`GET /projects/${projectId}`, { token: admin.token })).status).toBe(404)
    expect((await call(`DELETE /projects/${projectId}`, { token: admin.token })).status).toBe(404)
    const count = (table: string, column: string) =>
      env.DB.prepare(`select count(*) as n from ${table} where ${column} = ?`).bind(projectId).first<{ n: number }>()
    expect(await deliverDeletions(laterContext(JOB_TIME_MS))).toBe(0)
    expect((await count('projects', 'id'))?.n).toBe(0)
    expect((await count('credentials', 'project_id'))?.n).toBe(0)
    expect((await count('audit_entries', 'target_id'))?.n).toBe(1)
  })
})

describeSecurity('POST /projects', {
  operation: (tenant) => `POST /projects?organizationId=${tenant.organizationId}`,
  body: () => ({ name: 'x' }),
  foreign: 404,
  forbidden: ['member'],
})
describeSecurity('PATCH /projects/{projectId}', {
  operation: (tenant) => `PATCH /projects/${tenant.projectId}`,
  body: () => ({ name: 'x' }),
  foreign: 404,
  forbidden: ['member'],
})
describeSecurity('DELETE /projects/{projectId}', {
  operation: (tenant) => `DELETE /projects/${tenant.projectId}`,
  foreign: 404,
  forbidden: ['member'],
})
