/**
 * Queries over the flushed corpus: `tsx bench/telemetry/queries.ts [records]`. Prints the warm median of each over HTTP,
 * the bound it is measured against, and what the store says it scanned; with PEERS (peers.ts) DuckDB and ClickHouse
 * beside.
 */
import { NANOS_PER_DAY } from '../../src/telemetry/time.ts'
import { RARE_WORD } from './corpus.ts'
import { SQL, startPeers } from './peers.ts'
import { startBenchServer } from './server.ts'

const records = Number(process.argv[2] ?? 200_000)
const DAY = 20_000
const ROUNDS = 7
const HOUR = NANOS_PER_DAY / 24
const range = (fromHour: number, toHour: number) => ({
  from: { day: DAY, nanos: fromHour * HOUR },
  to: toHour === 24 ? { day: DAY + 1, nanos: 0 } : { day: DAY, nanos: toHour * HOUR },
})
const all = range(0, 24)
const none = { conditions: [] }
const service = { kind: 'builtin', name: 'service' }
const region = { kind: 'attribute', key: 'region' }
const text = (mode: string, words: string) => ({ conditions: [], text: { mode, text: words } })
const count = { intervalMs: null, groupBy: [], groupsMax: 10 }
const newest = { order: 'newest', limit: 100 }
const errors = {
  conditions: [
    { field: service, op: 'eq', value: 'payment' },
    { field: { kind: 'builtin', name: 'severity' }, op: 'gte', value: 'error' },
  ],
}

const queries: readonly (readonly [name: string, method: string, input: object, boundMs: number])[] = [
  ['count per minute 24 h', 'countLogs', { ...count, range: all, filter: none, intervalMs: 60_000 }, 10],
  ['top services 24 h', 'countLogs', { ...count, range: all, filter: none, groupBy: [service] }, 10],
  ['patterns 24 h', 'logPatterns', { range: all, filter: none, intervalMs: null, limit: 50 }, 20],
  [
    'patterns of a window (half of a comparison)',
    'logPatterns',
    { range: range(10, 10.5), filter: none, intervalMs: null, limit: 200 },
    15,
  ],
  ['errors of one service, newest 100', 'searchLogs', { ...newest, range: all, filter: errors }, 10],
  ['common word, newest 100', 'searchLogs', { ...newest, range: all, filter: text('all', 'order') }, 15],
  ['rare word, newest 100', 'searchLogs', { ...newest, range: all, filter: text('all', RARE_WORD) }, 40],
  ['rare word, count 24 h', 'countLogs', { ...count, range: all, filter: text('all', RARE_WORD) }, 60],
  ['substring, count 24 h', 'countLogs', { ...count, range: all, filter: text('substring', 'illfeath') }, 400],
  ['substring of variables, count 24 h', 'countLogs', { ...count, range: all, filter: text('substring', 'c0de') }, 400],
  ['attributes[region] count 24 h', 'countLogs', { ...count, range: all, filter: none, groupBy: [region] }, 30],
  ['attributes[region] count 1 h', 'countLogs', { ...count, range: range(10, 11), filter: none, groupBy: [region] }, 8],
]

interface Answer {
  readonly work: { readonly recordsScanned: number }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const before = performance.now()
  await work()
  return performance.now() - before
}

/** The first run and the median of the others. */
function summary([cold = 0, ...warm]: readonly number[]): { readonly cold: number; readonly median: number } {
  return { cold, median: warm.toSorted((a, b) => a - b)[warm.length >> 1] ?? 0 }
}

const server = await startBenchServer()
const { peers, close } = await startPeers(records)
try {
  const started = performance.now()
  for (let from = 0; from < records; from += 20_000) {
    const to = Math.min(records, from + 20_000)
    await (await fetch(`${server.url}/fill?from=${from}&to=${to}&records=${records}`, { method: 'POST' })).text()
  }
  const seconds = (performance.now() - started) / 1_000
  await (await fetch(`${server.url}/settle`, { method: 'POST' })).text()
  const sizes = peers.map((peer) => `, ${peer.name} ${(peer.bytes() / records).toFixed(1)}`).join('')
  const size = (server.bytesOnDisk() / records).toFixed(1)
  console.log(`${records} records in ${seconds.toFixed(1)} s; bytes a record on disk: ours ${size}${sizes}`)
  for (const [name, method, input, boundMs] of queries) {
    const times: number[] = []
    const peerTimes = peers.map((): number[] => [])
    let scanned = 0
    // Ours and the peers take turns, so that what else the machine does meets all alike.
    for (let round = 0; round < ROUNDS; round++) {
      const ours = async () => {
        const response = await fetch(`${server.url}/query`, { method: 'POST', body: JSON.stringify({ method, input }) })
        scanned = ((await response.json()) as Answer).work.recordsScanned
      }
      times.push(await timed(ours))
      const sql = SQL[name]
      if (sql !== undefined)
        for (const [n, peer] of peers.entries()) peerTimes[n]?.push(await timed(() => peer.run(sql)))
    }
    const { cold, median } = summary(times)
    const others = peers.map((peer, n) => {
      const own = peerTimes[n] ?? []
      return own.length === 0 ? '' : `, ${peer.name} ${summary(own).median.toFixed(1)}`
    })
    const ours = `${median.toFixed(1).padStart(7)} ms (bound ${boundMs}; first ${cold.toFixed(1)}; scanned ${scanned})`
    console.log(`${name.padEnd(46)} ${ours}${others.join('')}`)
  }
} finally {
  await server.close()
  close()
}
