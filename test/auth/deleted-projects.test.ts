import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { credentialDigest } from '../../src/auth/credential-format.ts'
import { loadCaller } from '../../src/auth/load-caller.ts'
import { explained, fullScans } from '../support/query-plans.ts'
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
    const statements = await explained((db) => loadCaller(db, 'x'))
    expect(fullScans(statements)).toEqual([])
    const [deleted] = statements.filter(({ sql }) => /"projects"."deleted_at" is not null/.test(sql))
    expect(deleted?.plan[0]).toMatch(
      /^SEARCH projects USING (COVERING )?INDEX projects_deleted \(organization_id=\?\)$/,
    )
  })
})
