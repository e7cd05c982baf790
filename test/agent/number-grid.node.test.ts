/**
 * Every number in every form: measures of requests by service, asked for in the many orders that people use, and threads of
 * follow-ups that each change one slot. Truths are plain loops over the spans and lines that were made.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import type { LogRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { hospital } from '../../scripts/eval/questions/systems/hospital.ts'
import type { TelemetryStore } from '../../src/telemetry/port.ts'
import { Conversation, embeddedAgent } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { storeWithWorld } from './world-store.ts'

const END_MS = Date.parse('2026-11-20T15:00:07.312Z')
const HOUR_MS = 3_600_000
const agent = embeddedAgent()
let store: TelemetryStore | null = null
let world: World

beforeAll(async () => {
  world = hospital(END_MS)
  store = rememberingStore(await storeWithWorld(world))
}, 120_000)

function thread(): Conversation {
  if (store === null) throw new Error('no store')
  return new Conversation(store, agent)
}

const codeOf = ({ attributes }: SpanRow): number => Number(attributes['http.response.status_code'] ?? 0)
const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? Number.NaN

type Measured = (spans: readonly SpanRow[]) => number
const MEASURES: readonly (readonly [name: string, of: Measured])[] = [
  ['requests', (spans) => spans.length],
  ['failed requests', (spans) => spans.filter(({ isFailed }) => isFailed).length],
  ['error rate', (spans) => (100 * spans.filter(({ isFailed }) => isFailed).length) / spans.length],
  ['5xx rate', (spans) => (100 * spans.filter((span) => codeOf(span) >= 500).length) / spans.length],
  [
    'p95',
    (spans) =>
      percentile(
        spans.map(({ startMs, endMs }) => endMs - startMs),
        0.95,
      ),
  ],
]
const FORMS: readonly ((measure: string) => string)[] = [
  (measure) => `${measure} per service`,
  (measure) => `${measure} for each service`,
  (measure) => `${measure} broken down by service`,
  (measure) => `break down ${measure} by service`,
  (measure) => `${measure} split by service`,
  (measure) => `group ${measure} by service`,
  (measure) => `what is the ${measure} per service?`,
  (measure) => `services by ${measure}`,
  (measure) => `rank services by ${measure}`,
  (measure) => `services sorted by ${measure}`,
  (measure) => `top 5 services by ${measure}`,
  (measure) => `list all services with their ${measure}`,
  (measure) => `all services and their ${measure}`,
  (measure) => `compare services by ${measure}`,
  (measure) => `per-service ${measure}`,
  (measure) => `${measure}, by service`,
  (measure) => `table of ${measure} by service`,
  (measure) => `how does the ${measure} differ between services?`,
  (measure) => `per service, what is the ${measure}?`,
]

/** A number as answers write it; durations in milliseconds. */
function numberOf(text: string): number {
  const [, digits = '', unit = ''] = /^(-?[\d,.]+) ?(%|ms|s|min)?/.exec(text) ?? []
  const value = digits === '' ? Number.NaN : Number(digits.replaceAll(',', ''))
  return unit === 's' ? value * 1000 : unit === 'min' ? value * 60_000 : value
}

/** Percentiles come from sketches, shares are rounded. */
const isNear = (said: number, truth: number): boolean =>
  Math.abs(said - truth) <= Math.max(0.06, Math.abs(truth) * 0.06) || (Number.isNaN(truth) && said === 0)

const entries = (): readonly SpanRow[] => world.spans.filter(({ isEntry }) => isEntry)
const lastMs = (): number =>
  Math.max(...world.logs.map(({ timeMs }) => timeMs), ...world.spans.map(({ startMs }) => startMs))

function rowsOf(text: string): (readonly [key: string, value: number])[] {
  return text.split('\n').flatMap((line) => {
    const [, key, value] = /^- `([^`]+)`: (.*)$/.exec(line) ?? []
    return key === undefined || value === undefined ? [] : [[key, numberOf(value)] as const]
  })
}

describe('a number by service', { timeout: 240_000 }, () => {
  it.each(MEASURES)('is the same in every form: %s', async (measure, of) => {
    const spans = entries().filter(({ startMs }) => startMs > lastMs() - HOUR_MS)
    const wrong: string[] = []
    for (const form of FORMS) {
      const asked = form(measure)
      const { text } = await thread().ask(asked, END_MS)
      const rows = rowsOf(text)
      const isRight = rows.every(([key, value]) => isNear(value, of(spans.filter(({ service }) => service === key))))
      if (rows.length < 3 || !isRight) wrong.push(`${asked}: ${text.slice(0, 160)}`)
    }
    expect(wrong).toEqual([])
  })
})

interface Slots {
  readonly measure: (typeof MEASURES)[number]
  readonly service: string | null
  readonly fromMs: number
  readonly toMs: number
}

/** Numbers that look drawn and are the same each time. */
function drawer(seed: number): <T>(of: readonly T[]) => T {
  let state = seed
  return (of) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return of[Math.floor((state / 4_294_967_296) * of.length)] as (typeof of)[number]
  }
}

const at = (clock: string): number => Date.parse(`2026-11-20T${clock}:00Z`)

describe('a thread that changes one slot after the other', { timeout: 240_000 }, () => {
  it.each([1, 2])('keeps all others: %i', async (seed) => {
    const draw = drawer(seed)
    const services = [...new Set(entries().map(({ service }) => service))]
    const wrong: string[] = []
    for (let nth = 0; nth < 12; nth++) {
      const counted = MEASURES.slice(0, 4)
      let slots: Slots = { measure: draw(counted), service: null, fromMs: lastMs() - HOUR_MS + 1, toMs: END_MS }
      const talk = thread()
      const said = [slots.measure[0]]
      await talk.ask(slots.measure[0], END_MS)
      for (let step = 0; step < 3; step++) {
        const kind = draw(['service', 'time'])
        if (kind === 'service') {
          const service = draw(services.filter((name) => name !== slots.service))
          slots = { ...slots, service }
          said.push(draw([`and ${service}?`, `only ${service}`, `what about ${service}?`, `of ${service}`]))
        } else {
          const isLast = draw([true, false])
          slots = {
            ...slots,
            ...(isLast ? { fromMs: END_MS - 600_000, toMs: END_MS } : { fromMs: at('14:20'), toMs: at('14:35') }),
          }
          said.push(
            isLast
              ? draw(['in the last 10 minutes', 'last 10 minutes'])
              : draw(['between 14:20 and 14:35', 'from 14:20 to 14:35']),
          )
        }
        const { text } = await talk.ask(said.at(-1) ?? '', END_MS)
        const first = text.split('\n')[0] ?? ''
        // A thread that asks for what it has already is told so.
        if (/what is to be different/.test(first)) break
        const own = entries().filter(
          ({ service, startMs }) =>
            (slots.service === null || service === slots.service) && startMs >= slots.fromMs && startMs < slots.toMs,
        )
        const numbers = [...first.matchAll(/\*\*([^*]+)\*\*/g)].map(([, value = '']) => numberOf(value))
        if (!numbers.some((value) => isNear(value, slots.measure[1](own)))) wrong.push(`${said.join(' | ')}: ${first}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('lines of a service', { timeout: 240_000 }, () => {
  const isError = ({ severity }: LogRow): boolean => /ERROR|FATAL/.test(severity)
  it.each([
    (name: string) => `errors of ${name}`,
    (name: string) => `how many errors does ${name} log`,
    (name: string) => `${name} error logs`,
    (name: string) => `level=error service=${name}`,
    (name: string) => `how often did ${name} log an error`,
    (name: string) => `${name}: errors`,
  ])('are counted in any form', async (form) => {
    const { text } = await thread().ask(form('appointment-svc'), END_MS)
    const truth = world.logs.filter(
      (line) => line.service === 'appointment-svc' && isError(line) && line.timeMs > lastMs() - HOUR_MS,
    ).length
    expect(numberOf(/\*\*([^*]+)\*\*/.exec(text)?.[1] ?? '')).toBe(truth)
  })
})
