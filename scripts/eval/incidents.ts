/**
 * `npm run eval:incidents [-- folder] [--signals logs,spans] [--only part-of-id] [--unrelated 1000000]
 * [--model poor-order]`: sends each labelled incident through the intake of a real server into a project of its own, asks
 * for the root cause with and without the time, and prints the rank of the true service in the answer's table and the
 * time the answer took. The folder may come from EVAL_DATA; without one, exit code 2. With --unrelated, that many records
 * of other services are sent into the same hour first. With --model poor-order, a scripted language model on a loopback
 * port calls the tools in a poor order and cites what it likes; exit code 1 when an answer cites a call that was not made.
 */
import { loadavg } from 'node:os'
import { argv, env, exit, stderr, stdout } from 'node:process'
import { parseArgs } from 'node:util'
import type { Message, RunResult } from '../server/api.ts'
import { type Api, apiClient } from '../server/api.ts'
import type { OrganizationCredentials } from '../server/organization.ts'
import type { RunningServer } from '../server/server.ts'
import { createWorkbench } from '../server/workbench.ts'
import { ALL_SIGNALS, type IncidentCase, readIndex, type SignalName } from './incident-cases.ts'
import { type Citations, citationsOf } from './poor-order/citations.ts'
import { startPoorOrderServer } from './poor-order/provider.ts'
import { sendIncident, shiftOf } from './send-incident.ts'
import { sendUnrelated } from './unrelated-records.ts'

const HOUR_MS = 3_600_000
/** A run is given up after this long; the answer then counts as one without the service. */
const PATIENCE_MS = 180_000

interface Asked {
  /** Of the true service in the table; null when it is not there. */
  readonly rank: number | null
  readonly tookMs: number
  /** The first service named, or why there is none. */
  readonly first: string
  readonly citations: Citations
}
interface CaseResult {
  readonly stated: Asked
  readonly unstated: Asked
}

const { values, positionals } = parseArgs({
  args: argv.slice(2),
  allowPositionals: true,
  options: {
    signals: { type: 'string', default: ALL_SIGNALS.join() },
    only: { type: 'string', default: '' },
    unrelated: { type: 'string', default: '0' },
    model: { type: 'string', default: 'embedded' },
  },
})
const folder = positionals[0] ?? env['EVAL_DATA']
const index = folder === undefined || folder === '' ? null : readIndex(folder)
const cases = (index ?? []).filter(({ id }) => id.includes(values.only))
if (folder === undefined || cases.length === 0) {
  stderr.write(
    'No incidents: give a folder with an index.json as argument (npm run eval:incidents -- <folder>) or in EVAL_DATA.\n',
  )
  exit(2)
}
const signals = signalsOf(values.signals)
const unrelatedRecords = Number(values.unrelated)
if (!Number.isSafeInteger(unrelatedRecords) || unrelatedRecords < 0) {
  stderr.write('--unrelated takes a number of records.\n')
  exit(64)
}
if (values.model !== 'embedded' && values.model !== 'poor-order') {
  stderr.write('--model takes embedded or poor-order.\n')
  exit(64)
}
const provider = values.model === 'poor-order' ? await startPoorOrderServer(1) : null
try {
  await main(folder, cases, signals)
} finally {
  await provider?.close()
}

function signalsOf(list: string): readonly SignalName[] {
  const names = list.split(',')
  const unknown = names.filter((name) => !ALL_SIGNALS.some((signal) => signal === name))
  if (unknown.length > 0) {
    stderr.write(`--signals takes a list of ${ALL_SIGNALS.join(', ')}; not known: ${unknown.join(', ')}\n`)
    exit(64)
  }
  return ALL_SIGNALS.filter((signal) => names.includes(signal))
}

async function main(from: string, all: readonly IncidentCase[], wanted: readonly SignalName[]): Promise<void> {
  const results: CaseResult[] = []
  const settings = provider === null ? {} : { settings: provider.settings }
  const bench = await createWorkbench({ name: 'eval-incidents', organizations: all.length, ...settings })
  try {
    const server = await bench.start()
    try {
      for (const [position, incident] of all.entries()) {
        const credentials = bench.organizations[position]
        if (credentials === undefined) throw new Error('there are fewer organizations than cases')
        const result = await evaluate(from, incident, wanted, server, credentials)
        results.push(result)
        stdout.write(`${lineOf(incident, 'stated', result.stated)}\n${lineOf(incident, 'unstated', result.unstated)}\n`)
      }
    } finally {
      await server.stop()
    }
  } finally {
    bench.remove()
  }
  stdout.write(`signals ${wanted.join('+')}, ${all.length} cases, load average ${loadavg()[0]?.toFixed(1) ?? '?'}\n`)
  if (provider !== null) reportCitations(results)
  stdout.write(`without the time: ${summary(results.map(({ unstated }) => unstated))}\n`)
  stdout.write(`${summary(results.map(({ stated }) => stated))}\n`)
}

/** One case in an organization, and so a project, that holds nothing else. */
async function evaluate(
  from: string,
  incident: IncidentCase,
  wanted: readonly SignalName[],
  server: RunningServer,
  credentials: OrganizationCredentials,
): Promise<CaseResult> {
  const api = apiClient(server.baseUrl, credentials.adminToken)
  const { projects } = await api.get<{ projects: readonly { readonly id: string }[] }>('/projects')
  const projectId = projects[0]?.id
  if (projectId === undefined) throw new Error(`${incident.id}: the organization has no project`)
  const { publicKey } = await api.post<{ publicKey: { readonly value: string } }>('/public-keys', {
    name: 'evaluation',
    projectId,
  })
  const shiftMs = shiftOf(Date.parse(incident.end), Date.now())
  const toMs = Date.parse(incident.end) + shiftMs
  if (unrelatedRecords > 0) {
    const begunMs = performance.now()
    const around = { records: unrelatedRecords, fromMs: toMs - HOUR_MS, toMs }
    const sent = await sendUnrelated(around, server.baseUrl, publicKey.value)
    const tookS = ((performance.now() - begunMs) / 1000).toFixed(0)
    stdout.write(`${incident.id} ${sent} unrelated records sent in ${tookS}s\n`)
  }
  await sendIncident({ folder: from, id: incident.id, signals: wanted, shiftMs }, server.baseUrl, publicKey.value)
  const start = new Date(Date.parse(incident.incidentStart) + shiftMs).toISOString()
  const { service } = incident.rootCause
  const question = `What is the root cause of the incident that started around ${start}?`
  const stated = await ask(api, projectId, question, service)
  const unstated = await ask(api, projectId, 'What is the root cause of the incident?', service)
  return { stated, unstated }
}

async function ask(api: Api, projectId: string, message: string, service: string): Promise<Asked> {
  const begunMs = performance.now()
  const started = await api.post<RunResult>('/threads', { message, projectId, wait: true })
  const run = await api.finished(started, PATIENCE_MS)
  const tookMs = performance.now() - begunMs
  const { messages } = await api.get<{ messages: readonly Message[] }>(`/threads/${run.threadId}`)
  const answers = messages.filter(({ role }) => role === 'assistant').flatMap(({ content }) => content)
  const citations = citationsOf(answers)
  if (run.status !== 'completed') {
    return { rank: null, tookMs, first: `(run ${run.status} ${run.error?.code ?? ''})`, citations }
  }
  const services = candidatesIn(messages)
  const at = services.indexOf(service)
  return { rank: at < 0 ? null : at + 1, tookMs, first: services[0] ?? '(none)', citations }
}

/** The services of the root_cause_candidates table, best first. */
function candidatesIn(messages: readonly Message[]): string[] {
  for (const block of messages.flatMap(({ content }) => content)) {
    if (block.type !== 'artifact' || block.name !== 'table') continue
    const data = block.data as { id?: string; rows?: { rank: number; service: string }[] } | undefined // architecture.md, "The agent"
    if (data?.id === 'root_cause_candidates') {
      return (data.rows ?? []).toSorted((a, b) => a.rank - b.rank).map((row) => row.service)
    }
  }
  return []
}

function reportCitations(results: readonly CaseResult[]): void {
  const all = results.flatMap(({ stated, unstated }) => [stated.citations, unstated.citations])
  const real = all.reduce((sum, one) => sum + one.real, 0)
  const invented = all.flatMap((one) => one.invented)
  stdout.write(`${real} citations of calls that were made, ${invented.length} of others ${invented.join(' ')}\n`)
  if (invented.length > 0 || real === 0) process.exitCode = 1
}

function lineOf(incident: IncidentCase, mode: string, asked: Asked): string {
  const { service, faultType } = incident.rootCause
  const took = (asked.tookMs / 1000).toFixed(1)
  return `${incident.id} ${mode.padEnd(8)} rank ${asked.rank ?? '-'} ${took}s  ${service} (${faultType}); first ${asked.first}`
}

function summary(asked: readonly Asked[]): string {
  const within = (rank: number) => asked.filter((one) => one.rank !== null && one.rank <= rank).length / asked.length
  const times = asked.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b)
  // Nearest rank: a time that was measured.
  const p95Ms = times[Math.ceil(times.length * 0.95) - 1] ?? 0
  return `AS@1 ${within(1).toFixed(2)} AS@3 ${within(3).toFixed(2)} p95 ${(p95Ms / 1000).toFixed(1)}s`
}
