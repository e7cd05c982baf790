/** Trigger.dev: reads what runs logged, once they have finished. */
import { z } from 'zod'
import type {
  Connector,
  ConnectorDeps,
  Failure,
  Outcome,
  PlatformAnswer,
  PlatformQuery,
  PullInput,
  PullResult,
} from '../connector.ts'
import { failure, success } from '../failure.ts'
import { givenHosts, vendorHosts } from '../outbound/allowed-hosts.ts'
import { type PlatformApi, read } from '../platform-api.ts'
import { answerOfLines, answerOfObjects } from '../reading/answer.ts'
import { afterPage, backwardPage } from '../reading/backward-page.ts'
import { byTime, type Line, recordsOf } from '../reading/line.ts'
import { apiOf, eventsOf, isPersonal, NAME, type RunPage, runOf, runsOf, type TriggerRun } from './api.ts'
import { type TriggerDevMetadata, type TriggerDevStream, triggerDevMetadata, triggerDevStream } from './metadata.ts'
import { FAILED_STATUSES, linesOfRun } from './run-lines.ts'
import { triggerDevSetupSkill } from './setup-skill.ts'

const DAY_MS = 86_400_000
/** Each run costs one call for its events. */
const RUNS_PER_PULL = 25
const OPEN_RUNS_PER_PULL = 25
const RUNS_MAX = 100
const RUNS_ASKED_MAX = 20

const environmentSchema = z.looseObject({ id: z.string(), slug: z.string() })
const personSchema = z.looseObject({ userId: z.string() })
const projectsSchema = z.array(z.looseObject({ externalRef: z.string(), name: z.string() }))
const queuesSchema = z.object({
  data: z.array(z.looseObject({ name: z.string(), type: z.string().optional() })),
  pagination: z.looseObject({ currentPage: z.number(), totalPages: z.number() }),
})

async function validate(
  deps: ConnectorDeps,
  metadata: TriggerDevMetadata,
): Promise<Outcome<{ readonly account: string }>> {
  const api = apiOf(deps, metadata)
  if (isPersonal(metadata)) return validatePerson(api, metadata)
  // The answer repeats the key, so it is not stored.
  const environment = await read(api, { path: '/api/v1/whoami' }, environmentSchema)
  return environment.ok ? success({ account: `${NAME} (${environment.value.slug})` }) : environment
}

async function validatePerson(
  api: PlatformApi,
  metadata: TriggerDevMetadata,
): Promise<Outcome<{ readonly account: string }>> {
  const person = await read(api, { path: '/api/v2/whoami' }, personSchema)
  if (!person.ok) return person
  if (metadata.project_ref === undefined)
    return failure(
      'missing_scope',
      'A personal token of Trigger.dev needs project_ref. Add it, or use the secret key of an environment.',
    )
  const projects = await read(api, { path: '/api/v1/projects' }, projectsSchema)
  if (!projects.ok) return projects
  const project = projects.value.find(({ externalRef }) => externalRef === metadata.project_ref)
  return project
    ? success({ account: project.name })
    : failure('not_found', 'Trigger.dev has no project with that project_ref.')
}

async function listResources(deps: ConnectorDeps, metadata: TriggerDevMetadata, cursor: string | null) {
  const api = apiOf(deps, metadata)
  if (isPersonal(metadata)) return tasksSeen(deps, api, metadata)
  const page = cursor ?? '1'
  const found = await read(api, { path: '/api/v1/queues', query: { page, perPage: RUNS_MAX } }, queuesSchema)
  if (!found.ok) return found
  const { data, pagination } = found.value
  // Every task has a queue named after it. Other queues are shared.
  const tasks = data.filter(({ type }) => type !== 'custom').map(({ name }) => name.replace(/^task\//, ''))
  return success({
    resources: tasks.map((task) => ({ displayName: task, config: { task } })),
    nextCursor: pagination.currentPage < pagination.totalPages ? String(pagination.currentPage + 1) : null,
  })
}

async function tasksSeen(deps: ConnectorDeps, api: PlatformApi, metadata: TriggerDevMetadata) {
  const now = deps.now()
  const found = await runsOf(api, metadata, { fromMs: now - DAY_MS, toMs: now, limit: RUNS_MAX, cursor: null })
  if (!found.ok) return found
  const tasks = [...new Set(found.value.runs.map(({ taskIdentifier }) => taskIdentifier))].sort()
  return success({ resources: tasks.map((task) => ({ displayName: task, config: { task } })), nextCursor: null })
}

async function pull(
  deps: ConnectorDeps,
  input: PullInput<TriggerDevMetadata, TriggerDevStream>,
): Promise<Outcome<PullResult>> {
  const { metadata, config } = input
  const api = apiOf(deps, metadata)
  const page = backwardPage(input)
  const { fromMs, toMs, cursor } = page
  const found = await runsOf(api, metadata, { task: config.task, fromMs, toMs, limit: RUNS_PER_PULL, cursor })
  if (!found.ok) return found
  const again = cursor === null ? page.open.slice(0, OPEN_RUNS_PER_PULL) : []
  const looked = await Promise.all(again.map((id) => runOf(api, id)))
  const runs = [...found.value.runs, ...looked.flatMap((outcome) => (outcome.ok ? [outcome.value] : []))]
  const ended = runs.filter(({ finishedAt }) => finishedAt)
  const logged = await Promise.all(ended.map((run) => linesIn(api, metadata, run)))
  const failed = [...looked, ...logged].find(
    (outcome): outcome is Failure => !outcome.ok && outcome.kind !== 'not_found',
  )
  if (failed) return failed
  const lines = logged.flatMap((outcome) => (outcome.ok ? outcome.value : [])).sort(byTime)
  const open = runs.filter(({ finishedAt }) => !finishedAt).map(({ id }) => id)
  return success({
    logs: recordsOf('trigger_dev', lines),
    recordIds: lines.map(({ id }) => id),
    ...afterPage(page, input, found.value.nextCursor, [...page.open.filter((id) => !again.includes(id)), ...open]),
  })
}

async function linesIn(api: PlatformApi, metadata: TriggerDevMetadata, run: TriggerRun): Promise<Outcome<Line[]>> {
  if (isPersonal(metadata)) return success(linesOfRun(run, []))
  const events = await eventsOf(api, run.id)
  return events.ok ? success(linesOfRun(run, events.value)) : events
}

/** Logs are the lines of the newest runs that contain the words. Events are runs. Issues are failed runs. */
async function query(
  deps: ConnectorDeps,
  { metadata, query }: { readonly metadata: TriggerDevMetadata; readonly query: PlatformQuery },
): Promise<Outcome<PlatformAnswer>> {
  if (query.signal === 'metrics' || query.signal === 'traces')
    return failure('bad_config', 'Only logs, issues and events (runs) can be queried in Trigger.dev.')
  const api = apiOf(deps, metadata)
  const found = await runsOf(api, metadata, {
    // A native query is the identifier of a task.
    task: query.isNative ? query.text.trim() : undefined,
    ...(query.signal === 'issues' ? { statuses: FAILED_STATUSES } : {}),
    fromMs: query.fromMs,
    toMs: query.toMs,
    limit: RUNS_MAX,
    cursor: null,
  })
  if (!found.ok) return found
  const words = query.isNative ? '' : query.text.trim().toLowerCase()
  const { runs, nextCursor } = found.value
  if (query.signal === 'logs') return askLines(api, metadata, { ...found.value, words, limit: query.limit })
  const objects = runs
    .map(({ createdAt, taskIdentifier, status, durationMs, id, version }) => ({
      time: createdAt,
      task: taskIdentifier,
      status,
      duration_ms: durationMs,
      run: id,
      version,
    }))
    .filter((run) => JSON.stringify(run).toLowerCase().includes(words))
  const answered = answerOfObjects(objects, query.limit)
  return success({ ...answered, isTruncated: answered.isTruncated || nextCursor !== null })
}

async function askLines(
  api: PlatformApi,
  metadata: TriggerDevMetadata,
  { runs, nextCursor, words, limit }: RunPage & { readonly words: string; readonly limit: number },
): Promise<Outcome<PlatformAnswer>> {
  const lines: Line[] = []
  const asked = runs.slice(0, RUNS_ASKED_MAX)
  for (const run of asked) {
    const found = await linesIn(api, metadata, run)
    if (!found.ok) return found
    lines.push(...found.value.filter(({ body }) => body.toLowerCase().includes(words)))
  }
  const answered = answerOfLines(lines, limit)
  return success({
    ...answered,
    isTruncated: answered.isTruncated || asked.length < runs.length || nextCursor !== null,
  })
}

export const triggerDev: Connector<TriggerDevMetadata, TriggerDevStream> = {
  type: 'trigger_dev',
  name: NAME,
  metadata: triggerDevMetadata,
  streamConfig: triggerDevStream,
  setupSkill: triggerDevSetupSkill,
  mode: 'pull',
  hosts: ({ base_url }) => (base_url === undefined ? vendorHosts('api.trigger.dev') : givenHosts(base_url)),
  validate,
  listResources,
  pull,
  query,
}
