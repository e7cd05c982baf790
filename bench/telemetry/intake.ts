/**
 * Intake of OTLP protobuf+gzip batches over HTTP: `tsx bench/telemetry/intake.ts [seconds] [records per batch]`. Ours,
 * the limits ("read", "decode and drop") and the alternatives (plain rows with two indexes here, Node with node:sqlite
 * beside) take turns in one run, so that only ratios of the same minute are compared.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import autocannon from 'autocannon'
import { corpusSlice } from './corpus.ts'
import { otlpBody } from './otlp.ts'
import { startBenchServer } from './server.ts'

const seconds = Number(process.argv[2] ?? 4)
const perBatch = Number(process.argv[3] ?? 1_000)
const ROUNDS = 3
const BODIES = 40
const CONNECTIONS = 8
/** Batches in the order of a day that many records long, so that minutes pass as they would. */
const CORPUS = 1_000_000

const bodies = Array.from({ length: BODIES }, (_, n) =>
  Buffer.from(otlpBody(corpusSlice(n * perBatch, (n + 1) * perBatch, { records: CORPUS }))),
)

async function load(url: string): Promise<{ rate: number; p99: number; failed: number }> {
  let next = 0
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    method: 'POST',
    headers: { 'content-type': 'application/x-protobuf', 'content-encoding': 'gzip' },
    setupClient: (client) => {
      const step = () => client.setBody(bodies[next++ % BODIES] ?? '')
      step()
      client.on('response', step)
    },
  })
  const ok = result['2xx']
  return { rate: (ok * perBatch) / result.duration, p99: result.latency.p99, failed: result.non2xx }
}

const peer = spawn('node', ['--no-warnings', `${import.meta.dirname}/peer-sqlite.mjs`], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const [line] = await once(peer.stdout, 'data')
const peerPort = Number(String(line))
const server = await startBenchServer()
try {
  const targets: readonly (readonly [string, () => string])[] = [
    ['decode and drop', () => `${server.url}/intake?mode=drop`],
    ['ours', () => `${server.url}/intake?mode=store&project=p${Date.now()}`],
    ['plain rows, 2 indexes', () => `${server.url}/intake?mode=rows&project=r${Date.now()}`],
    ['Node + node:sqlite', () => `http://127.0.0.1:${peerPort}/`],
  ]
  const rates = new Map<string, number[]>()
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, url] of targets) {
      const { rate, p99, failed } = await load(url())
      rates.set(name, [...(rates.get(name) ?? []), rate])
      console.log(
        `${name.padEnd(24)} ${Math.round(rate).toLocaleString('en').padStart(10)} records/s, p99 ${p99} ms, refused ${failed}`,
      )
    }
  }
  const median = (name: string) => [...(rates.get(name) ?? [])].sort((a, b) => a - b)[ROUNDS >> 1] ?? 0
  for (const [name] of targets) {
    console.log(
      `${name.padEnd(24)} median ${Math.round(median(name)).toLocaleString('en')}; ours / it ${(median('ours') / median(name)).toFixed(2)}`,
    )
  }
} finally {
  peer.kill()
  await server.close()
}
