/**
 * `npm run eval:on-call [-- FOLDER…] [--only part-of-id]`: each episode that has changes goes through a real server twice,
 * in a project of its own: with its changes told over `POST /v1/changes`, and without. An alert without a service fires
 * five minutes after the fault began; what the brief of its incident says is compared with the truth: the service to
 * blame, and the change to blame or that none is. Without folders, every incidents* folder of ../shared that has changes.
 */
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { argv, cwd, exit, stderr, stdout } from 'node:process'
import { parseArgs } from 'node:util'
import { changeEventOf, changesOf } from '../../src/agent/investigator/change-events.ts'
import { type Api, apiClient } from '../server/api.ts'
import type { OrganizationCredentials } from '../server/organization.ts'
import type { RunningServer } from '../server/server.ts'
import { createWorkbench } from '../server/workbench.ts'
import { ALL_SIGNALS, CHANGES_FILE, type IncidentCase, readChanges, readIndex } from './incident-cases.ts'
import { defaultFolders } from './protocol/sets.ts'
import { sendIncident, shiftOf } from './send-incident.ts'

const ALERT_AFTER_MS = 5 * 60_000
const PATIENCE_MS = 240_000
const POLL_MS = 500

interface Case extends IncidentCase {
  readonly folder: string
}

interface Brief {
  readonly cause: { readonly outcome: string; readonly service: string | null }
  readonly changes: readonly { readonly state: string; readonly services: readonly string[] }[]
  readonly changeStatement: { readonly text: string }
}

interface Said {
  readonly isRight: boolean
  readonly isAsserted: boolean
  /** Services of the change that is blamed; null where the brief says that none is. */
  readonly blamed: readonly string[] | null
  readonly text: string
}

const { values, positionals } = parseArgs({
  args: argv.slice(2),
  allowPositionals: true,
  options: { only: { type: 'string', default: '' } },
})
const folders = positionals.length > 0 ? positionals : defaultFolders(cwd())
const cases = folders.flatMap((folder) =>
  (readIndex(folder) ?? [])
    .filter(({ id }) => id.includes(values.only) && existsSync(join(folder, id, CHANGES_FILE)))
    .map((entry): Case => ({ ...entry, folder })),
)
if (cases.length === 0) {
  stderr.write('No episodes with changes: give folders with an index.json, or put them into ../shared.\n')
  exit(2)
}

const bench = await createWorkbench({ name: 'eval-on-call', organizations: cases.length * 2 })
try {
  const server = await bench.start()
  try {
    const said = { with: [] as Said[], without: [] as Said[] }
    for (const [position, one] of cases.entries())
      for (const mode of ['with', 'without'] as const) {
        const credentials = bench.organizations[position * 2 + (mode === 'with' ? 0 : 1)]
        if (credentials === undefined) throw new Error('there are fewer organizations than cases')
        const result = await evaluate(one, mode === 'with', server, credentials)
        said[mode].push(result)
        const truth = `${one.rootCause.service} (${one.rootCause.faultType})`
        stdout.write(
          `${basename(one.folder)} ${one.id} ${mode.padEnd(7)} ${result.isRight ? 'right' : 'wrong'} ${truth}: ${result.text}\n`,
        )
      }
    stdout.write(`${summary('with changes', said.with, cases)}\n${summary('without changes', said.without, cases)}\n`)
  } finally {
    await server.stop()
  }
} finally {
  bench.remove()
}

async function evaluate(
  one: Case,
  hasChanges: boolean,
  server: RunningServer,
  credentials: OrganizationCredentials,
): Promise<Said> {
  const api = apiClient(server.baseUrl, credentials.adminToken)
  const { projects } = await api.get<{ projects: readonly { readonly id: string }[] }>('/projects')
  const projectId = projects[0]?.id
  if (projectId === undefined) throw new Error(`${one.id}: the organization has no project`)
  const made = await api.post<{ publicKey: { value: string } }>('/public-keys', { name: 'evaluation', projectId })
  const shiftMs = shiftOf(Date.parse(one.end), Date.now())
  const files = { folder: one.folder, id: one.id, signals: ALL_SIGNALS, shiftMs, isWithoutChanges: true }
  await sendIncident(files, server.baseUrl, made.publicKey.value)
  if (hasChanges) await tellChanges(api, projectId, one, shiftMs)
  const startsAt = new Date(Date.parse(one.incidentStart) + shiftMs + ALERT_AFTER_MS).toISOString()
  const { alertKey } = await api.post<{ alertKey: { value: string } }>('/alert-keys', { name: 'evaluation', projectId })
  const answer = await fetch(`${server.baseUrl}/v1/alerts/generic`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${alertKey.value}` },
    body: JSON.stringify({ title: 'Too many requests fail', severity: 'critical', startedAt: startsAt }),
  })
  if (answer.status !== 202) throw new Error(`${one.id}: the alert was answered ${answer.status}`)
  return saidOf(await briefOf(api, projectId), one)
}

/** As a pipeline tells of them; the lines themselves are not sent. */
async function tellChanges(api: Api, projectId: string, { folder, id }: Case, shiftMs: number): Promise<void> {
  const time = (ms: number) => new Date(ms + shiftMs).toISOString()
  const changes = changesOf(readChanges(folder, id).flatMap((record) => changeEventOf(record) ?? []))
  for (const { kind, services, version, title, startedMs, endedMs } of changes)
    await api.post('/changes', {
      projectId,
      kind: kind === 'rollout' ? 'deployment' : kind,
      title,
      services,
      ...(version === null ? {} : { version }),
      startedAt: time(startedMs),
      ...(endedMs === null ? {} : { endedAt: time(endedMs) }),
    })
}

async function briefOf(api: Api, projectId: string): Promise<Brief> {
  const untilMs = Date.now() + PATIENCE_MS
  for (;;) {
    const { incidents } = await api.get<{ incidents: readonly { id: string; headline: string | null }[] }>(
      `/incidents?projectId=${projectId}`,
    )
    const [first] = incidents
    if (first?.headline) {
      const { incident } = await api.get<{ incident: { brief: Brief } }>(
        `/incidents/${first.id}?projectId=${projectId}`,
      )
      return incident.brief
    }
    if (Date.now() > untilMs) throw new Error('the incident has no brief')
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

function saidOf({ cause, changes, changeStatement }: Brief, one: Case): Said {
  const { service, outcome } = cause
  const culprit = changes.find(({ state }) => state === 'culprit')
  return {
    isRight: service === one.rootCause.service,
    isAsserted: outcome === 'identified' || outcome === 'probable',
    blamed: culprit?.services ?? null,
    text: `${outcome} ${service ?? '-'}. ${changeStatement.text}`,
  }
}

function summary(name: string, said: readonly Said[], of: readonly Case[]): string {
  const count = (test: (one: Said, index: number) => boolean) => said.filter(test).length
  const isTrue = ({ blamed }: Said, index: number) => blamed?.includes(of[index]?.rootCause.service ?? '') ?? false
  const right = count(({ isRight }) => isRight)
  const wrong = count(({ isRight, isAsserted }) => !isRight && isAsserted)
  const asserted = count(({ isRight, isAsserted }) => isRight && isAsserted)
  const blamed = count(({ blamed: services }) => services !== null)
  return (
    `${name}: cause right in ${right} of ${said.length} (${asserted} asserted), wrong and asserted ${wrong}; ` +
    `a change blamed in ${blamed}, one of the true service in ${count(isTrue)}, none in ${said.length - blamed}`
  )
}
