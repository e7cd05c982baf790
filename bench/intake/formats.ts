/**
 * Throughput of every intake format beside OTLP JSON: `npm run bench -- formats [records per body] [rounds]`. Decoding
 * and making records, as the handlers do it; formats take turns within one run, and the median round counts. Processor time
 * is counted, so that neighbours on the machine disturb less.
 */
import { formatById } from '../../src/intake/formats/detect.ts'
import { recordsOf } from '../../src/intake/formats/format.ts'
import { decodeLogs as decodeJson } from '../../src/intake/otlp/json.ts'
import { decodeLogs as decodeProtobuf } from '../../src/intake/otlp/protobuf.ts'
import { logRecords } from '../../src/intake/records.ts'
import { corpusSlice } from '../telemetry/corpus.ts'
import { type Body, bodiesOf } from './bodies.ts'

const perBody = Number(process.argv[2] ?? 1000)
const rounds = Number(process.argv[3] ?? 21)
/** The first rounds are the compiler's. */
const WARM_UP = 5

const logs = corpusSlice(0, perBody, { records: 1_000_000 })
const nowMs = Date.now()

/** Number of records that came of it. */
function decode({ format, contentType, bodies }: Body): number {
  if (format === 'otlp_json') return logRecords(bodies.flatMap(decodeJson), nowMs).records.length
  if (format === 'otlp_protobuf') return logRecords(bodies.flatMap(decodeProtobuf), nowMs).records.length
  const found = formatById(format)
  if (!found) throw new Error(`no format ${format}`)
  const headers = new Headers({ 'content-type': contentType })
  const query = new URLSearchParams()
  let count = 0
  for (const bytes of bodies) {
    const decoded = found.decode({ bytes, headers, query, nowMs })
    if (!decoded.ok) throw new Error(`${format}: ${decoded.reason}`)
    count += recordsOf(decoded.drafts, decoded.rejected ?? {}, nowMs).records.length
  }
  return count
}

const bodies = bodiesOf(logs)
const times = new Map<Body, number[]>(bodies.map((body) => [body, []]))
for (let round = 0; round < rounds + WARM_UP; round += 1) {
  for (const body of bodies) {
    const start = process.cpuUsage()
    const count = decode(body)
    const { user, system } = process.cpuUsage(start)
    const ms = (user + system) / 1000
    if (count !== perBody) throw new Error(`${body.label}: ${count} records of ${perBody}`)
    if (round >= WARM_UP) times.get(body)?.push(ms)
  }
}
const median = (body: Body) => (times.get(body) ?? []).sort((a, b) => a - b)[rounds >> 1] ?? Number.NaN
const reference = bodies[0] ? median(bodies[0]) : Number.NaN
for (const body of bodies) {
  const ms = median(body)
  const kilobytes = body.bodies.reduce((sum, bytes) => sum + bytes.byteLength, 0) / 1024
  const rate = Math.round((perBody / ms) * 1000).toLocaleString('en')
  console.log(
    `${body.label.padEnd(26)} ${rate.padStart(10)} records/s  ${kilobytes.toFixed(0).padStart(5)} KiB  ${(reference / ms).toFixed(2)} × OTLP JSON`,
  )
}
