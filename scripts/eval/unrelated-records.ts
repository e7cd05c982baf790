/**
 * Traffic that has nothing to do with an incident, in the same project and hour: services that call only each other, at
 * a steady rate, with lines and spans of their own. What an investigation must neither be slowed nor misled by.
 */
import { gzipSync } from 'node:zlib'
import { seededRandom } from '../demo/random.ts'
import { CONCURRENCY, deliver } from './send-incident.ts'

const SERVICES = 20
/** Each request is two spans, one of the service and one of its callee's, and three lines. */
const LOGS_PER_REQUEST = 3
const SPANS_PER_REQUEST = 2
const REQUESTS_PER_BODY = 1000
const SPAN_MS = 40
const NANOS_PER_MS = 1_000_000n

export interface Unrelated {
  readonly records: number
  readonly fromMs: number
  readonly toMs: number
}

/** Sends about `records` log records and spans. Answers with how many. @throws Error as `deliver`. */
export async function sendUnrelated(unrelated: Unrelated, baseUrl: string, publicKey: string): Promise<number> {
  const requests = Math.floor(unrelated.records / (LOGS_PER_REQUEST + SPANS_PER_REQUEST))
  const intake = `${baseUrl}/intake/k/${publicKey}/v1`
  let next = 0
  const worker = async () => {
    for (let first = next; first < requests; first = next) {
      const count = Math.min(REQUESTS_PER_BODY, requests - first)
      next += count
      const { logs, spans } = bodiesOf(unrelated, first, count, requests)
      await deliver(`${intake}/logs`, logs, 'unrelated logs')
      await deliver(`${intake}/traces`, spans, 'unrelated spans')
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  return requests * (LOGS_PER_REQUEST + SPANS_PER_REQUEST)
}

/** Requests `first` to `first + count` of `total`, spread evenly over the time; the number of the first is the seed. */
function bodiesOf(unrelated: Unrelated, first: number, count: number, total: number) {
  const random = seededRandom(first, 'unrelated')
  const whole = (below: number) => random.integer(0, below - 1)
  const logs: object[][] = Array.from({ length: SERVICES }, () => [])
  const spans: object[][] = Array.from({ length: SERVICES }, () => [])
  for (let request = first; request < first + count; request++) {
    const atMs = unrelated.fromMs + ((request + random.next()) / total) * (unrelated.toMs - unrelated.fromMs)
    const nanosAt = (offsetMs: number) => String(BigInt(Math.floor(atMs + offsetMs)) * NANOS_PER_MS)
    const caller = whole(SERVICES)
    const callee = (caller + 1) % SERVICES
    const operation = whole(5)
    const [traceId, spanId, childId] = [random.hex(32), random.hex(16), random.hex(16)]
    const tookMs = SPAN_MS * (0.5 + random.next())
    const line = (service: number, offsetMs: number, id: string, text: string) =>
      logs[service]?.push({ timeUnixNano: nanosAt(offsetMs), body: { stringValue: text }, traceId, spanId: id })
    line(caller, 1, spanId, `INFO handling operation ${operation} for account ${whole(100_000)}`)
    line(callee, 6, childId, `INFO read ${whole(50)} rows from partition ${whole(64)} of table t${operation}`)
    line(caller, tookMs, spanId, `INFO operation ${operation} done in ${tookMs.toFixed(1)} ms`)
    const span = (service: number, id: string, parent: object, name: string, startMs: number, endMs: number) =>
      spans[service]?.push({
        ...{ traceId, spanId: id, ...parent, name },
        ...{ startTimeUnixNano: nanosAt(startMs), endTimeUnixNano: nanosAt(endMs) },
      })
    span(caller, spanId, {}, `operation ${operation}`, 0, tookMs)
    span(callee, childId, { parentSpanId: spanId }, `read t${operation}`, 5, tookMs - 5)
  }
  const resource = (service: number) => ({
    attributes: [{ key: 'service.name', value: { stringValue: `unrelated-${service + 1}` } }],
  })
  const resourceLogs = logs.map((logRecords, service) => ({ resource: resource(service), scopeLogs: [{ logRecords }] }))
  const resourceSpans = spans.map((own, service) => ({ resource: resource(service), scopeSpans: [{ spans: own }] }))
  const packed = (document: object) => gzipSync(JSON.stringify(document), { level: 1 })
  return { logs: packed({ resourceLogs }), spans: packed({ resourceSpans }) }
}
