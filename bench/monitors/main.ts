/**
 * Processor time of a minute's evaluation: `tsx bench/monitors/main.ts [monitors] [records a minute]`. A project whose
 * services log and answer requests; every minute is appended, then evaluated with 1 monitor and with all of them in
 * turn, so that what the appends, the flushes and the machine cost is in neither. What the store's objects spend on the
 * questions counts: it is the processor time of the whole runtime.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startBenchRuntime } from '../runtime.ts'

const monitors = Number(process.argv[2] ?? 1_000)
const perMinute = Number(process.argv[3] ?? 2_000)
const SERVICES = 200
const MINUTES = 30
const MINUTE_MS = 60_000
/** Of /proc: 100 a second on Linux. */
const TICK_MS = 10

/** Processes whose parent is this one, or one of them. */
function descendants(): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      parents.set(Number(name), Number(statOf(Number(name))[1]))
    } catch {
      // It has ended meanwhile.
    }
  }
  const found = new Set([process.pid])
  for (let size = 0; size !== found.size; ) {
    size = found.size
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid)
  }
  return [...found].filter((pid) => pid !== process.pid)
}

/** The fields of a process after its name, which may hold blanks. */
const statOf = (pid: number): string[] =>
  (
    readFileSync(join('/proc', String(pid), 'stat'), 'utf8')
      .split(') ')
      .at(-1) ?? ''
  ).split(' ')

function cpuMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const [user = 0, system = 0] = statOf(pid).slice(11, 13).map(Number)
    return sum + (user + system) * TICK_MS
  }, 0)
}

const server = await startBenchRuntime({
  entryPoint: join(import.meta.dirname, 'worker.ts'),
  objects: { PARTITION: 'PartitionObject', CATALOG: 'CatalogObject', EVALUATOR: 'EvaluatorObject' },
  queues: ['USAGE_QUEUE'],
})
const call = async (path: string): Promise<{ readonly evaluated?: number }> => {
  const response = await fetch(`${server.url}${path}`, { method: 'POST' })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${(await response.text()).slice(0, 300)}`)
  // Answered by worker.ts beside this file.
  return (await response.json()) as { readonly evaluated?: number }
}
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Processor time of a minute's evaluation with this many monitors, over minutes that are there. */
async function measure(count: number, from: number): Promise<{ readonly cpu: number; readonly wall: number }> {
  await call(`/prepare?monitors=${count}&services=${SERVICES}`)
  // The first evaluation reads the whole window; what counts is what every further minute costs.
  await call(`/evaluate?at=${from}`)
  await wait(1_000)
  const pids = descendants()
  const [before, began] = [cpuMs(pids), performance.now()]
  for (let minute = 1; minute <= MINUTES; minute++) {
    const { evaluated } = await call(`/evaluate?at=${from + minute * MINUTE_MS}`)
    if (evaluated !== count) throw new Error(`${evaluated} of ${count} monitors were evaluated`)
  }
  return { cpu: (cpuMs(pids) - before) / MINUTES, wall: (performance.now() - began) / MINUTES }
}

try {
  const start = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - (MINUTES + 75) * MINUTE_MS
  for (let minute = 0; minute < MINUTES + 75; minute++)
    await call(`/fill?at=${start + minute * MINUTE_MS}&services=${SERVICES}&perMinute=${perMinute}`)
  await wait(5_000)
  const from = start + 70 * MINUTE_MS
  await measure(1, from)
  const rounds: { readonly one: number; readonly all: number; readonly wall: number }[] = []
  for (let round = 0; round < 3; round++) {
    const one = await measure(1, from)
    const all = await measure(monitors, from)
    rounds.push({ one: one.cpu, all: all.cpu, wall: all.wall })
    console.log(
      `1 monitor ${one.cpu.toFixed(1)} ms, ${monitors} monitors ${all.cpu.toFixed(1)} ms of processor time a minute (${all.wall.toFixed(1)} ms by the clock)`,
    )
  }
  const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[1] ?? Number.NaN
  const all = median(rounds.map((round) => round.all))
  const one = median(rounds.map((round) => round.one))
  console.log(
    `median: ${monitors} monitors ${all.toFixed(1)} ms a minute, ${(all / Math.max(one, 0.1)).toFixed(1)} times one monitor; ${SERVICES} services, ${perMinute} lines and as many requests a minute`,
  )
} finally {
  await server.close()
}
