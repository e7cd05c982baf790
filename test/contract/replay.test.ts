/**
 * The replay column of the tenant matrix: every POST with an Idempotency-Key as every kind of credential, then the same
 * request with the same key by whom a stored answer is not for. Who may is decided on every attempt: a repetition has
 * the status of a first attempt by that caller, now; and only the same principal with the same reach sees the record.
 */
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { forgetCallers } from '../../src/auth/authenticate.ts'
import { type Answer, call } from '../support/api.ts'
import '../support/lazy-modules.ts'
import { addCredential, addTenant, addUser, type TestTenant } from '../support/tenants.ts'
import { servedDocument } from './document.ts'
import { type Row, type Sample, SUBJECTS } from './subjects.ts'

type Kind = 'admin' | 'member' | 'secret' | 'partner' | 'narrowed'
const KINDS: readonly Kind[] = ['admin', 'member', 'secret', 'partner', 'narrowed']
const KEY = 'the same key'

/** Status, and whether it was replayed. */
type Seen = readonly [number, boolean]
const seen = (answer: Answer): Seen => [answer.status, answer.headers.has('idempotency-replayed')]

function send({ method, path, body }: Sample, token: string): Promise<Answer> {
  const headers = { 'idempotency-key': KEY }
  return call(`${method} ${path}`, { token, headers, ...(body === undefined ? {} : { body }) })
}

interface Principal {
  readonly token: string
  readonly credentialId: string | null
  readonly userId: string | null
}

async function principalOf(kind: Kind, tenant: TestTenant): Promise<Principal> {
  const { organizationId, projectId, superorganizationId } = tenant
  if (kind === 'admin' || kind === 'member') return { ...tenant[kind], credentialId: null }
  const made =
    kind === 'partner'
      ? await addCredential('partner', { superorganizationId })
      : await addCredential('secret', { organizationId, projectId: kind === 'narrowed' ? projectId : null })
  return { token: made.value, credentialId: made.id, userId: null }
}

/** The same person or organization with a credential of the project alone. */
async function narrowedToken(tenant: TestTenant, { userId }: Principal): Promise<string> {
  const { organizationId, projectId } = tenant
  if (userId === null) return (await addCredential('secret', { organizationId, projectId })).value
  return (await addCredential('user', { userId, organizationId, projectId })).value
}

async function demote({ userId }: Principal): Promise<void> {
  await env.DB.prepare("update memberships set role = 'member' where user_id = ?").bind(userId).run()
  forgetCallers(() => true)
}

/** People lose their memberships of the organization, keys are revoked. */
async function remove(tenant: TestTenant, { userId, credentialId }: Principal): Promise<void> {
  await env.DB.batch([
    env.DB.prepare('delete from memberships where user_id = ? and organization_id = ?').bind(
      userId,
      tenant.organizationId,
    ),
    env.DB.prepare('update credentials set deactivated_at = 1 where id = ?').bind(credentialId),
  ])
  forgetCallers(() => true)
}

const isDone = (status: number) => status < 300
const foreignOf = (row: Row) => row.foreign ?? 404

async function strangers(): Promise<readonly string[]> {
  const other = await addTenant()
  return [other.admin.token, other.secretKey, other.partnerKey, (await addUser(null, 'member')).token]
}

/** Other credentials of the same organization, with the status each gets by itself. */
function colleagues(kind: Kind, tenant: TestTenant, row: Row): readonly (readonly [string, number])[] {
  const all = { admin: tenant.admin.token, member: tenant.member.token, secret: tenant.secretKey }
  return Object.entries(all)
    .filter(([name]) => name !== kind)
    .map(([name, token]) => [token, name === 'admin' ? row.admin : name === 'member' ? row.member : row.secret])
}

function narrowedStatus(kind: Kind, row: Row): number {
  return kind === 'member' && row.narrowed !== 403 ? row.member : row.narrowed
}

async function asMember(kind: Kind, row: Row, sample: Sample, principal: Principal): Promise<void> {
  if (kind !== 'admin') return
  await demote(principal)
  // A right that is left shows the record on; one that is gone hides it.
  const expected: Seen = [row.member, isDone(row.member)]
  expect(['demoted', ...seen(await send(sample, principal.token))]).toEqual(['demoted', ...expected])
}

async function asRemoved(kind: Kind, row: Row, sample: Sample, tenant: TestTenant, principal: Principal) {
  await remove(tenant, principal)
  const answer = await send(sample, principal.token)
  const isPerson = kind === 'admin' || kind === 'member'
  // Operations without a tenant are the person's own, before and after.
  const status = !isPerson ? 401 : foreignOf(row) === 0 ? row[kind] : foreignOf(row)
  const isOwn = isPerson && foreignOf(row) === 0 && isDone(row[kind])
  expect(['removed', ...seen(answer)]).toEqual(['removed', status, isOwn])
}

const posts = (await servedDocument()).operations.filter((operation) => operation.method.toLowerCase() === 'post')

it('knows of the POST operations', () => {
  expect(posts.length).toBeGreaterThan(30)
})

for (const { operationId } of posts) {
  const row = SUBJECTS[operationId]
  describe(`${operationId}, repeated`, () => {
    it.each(KINDS)('by %s', async (kind) => {
      if (!row) throw new Error(`test/contract/subjects.ts has no row for ${operationId}`)
      const tenant = await addTenant()
      const sample = await row.sample(tenant)
      expect(sample.method).toBe('POST')
      const principal = await principalOf(kind, tenant)
      const first = await send(sample, principal.token)
      expect([...seen(first), isDone(row[kind]) ? '' : first.text]).toEqual([row[kind], false, expect.anything()])
      const same = await send(sample, principal.token)
      expect(['same', ...seen(same)]).toEqual(['same', row[kind], isDone(row[kind])])
      for (const token of await strangers()) {
        const answer = await send(sample, token)
        expect(answer.headers.has('idempotency-replayed')).toBe(false)
        if (foreignOf(row) !== 0) expect(['stranger', answer.status]).toEqual(['stranger', foreignOf(row)])
      }
      let isMade = isDone(first.status)
      const now = (status: number) => (isMade && isDone(status) ? (row.again ?? status) : status)
      for (const [token, status] of colleagues(kind, tenant, row)) {
        expect(['colleague', ...seen(await send(sample, token))]).toEqual(['colleague', now(status), false])
        isMade ||= isDone(status)
      }
      if (kind !== 'partner' && kind !== 'narrowed') {
        const answer = await send(sample, await narrowedToken(tenant, principal))
        expect(['narrowed', ...seen(answer)]).toEqual(['narrowed', now(narrowedStatus(kind, row)), false])
      }
      await asMember(kind, row, sample, principal)
      await asRemoved(kind, row, sample, tenant, principal)
    })
  })
}
