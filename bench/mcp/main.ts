/** `npm run bench -- mcp [seconds] [part of a title]`: `tools/call` of a query against the operation of the API. */
import { sendSimulation } from '../../scripts/demo/send.ts'
import { simulate } from '../../scripts/demo/simulate.ts'
import { type Connection, compare, Connection as HttpConnection, measure, type Subject } from '../service/load.ts'
import { DEPLOYED, startBenchService } from '../service/server.ts'

const seconds = Number(process.argv[2] ?? 3)
const only = process.argv[3] ?? ''
const ROUNDS = 3
const REVISION = '2026-07-28'

const service = await startBenchService(DEPLOYED)
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
  const results = await measure([ours, other], { clients: 1, seconds, rounds: ROUNDS })
  compare(title, results, ours.name)
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
