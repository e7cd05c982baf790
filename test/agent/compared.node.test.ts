/** Comparisons: each side is read by itself, and the numbers stand side by side with the yes or no first. */
import { describe, expect, it } from 'vitest'
import type { LogRow, PointRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { measuredForms, quantityCompared } from '../../src/agent/questions/reader/quantity-compared.ts'
import { sidesAsked } from '../../src/agent/questions/reader/sides-asked.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const GUILDS = ['oakfield', 'redmoor', 'stonebridge'] as const

/** A bindery: requests of three guilds, of which redmoor's fail; stitching is slower since its second version. */
function bindery(): World {
  const plain = worldOf({
    gateway: 'book-gate',
    routes: { 'POST /bindings': 'stitch-svc', 'GET /covers': 'cover-svc' },
    failing: 'none',
    store: 'postgresql',
  })
  const spans = plain.spans.map((span): SpanRow => {
    const nth = Number.parseInt(span.traceId, 16)
    const guild = GUILDS[nth % 3] ?? ''
    const isFailed = span.isEntry && guild === 'redmoor' && nth % 4 === 0
    const isLater = span.startMs >= END_MS - 30 * 60_000
    const isStitched = span.service === 'stitch-svc'
    return {
      ...span,
      ...{ isFailed, isError: isFailed, version: isStitched && isLater ? '1.1.0' : '1.0.0' },
      ...{ endMs: span.endMs + (isStitched && isLater ? 60 : 0) },
      attributes: {
        ...span.attributes,
        ...(span.isEntry ? { 'guild.name': guild, 'http.response.status_code': isFailed ? 500 : 200 } : {}),
      },
    }
  })
  const logs = [...plain.logs]
  const points: PointRow[] = []
  for (let minute = 59; minute > 0; minute--) {
    const line = (body: string): LogRow => ({
      ...{ timeMs: END_MS - minute * 60_000, service: 'stitch-svc', severity: 'WARN', isSeveritySent: true },
      ...{ message: body, body, attributes: {}, traceId: '', spanId: '', version: '1.0.0', instance: 'stitch-svc-1' },
    })
    if (minute % 2 === 0) logs.push(line('sheet spoiled: ink too thin'))
    if (minute % 5 === 0) logs.push(line('sheet spoiled: paper torn'))
    points.push({
      ...{ timeMs: END_MS - minute * 60_000, startMs: END_MS - 90 * 60_000, service: 'stitch-svc', unit: 'Cel' },
      ...{ type: 'gauge' as const, name: 'drum.heat', value: 100 - minute, buckets: null, attributes: {} },
      ...{ version: '1.0.0', instance: 'stitch-svc-1' },
    })
  }
  return { ...plain, spans, logs, points }
}

const store = storeWithWorld(bindery())
const answer = async (question: string): Promise<string> =>
  (await new Conversation(rememberingStore(await store)).ask(question, END_MS)).text

describe('a side that has no number', { timeout: 180_000 }, () => {
  it('is not told to be about the same', async () => {
    const text = await answer('are GET /covers of stitch-svc slower since stitch-svc 1.1.0')
    expect(text).toMatch(/^I cannot tell, a number is missing to compare: .*\*\*none\*\*/)
    expect(text).not.toMatch(/about the same/)
  })
})

describe('two sides of a comparison', { timeout: 180_000 }, () => {
  it.each([
    ['did oakfield suffer more than redmoor', /^No: `redmoor` has the highest error rate .*`oakfield` or `redmoor`/],
    ['is redmoor hit harder than stonebridge?', /^Yes: `redmoor` has the highest error rate/],
    [
      'are redmoor requests seeing a higher error rate than oakfield ones',
      /^Yes: `redmoor` has the highest error rate/,
    ],
    [
      'is stitch-svc slower on 1.1.0 than it was on 1.0.0',
      /^\*\*Yes\*\*: .+ slower since `1\.1\.0` .+ on `1\.0\.0`, .+ on `1\.1\.0`/,
    ],
    ['who is worse off, oakfield or redmoor?', /^`redmoor` has the highest error rate/],
    [
      'median duration of POST /bindings with 1.0.0 and with 1.1.0',
      /median \*\*[\d.]+ ms\*\* on `1\.0\.0`, \*\*[\d.]+ ms\*\* on `1\.1\.0`/,
    ],
    ['bindings: oakfield, redmoor or stonebridge?', /by `guild\.name`.* over 3 groups/],
  ])('is measured for each: %s', async (question, said) => {
    expect(await answer(question)).toMatch(said)
  })

  it('is told by the lines of each', async () => {
    const text = await answer('sheets spoiled: ink too thin vs paper torn')
    expect(text).toMatch(/\*\*29\*\* log records/)
    expect(text).toMatch(/\*\*11\*\* log records/)
  })

  it('is what a gauge stood at in either moment', async () => {
    expect(await answer('drum heat now compared to 14:40')).toMatch(/\*\*80\D.* then \*\*99\D/)
  })

  it('is every value where one is set against the others', async () => {
    expect(await answer('does it hit one guild more than the others')).toMatch(
      /^Yes: `redmoor` has the highest error rate/,
    )
  })

  it('asks for one number where nothing compares', async () => {
    expect(await answer('how many requests from oakfield or redmoor')).not.toContain('by `guild.name`')
  })
})

it('a limit that no record has may be one of a gauge', { timeout: 60_000 }, async () => {
  expect(await answer('drum heat above 90?')).toMatch(/^\*{0,2}Yes/)
})

describe('the words of a comparison', () => {
  const catalogue = {
    services: [],
    values: [{ key: 'plan', values: [{ value: 'basic' }, { value: 'pro' }] }],
  } as unknown as Parameters<typeof sidesAsked>[1]

  it.each([
    ['are pro clients seeing a higher error rate than basic ones', 'error rate of pro clients'],
    ['did pro customers suffer more than basic ones', 'error rate of pro customers'],
    ['is search slower for pro users than for basic users', 'p95 duration of search for pro users'],
    ['are pro bookings failing more often than basic bookings since 14:00', 'error rate of pro bookings since 14:00'],
  ])('leave what is measured of the first side: %s', (text, form) => {
    const sides = sidesAsked(text, catalogue)
    expect(sides?.names).toEqual(['pro', 'basic'])
    expect(measuredForms(sides?.words ?? [], quantityCompared(text.split(' ')))[0]).toBe(form)
  })

  it('are not about two sides where the other one says something of its own', () => {
    expect(sidesAsked('more pro refunds than broken printers at basic', catalogue)).toBeNull()
  })
})
