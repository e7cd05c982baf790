/**
 * A project in use: `npm run bench -- steady [records/s] [seconds]`. Batches of 1,000 records arrive at a steady rate,
 * sent when due and not when the last one was answered, while queries are asked. Prints the latency of appends (flushes
 * run between them) and of queries, idle and meanwhile.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { NANOS_PER_DAY } from '../../src/telemetry/time.ts'
import { batches } from './batches.ts'
import { startBenchServer } from './server.ts'

const recordsPerSecond = Number(process.argv[2] ?? 30_000)
const seconds = Number(process.argv[3] ?? 20)
const PER_BATCH = 1_000
const FILLED = 200_000
const DAY = 20_000

const range = { from: { day: DAY, nanos: 0 }, to: { day: DAY, nanos: NANOS_PER_DAY } }
const service = { kind: 'builtin', name: 'service' }
const count = { intervalMs: null, groupBy: [], groupsMax: 10 }
const questions: readonly (readonly [string, object])[] = [
  ['countLogs', { ...count, range, filter: { conditions: [] }, intervalMs: 60_000 }],
  ['countLogs', { ...count, range, filter: { conditions: [] }, groupBy: [service] }],
  ['logPatterns', { range, filter: { conditions: [] }, intervalMs: null, limit: 50 }],
  [
    'searchLogs',
    { range, filter: { conditions: [], text: { mode: 'all', text: 'order' } }, order: 'newest', limit: 100 },
  ],
  ['countLogs', { ...count, range, filter: { conditions: [], text: { mode: 'all', text: 'basket' } } }],
]

const at = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
const shown = (values: readonly number[]) =>
  `p50 ${at(values, 0.5).toFixed(1)} ms, p95 ${at(values, 0.95).toFixed(1)} ms, p99 ${at(values, 0.99).toFixed(1)} ms (${values.length})`

async function timed(work: () => Promise<Response>): Promise<number> {
  const before = performance.now()
  const response = await work()
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`answered ${response.status}`)
  return performance.now() - before
}

const server = await startBenchServer()

/** One question after the other, a pause between them, as a few people looking at a board would ask. */
async function ask(untilMs: number): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; performance.now() < untilMs; n++) {
    const [method, input] = questions[n % questions.length] ?? []
    times.push(
      await timed(() => fetch(`${server.url}/query`, { method: 'POST', body: JSON.stringify({ method, input }) })),
    )
    await wait(20)
  }
  return times
}

async function send(bodies: readonly Buffer[], untilMs: number): Promise<number[]> {
  const times: Promise<number>[] = []
  const startedAt = performance.now()
  for (let n = 0; performance.now() < untilMs; n++) {
    const dueAt = startedAt + (n * PER_BATCH * 1_000) / recordsPerSecond
    await wait(Math.max(0, dueAt - performance.now()))
    const body = bodies[n % bodies.length] ?? Buffer.alloc(0)
    const headers = { 'content-type': 'application/x-protobuf', 'content-encoding': 'gzip' }
    const url = `${server.url}/intake?mode=store&project=bench`
    // A fresh array: the body's type wants one over an ArrayBuffer of its own.
    times.push(timed(() => fetch(url, { method: 'POST', headers, body: new Uint8Array(body) })))
  }
  return Promise.all(times)
}

try {
  const bodies = batches(Math.ceil((recordsPerSecond * seconds) / PER_BATCH), PER_BATCH)
  await fetch(`${server.url}/fill?from=0&to=${FILLED}&records=${FILLED}`, { method: 'POST' })
  await fetch(`${server.url}/settle`, { method: 'POST' })
  await ask(performance.now() + 2_000)
  const idle = await ask(performance.now() + seconds * 500)
  const until = performance.now() + seconds * 1_000
  const [appends, busy] = await Promise.all([send(bodies, until), ask(until)])
  console.log(`queries, idle             ${shown(idle)}`)
  console.log(
    `queries, ${recordsPerSecond} records/s ${shown(busy)}; p95 ${(at(busy, 0.95) / at(idle, 0.95)).toFixed(1)} times idle`,
  )
  console.log(`appends, ${recordsPerSecond} records/s ${shown(appends)}`)
} finally {
  await server.close()
}
