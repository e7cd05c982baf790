/** Changes that telemetry tells of, over telemetry that the intake stored, with the real objects behind it. */
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { recogniseChanges } from '../../../src/domain/oncall/recognise-changes.ts'
import { backgroundContext } from '../../../src/wiring/contexts.ts'
import { call } from '../../support/api.ts'
import { addTenant, type TestTenant } from '../../support/tenants.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const MINUTE_MS = 60_000
const value = (text: string) => ({ stringValue: text })
const nanos = (ms: number) => `${BigInt(ms) * 1_000_000n}`

interface Line {
  readonly minutesAgo: number
  readonly body: string
  readonly attributes?: Readonly<Record<string, string>>
}

async function post(tenant: TestTenant, signal: 'logs' | 'traces', body: object): Promise<void> {
  const answer = await exports.default.fetch(`https://service.test/intake/v1/${signal}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${tenant.publicKey}` },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
}

const resourceOf = (service: string, version: string | null) => ({
  attributes: [
    { key: 'service.name', value: value(service) },
    ...(version === null ? [] : [{ key: 'service.version', value: value(version) }]),
  ],
})

const sendLines = (tenant: TestTenant, service: string, version: string | null, lines: readonly Line[]) =>
  post(tenant, 'logs', {
    resourceLogs: [
      {
        resource: resourceOf(service, version),
        scopeLogs: [
          {
            logRecords: lines.map(({ minutesAgo, body, attributes = {} }) => ({
              timeUnixNano: nanos(Date.now() - minutesAgo * MINUTE_MS),
              severityNumber: 9,
              body: value(body),
              attributes: Object.entries(attributes).map(([key, text]) => ({ key, value: value(text) })),
            })),
          },
        ],
      },
    ],
  })

const sendSpans = (tenant: TestTenant, service: string, version: string, minutesAgo: readonly number[]) =>
  post(tenant, 'traces', {
    resourceSpans: [
      {
        resource: resourceOf(service, version),
        scopeSpans: [
          {
            spans: minutesAgo.map((ago, index) => ({
              traceId: `${version.replaceAll('.', '')}${index}`.padStart(32, 'a'),
              spanId: `${version.replaceAll('.', '')}${index}`.padStart(16, 'b'),
              name: 'GET /',
              kind: 2,
              startTimeUnixNano: nanos(Date.now() - ago * MINUTE_MS),
              endTimeUnixNano: nanos(Date.now() - ago * MINUTE_MS + 20),
            })),
          },
        ],
      },
    ],
  })

const ownerOf = ({ organizationId, projectId }: TestTenant) => ({ organizationId, projectId, region: 'us-east-1' })
const contextOf = () => backgroundContext(env, () => {})

/** As stored: the list of the API would look for changes itself. */
async function stored(tenant: TestTenant) {
  const owner = ownerOf(tenant)
  const query = { owner, from: null, to: null, service: null, kind: null, text: null, limit: 50, cursor: null }
  return (await contextOf().objects.onCall(owner).listChanges(query)).changes
}

const usual = (minutesAgo: readonly number[]): Line[] =>
  minutesAgo.map((ago) => ({ minutesAgo: ago, body: 'GET / 200' }))

describe('changes in telemetry', () => {
  it('new versions of a service are found by its lines', async () => {
    const tenant = await addTenant()
    await sendLines(tenant, 'checkout', '1.0.0', usual([40, 35, 30, 25]))
    await sendLines(tenant, 'checkout', '1.1.0', usual([20, 15, 10]))
    await sendLines(tenant, 'cart', '7', usual([40, 10]))
    await recogniseChanges({ ctx: contextOf(), scope: ownerOf(tenant) })
    const found = await stored(tenant)
    expect(found).toMatchObject([
      { kind: 'deployment', services: ['checkout'], version: '1.1.0', attributes: { previousVersion: '1.0.0' } },
    ])
    expect(Math.abs((found[0]?.startedAt ?? 0) - (Date.now() - 20 * MINUTE_MS))).toBeLessThan(2 * MINUTE_MS)
  })

  it('new versions of a service are found by its spans if no line names a version', async () => {
    const tenant = await addTenant()
    await sendSpans(tenant, 'checkout', '1.0.0', [40, 30])
    await sendSpans(tenant, 'checkout', '1.1.0', [20, 10])
    await recogniseChanges({ ctx: contextOf(), scope: ownerOf(tenant) })
    expect(await stored(tenant)).toMatchObject([{ services: ['checkout'], version: '1.1.0' }])
  })

  it('rollouts, flags and the events of Kubernetes are found, with their ends', async () => {
    const tenant = await addTenant()
    await sendLines(tenant, 'checkout', null, [
      { minutesAgo: 30, body: 'Deployment of build 812 started' },
      { minutesAgo: 26, body: 'Deployment of build 812 completed' },
    ])
    await sendLines(tenant, 'cart', null, [
      {
        minutesAgo: 20,
        body: 'feature_flag new-basket is on',
        attributes: { 'event.name': 'feature_flag.changed', 'feature_flag.key': 'new-basket' },
      },
    ])
    await sendLines(tenant, 'search', null, [
      {
        minutesAgo: 10,
        body: 'Scaled up replica set search-7d4f to 3',
        attributes: { 'k8s.event.reason': 'ScalingReplicaSet' },
      },
    ])
    await sendLines(tenant, 'mail', null, [{ minutesAgo: 5, body: 'a customer asked when the release comes' }])
    await recogniseChanges({ ctx: contextOf(), scope: ownerOf(tenant) })
    const found = await stored(tenant)
    expect(found.map(({ kind, services }) => [kind, services[0]])).toEqual([
      ['scaling', 'search'],
      ['feature_flag', 'cart'],
      ['deployment', 'checkout'],
    ])
    expect((found[2]?.endedAt ?? 0) - (found[2]?.startedAt ?? 0)).toBeGreaterThan(3 * MINUTE_MS)
  })

  it('a change is found once, however often the telemetry is searched', async () => {
    const tenant = await addTenant()
    await sendLines(tenant, 'checkout', '1.0.0', usual([40, 25]))
    await sendLines(tenant, 'checkout', '1.1.0', [
      ...usual([15]),
      { minutesAgo: 16, body: 'rolled out checkout v1.1.0' },
    ])
    await recogniseChanges({ ctx: contextOf(), scope: ownerOf(tenant) })
    const first = await stored(tenant)
    const later = Date.now() + 11_000
    vi.spyOn(Date, 'now').mockImplementation(() => later)
    await recogniseChanges({ ctx: contextOf(), scope: ownerOf(tenant) })
    expect(first).toHaveLength(1)
    expect((await stored(tenant)).map(({ id }) => id)).toEqual(first.map(({ id }) => id))
  })

  it('a change in telemetry and the call of the pipeline are one change, whichever came first, with what the pipeline said', async () => {
    for (const isToldFirst of [true, false]) {
      const tenant = await addTenant()
      const tell = () =>
        call(`POST /changes?projectId=${tenant.projectId}`, {
          token: tenant.secretKey,
          body: {
            kind: 'deployment',
            title: 'checkout 1.1.0 to production',
            service: 'checkout',
            version: '1.1.0',
            author: 'mira',
            url: 'https://ci.example.test/812',
            startedAt: new Date(Date.now() - 18 * MINUTE_MS).toISOString(),
          },
        })
      await sendLines(tenant, 'checkout', '1.0.0', usual([40, 25]))
      await sendLines(tenant, 'checkout', '1.1.0', [
        ...usual([15]),
        { minutesAgo: 16, body: 'rolled out checkout v1.1.0' },
      ])
      if (isToldFirst) await tell()
      await recogniseChanges({ ctx: contextOf(), scope: ownerOf(tenant) })
      if (!isToldFirst) await tell()
      expect(await stored(tenant)).toMatchObject([
        {
          title: 'checkout 1.1.0 to production',
          author: 'mira',
          url: 'https://ci.example.test/812',
          source: 'api',
          sources: ['api', 'telemetry'],
        },
      ])
    }
  })

  it('changes are listed before anybody asks: the alarm searches a minute after telemetry came in', async () => {
    const tenant = await addTenant()
    const { organizationId, projectId } = tenant
    const object = env.ON_CALL.getByName(`${organizationId}/${projectId}/on-call`)
    await sendLines(tenant, 'checkout', '1.0.0', usual([40, 25]))
    await sendLines(tenant, 'checkout', '1.1.0', usual([15]))
    const alarmMs = await vi.waitUntil(
      () => runInDurableObject(object, async (_, { storage }) => storage.getAlarm()),
      5_000,
    )
    expect(alarmMs).toBeGreaterThan(Date.now())
    const later = Date.now() + 61_000
    vi.spyOn(Date, 'now').mockImplementation(() => later)
    await runDurableObjectAlarm(object)
    vi.restoreAllMocks()
    await vi.waitFor(async () => expect(await stored(tenant)).toHaveLength(1), 10_000)
  })
})
