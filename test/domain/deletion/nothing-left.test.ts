import { listDurableObjectIds, runDurableObjectAlarm } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { call } from '../../support/api.ts'
import { deleteOrganizationAsOperator, deliverDeletions, JOB_TIME_MS } from '../../support/deletions.ts'
import { everythingStored } from '../../support/everything-stored.ts'
import { type FilledProject, fillProject, laterContext, platformFetch, vercel } from '../../support/filled-project.ts'
import { script } from '../../support/scripted-agent.ts'
import { addProject, addTenant, type TestTenant } from '../../support/tenants.ts'

/** Ledger and audit. */
const KEPT = /^DB (billing_\w+|audit_entries)$/
/** Longer than objects gather usage for. */
const USAGE_DELAY_MS = 60_000

type Column = 'project_id' | 'organization_id'

/** By the text of their definitions, so that a table that is added is looked into. */
async function tablesWith(column: Column): Promise<string[]> {
  const { results } = await env.DB.prepare(
    "select name, sql from sqlite_master where type = 'table' order by name",
  ).all<{
    name: string
    sql: string
  }>()
  return results.filter(({ sql }) => new RegExp(`\\b${column}\\b`).test(sql)).map(({ name }) => name)
}

/** Rows by table, of the tables that have any. */
async function rowsOf(column: Column, id: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of await tablesWith(column)) {
    const n = await env.DB.prepare(`select count(*) as n from ${table} where ${column} = ?`).bind(id).first<number>('n')
    if (n) counts[table] = n
  }
  return counts
}

const notKept = (counts: Record<string, number>) => Object.keys(counts).filter((table) => !KEPT.test(`DB ${table}`))

/** Every place that holds one of these texts, in D1 and in every object. */
async function placesOf(texts: readonly string[]): Promise<string[]> {
  const stored = await everythingStored()
  const found = stored.filter(({ text }) => texts.some((one) => text.includes(one))).map(({ place }) => place)
  return [...new Set(found)].sort()
}

/** Usage counted in objects is in the ledger, health of keys in the organization's object, and the catalog knows the shapes of log lines. */
async function settled(projects: readonly { readonly projectId: string }[]): Promise<void> {
  for (const id of await listDurableObjectIds(env.PARTITION)) await env.PARTITION.get(id).settle()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + USAGE_DELAY_MS })
  await runAlarms()
  vi.useRealTimers()
  const dimensions = 'select count(distinct dimension) as n from billing_usage_totals where project_id = ?'
  for (const { projectId } of projects)
    await vi.waitFor(async () => expect(await env.DB.prepare(dimensions).bind(projectId).first('n')).toBe(3), {
      timeout: 20_000,
      interval: 200,
    })
  const keys = "select id from credentials where kind = 'public' and last_used_at is not null"
  const { results } = await env.DB.prepare(keys).all<{ id: string }>()
  for (const { id } of results)
    await vi.waitFor(async () => expect(await placesOf([id])).toContain('ORGANIZATION key_hours'), { timeout: 10_000 })
}

async function runAlarms(): Promise<void> {
  // The classes differ; their alarms are run alike.
  for (const namespace of [env.THREAD, env.PARTITION, env.ORGANIZATION] as unknown as DurableObjectNamespace[])
    for (const id of await listDurableObjectIds(namespace)) await runDurableObjectAlarm(namespace.get(id))
}

/**
 * Tombstones refuse stragglers for an hour, the fact of a deletion waits until the last hour's usage is settled, and
 * sealed answers of requests with an Idempotency-Key are kept for a day.
 */
async function daysLater(): Promise<void> {
  for (const hours of [2, 4, 30]) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })
    await runAlarms()
  }
}

async function finish(): Promise<void> {
  let left = 1
  for (let i = 0; left > 0 && i < 10; i += 1) left = await deliverDeletions(laterContext(JOB_TIME_MS))
  expect(left).toBe(0)
}

beforeAll(() => {
  script()
  // Pollers read by themselves.
  vi.stubGlobal('fetch', platformFetch)
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a deleted project', () => {
  it('a deleted project leaves nothing but ledger and audit, in any table and any object', async () => {
    const tenant = await addTenant()
    const { token } = tenant.admin
    const project = await fillProject(tenant, { marker: 'quokkatree' })
    const kept = await addProject(tenant.organizationId, 'other')
    const made = await call('POST /threads', { token, body: { message: 'another wombat', projectId: kept } })
    // The test sees every table that has rows of projects.
    expect(Object.keys(await rowsOf('project_id', project.projectId)).sort()).toEqual(
      (await tablesWith('project_id')).filter((table) => !table.startsWith('billing_')),
    )
    await settled([project])
    const { results } = await env.DB.prepare('select id from credentials where project_id = ?')
      .bind(project.projectId)
      .all<{ id: string }>()
    const texts = ['quokkatree', project.projectId, ...project.threadIds, ...results.map(({ id }) => id)]
    expect(await placesOf(texts)).toEqual(
      expect.arrayContaining(['CATALOG shape', 'PARTITION identity', 'SEARCH message_texts', 'THREAD messages']),
    )

    expect((await call(`DELETE /projects/${project.projectId}`, { token })).status).toBe(204)
    await finish()
    expect(notKept(await rowsOf('project_id', project.projectId))).toEqual([])
    expect(notKept(await rowsOf('organization_id', tenant.organizationId))).toContain('projects')
    await daysLater()
    expect((await placesOf(texts)).filter((place) => !KEPT.test(place))).toEqual([])
    vi.useRealTimers()
    expect((await call(`GET /threads/${made.body.threadId}`, { token })).status).toBe(200)
  })
})

describe('a deleted organization', () => {
  const marker = 'wombatlake'

  async function filled(): Promise<{ tenant: TestTenant; projects: FilledProject[] }> {
    const tenant = await addTenant()
    const first = await fillProject(tenant, { marker, streams: 'provisioned' })
    const projectId = await addProject(tenant.organizationId, marker)
    const second = await fillProject(tenant, { marker, projectId })
    return { tenant, projects: [first, second] }
  }

  it('a deleted organization leaves nothing but ledger and audit, in any table, any object and on platforms', async () => {
    const { tenant, projects } = await filled()
    const { organizationId } = tenant
    expect(Object.keys(await rowsOf('organization_id', organizationId)).sort()).toEqual(
      (await tablesWith('organization_id')).filter((table) => !table.startsWith('billing_')),
    )
    await settled(projects)
    const ours = () => vercel.destinations().filter(({ isForeign }) => !isForeign)
    expect(ours()).toHaveLength(1)
    const ids = projects.flatMap(({ projectId, threadIds, streamIds }) => [projectId, ...threadIds, ...streamIds])
    const texts = [marker, organizationId, ...ids]
    expect(await placesOf(texts)).toEqual(
      expect.arrayContaining(['ORGANIZATION idempotency_records', 'POLLER keys', 'DB organizations', 'DB memberships']),
    )

    await deleteOrganizationAsOperator(organizationId)
    await finish()
    expect(ours()).toEqual([])
    expect(notKept(await rowsOf('organization_id', organizationId))).toEqual([])
    for (const { projectId } of projects) expect(notKept(await rowsOf('project_id', projectId))).toEqual([])
    await daysLater()
    expect((await placesOf(texts)).filter((place) => !KEPT.test(place))).toEqual([])
    const kept = await rowsOf('organization_id', organizationId)
    expect(kept.billing_ledger_entries).toBeGreaterThan(0)
    expect(kept.audit_entries).toBeGreaterThan(0)
  })
})
