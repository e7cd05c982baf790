/**
 * The service's own operations over SQLite in memory: `execute` of the real classes (credential, right, record, verb,
 * answer), the real SQL of the database and of the records. Only HTTP routing, workerd and the network between a Worker
 * and its objects are left out.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { authenticate, forgetCallers } from '../../../src/auth/authenticate.ts'
import { principalOf } from '../../../src/auth/caller.ts'
import { createCredential, credentialDigest } from '../../../src/auth/credential-format.ts'
import { Access } from '../../../src/auth/scope.ts'
import { IdempotencyRecords } from '../../../src/durable/organization/idempotency-records.ts'
import type { Bindings } from '../../../src/env.ts'
import { refusalOf } from '../../../src/http/domain-errors.ts'
import { ERROR_STATUS } from '../../../src/http/errors.ts'
import { withIdempotency } from '../../../src/http/idempotency.ts'
import { CreateOrganization } from '../../../src/routes/organizations/create-organization.ts'
import { CreateProject } from '../../../src/routes/projects/create-project.ts'
import { CreatePublicKey } from '../../../src/routes/public-keys/create-public-key.ts'
import { CreateSecretKey } from '../../../src/routes/secret-keys/create-secret-key.ts'
import { organizationObject } from '../../../src/wiring/objects.ts'
import { type Change, CREDENTIALS, type CredentialName, type OrganizationName, type Request } from './model.ts'
import { d1Over, objectStorage, openDatabase } from './sqlite-d1.ts'

const MIGRATIONS = join(import.meta.dirname, '../../../migrations')
const ORGANIZATIONS: Readonly<Record<OrganizationName, string>> = { V: 'org_v', W: 'org_w', 'made up': 'org_made_up' }
const PROJECTS: Readonly<Record<OrganizationName, string>> = {
  V: '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a01',
  W: '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a02',
  'made up': '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a03',
}
const OPERATIONS = {
  'projects.create': CreateProject,
  'secretKeys.create': CreateSecretKey,
  'publicKeys.create': CreatePublicKey,
  'organizations.create': CreateOrganization,
}
const PATHS = {
  'projects.create': '/v1/projects',
  'secretKeys.create': '/v1/secret-keys',
  'publicKeys.create': '/v1/public-keys',
  'organizations.create': '/v1/organizations',
}

export interface Seen {
  readonly status: number
  readonly isReplayed: boolean
  readonly text: string
}

async function seenOf(response: Response): Promise<Seen> {
  const isReplayed = response.headers.has('idempotency-replayed')
  return { status: response.status, isReplayed, text: await response.text() }
}

function contextOf({ operation, organization }: Request) {
  const isNamed = operation !== 'organizations.create'
  return {
    organizationId: isNamed ? ORGANIZATIONS[organization] : undefined,
    projectId: operation === 'publicKeys.create' ? PROJECTS[organization] : undefined,
  }
}

interface Owner {
  readonly records: IdempotencyRecords
  readonly clear: () => void
}

function bodyOf({ operation, name, organization }: Request): object {
  if (operation === 'organizations.create') return { name }
  const organizationId = ORGANIZATIONS[organization]
  return operation === 'publicKeys.create'
    ? { name, organizationId, projectId: PROJECTS[organization] }
    : { name, organizationId }
}

export async function openWorld() {
  const scripts = readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  const database = openDatabase(scripts.map((name) => readFileSync(join(MIGRATIONS, name), 'utf8')))
  const tokens = new Map<CredentialName, string>()
  const run = (sql: string, ...values: (string | number | null)[]) => database.prepare(sql).run(...values)
  await addFixture(run, tokens)
  const owners = new Map<string, Owner>()
  const touched = new Set<string>()
  let made = 0
  const ownerOf = (name: string): Owner => {
    const known = owners.get(name)
    if (known) return known
    const { storage, clear } = objectStorage()
    const owner = { records: new IdempotencyRecords(storage), clear }
    owners.set(name, owner)
    return owner
  }
  const bindings = {
    DB: d1Over(database),
    FREE_ORGANIZATIONS_PER_PERSON: '1000',
    MASTER_KEYS: JSON.stringify({ current: 'k', keys: { k: Buffer.alloc(32, 7).toString('base64') } }),
    ORGANIZATION: {
      getByName: (name: string) => {
        touched.add(name)
        const { records } = ownerOf(name)
        return {
          beginIdempotent: async (input: Parameters<IdempotencyRecords['begin']>[0]) => records.begin(input),
          completeIdempotent: async (key: string, answer: string | null) => records.complete(key, answer),
          releaseIdempotent: async (key: string) => records.release(key),
          failIdempotent: async (key: string) => records.fail(key, Date.now()),
        }
      },
    },
    // What the four operations do not use is not there.
  } as unknown as Bindings

  /** The same decisions in the same order without the verb, HTTP and sealing: some ten times faster. */
  async function decide(asked: Request): Promise<Seen> {
    const now = Date.now()
    const given = contextOf(asked)
    const operation = new OPERATIONS[asked.operation]({} as never) // as below
    const { permission } = operation.operation
    try {
      const authorization = `Bearer ${tokens.get(asked.by) ?? ''}`
      const caller = await authenticate({
        authorization,
        session: null,
        db: bindings.DB,
        now,
        oidc: null,
        waitUntil: () => {},
      })
      const access = new Access({
        caller,
        db: bindings.DB,
        now,
        given,
        permission,
        mustBeFound: true,
        admit: async () => {},
      })
      // `authorize` is protected, so that only the base calls it; this stands for the base.
      await (operation as unknown as { authorize: (asked: unknown) => Promise<unknown> }).authorize({ access })
      const owner = access.decidedFor
      if (owner === null) throw new Error('nothing was decided')
      const response = await withIdempotency({
        owner,
        principal: principalOf(caller),
        operationId: asked.operation,
        isRead: false,
        key: asked.key,
        url: `https://service.test${PATHS[asked.operation]}`,
        rawBody: bodyOf(asked),
        now,
        seed: 'seed',
        storeOf: (name) => organizationObject(bindings, name),
        vault: { seal: async (_place, text) => text, open: async (_place, text) => text },
        respond: async () => {
          made += 1
          return new Response(`{"id":"made ${made}"}`, { status: 201, headers: { 'content-type': 'application/json' } })
        },
        refresh: async (body) => body,
      })
      return await seenOf(response)
    } catch (error) {
      const refused = refusalOf(error)
      if (refused !== null) return { status: ERROR_STATUS[refused.code], isReplayed: false, text: refused.message }
      throw error
    }
  }

  async function request(asked: Request): Promise<Seen> {
    const raw = new globalThis.Request(`https://service.test${PATHS[asked.operation]}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tokens.get(asked.by) ?? ''}`,
        'content-type': 'application/json',
        'idempotency-key': asked.key,
      },
      // A stream made by code: the reader of bodies expects workerd of those that come from the network.
      body: new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(JSON.stringify(bodyOf(asked))))
          controller.close()
        },
      }),
      // Node wants this with a stream; the types of workerd do not know it.
      ...{ duplex: 'half' },
    })
    const variables = new Map<string, unknown>([['requestId', 'model']])
    const http = {
      env: bindings,
      req: { raw, param: () => ({}) },
      get: (name: string) => variables.get(name),
      set: (name: string, value: unknown) => variables.set(name, value),
      executionCtx: { waitUntil: () => {} },
    }
    // chanfana hands over its options; the base reads none of them.
    const operation = new OPERATIONS[asked.operation]({} as never)
    const response = await operation.execute(http)
    return seenOf(response)
  }

  function change(step: Change): void {
    switch (step.type) {
      case 'role': {
        const user = `user_${step.person}`
        run("delete from memberships where user_id = ? and organization_id = 'org_v'", user)
        if (step.role !== null) addMembership(run, user, 'org_v', step.role)
        break
      }
      case 'revoke':
      case 'restore': {
        const at = step.type === 'revoke' ? 1 : null
        run('update credentials set deactivated_at = ? where id = ?', at, step.credential)
        break
      }
      case 'narrow':
      case 'widen':
        run("update credentials set project_id = ? where id = 'key'", step.type === 'narrow' ? PROJECTS.V : null)
    }
    forgetCallers(() => true)
  }

  return {
    request,
    decide,
    change,
    /** Runs one sequence and takes back whatever it did. */
    sequence: async <T>(work: () => Promise<T>): Promise<T> => {
      database.exec('savepoint sequence')
      try {
        return await work()
      } finally {
        database.exec('rollback to sequence')
        database.exec('release sequence')
        for (const name of touched) owners.get(name)?.clear()
        touched.clear()
        forgetCallers(() => true)
      }
    },
    /** Objects that were asked for anything. */
    owners: () => [...owners.keys()],
  }
}

type Run = (sql: string, ...values: (string | number | null)[]) => unknown

let memberships = 0
function addMembership(run: Run, user: string, organization: string, role: string): void {
  memberships += 1
  run('insert into memberships values (?, ?, ?, ?, 1)', `mem_${memberships}`, organization, user, role)
}

async function addFixture(run: Run, tokens: Map<CredentialName, string>): Promise<void> {
  run("insert into superorganizations (id, name, created_at) values ('super', 'Partner', 1)")
  for (const name of ['V', 'W'] as const) {
    const superorganization = name === 'V' ? 'super' : null
    run(
      'insert into organizations (id, name, slug, superorganization_id, created_at) values (?, ?, ?, ?, 1)',
      ORGANIZATIONS[name],
      name,
      name.toLowerCase(),
      superorganization,
    )
    const project =
      "insert into projects (id, organization_id, name, region, created_at) values (?, ?, 'p', 'us-east-1', 1)"
    run(project, PROJECTS[name], ORGANIZATIONS[name])
  }
  for (const person of ['ada', 'max', 'sam', 'nobody']) {
    run(
      'insert into users (id, name, email, created_at) values (?, ?, ?, 1)',
      `user_${person}`,
      person,
      `${person}@example.test`,
    )
  }
  addMembership(run, 'user_ada', 'org_v', 'admin')
  addMembership(run, 'user_max', 'org_v', 'member')
  addMembership(run, 'user_sam', 'org_w', 'admin')
  for (const [name, { kind, person, organization, isOfProject }] of Object.entries(CREDENTIALS)) {
    const value = createCredential(kind)
    // The keys of CREDENTIALS.
    tokens.set(name as CredentialName, value)
    run(
      `insert into credentials (id, kind, digest, last_four, name, organization_id, project_id, user_id,
         superorganization_id, origin, created_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, 'operator', 1)`,
      name,
      kind,
      await credentialDigest(value),
      value.slice(-4),
      name,
      kind === 'partner' || organization === null ? null : ORGANIZATIONS[organization],
      isOfProject ? PROJECTS.V : null,
      person === null ? null : `user_${person}`,
      kind === 'partner' ? 'super' : null,
    )
  }
}
