import { listDurableObjectIds, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createCredential, credentialDigest } from '../../../src/auth/credential-format.ts'
import { newId } from '../../../src/contracts/ids.ts'
import { newThreadId, objectNameOf } from '../../../src/contracts/thread-ids.ts'
import type { DomainContext } from '../../../src/domain/context.ts'
import { fromMillis } from '../../../src/telemetry/time.ts'
import { objectPorts } from '../../../src/wiring/objects.ts'
import { telemetryOf } from '../../../src/wiring/telemetry-store.ts'
import { deleteOrganizationAsOperator, deliverDeletions, JOB_TIME_MS } from '../../support/deletions.ts'
import { laterContext } from '../../support/filled-project.ts'
import { logRecord } from '../../support/log-record.ts'
import { script } from '../../support/scripted-agent.ts'
import { addProject, addTenant } from '../../support/tenants.ts'

/** Lets so many steps of a job happen (statements, batches, calls of objects) and fails every later one. */
class Crash {
  steps = 0

  constructor(private readonly stepsMax: number) {}

  async step<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.steps >= this.stepsMax) throw new Error('crash')
    this.steps += 1
    return work()
  }

  context(aheadMs: number): DomainContext {
    const bindings = new Proxy(env, {
      get: (target, name) => {
        const binding: unknown = Reflect.get(target, name)
        return isNamespace(binding) ? this.#namespace(binding) : binding
      },
    })
    return laterContext(aheadMs, {
      db: this.#database(),
      telemetry: telemetryOf(bindings),
      objects: objectPorts(bindings),
    })
  }

  #database(): D1Database {
    const raws = new WeakMap<object, D1PreparedStatement>()
    const wrapped = (raw: D1PreparedStatement): D1PreparedStatement => {
      const proxy = new Proxy(raw, {
        get: (target, name) => {
          if (name === 'bind') return (...values: unknown[]) => wrapped(target.bind(...values))
          const method = Reflect.get(target, name)
          return (...rest: unknown[]) => this.step(() => method.apply(target, rest))
        },
      })
      raws.set(proxy, raw)
      return proxy
    }
    const batch = (statements: D1PreparedStatement[]) =>
      this.step(() => env.DB.batch(statements.map((one) => raws.get(one) ?? one)))
    // Only what jobs use of it.
    return { prepare: (query: string) => wrapped(env.DB.prepare(query)), batch } as unknown as D1Database
  }

  #namespace(namespace: DurableObjectNamespace): DurableObjectNamespace {
    const stub = (raw: DurableObjectStub) =>
      new Proxy(raw, {
        get: (target, name) => {
          // Methods of a stub are made up by the runtime as they are asked for.
          const method = Reflect.get(target, name) as (...rest: unknown[]) => Promise<unknown>
          return (...rest: unknown[]) => this.step(() => Reflect.apply(method, target, rest))
        },
      })
    return new Proxy(namespace, {
      get: (target, name) => {
        const member = Reflect.get(target, name)
        if (name !== 'get' && name !== 'getByName') return member.bind(target)
        return (...rest: unknown[]) => stub(member.apply(target, rest))
      },
    })
  }
}

const isNamespace = (binding: unknown): binding is DurableObjectNamespace =>
  typeof binding === 'object' && binding !== null && 'idFromName' in binding

/** Two projects; one has a thread, telemetry and a stream that is read from a platform nobody knows any more. */
async function smallOrganization(): Promise<{ organizationId: string; projectId: string; threadId: string }> {
  const { organizationId, projectId } = await addTenant()
  await addProject(organizationId, 'empty')
  const threadId = newThreadId(Date.now(), (bytes) => crypto.getRandomValues(bytes))
  await env.THREAD.getByName(objectNameOf(threadId)).createThread({
    content: [{ type: 'message', message: 'hello' }],
    source: 'api',
    requestKey: newId(),
    isRepeat: false,
    waitMs: 5000,
    threadId,
    owner: { organizationId, projectId },
    region: 'us-east-1',
  })
  const time = fromMillis(Date.now())
  await telemetryOf(env).append(projectOf(organizationId, projectId), {
    logs: [logRecord({ time })],
    source: { keyId: newId(), payloadHash: newId(), streamId: null },
    billedBytes: 5,
    deduplicate: false,
  })
  const [sourceId, streamId] = [newId(), newId()]
  await env.DB.batch([
    env.DB.prepare(
      `insert into sources (id, kind, organization_id, project_id, provider, mode, created_at)
       values (?, 'connection', ?, ?, 'axiom', 'managed', 1)`,
    ).bind(sourceId, organizationId, projectId),
    env.DB.prepare(
      `insert into streams (id, source_id, organization_id, project_id, display_name, config, resource_key, status,
         remote, version, created_at) values (?, ?, ?, ?, 's', '{"dataset":"d"}', '[]', 'active', '{}', 1, 1)`,
    ).bind(streamId, sourceId, organizationId, projectId),
    env.DB.prepare(
      `insert into credentials (id, kind, digest, last_four, name, organization_id, project_id, origin, log_stream_id,
         created_at) values (?1, 'public', ?2, 'x', 'x', ?3, ?4, 'api', ?5, 1)`,
    ).bind(newId(), await credentialDigest(createCredential('public')), organizationId, projectId, streamId),
  ])
  await env.ORGANIZATION.getByName(organizationId).beginIdempotent({
    key: 'x',
    fingerprint: 'x',
    seed: 'x',
    now: Date.now(),
  })
  return { organizationId, projectId, threadId }
}

const projectOf = (organizationId: string, projectId: string) => ({
  organizationId,
  projectId,
  region: 'us-east-1',
  retentionDays: 7,
})

type Small = Awaited<ReturnType<typeof smallOrganization>>

async function left({ organizationId, projectId, threadId }: Small): Promise<unknown> {
  const tables = ['organizations', 'projects', 'memberships', 'credentials', 'threads', 'sources', 'streams']
  const counts = await env.DB.batch<{ n: number }>(
    tables.map((table) =>
      env.DB.prepare(
        `select count(*) as n from ${table} where ${table === 'organizations' ? 'id' : 'organization_id'} = ?`,
      ).bind(organizationId),
    ),
  )
  const range = { from: fromMillis(Date.now() - 86_400_000), to: fromMillis(Date.now() + 86_400_000) }
  const { entries } = await telemetryOf(env).coverage(projectOf(organizationId, projectId), range)
  const organization = env.ORGANIZATION.getByName(organizationId)
  return {
    rows: counts.reduce((sum, { results }) => sum + (results[0]?.n ?? 0), 0),
    telemetry: entries.length,
    thread: await env.THREAD.getByName(objectNameOf(threadId)).tenantOf(threadId),
    organization: await runInDurableObject(organization, (_, { storage }) =>
      storage.sql.exec("select name from sqlite_master where name like 'idempotency%'").toArray(),
    ),
    jobs: await env.DB.prepare("select count(*) as n from outbox where queue = 'deletion'").first('n'),
  }
}

/** A consumer that died in the middle of a platform's call holds its stream for so long. */
const LEASE_MS = 300_000

const NOTHING = { rows: 0, telemetry: 0, thread: null, organization: [], jobs: 0 }

beforeAll(() => {
  script()
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})

describe('the job that deletes an organization', () => {
  it('the job that deletes an organization leaves nothing, wherever it crashed and was delivered again', async () => {
    let steps = 0
    for (let isDone = false; !isDone; steps += 1) {
      expect(steps, 'the job does not end').toBeLessThan(200)
      const organization = await smallOrganization()
      await deleteOrganizationAsOperator(organization.organizationId)
      const crash = new Crash(steps)
      const isSettled = (await deliverDeletions(crash.context(JOB_TIME_MS))) === 0
      if (!isSettled)
        expect(await deliverDeletions(laterContext(JOB_TIME_MS + LEASE_MS)), `after ${steps} steps`).toBe(0)
      expect(await left(organization), `after ${steps} steps`).toEqual(NOTHING)
      // What comes again after the end finds nothing to do.
      isDone = isSettled
    }
    expect(steps).toBeGreaterThan(25)
  }, 300_000)

  it('the job that deletes an organization ends even if every delivery crashes a step later than the one before', async () => {
    const organization = await smallOrganization()
    await deleteOrganizationAsOperator(organization.organizationId)
    let deliveries = 0
    for (let jobs = 1; jobs > 0 && deliveries < 100; deliveries += 1)
      jobs = await deliverDeletions(new Crash(deliveries).context(JOB_TIME_MS + deliveries * LEASE_MS))
    expect(deliveries).toBeGreaterThan(5)
    expect(await left(organization)).toEqual(NOTHING)
    expect((await listDurableObjectIds(env.CATALOG)).length).toBeGreaterThan(0)
  })
})
