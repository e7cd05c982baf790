/**
 * Random and mutated bodies: nothing is thrown, memory stays bounded, no body takes more than its size allows. A short
 * run by default; `FUZZ_BODIES=1000000` makes the long one, `FUZZ_SEED` moves it to other bodies.
 */
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { formatById } from '../../../src/intake/formats/detect.ts'
import { type DecodeInput, decodeBody, recordsOf } from '../../../src/intake/formats/format.ts'
import type { FuzzReport, FuzzTask } from './fuzz-thread.ts'
import { AT_MS, SAMPLES, type Sample } from './samples.ts'

const BODIES = Number(process.env.FUZZ_BODIES ?? 40_000)
const SEED = Number(process.env.FUZZ_SEED ?? 1)

/** Half of an isolate's 128 MB: code, bodies under way and batches need the rest. */
const HEAP_MIB_MAX = 64
/** What may be left when the run is over, collected: caches of the runtime, not one byte a body. */
const LEFT_BYTES_MAX = 4 * 1024 * 1024
/** The process: the thread's heap, its code, and pages that were emptied and are kept, however long it runs. */
const RSS_GROWTH_BYTES_MAX = 256 * 1024 * 1024
const MIB = 1_048_576

/** Decodes in a thread with a small heap; a thread that runs out of it is a rejection. */
function decodeInThread(task: FuzzTask): Promise<FuzzReport> {
  const resourceLimits = { maxOldGenerationSizeMb: HEAP_MIB_MAX - 16, maxYoungGenerationSizeMb: 16 }
  const thread = new Worker(join(import.meta.dirname, 'fuzz-thread.ts'), { workerData: task, resourceLimits })
  return new Promise((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
  })
}

describe(`${BODIES} hostile bodies`, () => {
  it('make nothing throw and leave nothing behind, in half the memory of an isolate', {
    timeout: 900_000,
  }, async () => {
    const startMs = performance.now()
    const rssBefore = process.memoryUsage().rss
    const report = await decodeInThread({ bodies: BODIES, seed: SEED })
    expect(report.failures).toEqual([])
    expect(report.bodies).toBeGreaterThanOrEqual(BODIES)
    // Most are broken; those that are not reach everything behind the decoders.
    expect(report.withRecords / report.bodies).toBeGreaterThan(0.3)
    expect(report.heapPeak).toBeLessThan(HEAP_MIB_MAX * MIB)
    expect(report.heldAfter - report.heldBefore).toBeLessThan(LEFT_BYTES_MAX)
    const { rss } = process.memoryUsage()
    expect(rss - rssBefore).toBeLessThan(RSS_GROWTH_BYTES_MAX)
    if (BODIES < 1_000_000) return
    const mib = (bytes: number) => `${(bytes / MIB).toFixed(1)} MiB`
    const { heapPeak, heldBefore, heldAfter, withRecords } = report
    console.log(
      `${report.bodies} bodies, ${withRecords} with records, ${Math.round((performance.now() - startMs) / 1000)} s; heap at most ${mib(heapPeak)}, held ${mib(heldBefore)} before and ${mib(heldAfter)} after; rss ${mib(rss)}`,
    )
  })
})

describe('a body of one thing over and over', () => {
  const UNITS = ['"', '\\', '{', '[', '{}', '{}\n', '[] ', '{"a":', '{"a":1}', '{"event":1} ', '{"event":{', ' ', '\n']
  const WORDS = [
    'a',
    'a ',
    'a="',
    'a="b"',
    'a=b\n',
    '=',
    '<',
    '<1>',
    '12 <',
    '[a b="c"]',
    '1 ',
    '(',
    '|',
    '%',
    '-',
    'é',
  ]
  const TIMES = ['2026-11-20T12:00:00Z ', 'Nov 20 12:00:00 ', '<134>1 - ', 'ERROR ', '=\n']
  const LENGTH = 128 * 1024
  /** Linear work on it takes 50 ms at most; the square of its length would take 15 s. */
  const CPU_MS_MAX = 3000

  function inputOf(sample: Sample, bytes: Uint8Array): DecodeInput {
    const headers = new Headers({ 'content-type': sample.contentType, ...sample.headers })
    return { bytes, headers, query: new URLSearchParams(), nowMs: AT_MS + 1000 }
  }

  /** On its own, and as a value inside the sample. */
  function bodiesOf(sample: Sample, unit: string): Uint8Array[] {
    const long = unit.repeat(Math.floor(LENGTH / unit.length))
    const text = new TextDecoder().decode(sample.bytes)
    const inside = ['boom', 'web'].filter((word) => text.includes(word))
    const bodies = inside.map((word) => text.replace(word, () => JSON.stringify(long).slice(1, -1)))
    return [long, ...bodies].map((body) => new TextEncoder().encode(body))
  }

  it.each(SAMPLES)('is read by $format ($contentType) in time that grows as its length', (sample) => {
    const format = formatById(sample.format)
    if (!format) throw new Error(`no format ${sample.format}`)
    for (const unit of [...UNITS, ...WORDS, ...TIMES]) {
      for (const bytes of bodiesOf(sample, unit)) {
        const start = process.cpuUsage()
        const decoded = decodeBody(format, inputOf(sample, bytes))
        if (decoded.ok) recordsOf(decoded.drafts.slice(0, 20_000), {}, AT_MS)
        const { user, system } = process.cpuUsage(start)
        expect((user + system) / 1000, JSON.stringify(unit)).toBeLessThan(CPU_MS_MAX)
      }
    }
  })
})
