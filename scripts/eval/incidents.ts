/**
 * `npm run eval:incidents [-- FOLDER…] [--signals logs,spans] [--only part-of-id] [--unrelated 1000000]
 * [--model poor-order]`: sends each episode of the folders through the intake of a real server into a project of its own,
 * asks for the root cause with and without the time, and prints the rank of the true service in the answer's table, what
 * was said, the time the answer took, and what the analysis in memory says where that differs; then figures for each set. Folders may come from EVAL_DATA; without any,
 * every incidents* and quiet-* folder of ../shared; without those, exit code 2. With --unrelated, that many records of
 * other services are sent into the same hour first. With --model poor-order, a scripted language model on a loopback
 * port calls the tools in a poor order and cites what it likes; exit code 1 when an answer cites a call that was not made.
 */
import { loadavg } from 'node:os'
import { argv, cwd, env, exit, stderr, stdout } from 'node:process'
import { parseArgs } from 'node:util'
import { memorySource } from '../../src/agent/investigator/memory-source.ts'
import { DEFAULT_PARAMETERS } from '../../src/agent/investigator/parameters.ts'
import { type Api, apiClient, type Message, type RunResult } from '../server/api.ts'
import type { OrganizationCredentials } from '../server/organization.ts'
import { runtimeClock } from '../server/runtime-clock.ts'
import type { RunningServer } from '../server/server.ts'
import { createWorkbench } from '../server/workbench.ts'
import { ALL_SIGNALS, type IncidentCase, readCase, readChanges, readIndex, type SignalName } from './incident-cases.ts'
import { type Asked, type CaseResult, lineOf, MODES, type Mode, setReport } from './incident-report.ts'
import { lineShape } from './line-shape.ts'
import { citationsOf } from './poor-order/citations.ts'
import { startPoorOrderServer } from './poor-order/provider.ts'
import { verdictOf } from './protocol/engine.ts'
import { defaultFolders } from './protocol/sets.ts'
import { sendIncident, shiftOf } from './send-incident.ts'
import { servedAnswerOf } from './served-answer.ts'
import { sendUnrelated } from './unrelated-records.ts'

const HOUR_MS = 3_600_000
/** A run is given up after this long; the answer then counts as one without the service. */
const PATIENCE_MS = 180_000
/** The question in memory is asked this long after the end, as in the protocol. */
const ASKED_AFTER_MS = 600_000

interface Case extends IncidentCase {
  readonly folder: string
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
const given = positionals.length > 0 ? positionals : (env['EVAL_DATA'] ?? '').split(',').filter((path) => path !== '')
const folders = given.length > 0 ? given : defaultFolders(cwd())
const cases = folders.flatMap((folder) => {
  const index = readIndex(folder)
  if (index === null) stderr.write(`${folder}: skipped, there is no index.json in it.\n`)
  return (index ?? []).filter(({ id }) => id.includes(values.only)).map((entry): Case => ({ ...entry, folder }))
})
if (cases.length === 0) {
  stderr.write(
    'No incidents: give folders with an index.json as arguments (npm run eval:incidents -- <folder>), in EVAL_DATA, or put them into ../shared.\n',
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
  await main(cases, signals)
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

async function main(all: readonly Case[], wanted: readonly SignalName[]): Promise<void> {
  const results: CaseResult[] = []
  const settings = provider === null ? {} : { settings: provider.settings }
  const bench = await createWorkbench({ name: 'eval-incidents', organizations: all.length, ...settings })
  try {
    const server = await bench.start()
    try {
      for (const [position, incident] of all.entries()) {
        const credentials = bench.organizations[position]
        if (credentials === undefined) throw new Error('there are fewer organizations than cases')
        const result = await evaluate(incident, wanted, server, credentials)
        results.push(result)
        for (const mode of MODES) stdout.write(`${lineOf(result, mode)}\n`)
      }
    } finally {
      await server.stop()
    }
  } finally {
    bench.remove()
  }
  stdout.write(`signals ${wanted.join('+')}, ${all.length} cases, load average ${loadavg()[0]?.toFixed(1) ?? '?'}\n`)
  if (provider !== null) reportCitations(results)
  for (const ofSet of Map.groupBy(results, ({ folder }) => folder).values())
    for (const line of setReport(ofSet)) stdout.write(`${line}\n`)
}

/** One case in an organization, and so a project, that holds nothing else. */
async function evaluate(
  incident: Case,
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
  const { folder, id } = incident
  const { rejected } = await sendIncident({ folder, id, signals: wanted, shiftMs }, server.baseUrl, publicKey.value)
  const start = new Date(Date.parse(incident.incidentStart) + shiftMs).toISOString()
  const question = `What is the root cause of the incident that started around ${start}?`
  const asked = async (message: string, mode: Mode): Promise<Asked> => ({
    ...(await ask(api, projectId, message)),
    offline: await inMemory(incident, wanted, mode),
  })
  const stated = await asked(question, 'stated')
  const unstated = await asked('What is the root cause of the incident?', 'unstated')
  return { folder, incident, rejected, stated, unstated }
}

async function ask(api: Api, projectId: string, message: string): Promise<Omit<Asked, 'offline'>> {
  const clock = runtimeClock()
  const [begunMs, cpuBegunMs] = [performance.now(), clock?.().cpuMs ?? 0]
  const started = await api.post<RunResult>('/threads', { message, projectId, wait: true })
  const run = await api.finished(started, PATIENCE_MS)
  const tookMs = performance.now() - begunMs
  const cpuMs = clock === null ? null : clock().cpuMs - cpuBegunMs
  const { messages } = await api.get<{ messages: readonly Message[] }>(`/threads/${run.threadId}`)
  const answers = messages.filter(({ role }) => role === 'assistant').flatMap(({ content }) => content)
  const error = run.status === 'completed' ? null : `(run ${run.status} ${run.error?.code ?? ''})`
  return { error, served: servedAnswerOf(answers), tookMs, cpuMs, citations: citationsOf(answers) }
}

/** The same question to the analysis in memory, over the same records at their own time. */
function inMemory({ folder, id, incidentStart, end }: Case, wanted: readonly SignalName[], mode: Mode) {
  const records = readCase(folder, id, wanted)
  const source = memorySource({ ...records, logs: [...records.logs, ...readChanges(folder, id)] }, lineShape)
  const statedMs = mode === 'stated' ? Date.parse(incidentStart) : null
  return verdictOf(source, { statedMs, nowMs: Date.parse(end) + ASKED_AFTER_MS }, DEFAULT_PARAMETERS)
}

function reportCitations(results: readonly CaseResult[]): void {
  const all = results.flatMap(({ stated, unstated }) => [stated.citations, unstated.citations])
  const real = all.reduce((sum, one) => sum + one.real, 0)
  const invented = all.flatMap((one) => one.invented)
  stdout.write(`${real} citations of calls that were made, ${invented.length} of others ${invented.join(' ')}\n`)
  if (invented.length > 0 || real === 0) process.exitCode = 1
}
