/**
 * `npm run bench -- pauses [rounds]`: what pauses of long work cost. Tasks that compute and pause (src/work-pace.ts) run
 * side by side in one isolate: several in one object, one in each of several requests, one in each of several objects.
 * The clock's time is compared with the processor time of the runtime; what the machine's other programs took is left
 * out of it. Probes of /healthz show what others wait meanwhile.
 */
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { runtimeClock } from '../../scripts/server/runtime-clock.ts'
import { startBenchRuntime } from '../runtime.ts'
import { Connection, shareOf } from '../service/load.ts'
import { type Probed, probed } from '../stalls/probes.ts'

export interface TaskInput {
  readonly name: string
  readonly slices: number
  readonly stepsPerSlice: number
}

const rounds = Number(process.argv[2] ?? 5)

/** All tasks of a case together: long enough for some hundred probes. */
const WORK_MS = 1_000
const STEPS_MEASURED = 20_000_000

const PLACES = { object: 'of one object', requests: 'of a request each', objects: 'of an object each' } as const
type Place = keyof typeof PLACES
interface Case {
  readonly tasks: number
  readonly place: Place
  readonly sliceMs: number
}

const CASES: readonly Case[] = [
  ...[8, 2].map((sliceMs) => ({ tasks: 1, place: 'object' as const, sliceMs })),
  ...([8, 2] as const).flatMap((sliceMs) =>
    [4, 12].flatMap((tasks) =>
      (['object', 'requests', 'objects'] as const).map((place) => ({ tasks, place, sliceMs })),
    ),
  ),
]

const runtime = await startBenchRuntime({
  entryPoint: join(import.meta.dirname, 'worker.ts'),
  objects: { TASK: 'TaskObject' },
  queues: [],
})
const now = runtimeClock() ?? (() => ({ cpuMs: performance.now(), queuedMs: 0 }))

async function post(path: string, body: TaskInput): Promise<void> {
  const connection = new Connection()
  try {
    await connection.send({ url: `${runtime.url}${path}`, method: 'POST', body })
  } finally {
    connection.close()
  }
}

/** The processor's speed, in steps of the work for a millisecond. */
async function stepsPerMs(): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 5; round++) {
    const before = now().cpuMs
    await post('/steps', { name: '', slices: 0, stepsPerSlice: STEPS_MEASURED })
    least = Math.min(least, now().cpuMs - before)
  }
  return STEPS_MEASURED / least
}

async function work({ tasks, place, sliceMs }: Case, speed: number): Promise<void> {
  const slices = Math.ceil(WORK_MS / tasks / sliceMs)
  const input = { name: '', slices, stepsPerSlice: Math.round(speed * sliceMs) }
  const path = place === 'requests' ? '/' : '/object'
  await Promise.all(
    Array.from({ length: tasks }, (_, n) => post(path, { ...input, name: place === 'object' ? 'one' : String(n) })),
  )
}

const median = (values: readonly number[]) => shareOf(values, 0.5)

function report({ tasks, place, sliceMs }: Case, results: readonly Probed[]): void {
  const ratio = median(results.map(({ cpuMs, asleepMs }) => (cpuMs + asleepMs) / cpuMs))
  const p99 = median(results.map(({ latencies }) => latencies.p99))
  const cpuP99 = median(results.map(({ latencies }) => latencies.cpuP99))
  const p50 = median(results.map(({ latencies }) => latencies.p50))
  const name = `${tasks} ${PLACES[place]}, ${sliceMs} ms between pauses`
  const ms = (value: number) => value.toFixed(0).padStart(4)
  console.log(
    `${name.padEnd(44)} clock ${ratio.toFixed(2)} of CPU; a probe: p50${ms(p50)} p99${ms(p99)}  CPU p99${ms(cpuP99)} ms`,
  )
}

console.log(
  `load of the machine: ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}; medians of ${rounds} rounds`,
)
try {
  const speed = await stepsPerMs()
  for (const one of CASES) {
    const results: Probed[] = []
    for (let round = 0; round < rounds; round++) results.push(await probed(runtime.url, now, () => work(one, speed)))
    report(one, results)
  }
} finally {
  await runtime.close()
}
