/** A condition added to an answerable question changes the number with it, or the first sentence says why not. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { LogRecord, MetricPoint, SpanRecord } from '../../src/telemetry/model.ts'
import { fromMillis } from '../../src/telemetry/time.ts'
import { logRecord } from '../support/log-record.ts'
import { MemoryTelemetryStore } from '../telemetry/memory-store.ts'
import { ask, PROJECT } from './ask.ts'

const END_MS = Date.parse('2026-11-20T15:00:00Z')
const ROWS = 420
const store = new MemoryTelemetryStore()
const logs: LogRecord[] = []
const spans: SpanRecord[] = []
const metrics: MetricPoint[] = []

const pick = <T>(values: readonly [T, ...T[]], index: number): T => values[index % values.length] ?? values[0]
/** Evenly spread and unlike the other picks, so that no part of the rows has the numbers of the whole. */
const noise = (index: number, below: number): number =>
  Math.floor(((Math.sin(index * 12.9898) * 43_758.5453) % 1) ** 2 * below)
const hex = (index: number, length: number): string => (index * 2_654_435_761 + 977).toString(16).padStart(length, '0')

function row(index: number): void {
  const service = pick(['booking-api', 'ledger-service', 'mailer', 'booking-api'], index)
  const version = index % 3 === 0 ? '2.4.1' : '2.4.0'
  const resource = { service, environment: 'production', attributes: { 'service.version': version } }
  const time = fromMillis(END_MS - 3_000_000 + index * 7_000)
  const traceId = hex(index + 1, 32)
  const tenant = pick(['acme', 'globex', 'initech'], Math.floor(index / 4))
  const body = pick(
    [
      `Booking BK-${10_000 + index} cancelled by guest`,
      `invoice ${index} could not be charged: card declined`,
      `reminder sent to guest ${index}`,
      `cache miss for room ${index}`,
      `seat map loaded in ${index} ms`,
    ],
    index,
  )
  const severityNumber = index % 5 === 1 ? 17 : 9
  logs.push(logRecord({ time, severityNumber, severityText: '', body, resource, attributes: { 'tenant.id': tenant } }))
  const status = pick([200, 200, 503, 200, 404, 200, 500], noise(index, 7))
  spans.push({
    time,
    durationNanos: (service === 'mailer' ? 0.5 : 1) * (1 + noise(index + 7, 4_000) / 10) * 1_000_000,
    traceId,
    spanId: hex(index + 5, 16),
    parentSpanId: '',
    name: pick(['POST /bookings', 'GET /rooms/:id', 'GET /invoices'], index),
    kind: 'server',
    status: status >= 500 ? 'error' : 'unset',
    statusMessage: '',
    resource,
    scopeName: '',
    attributes: { 'http.response.status_code': status, 'tenant.id': tenant },
    events: [],
    links: [],
  })
  metrics.push({
    time,
    startTime: fromMillis(0),
    name: 'queue.depth',
    unit: '1',
    description: '',
    type: 'gauge',
    temporality: 'unspecified',
    isMonotonic: false,
    value: noise(index + 3, 90),
    resource,
    scopeName: '',
    attributes: { region: index % 2 === 0 ? 'eu-west-1' : 'us-east-1' },
  })
}

beforeAll(async () => {
  for (let index = 0; index < ROWS; index++) row(index)
  const source = { keyId: 'k', payloadHash: 'h' }
  await store.append(PROJECT, { logs, spans, metrics, source, billedBytes: 1, deduplicate: false })
})

/** The conditions go where {} stands. */
const QUESTIONS = [
  'how many log records {} in the last hour?',
  'how many errors {} in the last hour?',
  'how many bookings were cancelled {} in the last hour?',
  'how many cards were declined {} in the last hour?',
  'how many requests {} in the last hour?',
  'how many requests failed {} in the last hour?',
  'what is the error rate {} in the last hour?',
  'what is the p95 latency {} in the last hour?',
  'what is the average queue.depth {} in the last hour?',
  'how many log lines per minute {} in the last hour?',
]
/** What exists nowhere: words, names, ids, quantities. `says` is what the first sentence has to name. */
const INVENTED = [
  { condition: 'of billing-service', says: 'billing' },
  { condition: 'at depot OSL', says: 'osl' },
  { condition: 'for tenant zorro', says: 'zorro' },
  { condition: 'with tenant.id=umbrella', says: 'umbrella' },
  { condition: 'for order ZX-99812', says: 'zx-99812' },
  { condition: 'for premium guests', says: 'premium' },
  { condition: 'mentioning zebra', says: 'zebra' },
  { condition: 'containing "flux capacitor"', says: 'flux' },
  { condition: 'with status 418', says: '418' },
  { condition: 'on version 9.9.9', says: '9.9.9' },
  { condition: 'from 10.77.3.9', says: '10.77.3.9' },
  { condition: 'on the /refunds endpoint', says: 'refunds' },
  { condition: 'heavier than 40 kg', says: '40' },
  { condition: 'on iPhones', says: 'iphone' },
  { condition: 'in Norway', says: 'norway' },
  { condition: 'by user u-551', says: 'u-551' },
  { condition: 'with the coupon SUMMER', says: 'summer' },
  { condition: 'critical to compliance', says: 'compliance' },
]
/** What exists in every signal: part of the rows. */
const EXISTING = [
  { condition: 'of ledger-service', says: 'ledger-service' },
  { condition: 'of mailer', says: 'mailer' },
  { condition: 'for tenant acme', says: 'acme' },
  { condition: 'with tenant.id=globex', says: 'globex' },
  { condition: 'with status 503', says: '503' },
  { condition: 'on version 2.4.1', says: '2.4.1' },
  { condition: 'containing "guest 7"', says: 'guest 7' },
  { condition: 'in eu-west-1', says: 'eu-west-1' },
  { condition: 'on GET /invoices', says: 'invoices' },
  { condition: 'slower than 300 ms', says: '300' },
]

/** What a first sentence has to name: one of these. */
const named = (...texts: readonly string[]): RegExp =>
  new RegExp(texts.map((text) => text.replace(/[.*+?/]/g, '\\$&')).join('|'))
const firstLine = (text: string): string => text.split('\n')[0] ?? ''
const boldNumber = (text: string): string | null => /\*\*([\d.,]+[^*]*)\*\*/.exec(firstLine(text))?.[1] ?? null
const headline = async (question: string): Promise<string> => firstLine((await ask(store, question, END_MS)).text)
const CASES = QUESTIONS.flatMap((question) =>
  INVENTED.map((added) => ({ question: question.replace('{}', added.condition), ...added })),
)

describe('a condition added to a question', () => {
  it.each(QUESTIONS)('is added to a question that has an answer: "%s"', async (question) => {
    expect(boldNumber(await headline(question.replace(' {}', '')))).not.toBeNull()
  })

  it.each(CASES)('that nothing fits leads to no number of something else: "$question"', async ({ question, says }) => {
    const said = await headline(question)
    expect(boldNumber(said) ?? '0').toBe('0')
    expect(said.toLowerCase()).toMatch(boldNumber(said) === null ? named(says, 'so i give no number') : named(says))
  })

  it.each(QUESTIONS.flatMap((question) => EXISTING.map((added) => ({ question, ...added }))))(
    'that exists is part of what is counted: $question $condition',
    async ({ question, condition, says }) => {
      const said = await headline(question.replace('{}', condition))
      expect(said.toLowerCase()).toMatch(boldNumber(said) === null ? named(says, 'so i give no number') : named(says))
      // The same number is a coincidence at best: a condition that restricts nothing was not applied.
      expect(boldNumber(said)).not.toBe(boldNumber(await headline(question.replace(' {}', ''))))
    },
  )
})
