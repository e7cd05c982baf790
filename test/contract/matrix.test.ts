/** Who may do what: every operation with every kind of credential, and every answer as the served document says. */
import { describe, expect, it } from 'vitest'
import { createCredential } from '../../src/auth/credential-format.ts'
import { call } from '../support/api.ts'
import { SERVICE, signInBrowser } from '../support/browser-session.ts'
import { addShare } from '../support/incident-shares.ts'
import '../support/lazy-modules.ts'
import { addCredential, addTenant, type TestTenant } from '../support/tenants.ts'
import { servedDocument } from './document.ts'
import { type Row, type Sample, SUBJECTS } from './subjects.ts'

const document = await servedDocument()

/** What the cells of one operation are tried on. A new one is made only after a change, as making it takes longer than a call. */
interface World {
  readonly tenant: TestTenant
  readonly sample: Sample
  /** Another organization, of another partner. */
  readonly stranger: TestTenant
}

interface Cell {
  readonly credential: string
  readonly token: (tenant: TestTenant, stranger: TestTenant) => Promise<string | undefined> | string | undefined
  /** What a browser sends in the console's session, instead of a token. */
  readonly headers?: (tenant: TestTenant) => Promise<Record<string, string>>
  readonly expected: number
}

/** The console: its session is its person's credential, and changes nothing without its token. */
function consoleCells(row: Row, isChange: boolean): Cell[] {
  const token = () => undefined
  const session = async (tenant: TestTenant) => signInBrowser(tenant.member.userId)
  const member = { credential: 'member’s session', token, expected: row.member }
  if (!isChange) return [{ ...member, headers: async (tenant) => ({ cookie: (await session(tenant)).cookie }) }]
  return [
    { ...member, headers: async (tenant) => ({ ...(await session(tenant)).headers }) },
    {
      credential: 'session without its token',
      token,
      headers: async (tenant) => ({ cookie: (await session(tenant)).cookie, origin: SERVICE }),
      // Delivery endpoints know no cookies at all.
      expected: row.member === 401 ? 401 : 403,
    },
  ]
}

function cellsOf(operationId: string, row: Row): Cell[] {
  const cells: Cell[] = [
    { credential: 'none', token: () => undefined, expected: 401 },
    { credential: 'garbage', token: () => 'garbage', expected: 401 },
    { credential: 'unknown', token: () => createCredential('user'), expected: 401 },
    { credential: 'expired', token: (tenant) => keyOf(tenant, { expiresAt: Date.now() - 1 }), expected: 401 },
    { credential: 'revoked', token: (tenant) => keyOf(tenant, { deactivatedAt: Date.now() - 1 }), expected: 401 },
    { credential: 'public key', token: (tenant) => tenant.publicKey, expected: 401 },
    {
      credential: 'link to an incident',
      token: async (tenant) => (await addShare(tenant)).value,
      expected: row.link ?? 401,
    },
    { credential: 'admin', token: (tenant) => tenant.admin.token, expected: row.admin },
    { credential: 'member', token: (tenant) => tenant.member.token, expected: row.member },
    { credential: 'secret key', token: (tenant) => tenant.secretKey, expected: row.secret },
    { credential: 'partner', token: (tenant) => tenant.partnerKey, expected: row.partner },
    {
      credential: 'narrowed key',
      token: (tenant) => keyOf(tenant, { projectId: tenant.projectId }),
      expected: row.narrowed,
    },
    ...consoleCells(
      row,
      document.operations.some((one) => one.operationId === operationId && one.method !== 'GET'),
    ),
  ]
  const foreign = row.foreign ?? 404
  // 0: the operation addresses the caller alone, so there is no foreign tenant in it.
  if (foreign === 0) return cells
  return [
    ...cells,
    { credential: 'another organization’s key', token: (_, { secretKey }) => secretKey, expected: foreign },
    { credential: 'another organization’s admin', token: (_, { admin }) => admin.token, expected: foreign },
    { credential: 'another partner', token: (_, { partnerKey }) => partnerKey, expected: foreign },
  ]
}

/** Refusals first: what they were refused has to be there still for the first who may. */
const refusalsFirst = (cells: readonly Cell[]) =>
  cells.toSorted((a, b) => Number(a.expected < 400) - Number(b.expected < 400))

async function newWorld(row: Row): Promise<World> {
  const [tenant, stranger] = await Promise.all([addTenant(), addTenant()])
  return { tenant, stranger, sample: await row.sample(tenant) }
}

async function keyOf(tenant: TestTenant, options: object): Promise<string> {
  return (await addCredential('secret', { organizationId: tenant.organizationId, ...options })).value
}

it('has a row for every operation and no row for none', () => {
  const served = document.operations.map((operation) => operation.operationId).sort()
  expect(Object.keys(SUBJECTS).sort()).toEqual(served)
})

for (const [operationId, row] of Object.entries(SUBJECTS)) {
  describe(operationId, () => {
    let world: World | null = null
    it.each(refusalsFirst(cellsOf(operationId, row)))(
      '$credential: $expected',
      async ({ token, headers, expected }) => {
        world ??= await newWorld(row)
        const { tenant, stranger, sample } = world
        const { method, path, body, isEndless = false } = sample
        const value = await token(tenant, stranger)
        const answer = await call(`${method} ${path}`, {
          isEndless,
          ...(value === undefined ? {} : { token: value }),
          ...(headers === undefined ? {} : { headers: await headers(tenant) }),
          ...(body === undefined ? {} : { body }),
        })
        if (method !== 'GET' && answer.status < 400) world = null
        expect([answer.status, answer.status === expected ? '' : answer.text]).toEqual([expected, ''])
        expect(document.problems(operationId, answer)).toEqual([])
      },
    )
  })
}
