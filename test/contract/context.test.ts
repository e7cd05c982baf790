/**
 * `organizationId` and `projectId` beside each other, in query or body, of every operation: one that does not exist or
 * is not of the addressed tenant is 404, with or without a right to what the other one names.
 */
import { describe, expect, it } from 'vitest'
import { call } from '../support/api.ts'
import { addCredential, addProject, addTenant, type TestTenant } from '../support/tenants.ts'
import { type Row, type Sample, SUBJECTS } from './subjects.ts'

type Named = Readonly<Record<string, string>>

function withQuery(sample: Sample, named: Named): Sample {
  const url = new URL(sample.path, 'https://service.test')
  for (const [name, value] of Object.entries(named)) url.searchParams.set(name, value)
  return { ...sample, path: `${url.pathname}${url.search}` }
}

/** Named in the body alone: the path's own query gives way. */
function withBody(sample: Sample, named: Named): Sample {
  const url = new URL(sample.path, 'https://service.test')
  const kept = { organizationId: url.searchParams.get('organizationId'), projectId: url.searchParams.get('projectId') }
  for (const name of Object.keys(kept)) url.searchParams.delete(name)
  const own = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== null))
  const body = typeof sample.body === 'object' ? sample.body : {}
  return { ...sample, path: `${url.pathname}${url.search}`, body: { ...body, ...own, ...named } }
}

async function statusOf({ method, path, body, isEndless = false }: Sample, token: string) {
  const answer = await call(`${method} ${path}`, { token, isEndless, ...(body === undefined ? {} : { body }) })
  return [answer.status, answer.status === 404 ? '' : answer.text]
}

async function asked(row: Row, named: (tenant: TestTenant) => Named | Promise<Named>, token?: string) {
  const tenant = await addTenant()
  const sample = await row.sample(tenant)
  const wrong = await named(tenant)
  const credential = token ?? tenant.admin.token
  const inQuery = await statusOf(withQuery(sample, wrong), credential)
  const inBody = sample.method === 'GET' ? [404, ''] : await statusOf(withBody(sample, wrong), credential)
  return { inQuery, inBody }
}

const NOT_FOUND = { inQuery: [404, ''], inBody: [404, ''] }

/** No credential of the API is accepted by the delivery endpoints, whatever is named: the matrix shows their 401. */
const TO_CREDENTIALS = Object.entries(SUBJECTS).filter(([, { admin }]) => admin !== 401)

describe.each(TO_CREDENTIALS)('%s', (_operationId, row) => {
  it('does not know an organization that does not exist, beside one’s own project', async () => {
    const named = ({ projectId }: TestTenant) => ({ projectId, organizationId: 'org_of_nobody' })
    expect(await asked(row, named)).toEqual(NOT_FOUND)
  })

  it('does not know another organization, beside one’s own project', async () => {
    const named = async ({ projectId }: TestTenant) => ({
      projectId,
      organizationId: (await addTenant()).organizationId,
    })
    expect(await asked(row, named)).toEqual(NOT_FOUND)
  })

  it('does not know another organization or project alone', async () => {
    const other = await addTenant()
    expect(await asked(row, () => ({ organizationId: other.organizationId }))).toEqual(NOT_FOUND)
    expect(await asked(row, () => ({ projectId: other.projectId }))).toEqual(NOT_FOUND)
  })
})

describe('a token narrowed to a project', () => {
  it('leaves members alone, its owner’s membership too', async () => {
    const { organizationId, projectId, member, admin } = await addTenant()
    for (const { userId } of [member, admin]) {
      const { value } = await addCredential('user', { userId, organizationId, projectId })
      for (const target of [member.userId, admin.userId, 'user_of_nobody']) {
        const answer = await call(`DELETE /members/${target}?organizationId=${organizationId}`, { token: value })
        expect([target, answer.status]).toEqual([target, 403])
      }
    }
    const list = await call(`GET /members?organizationId=${organizationId}`, { token: admin.token })
    expect(list.body.members).toHaveLength(2)
  })

  it('finds nothing of another project of its organization', async () => {
    const { organizationId, projectId, admin } = await addTenant()
    const other = await addProject(organizationId, 'second')
    const { value } = await addCredential('user', { userId: admin.userId, organizationId, projectId })
    for (const path of ['/projects', '/members', '/threads', '/me', '/organizations', '/data-sources/types']) {
      expect([path, (await call(`GET ${path}?projectId=${other}`, { token: value })).status]).toEqual([path, 404])
    }
  })
})
