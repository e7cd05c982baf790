/**
 * `npm run bench -- questions [records] [rounds] [busiest] [words]`: how long an answer takes over so many records of a simulated
 * shop's hour: counts, states, percentiles and groupings, and questions that an investigation answers. Each question is
 * asked `rounds` times in a thread of its own. Beside the clock's time stands the CPU time of the runtime, which other
 * programs on the machine do not lengthen. With the word `busiest` the functions that took most of it are named instead,
 * and with `words` only questions that contain them are asked.
 */
import { loadavg } from 'node:os'
import { sendSimulation } from '../../scripts/demo/send.ts'
import { runtimeClock } from '../../scripts/server/runtime-clock.ts'
import { Connection, shareOf } from '../service/load.ts'
import { DEPLOYED, startBenchService } from '../service/server.ts'
import { simulatedHour } from '../service/simulated-hour.ts'
import { connectProfiler } from '../stalls/stretches.ts'

const records = Number(process.argv[2] ?? 1_000_000)
const rounds = Number(process.argv[3] ?? 7)
const isProfiled = process.argv[4] === 'busiest'
const words = process.argv[5] ?? ''

const isAsked = (question: string) => question.includes(words)

/** The first twenty seconds are waited for by the service. */
const POLL_MS = 100
const FUNCTIONS_TOLD = 25

/** What is promised of the answers. */
const COUNTED_MS = 1_000
const INVESTIGATED_MS = 4_000

const COUNTED = [
  'How many log records were there?',
  'How many errors were there in the last 30 minutes?',
  'How many 502 responses did edge-proxy return?',
  'How many requests failed?',
  'How many POST requests were there?',
  'Which services have the most errors?',
  'p95 latency of checkout-service',
  'p99 duration by service in the last 20 minutes',
  'error rate of payment-gateway per minute',
  'Is the shop ok now?',
  'Is auth-service healthy?',
  'What are the most frequent log patterns?',
  'How many requests per minute did catalog-api serve?',
  'slowest traces',
]
const INVESTIGATED = ['What broke?', 'Why do requests fail?', 'What changed?']

interface Run {
  readonly runId: string
  readonly threadId: string
  readonly status: string
}

const service = await startBenchService(DEPLOYED, isProfiled)
const clock = runtimeClock() ?? (() => ({ cpuMs: performance.now(), queuedMs: 0 }))
const connection = new Connection()

async function call<Answer>(path: string, body?: unknown): Promise<Answer> {
  const method = body === undefined ? ('GET' as const) : ('POST' as const)
  const sent = { url: `${service.url}/v1${path}`, method, token: service.token }
  // The bench knows what it asked.
  return JSON.parse(await connection.send(body === undefined ? sent : { ...sent, body })) as Answer
}

async function ask(message: string): Promise<Run> {
  let run = await call<Run>('/threads', { message, wait: true })
  while (run.status === 'processing') {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    run = await call(`/runs/${run.runId}`)
  }
  if (run.status !== 'completed') throw new Error(`"${message}" ended ${run.status}`)
  return run
}

/** The beginning of the answer: a bench of wrong answers says nothing. */
async function answerOf({ threadId }: Run): Promise<string> {
  const path = `/threads/${threadId}/messages?limit=10`
  const { messages } = await call<{ messages: { role: string; content: { type: string; message?: string }[] }[] }>(path)
  const blocks = messages.filter(({ role }) => role === 'assistant').flatMap(({ content }) => content)
  const text = blocks.find(({ message }) => message !== undefined && message !== '')?.message ?? '(nothing)'
  return text.replaceAll(/\s+/g, ' ').slice(0, 90)
}

const ms = (value: number) => value.toFixed(0).padStart(6)

async function measure(questions: readonly string[], boundMs: number): Promise<void> {
  const all: number[] = []
  for (const question of questions) {
    const [waits, cpu]: [number[], number[]] = [[], []]
    let answer = ''
    for (let round = 0; round < rounds; round++) {
      const [before, cpuBefore] = [performance.now(), clock().cpuMs]
      const run = await ask(question)
      waits.push(performance.now() - before)
      cpu.push(clock().cpuMs - cpuBefore)
      answer = await answerOf(run)
    }
    all.push(...waits)
    const [p50, p95] = [shareOf(waits, 0.5), shareOf(waits, 0.95)]
    const first = waits[0] ?? 0
    console.log(
      `${question.padEnd(52)} ms: first${ms(first)} p50${ms(p50)} p95${ms(p95)}  CPU p50${ms(shareOf(cpu, 0.5))} max${ms(shareOf(cpu, 1))}  ${answer}`,
    )
  }
  if (questions.length === 0) return
  const p95 = shareOf(all, 0.95)
  console.log(
    `all of them: p50${ms(shareOf(all, 0.5))} p95${ms(p95)} ms, ${p95 <= boundMs ? 'within' : 'above'} ${boundMs} ms\n`,
  )
}

async function profile(questions: readonly string[]): Promise<void> {
  if (service.inspectorUrl === null) return
  const profiler = await connectProfiler(service.inspectorUrl)
  for (const question of questions) {
    const { result, busiest, sampledMs } = await profiler.during(() => ask(question))
    console.log(`${question}: ${sampledMs.toFixed(0)} ms of work. ${await answerOf(result)}`)
    for (const { name, selfMs, totalMs } of busiest.slice(0, FUNCTIONS_TOLD)) {
      console.log(
        `  ${selfMs.toFixed(0).padStart(6)} ms itself, ${totalMs.toFixed(0).padStart(6)} ms with what it called: ${name}`,
      )
    }
  }
  profiler.close()
}

const load = loadavg().map((average) => average.toFixed(1))
console.log(`load of the machine: ${load.join(' ')}`)
try {
  const { publicKey } = await call<{ publicKey: { value: string } }>('/public-keys', { name: 'bench' })
  const destination = { intakeUrl: `${service.url}/intake`, publicKey: publicKey.value }
  const sent = await sendSimulation(simulatedHour(records, 7), destination)
  console.log(`${sent.logs} logs, ${sent.spans} spans, ${sent.metricPoints} points`)
  if (isProfiled) await profile([...COUNTED, ...INVESTIGATED].filter(isAsked))
  else {
    await measure(COUNTED.filter(isAsked), COUNTED_MS)
    await measure(INVESTIGATED.filter(isAsked), INVESTIGATED_MS)
  }
} finally {
  connection.close()
  await service.close()
}
