/** A project's own quiet, learnt from telemetry that the intake stored, with the real objects behind it. */
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { hoursLearnt } from '../../../src/agent/investigator/quiet-profile.ts'
import { learnProjectQuiet } from '../../../src/domain/oncall/project-quiet.ts'
import { backgroundContext } from '../../../src/wiring/contexts.ts'
import { lastPauseMs } from '../../../src/work-pace.ts'
import { call } from '../../support/api.ts'
import { addTenant, type TestTenant } from '../../support/tenants.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const ctx = () => backgroundContext(env, () => {})
const ownerOf = ({ organizationId, projectId }: TestTenant) => ({ organizationId, projectId, region: 'us-east-1' })
const objectOf = (tenant: TestTenant) => env.ON_CALL.getByName(`${tenant.organizationId}/${tenant.projectId}/on-call`)
const profileOf = (tenant: TestTenant) => ctx().objects.onCall(ownerOf(tenant)).quietProfile()
const nanos = (ms: number) => `${BigInt(Math.round(ms)) * 1_000_000n}`
const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0')

interface Stretch {
  readonly fromMs: number
  readonly toMs: number
  /** Of every tenth request and more. */
  readonly isBroken?: boolean
}

/** Requests of a shop, one a second: web calls cart, cart calls ledger. In a broken stretch ledger fails. */
async function sendShop(tenant: TestTenant, { fromMs, toMs, isBroken = false }: Stretch): Promise<void> {
  const spans = new Map<string, object[]>()
  for (let atMs = fromMs; atMs < toMs; atMs += 1_000) {
    const number = Math.round(atMs / 1_000) % 1_000_000
    const chain = ['web', 'cart', 'ledger']
    chain.forEach((service, depth) => {
      const took = (3 - depth) * 10 + (number % 7)
      const span = {
        traceId: hex(number, 32),
        spanId: hex(number * 4 + depth + 1, 16),
        ...(depth === 0 ? {} : { parentSpanId: hex(number * 4 + depth, 16) }),
        name: `${service} work`,
        kind: 2,
        startTimeUnixNano: nanos(atMs + depth * 2),
        endTimeUnixNano: nanos(atMs + depth * 2 + took + (isBroken && service === 'ledger' ? 900 : 0)),
        ...(isBroken ? { status: { code: 2, message: 'ledger is broken' } } : {}),
      }
      spans.set(service, [...(spans.get(service) ?? []), span])
    })
  }
  const resourceSpans = [...spans].map(([service, own]) => ({
    resource: { attributes: [{ key: 'service.name', value: { stringValue: service } }] },
    scopeSpans: [{ spans: own }],
  }))
  const answer = await exports.default.fetch('https://service.test/intake/v1/traces', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${tenant.publicKey}` },
    body: JSON.stringify({ resourceSpans }),
  })
  expect(answer.status).toBe(200)
}

async function quietTenant(): Promise<TestTenant> {
  const tenant = await addTenant()
  const endMs = Date.now() - 6 * MINUTE_MS
  await sendShop(tenant, { fromMs: endMs - 25 * MINUTE_MS, toMs: endMs })
  await ctx().objects.onCall(ownerOf(tenant)).telemetryArrived(ownerOf(tenant))
  return tenant
}

interface Hours {
  readonly owner: object
  readonly dueMs: number | null
  readonly lookedMs: number | null
}

const hoursOf = (tenant: TestTenant) =>
  runInDurableObject(objectOf(tenant), async (_, { storage }) => storage.kv.get<Hours>('quietHours'))

/** Lets an hour pass for the object. */
const makeDue = (tenant: TestTenant) =>
  runInDurableObject(objectOf(tenant), async (_, { storage }) => {
    const hours = storage.kv.get<Hours>('quietHours')
    storage.kv.put('quietHours', { ...hours, dueMs: Date.now() - 1 })
    await storage.setAlarm(Date.now() + HOUR_MS)
  })

/** The alarm looks when nobody works in the isolate. */
async function learnt(tenant: TestTenant): Promise<void> {
  await vi.waitFor(
    async () => {
      if (Date.now() - lastPauseMs() > 300) {
        await makeDue(tenant)
        await runDurableObjectAlarm(objectOf(tenant))
      }
      expect(await profileOf(tenant)).not.toBeNull()
    },
    { timeout: 30_000, interval: 500 },
  )
}

describe('the quiet of a project', () => {
  it('is learnt by the hourly alarm, and what breaks afterwards is judged against it', async () => {
    const tenant = await quietTenant()
    const hours = await hoursOf(tenant)
    expect((hours?.dueMs ?? 0) - Date.now()).toBeGreaterThan(59 * MINUTE_MS)
    await learnt(tenant)
    const profile = await profileOf(tenant)
    expect(Object.keys(profile?.signals.spans?.services ?? {}).toSorted()).toEqual(['cart', 'ledger', 'web'])
    expect(hoursLearnt(profile, 'spans', Date.now())).toBe(1)
    await vi.waitFor(async () => expect((await hoursOf(tenant))?.dueMs).toBeNull(), { timeout: 10_000 })
    await sendShop(tenant, { fromMs: Date.now() - 6 * MINUTE_MS, toMs: Date.now(), isBroken: true })
    const asked = { message: 'what broke?', projectId: tenant.projectId }
    const { body } = await call('POST /threads', { token: tenant.secretKey, body: asked })
    expect(JSON.stringify(body)).toContain("judged against an hour of the project's own quiet")
  })

  it('is not learnt where no telemetry comes in any more', async () => {
    const tenant = await quietTenant()
    await learnt(tenant)
    await vi.waitFor(async () => expect((await hoursOf(tenant))?.dueMs).toBeNull(), { timeout: 10_000 })
    const first = await profileOf(tenant)
    await runDurableObjectAlarm(objectOf(tenant))
    expect(await profileOf(tenant)).toEqual(first)
  })

  it('is learnt again when the instance ended in the middle of it, and what was known stays', async () => {
    const tenant = await quietTenant()
    const known = { baseMs: 5, upToMs: 6, signals: {} }
    await ctx().objects.onCall(ownerOf(tenant)).noteQuiet(known)
    await ctx().objects.onCall(ownerOf(tenant)).telemetryArrived(ownerOf(tenant))
    await runInDurableObject(objectOf(tenant), async (_, { storage }) => {
      // As the alarm leaves it when it has begun: due again after its lease.
      const hours = storage.kv.get<Hours>('quietHours')
      storage.kv.put('quietHours', { ...hours, dueMs: Date.now() + 10 * MINUTE_MS })
    })
    await evictDurableObject(objectOf(tenant))
    expect(await profileOf(tenant)).toEqual(known)
    expect((await hoursOf(tenant))?.dueMs).not.toBeNull()
    await makeDue(tenant)
    await vi.waitFor(
      async () => {
        if (Date.now() - lastPauseMs() > 300) {
          await makeDue(tenant)
          await runDurableObjectAlarm(objectOf(tenant))
        }
        expect(hoursLearnt(await profileOf(tenant), 'spans', Date.now())).toBe(1)
      },
      { timeout: 30_000, interval: 500 },
    )
  })

  it('loses nothing when telemetry cannot be read: the next hour is learnt', async () => {
    const tenant = await quietTenant()
    const known = { baseMs: 5, upToMs: 6, signals: {} }
    await ctx().objects.onCall(ownerOf(tenant)).noteQuiet(known)
    await ctx().objects.onCall(ownerOf(tenant)).telemetryArrived(ownerOf(tenant))
    const unreadable = { ...ctx().telemetry, coverage: () => Promise.reject(new Error('no partition answers')) }
    await learnProjectQuiet({ ctx: { ...ctx(), telemetry: unreadable }, scope: ownerOf(tenant) })
    expect(await profileOf(tenant)).toEqual(known)
    const hours = await hoursOf(tenant)
    expect(hours?.dueMs).toBeNull()
    expect(hours?.lookedMs).not.toBeNull()
  })

  it('keeps nobody waiting: others are answered while it is learnt', async () => {
    const tenant = await quietTenant()
    let isOver = false
    const learning = learnProjectQuiet({ ctx: ctx(), scope: ownerOf(tenant) }).finally(() => {
      isOver = true
    })
    let answered = 0
    while (!isOver) {
      await profileOf(tenant)
      answered++
      await scheduler.wait(1)
    }
    await learning
    expect(await profileOf(tenant)).not.toBeNull()
    expect(answered).toBeGreaterThan(1)
  })

  it('is another one for each project', async () => {
    const [tenant, other] = [await quietTenant(), await addTenant()]
    await learnProjectQuiet({ ctx: ctx(), scope: ownerOf(tenant) })
    expect(await profileOf(tenant)).not.toBeNull()
    expect(await profileOf(other)).toBeNull()
  })

  it('is deleted with its project, and what is learnt too late is not kept', async () => {
    const tenant = await quietTenant()
    await learnProjectQuiet({ ctx: ctx(), scope: ownerOf(tenant) })
    const profile = await profileOf(tenant)
    expect(profile).not.toBeNull()
    const object = ctx().objects.onCall(ownerOf(tenant))
    await object.purge()
    await object.noteQuiet(profile)
    await object.telemetryArrived(ownerOf(tenant))
    expect(await profileOf(tenant)).toBeNull()
    expect(await hoursOf(tenant)).toBeUndefined()
  })
})
