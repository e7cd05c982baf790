/**
 * Intake of OTLP protobuf+gzip batches of 1,000 records over HTTP: `npm run bench -- intake [seconds]`. Ours (redaction,
 * mining and flushing included), the limit ("decode and drop"; with PEERS by the peers' reader as well) and the alternatives (plain rows with two indexes here,
 * Node with node:sqlite beside) take turns in one run, so that only ratios of the same minute are compared. Beside a rate
 * stands the CPU time that the runtime's thread takes for a record, which other programs on the machine do not lengthen.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import autocannon from 'autocannon'
import { type RuntimeClock, runtimeClock } from '../../scripts/server/runtime-clock.ts'
import { batches, spreadOverDay } from './batches.ts'
import { hasPeersReader, startBenchServer } from './server.ts'

const seconds = Number(process.argv[2] ?? 4)
const ROUNDS = 3
/** Unmeasured load on each before a round, so that none is measured while it is still being compiled. */
const WARM_SECONDS = 2
const CONNECTIONS = 8
/** More than any of them takes in a round: a body sent twice would put its rows beside each other in every index. */
const BATCHES_PER_SECOND = 160

const count = Math.min(1_000, seconds * BATCHES_PER_SECOND)
const inOrder = batches(count, 1_000)
const spread = batches(count, 1_000, spreadOverDay)
const small = batches(count * 8, 100)

interface Target {
  readonly name: string
  readonly bodies: readonly Buffer[]
  readonly recordsPerBatch: number
  readonly url: () => string
}

async function load({ url, bodies, recordsPerBatch }: Target, duration: number) {
  let next = 0
  const result = await autocannon({
    url: url(),
    connections: CONNECTIONS,
    duration,
    method: 'POST',
    headers: { 'content-type': 'application/x-protobuf', 'content-encoding': 'gzip' },
    setupClient: (client) => {
      const step = () => client.setBody(bodies[next++ % bodies.length] ?? '')
      step()
      client.on('response', step)
    },
  })
  const rate = (result['2xx'] * recordsPerBatch) / result.duration
  return { rate, p99: result.latency.p99, failed: result.non2xx }
}

/** A peer with an empty database: what it took before would stand in the way of what it takes now. */
async function withPeer<T>(work: (url: string) => Promise<T>): Promise<T> {
  const peer = spawn('node', ['--no-warnings', `${import.meta.dirname}/peer-sqlite.mjs`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [line] = await once(peer.stdout, 'data')
    return await work(`http://127.0.0.1:${Number(String(line))}/`)
  } finally {
    peer.kill()
  }
}

const OURS = 'ours'

function targetsOf(server: string): readonly Target[] {
  const stored = (prefix: string) => () => `${server}/intake?mode=store&project=${prefix}${Date.now()}`
  return [
    { name: 'decode and drop', bodies: inOrder, recordsPerBatch: 1_000, url: () => `${server}/intake?mode=plain` },
    ...(hasPeersReader
      ? [
          {
            name: "the peers' reader and drop",
            bodies: inOrder,
            recordsPerBatch: 1_000,
            url: () => `${server}/intake?mode=peers`,
          },
        ]
      : []),
    { name: 'our decoder and drop', bodies: inOrder, recordsPerBatch: 1_000, url: () => `${server}/intake?mode=drop` },
    { name: OURS, bodies: inOrder, recordsPerBatch: 1_000, url: stored('p') },
    {
      name: 'plain rows, 2 indexes',
      bodies: inOrder,
      recordsPerBatch: 1_000,
      url: () => `${server}/intake?mode=rows&project=r${Date.now()}`,
    },
    { name: 'ours, over a day', bodies: spread, recordsPerBatch: 1_000, url: stored('s') },
    { name: 'ours, 100 a batch', bodies: small, recordsPerBatch: 100, url: stored('h') },
  ]
}

const rates = new Map<string, number[]>()

async function measure(target: Target, clock: RuntimeClock | null): Promise<void> {
  const before = clock?.().cpuMs ?? 0
  const { rate, p99, failed } = await load(target, seconds)
  const cpuMicros = ((clock?.().cpuMs ?? 0) - before) * 1_000
  rates.set(target.name, [...(rates.get(target.name) ?? []), rate])
  const shown = Math.round(rate).toLocaleString('en').padStart(10)
  const cpu = clock === null ? '' : `, CPU ${(cpuMicros / (rate * seconds)).toFixed(1)} µs a record`
  console.log(`${target.name.padEnd(26)} ${shown} records/s, p99 ${p99} ms, refused ${failed}${cpu}`)
}

/** A round is over within a minute of its first append: partitions at rest begin to merge then, at others' expense. */
async function round(): Promise<void> {
  const server = await startBenchServer()
  try {
    const targets = targetsOf(server.url)
    for (const target of targets) await load(target, WARM_SECONDS)
    for (const target of targets) await measure(target, runtimeClock())
  } finally {
    await server.close()
  }
  await withPeer(async (url) => {
    const peer = { name: 'Node + node:sqlite', bodies: inOrder, recordsPerBatch: 1_000, url: () => url }
    await load(peer, WARM_SECONDS)
    await measure(peer, null)
  })
}

for (let turn = 0; turn < ROUNDS; turn++) await round()
const median = (name: string) => [...(rates.get(name) ?? [])].sort((a, b) => a - b)[ROUNDS >> 1] ?? 0
for (const name of rates.keys()) {
  const shown = Math.round(median(name)).toLocaleString('en')
  console.log(
    `${name.padEnd(26)} median ${shown}; ours / it ${(median(OURS) / median(name)).toFixed(2)}, it / ours ${(median(name) / median(OURS)).toFixed(2)}`,
  )
}
