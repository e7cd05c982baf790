/**
 * `npm run bench -- stalls [records] [forks] [stretches]`: what long work does to everybody else. Four clients probe
 * /healthz while a full thread is forked, "What broke?" is asked, an hour's quiet is learnt, large queries run and one
 * delivery brings ten thousand alerts; their latencies stand beside those of the idle service. An isolate is one thread: a probe waits as long as the longest piece of work that does not
 * give way. Beside the clock's time stands the CPU time that the runtime used meanwhile, which other programs on the
 * machine do not lengthen; the verdict is by that. With the word `stretches` these pieces are measured instead, by a profile, which a busy machine distorts less.
 */
import { loadavg } from 'node:os'
import { sendSimulation } from '../../scripts/demo/send.ts'
import { runtimeClock } from '../../scripts/server/runtime-clock.ts'
import { Connection } from '../service/load.ts'
import { type BenchService, DEPLOYED_WITH_LOOK, startBenchService } from '../service/server.ts'
import { simulatedHour } from '../service/simulated-hour.ts'
import { type Probed, probed } from './probes.ts'
import { connectProfiler } from './stretches.ts'

const records = Number(process.argv[2] ?? 60_000)
const forks = Number(process.argv[3] ?? 30)
const isProfiled = process.argv[4] === 'stretches'

const IDLE_MS = 3_000
/** The bound that the service states for its neighbours. */
const P99_MAX_MS = 100
/** Turns of a thread that is full: 1,000 messages. */
const TURNS = 499
const MESSAGE_CHARS = 9_600
const FORKS_AT_ONCE = 10
const STRETCHES_TOLD = 4
/** The most that one delivery may hold. */
const ALERTS = 10_000

function report(name: string, { latencies, tookMs, cpuMs, asleepMs }: Probed): void {
  const { p50, p99, max, probes, cpuP99, cpuMax, slowest } = latencies
  const ms = (value: number) => `${value.toFixed(0).padStart(5)}`
  const seconds = (value: number) => `${(value / 1_000).toFixed(1)} s`.padStart(7)
  const verdict = cpuP99 <= P99_MAX_MS ? '' : `  above ${P99_MAX_MS} ms`
  console.log(
    `${name.padEnd(38)} ${seconds(tookMs)}, CPU${seconds(cpuMs)}, asleep${seconds(asleepMs)}  ms: p50${ms(p50)} p99${ms(p99)} max${ms(max)}` +
      `  CPU p99${ms(cpuP99)} max${ms(cpuMax)}  (${probes} probes)${verdict}`,
  )
  if (max <= P99_MAX_MS) return
  const other = Math.max(0, slowest.ms - slowest.cpuMs - slowest.queuedMs)
  console.log(
    `    the slowest probe, ${seconds(slowest.beganMs).trim()} in: CPU${ms(slowest.cpuMs)}, no core free${ms(slowest.queuedMs)}, other waits${ms(other)} ms`,
  )
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

/** One delivery as Alertmanager sends it after an outage of a whole cluster. */
function largestDelivery(): unknown {
  const startsAt = new Date(Date.now() - 60_000).toISOString()
  const alerts = Array.from({ length: ALERTS }, (_, i) => ({
    status: 'firing',
    labels: { alertname: `HighLatency${i % 50}`, service: `shop-${i % 40}`, pod: `shop-${i}`, severity: 'critical' },
    annotations: {
      summary: `Requests of shop-${i % 40} take more than two seconds`,
      description: 'See the dashboard.',
    },
    startsAt,
    generatorURL: 'http://prometheus/graph?g0.expr=histogram_quantile%280.99%2C+rate%28x%5B5m%5D%29%29&g0.tab=1',
    fingerprint: i.toString(16).padStart(16, '0'),
  }))
  return { version: '4', status: 'firing', groupKey: 'bench', externalURL: 'http://alertmanager', alerts }
}

async function deliver(url: string, key: string, delivery: unknown): Promise<void> {
  const connection = new Connection()
  try {
    await connection.send({ url: `${url}/v1/alerts/alertmanager`, method: 'POST', token: key, body: delivery })
  } finally {
    connection.close()
  }
}

async function lookAtQuiet({ url, token, organizationId, projectId }: BenchService): Promise<void> {
  const connection = new Connection()
  try {
    const body = { organizationId, projectId, region: 'us-east-1' }
    await connection.send({ url: `${url}/bench/quiet`, method: 'POST', token, body })
  } finally {
    connection.close()
  }
}

async function atOnce(count: number, clients: number, work: () => Promise<unknown>): Promise<void> {
  let left = count
  const turns = async () => {
    while (left-- > 0) await work()
  }
  await Promise.all(Array.from({ length: clients }, turns))
}

const service = await startBenchService(DEPLOYED_WITH_LOOK, isProfiled)
const now = runtimeClock() ?? (() => ({ cpuMs: performance.now(), queuedMs: 0 }))
const profiler = service.inspectorUrl === null ? null : await connectProfiler(service.inspectorUrl)

/** Does the work under probes, or under the profiler. */
async function measure(name: string, work: () => Promise<unknown>): Promise<void> {
  if (profiler === null) return report(name, await probed(service.url, now, work))
  const startedAt = performance.now()
  const { stretches } = await profiler.during(work)
  const took = `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`.padStart(8)
  const sorted = stretches.map(({ ms }) => ms.toFixed(0)).join(' ')
  console.log(`${name.padEnd(44)} ${took}  longest stretches in ms: ${sorted}`)
  for (const { ms, where } of stretches.slice(0, STRETCHES_TOLD)) {
    const shares = where.map(({ name: of, share }) => `${of} ${Math.round(share * 100)} %`).join(', ')
    console.log(`    ${ms.toFixed(0)} ms: ${shares}`)
  }
}

console.log(
  `load of the machine: ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`,
)
try {
  const client = new Client(service)
  const { publicKey } = await client.call<{ publicKey: { value: string } }>('/public-keys', { name: 'bench' })
  const simulation = simulatedHour(records, 7)
  const destination = { intakeUrl: `${service.url}/intake`, publicKey: publicKey.value }
  await measure('idle', () => new Promise((resolve) => setTimeout(resolve, IDLE_MS)))
  let sent = { logs: 0, spans: 0 as number | null, metricPoints: 0 as number | null }
  await measure('intake of all records', async () => {
    sent = await sendSimulation(simulation, destination)
  })
  console.log(`${sent.logs} logs, ${sent.spans} spans, ${sent.metricPoints} points`)
  await measure('"What broke?"', () => client.ask('What broke?'))
  await measure('"What broke?", five at once', () => atOnce(5, 5, () => client.ask('What broke?')))
  // Each hour, for each project, of its last half hour.
  await measure('the hourly look at the quiet', () => lookAtQuiet(service))
  const search = { mode: 'substring', text: 'e' }
  const query = { search, limit: 1_000, sort: 'oldest' }
  await measure('searches of a letter, four at once', () => atOnce(40, 4, () => client.call('/logs/query', query)))
  await measure('volumes by an attribute, four at once', () =>
    atOnce(40, 4, () => client.call('/logs/volume', { search, groupBy: ['attributes[http.route]'] })),
  )
  const { alertKey } = await client.call<{ alertKey: { value: string } }>('/alert-keys', {
    name: 'bench',
    projectId: service.projectId,
  })
  const delivery = largestDelivery()
  await measure('a delivery of 10,000 alerts', () => deliver(service.url, alertKey.value, delivery))
  if (forks > 0) {
    const { threadId, lastId } = await fullThread(client)
    const fork = () => client.call(`/threads/${threadId}/fork`, { messageId: lastId })
    await measure('a fork of a full thread', fork)
    await measure(`${forks} forks, ${FORKS_AT_ONCE} at once`, () => atOnce(forks, FORKS_AT_ONCE, fork))
  }
} finally {
  profiler?.close()
  await service.close()
}
