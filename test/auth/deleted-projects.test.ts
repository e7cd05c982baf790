import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { credentialDigest } from '../../src/auth/credential-format.ts'
import { DELETED_PROJECTS_QUERY, loadCaller } from '../../src/auth/load-caller.ts'
import { addProject, addTenant } from '../support/tenants.ts'

describe('a caller', () => {
  it('is loaded with the deleted projects of its organizations and no others', async () => {
    const tenant = await addTenant()
    const other = await addTenant()
    const deleted = await addProject(tenant.organizationId)
    await env.DB.prepare('update projects set deleted_at = 1 where id in (?, ?)').bind(deleted, other.projectId).run()
    for (const token of [tenant.secretKey, tenant.admin.token, tenant.member.token]) {
      const loaded = await loadCaller(env.DB, await credentialDigest(token))
      expect(loaded?.caller).toMatchObject({ deletedProjectIds: [deleted] })
    }
  })

  it('costs no look at projects that are not deleted', async () => {
    const { results } = await env.DB.prepare(`explain query plan ${DELETED_PROJECTS_QUERY}`)
      .bind('x')
      .all<{ detail: string }>()
    const plan = results.map(({ detail }) => detail)
    expect(plan[0]).toMatch(/^SEARCH p USING (COVERING )?INDEX projects_deleted \(organization_id=\?\)$/)
    expect(plan.filter((step) => /^SCAN (?!\()/.test(step))).toEqual([])
  })
})
