/**
 * The thread in which hostile bodies are decoded: its heap is limited as an isolate's is, so a body that takes too much
 * ends it. Everything that the intake does with a body before it is stored is done here.
 */
import { Buffer } from 'node:buffer'
import v8 from 'node:v8'
import vm from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'
import { formatById } from '../../../src/intake/formats/detect.ts'
import { decodeBody, recordsOf } from '../../../src/intake/formats/format.ts'
import { MalformedPayload } from '../../../src/intake/otlp/fields.ts'
import * as json from '../../../src/intake/otlp/json.ts'
import { decodeMetrics } from '../../../src/intake/otlp/json-metrics.ts'
import * as protobuf from '../../../src/intake/otlp/protobuf.ts'
import { logRecords, metricPoints, spanRecords, takeResourceKey } from '../../../src/intake/records.ts'
import { type Batch, DEFAULT_REDACTION, Redactor } from '../../../src/intake/redaction/redact.ts'
import { OTLP_SAMPLES, type OtlpSample } from '../otlp/samples.ts'
import { hostileBody } from './mutations.ts'
import { AT_MS, SAMPLES, type Sample } from './samples.ts'

export interface FuzzTask {
  readonly bodies: number
  readonly seed: number
}

export interface FuzzReport {
  readonly bodies: number
  readonly withRecords: number
  /** Heap and buffers outside of it, collected: before and after the run. */
  readonly heldBefore: number
  readonly heldAfter: number
  readonly heapPeak: number
  /** The first bodies that made something throw, with the error and the body in base64. */
  readonly failures: readonly string[]
}

const FAILURES_MAX = 5
const MEASURED_EVERY = 200

type Body = Sample | OtlpSample
const BODIES: readonly Body[] = [...SAMPLES, ...OTLP_SAMPLES]

/** Whether it held anything. */
function take(body: Body, bytes: Uint8Array): boolean {
  const batch = 'signal' in body ? otlpBatch(body, bytes) : batchOf(body, bytes)
  if (batch === null) return false
  const { logs = [], spans = [], metrics = [] } = new Redactor(DEFAULT_REDACTION).batch(batch)
  JSON.stringify([logs, spans, metrics])
  return logs.length + spans.length + metrics.length > 0
}

/** null: refused. */
function otlpBatch({ format, signal }: OtlpSample, bytes: Uint8Array): Batch | null {
  const decode = format === 'otlp_json' ? { ...json, decodeMetrics } : protobuf
  try {
    if (signal === 'logs') {
      const resources = decode.decodeLogs(bytes)
      takeResourceKey(resources)
      return { logs: logRecords(resources, AT_MS).records }
    }
    if (signal === 'traces') return { spans: spanRecords(decode.decodeSpans(bytes), AT_MS).records }
    return { metrics: metricPoints(decode.decodeMetrics(bytes), AT_MS).records }
  } catch (error) {
    if (error instanceof MalformedPayload) return null
    throw error
  }
}

function batchOf(sample: Sample, bytes: Uint8Array): Batch | null {
  const format = formatById(sample.format)
  if (!format) throw new Error(`no format ${sample.format}`)
  const headers = new Headers({ 'content-type': sample.contentType, ...sample.headers })
  const decoded = decodeBody(format, { bytes, headers, query: new URLSearchParams(), nowMs: AT_MS + 1000 })
  if (!decoded.ok) {
    if (decoded.reason === '') throw new Error('refused without a reason')
    return null
  }
  const { records } = recordsOf(decoded.drafts, decoded.rejected ?? {}, AT_MS)
  return { logs: records }
}

v8.setFlagsFromString('--expose-gc')
const collect: () => void = vm.runInNewContext('gc')

/** What the runtime gives back, it gives back between tasks, as between two deliveries. */
const pause = () => new Promise((resolve) => setImmediate(resolve))

async function held(): Promise<number> {
  await pause()
  collect()
  await pause()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

async function run(task: FuzzTask): Promise<FuzzReport> {
  const perSample = Math.ceil(task.bodies / BODIES.length)
  const failures: string[] = []
  let bodies = 0
  let withRecords = 0
  let heapPeak = 0
  // What the runtime compiles and caches at first use is no growth.
  for (const sample of BODIES) for (let i = 0; i < 200; i += 1) take(sample, hostileBody(sample, i))
  const heldBefore = await held()
  for (const sample of BODIES) {
    for (let i = 0; i < perSample; i += 1) {
      const bytes = hostileBody(sample, task.seed * 1_000_003 + i)
      bodies += 1
      try {
        if (take(sample, bytes)) withRecords += 1
      } catch (error) {
        if (failures.length < FAILURES_MAX)
          failures.push(`${sample.format}: ${String(error)}: ${Buffer.from(bytes).toString('base64')}`)
      }
      if (i % MEASURED_EVERY > 0) continue
      heapPeak = Math.max(heapPeak, v8.getHeapStatistics().used_heap_size)
      await pause()
    }
  }
  return { bodies, withRecords, heldBefore, heldAfter: await held(), heapPeak, failures }
}

// The test gives a FuzzTask.
parentPort?.postMessage(await run(workerData as FuzzTask))
