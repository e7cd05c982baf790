/**
 * `npm run bench -- stalls [records] [forks]`: what long work does to everybody else. Four clients probe /healthz while a
 * full thread is forked, "What broke?" is asked and large queries run; their latencies stand beside those of the idle
 * service. An isolate is one thread: a probe waits as long as the longest piece of work that does not give way.
 */
import { sendSimulation } from '../../scripts/demo/send.ts'
import { simulate } from '../../scripts/demo/simulate.ts'
import { Connection } from '../service/load.ts'
import { type BenchService, DEPLOYED, startBenchService } from '../service/server.ts'

const records = Number(process.argv[2] ?? 60_000)
const forks = Number(process.argv[3] ?? 30)

const PROBES = 4
const IDLE_MS = 3_000
/** The bound that the service states for its neighbours. */
const P99_MAX_MS = 100
/** Turns of a thread that is full: 1,000 messages. */
const TURNS = 499
const MESSAGE_CHARS = 9_600
const FORKS_AT_ONCE = 10
/** Lines, spans and points of the simulated shop for one request of a customer. */
const RECORDS_PER_REQUEST = 16

interface Latencies {
  readonly p50: number
  readonly p99: number
  readonly max: number
  readonly probes: number
}

/** Latencies of /healthz while `work` runs. */
async function probed(url: string, work: () => Promise<unknown>): Promise<{ latencies: Latencies; tookMs: number }> {
  const times: number[] = []
  let isDone = false
  const probe = async () => {
    const connection = new Connection()
    while (!isDone) {
      const before = performance.now()
      await connection.send({ url: `${url}/healthz` })
      times.push(performance.now() - before)
      // Probes that come without a pause would be the load that is measured.
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    connection.close()
  }
  const startedAt = performance.now()
  const probes = Array.from({ length: PROBES }, probe)
  try {
    await work()
  } finally {
    isDone = true
    await Promise.all(probes)
  }
  const tookMs = performance.now() - startedAt
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return { latencies: { p50: at(0.5), p99: at(0.99), max: at(1), probes: times.length }, tookMs }
}

function report(name: string, { latencies, tookMs }: Awaited<ReturnType<typeof probed>>): void {
  const { p50, p99, max, probes } = latencies
  const ms = (value: number) => `${value.toFixed(1).padStart(8)} ms`
  const verdict = p99 <= P99_MAX_MS ? '' : `  above ${P99_MAX_MS} ms`
  const took = `${(tookMs / 1_000).toFixed(1)} s`.padStart(8)
  console.log(`${name.padEnd(44)} ${took}  p50${ms(p50)}  p99${ms(p99)}  max${ms(max)}  (${probes} probes)${verdict}`)
}

class Client {
  readonly #service: BenchService
  constructor(service: BenchService) {
    this.#service = service
  }

  async call<Answer>(path: string, body: unknown, method: 'GET' | 'POST' = 'POST'): Promise<Answer> {
    const connection = new Connection()
    const { url, token } = this.#service
    try {
      const sent = { url: `${url}/v1${path}`, method, token, ...(method === 'POST' ? { body } : {}) }
      // The bench knows what it asked.
      return JSON.parse(await connection.send(sent)) as Answer
    } finally {
      connection.close()
    }
  }

  async ask(message: string): Promise<void> {
    let run = await this.call<{ runId: string; status: string }>('/threads', { message })
    while (run.status === 'processing') {
      await new Promise((resolve) => setTimeout(resolve, 200))
      run = await this.call(`/runs/${run.runId}`, {}, 'GET')
    }
    if (run.status !== 'completed') throw new Error(`the run ended ${run.status}`)
  }
}

async function fullThread(client: Client): Promise<{ threadId: string; lastId: string }> {
  const message = 'hello there '.repeat(MESSAGE_CHARS / 12)
  const { threadId } = await client.call<{ threadId: string }>('/threads', { message })
  for (let turn = 1; turn < TURNS; turn++) await client.call(`/threads/${threadId}/messages`, { message })
  const { messages } = await client.call<{ messages: { id: string }[] }>(
    `/threads/${threadId}/messages?limit=100`,
    {},
    'GET',
  )
  const last = messages.at(-1)
  if (last === undefined) throw new Error('the thread is empty')
  return { threadId, lastId: last.id }
}

async function atOnce(count: number, clients: number, work: () => Promise<unknown>): Promise<void> {
  let left = count
  const turns = async () => {
    while (left-- > 0) await work()
  }
  await Promise.all(Array.from({ length: clients }, turns))
}

const service = await startBenchService(DEPLOYED)
try {
  const client = new Client(service)
  const { publicKey } = await client.call<{ publicKey: { value: string } }>('/public-keys', { name: 'bench' })
  const requestsPerSecond = records / RECORDS_PER_REQUEST / 3_600
  const simulation = simulate({ seed: 7, endMs: Date.now(), durationMinutes: 60, requestsPerSecond })
  const destination = { intakeUrl: `${service.url}/intake`, publicKey: publicKey.value }
  report('idle', await probed(service.url, () => new Promise((resolve) => setTimeout(resolve, IDLE_MS))))
  let sent = { logs: 0, spans: 0 as number | null, metricPoints: 0 as number | null }
  report(
    'intake of all records',
    await probed(service.url, async () => {
      sent = await sendSimulation(simulation, destination)
    }),
  )
  console.log(`${sent.logs} logs, ${sent.spans} spans, ${sent.metricPoints} points`)
  report('"What broke?"', await probed(service.url, () => client.ask('What broke?')))
  report('"What broke?", five at once', await probed(service.url, () => atOnce(5, 5, () => client.ask('What broke?'))))
  const search = { mode: 'substring', text: 'e' }
  const query = { search, limit: 1_000, sort: 'oldest' }
  report(
    'searches of a letter, four at once',
    await probed(service.url, () => atOnce(40, 4, () => client.call('/logs/query', query))),
  )
  report(
    'volumes by an attribute, four at once',
    await probed(service.url, () =>
      atOnce(40, 4, () => client.call('/logs/volume', { search, groupBy: ['attributes[http.route]'] })),
    ),
  )
  if (forks > 0) {
    const { threadId, lastId } = await fullThread(client)
    const fork = () => client.call(`/threads/${threadId}/fork`, { messageId: lastId })
    report('a fork of a full thread', await probed(service.url, fork))
    report(
      `${forks} forks, ${FORKS_AT_ONCE} at once`,
      await probed(service.url, () => atOnce(forks, FORKS_AT_ONCE, fork)),
    )
  }
} finally {
  await service.close()
}
