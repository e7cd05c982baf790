/**
 * Queries over the sealed corpus: `tsx bench/telemetry/queries.ts [records]`. Prints the warm median of each over HTTP,
 * the bound it is measured against, and what the store says it scanned.
 */
import { NANOS_PER_DAY } from '../../src/telemetry/time.ts'
import { RARE_WORD } from './corpus.ts'
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
  ['attributes[region] count 24 h', 'countLogs', { ...count, range: all, filter: none, groupBy: [region] }, 30],
  ['attributes[region] count 1 h', 'countLogs', { ...count, range: range(10, 11), filter: none, groupBy: [region] }, 8],
]

const server = await startBenchServer()
try {
  const started = performance.now()
  for (let from = 0; from < records; from += 20_000) {
    const to = Math.min(records, from + 20_000)
    await (await fetch(`${server.url}/fill?from=${from}&to=${to}&records=${records}`, { method: 'POST' })).text()
  }
  const seconds = (performance.now() - started) / 1_000
  await (await fetch(`${server.url}/settle`, { method: 'POST' })).text()
  console.log(
    `${records} records in ${seconds.toFixed(1)} s, ${(server.bytesOnDisk() / records).toFixed(1)} bytes a record on disk`,
  )
  for (const [name, method, input, boundMs] of queries) {
    const times: number[] = []
    let work = ''
    for (let round = 0; round < ROUNDS; round++) {
      const before = performance.now()
      const response = await fetch(`${server.url}/query`, { method: 'POST', body: JSON.stringify({ method, input }) })
      const answer = (await response.json()) as {
        work: { recordsScanned: number; bytesDecoded: number }
        total?: number
      }
      times.push(performance.now() - before)
      work = `total ${answer.total ?? '-'}, scanned ${answer.work?.recordsScanned}, decoded ${answer.work?.bytesDecoded}`
    }
    const [cold = 0, ...warm] = times
    const median = warm.sort((a, b) => a - b)[warm.length >> 1] ?? 0
    console.log(
      `${name.padEnd(46)} ${median.toFixed(1).padStart(7)} ms (bound ${boundMs}; first ${cold.toFixed(1)}) ${work}`,
    )
  }
} finally {
  await server.close()
}
