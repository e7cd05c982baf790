/** What a release did is asked in many forms, and told by failures, median, tail and mean of both sides together. */
import { beforeAll, describe, expect, it } from 'vitest'
import { claims } from '../../scripts/eval/questions/systems/claims.ts'
import { ferries } from '../../scripts/eval/questions/systems/ferries.ts'
import { subtitles } from '../../scripts/eval/questions/systems/subtitles.ts'
import { taxOffice } from '../../scripts/eval/questions/systems/taxoffice.ts'
import { failuresOf, rateChanged, speedOf } from '../../src/agent/answers/release-verdict.ts'
import { laterTrouble } from '../../src/agent/questions/execute/release-trouble.ts'
import type { Catalogue } from '../../src/agent/questions/grounding/catalogue.ts'
import { otherReleasesAsked, releaseAsked } from '../../src/agent/questions/reader/release-asked.ts'
import type { SpanStatsRow, TelemetryStore } from '../../src/telemetry/index.ts'
import { Conversation, embeddedAgent } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { storeWithWorld } from './world-store.ts'

const END_MS = Date.parse('2026-11-27T23:00:00.000Z')
const agent = embeddedAgent()
const stores = new Map<string, TelemetryStore>()

beforeAll(async () => {
  for (const [name, make] of Object.entries({ claims, ferries, subtitles, taxoffice: taxOffice }))
    stores.set(name, rememberingStore(await storeWithWorld(make(END_MS))))
}, 240_000)

/** The first line of each answer of a thread. */
async function thread(name: string, ...questions: string[]): Promise<string[]> {
  const store = stores.get(name)
  if (store === undefined) throw new Error('no store')
  const talk = new Conversation(store, agent)
  const answers: string[] = []
  for (const question of questions) answers.push((await talk.ask(question, END_MS)).text)
  return answers
}

const service = (name: string) => ({ name, logs: 1, spans: 1, metrics: 0, firstMs: 0, lastMs: 1 })
const catalogue: Catalogue = {
  services: [service('fare-api'), service('Pay.Gateway')],
  operations: ['POST /quotes', 'GET /reports', 'render'],
  ...{ metrics: [], templates: [], keys: [], values: [], firstMs: 0, lastMs: 1, lastSpanMs: 1 },
  records: { logs: 1, spans: 1, metrics: 0 },
}

describe('such a question in any order of its words', () => {
  it.each([
    ['fare-api: did 2.5.0 make quotes faster or slower', 'fare-api', '2.5.0', 'quotes', ['duration']],
    ['fare-api 2.5.0 - any regression in response time?', 'fare-api', '2.5.0', '', ['duration']],
    ['2.5.0 made rendering slower by how much', undefined, '2.5.0', 'rendering', ['duration']],
    ['new version of fare api: when and did it hurt', 'fare-api', undefined, '', ['when']],
    ['Pay.Gateway 22.4.0 error rate before/after', 'Pay.Gateway', '22.4.0', '', ['failures']],
    ['did the fare-api upgrade slow down reports', 'fare-api', undefined, 'reports', ['duration']],
    ['which endpoint suffered from fare-api 2.5.0', 'fare-api', '2.5.0', '', ['routes']],
    ['fare-api 2.4.6 vs 2.5.0, mean latency', 'fare-api', '2.4.6', '', ['duration']],
  ])('%s', (question, name, version, thing, asks) => {
    const asked = releaseAsked(question, catalogue, 'nothing')
    expect([asked?.services[0], asked?.versions[0], asked?.thing]).toEqual([name, version, thing])
    expect(asked?.asks).toEqual(expect.arrayContaining(asks))
  })

  it.each([
    'why did fare-api 2.5.0 fail',
    'is fare-api slow',
    'which version of fare-api is live',
    'error rate of fare-api since 2.5.0',
    'should we roll back fare-api 2.5.0',
    'did 2.5.0 bring more refunds',
    'is a p95 of 2.5 seconds worse than usual',
    'fare-api 2.5.0 slower than right now',
    'is render slower after the quotes of 14:02',
  ])('is none of %s', (question) => expect(releaseAsked(question, catalogue, 'nothing')).toBeNull())

  it('behind a release names neither', () => {
    expect(releaseAsked('did that hurt', catalogue, 'nothing')).toBeNull()
    expect(releaseAsked('did that hurt', catalogue, 'release')).toMatchObject({ isOfThread: true, direction: 'worse' })
    expect(releaseAsked('and p95?', catalogue, 'release')).toBeNull()
    expect(releaseAsked('and p95?', catalogue, 'effect')).toMatchObject({ statistic: 'p95' })
    expect(otherReleasesAsked('did anything else get deployed this evening', catalogue)).toBe(true)
    expect(otherReleasesAsked('did anything else fail', catalogue)).toBe(false)
  })
})

describe('the verdict', () => {
  const side = (of: number, p50: number, p95: number, mean: number) => ({ value: 0, failed: 0, of, p50, p95, mean })

  it('looks at median, tail and mean', () => {
    expect(speedOf(side(600, 5, 86, 23), side(1600, 5, 103, 28))).toBe('slower')
    expect(speedOf(side(600, 50, 80, 52), side(1600, 49, 81, 52))).toBe('same')
    expect(speedOf(side(600, 50, 80, 52), side(1600, 40, 120, 52))).toBe('mixed')
    expect(speedOf(side(40, 50, 80, 52), side(45, 54, 90, 57))).toBe('same')
    expect(speedOf(side(4, 50, 80, 52), side(45, 90, 150, 95))).toBe('unknown')
  })

  it('knows what chance does to failures and counts', () => {
    expect(failuresOf({ value: 0, of: 200, failed: 4 }, { value: 0, of: 640, failed: 18 })).toBe('same')
    expect(failuresOf({ value: 0, of: 200, failed: 0 }, { value: 0, of: 200, failed: 40 })).toBe('more')
    expect(rateChanged([4, 24], [18, 74])).toBe('same')
    expect(rateChanged([4, 24], [90, 74])).toBe('more')
  })
})

describe('trouble that began later', () => {
  const minutes = (steps: readonly [requests: number, errors: number, p95: number][]): SpanStatsRow[] =>
    steps.map(([requests, errors, p95], at) => ({
      ...{ service: '', operation: '', startMs: at * 60_000, requests, errors },
      durationMs: { p50: p95 / 2, p75: p95, p90: p95, p95, p99: p95, p999: p95, min: 1, max: p95, mean: p95 / 2 },
    }))
  const calm = Array.from({ length: 6 }, (): [number, number, number] => [10, 0, 40])

  it('is told apart where the version ran well before', () => {
    const failing = minutes([...calm, [10, 4, 40], [10, 5, 40], [10, 3, 40]])
    expect(laterTrouble(failing, 0, null)).toEqual({ atMs: 360_000, is: 'failing' })
    const slow = minutes([...calm, [10, 0, 900], [10, 0, 800], [10, 0, 950]])
    expect(laterTrouble(slow, 0, null)).toEqual({ atMs: 360_000, is: 'slow' })
  })

  it('is none that came with it', () => {
    const failing = minutes([[10, 4, 40], [10, 5, 40], [10, 3, 40], ...calm.slice(0, 2), [10, 4, 40], [10, 5, 40]])
    expect(laterTrouble(failing, 0, null)).toBeNull()
    expect(laterTrouble(minutes(calm), 0, null)).toBeNull()
  })
})

describe('the answer', { timeout: 240_000 }, () => {
  it('says which release, both sides and the route', async () => {
    const [hurt, routes] = await thread(
      'ferries',
      'timetable-api 4.3.0: when, and did it hurt',
      'which route',
      'did anything else get deployed today',
    )
    expect(hurt).toMatch(/^`timetable-api` went from `4\.2\.3` to `4\.3\.0` at \*\*22:17:41 UTC\*\*\. \*\*Yes\*\*: /)
    expect(hurt).toContain('p95 **66.1 ms** before, **93.5 ms** since (+41 %')
    expect(routes).toMatch(/^\*\*`GET \/api\/sailings`\*\* got slower most since `4\.3\.0`/)
  })

  it('goes on from which version runs', async () => {
    const [, slower] = await thread(
      'taxoffice',
      'which version of notice-service is live',
      'did it get slower with that',
    )
    expect(slower).toMatch(/^\*\*Yes\*\*: requests of `notice-service` are slower since `3\.5\.0`/)
  })

  it('does not put down to it what broke later elsewhere', async () => {
    const [impact] = await thread('subtitles', 'asr-worker 4.12.0: any impact')
    expect(impact).toMatch(/^\*\*No\*\*: /)
    expect(impact).toMatch(/from \*\*22:27:00 UTC\*\* on, .+ requests fail/)
    expect(impact).toContain('when `glossary-api` broke')
  })

  it('says of what was counted whether it was there before', async () => {
    const [, before] = await thread('claims', 'photo-analyzer-fn errors', 'since the new version or before as well?')
    expect(before).toMatch(/^\*\*Before as well\*\*, about as often: errors/)
  })

  it('says that there was none', async () => {
    const [none] = await thread('ferries', 'did booking-api get a new version and did it change anything')
    expect(none).toMatch(/^\*\*No release\*\*|^\*\*No\*\*: no release/)
  })
})
