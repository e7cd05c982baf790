/**
 * `npm run bench -- mcp [seconds] [part of a title] [busiest]`: `tools/call` of a query against the operation of the API.
 * Beside the clock's time stands the CPU time of the runtime for a call, which other programs on the machine do not
 * lengthen. With the word `busiest` the functions that took most of it are named instead.
 */
import { sendSimulation } from '../../scripts/demo/send.ts'
import { simulate } from '../../scripts/demo/simulate.ts'
import { runtimeClock } from '../../scripts/server/runtime-clock.ts'
import {
  type Connection,
  compare,
  Connection as HttpConnection,
  measure,
  type Subject,
  shareOf,
} from '../service/load.ts'
import { DEPLOYED, startBenchService } from '../service/server.ts'
import { connectProfiler } from '../stalls/stretches.ts'

const seconds = Number(process.argv[2] ?? 3)
const only = process.argv[3] ?? ''
const isProfiled = process.argv[4] === 'busiest'
const ROUNDS = 3
/** Pairs of calls whose CPU time is compared, and calls of a profile. */
const PAIRS = 300
const PROFILED = 600
const FUNCTIONS_TOLD = 40
const REVISION = '2026-07-28'

const service = await startBenchService(DEPLOYED, isProfiled)
const { url, token, projectId } = service
const endMs = Date.now()
const window = { from: new Date(endMs - 1_800_000).toISOString(), to: new Date(endMs).toISOString() }

const FILTERS = [{ field: 'service', op: 'eq', value: 'checkout-service' }]

const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

const operation = (path: string, body: object) => (connection: Connection) => () =>
  connection.send({ url: `${url}/v1${path}`, method: 'POST', token, body: { projectId, ...window, ...body } })

const toolCall = (name: string, args: object) => (connection: Connection) => () =>
  connection.send({
    url: `${url}/mcp`,
    method: 'POST',
    token,
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': REVISION,
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: { projectId, ...window, ...args }, _meta: META },
    },
  })

/** The tool says how many records match in all, for which the API has an operation of its own. */
const recordsAndTotal = (connection: Connection) => async () => {
  await operation('/logs/query', { filters: FILTERS, limit: 20 })(connection)()
  return operation('/logs/volume', { filters: FILTERS, intervalSeconds: 1800 })(connection)()
}

async function versus(title: string, ours: Subject, other: Subject): Promise<void> {
  if (!title.includes(only)) return
  const answer = String(await (await ours.client(new HttpConnection()))())
  if (!answer.includes('"isError"') && !answer.includes('structuredContent')) throw new Error(`${title}: ${answer}`)
  if (answer.includes('"isError":true')) throw new Error(`${title}: ${answer}`)
  if (isProfiled) return profile(ours, other)
  const results = await measure([ours, other], { clients: 1, seconds, rounds: ROUNDS })
  compare(title, results, ours.name)
  await compareProcessorTime(ours, other)
}

/** In turns, call by call, so that what else the machine does falls on both. */
async function compareProcessorTime(ours: Subject, other: Subject): Promise<void> {
  const clock = runtimeClock()
  if (clock === null) return
  const turns = [await ours.client(new HttpConnection()), await other.client(new HttpConnection())] as const
  const taken: [number[], number[]] = [[], []]
  for (let pair = 0; pair < PAIRS; pair += 1) {
    for (const [index, turn] of turns.entries()) {
      const before = clock().cpuMs
      await turn()
      taken[index]?.push(clock().cpuMs - before)
    }
  }
  const [own, others] = taken.map((each) => shareOf(each, 0.5)) as [number, number]
  console.log(
    `  CPU of the runtime for a call, p50: ${own.toFixed(2)} and ${others.toFixed(2)} ms, ratio ${(own / others).toFixed(2)}`,
  )
}

async function profile(...subjects: readonly Subject[]): Promise<void> {
  if (service.inspectorUrl === null) return
  for (const subject of subjects) {
    const turn = await subject.client(new HttpConnection())
    const run = async () => {
      for (let call = 0; call < PROFILED; call += 1) await turn()
    }
    await run()
    const profiler = await connectProfiler(service.inspectorUrl)
    const { busiest, sampledMs } = await profiler.during(run)
    profiler.close()
    console.log(`${subject.name}: ${(sampledMs / PROFILED).toFixed(3)} ms of JavaScript for a call`)
    for (const { name, selfMs, totalMs } of busiest.slice(0, FUNCTIONS_TOLD)) {
      const [self, total] = [selfMs, totalMs].map((ms) => (ms / PROFILED).toFixed(3))
      console.log(`  ${self} ms itself, ${total} ms with what it called: ${name}`)
    }
  }
}

try {
  const connection = new HttpConnection()
  const key = JSON.parse(
    await connection.send({ url: `${url}/v1/public-keys`, method: 'POST', token, body: { name: 'bench', projectId } }),
  )
  const publicKey: string = key.publicKey.value
  await sendSimulation(simulate({ seed: 4, endMs, durationMinutes: 30 }), { intakeUrl: `${url}/intake`, publicKey })
  const services = ['checkout-service']
  const metric = 'process.cpu.utilization'
  await versus(
    'patterns',
    { name: 'tools/call log_patterns', client: toolCall('log_patterns', { services }) },
    { name: 'POST /logs/patterns', client: operation('/logs/patterns', { filters: FILTERS, limit: 20 }) },
  )
  await versus(
    'spans',
    { name: 'tools/call search_traces', client: toolCall('search_traces', { services, limit: 20 }) },
    {
      name: 'POST /traces/query',
      client: operation('/traces/query', { filters: FILTERS, sort: 'slowest', limit: 20 }),
    },
  )
  await versus(
    'logs',
    { name: 'tools/call search_logs', client: toolCall('search_logs', { services, limit: 20 }) },
    { name: 'POST /logs/query and /logs/volume', client: recordsAndTotal },
  )
  await versus(
    'metrics',
    { name: 'tools/call query_metric', client: toolCall('query_metric', { metric, groupBy: 'service' }) },
    {
      name: 'POST /metrics/query',
      client: operation('/metrics/query', { metric, aggregation: 'avg', groupBy: ['service'], groupsMax: 20 }),
    },
  )
} finally {
  await service.close()
}
