/** Inngest: one record per function run, when the run ends. */
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
import type { PlatformApi } from '../platform-api.ts'
import { answerOfLines, answerOfObjects } from '../reading/answer.ts'
import { afterPage, backwardPage } from '../reading/backward-page.ts'
import { byTime, type Line, recordsOf } from '../reading/line.ts'
import { apiOf, EVENTS_MAX, type EventPage, eventsOf, type InngestRun, NAME, runOf, runsOf } from './api.ts'
import { type InngestMetadata, type InngestStream, inngestMetadata, inngestStream } from './metadata.ts'
import { lineOfRun } from './run-line.ts'
import { inngestSetupSkill } from './setup-skill.ts'

const DAY_MS = 86_400_000
/** Each event costs one call for its runs. */
const EVENTS_PER_PULL = 25
const OPEN_RUNS_PER_PULL = 25
const PAGES_LISTED = 5
/** The most events whose runs one query by the agent requests. */
const EVENTS_ASKED_MAX = 50

async function validate(
  deps: ConnectorDeps,
  metadata: InngestMetadata,
): Promise<Outcome<{ readonly account: string }>> {
  const now = deps.now()
  const events = await eventsOf(apiOf(deps, metadata), { fromMs: now - DAY_MS, toMs: now, limit: 1, cursor: null })
  return events.ok ? success({ account: metadata.environment ?? NAME }) : events
}

/** Functions cannot be listed, so the event names of the last day are offered. */
async function listResources(deps: ConnectorDeps, metadata: InngestMetadata) {
  const api = apiOf(deps, metadata)
  const now = deps.now()
  const names = new Set<string>()
  let cursor: string | null = null
  for (let page = 0; page < PAGES_LISTED; page += 1) {
    const window = { fromMs: now - DAY_MS, toMs: now }
    const found: Awaited<ReturnType<typeof eventsOf>> = await eventsOf(api, { ...window, limit: EVENTS_MAX, cursor })
    if (!found.ok) return found
    for (const { name } of found.value.events) if (!name.startsWith('inngest/')) names.add(name)
    cursor = found.value.nextCursor
    if (cursor === null) break
  }
  const resources = [...names].sort().map((event) => ({ displayName: event, config: { event } }))
  return success({ resources, nextCursor: null })
}

async function pull(
  deps: ConnectorDeps,
  input: PullInput<InngestMetadata, InngestStream>,
): Promise<Outcome<PullResult>> {
  const api = apiOf(deps, input.metadata)
  const page = backwardPage(input)
  const { fromMs, toMs, cursor } = page
  const events = await eventsOf(api, { name: input.config.event, fromMs, toMs, limit: EVENTS_PER_PULL, cursor })
  if (!events.ok) return events
  const started = await Promise.all(events.value.events.map(({ internal_id }) => runsOf(api, internal_id)))
  const again = cursor === null ? page.open.slice(0, OPEN_RUNS_PER_PULL) : []
  const looked = await Promise.all(again.map((id) => runOf(api, id)))
  const failed = [...started, ...looked].find(
    (outcome): outcome is Failure => !outcome.ok && outcome.kind !== 'not_found',
  )
  if (failed) return failed
  const runs: InngestRun[] = [
    ...started.flatMap((outcome) => (outcome.ok ? outcome.value : [])),
    ...looked.flatMap((outcome) => (outcome.ok ? [outcome.value] : [])),
  ]
  const lines = runs.flatMap((run) => lineOfRun(run, input.config.event) ?? []).sort(byTime)
  const open = runs.filter(({ status, ended_at }) => isOpen(status, ended_at)).map(({ run_id }) => run_id)
  return success({
    logs: recordsOf('inngest', lines),
    recordIds: lines.map(({ id }) => id),
    ...afterPage(page, input, events.value.nextCursor, [...page.open.filter((id) => !again.includes(id)), ...open]),
  })
}

const isOpen = (status: string, endedAt: string | null | undefined): boolean => status === 'Running' || !endedAt

/**
 * Finds events in the window whose name or data contain the words. For issues, the failed runs of the newest of these
 * events.
 */
async function query(
  deps: ConnectorDeps,
  { metadata, query }: { readonly metadata: InngestMetadata; readonly query: PlatformQuery },
): Promise<Outcome<PlatformAnswer>> {
  if (query.signal === 'metrics' || query.signal === 'traces')
    return failure('bad_config', 'Only events, issues and runs (as logs) can be queried in Inngest.')
  const api = apiOf(deps, metadata)
  const text = query.text.trim()
  const found = await eventsOf(api, {
    // A native query is the exact name of an event.
    name: query.isNative ? text : undefined,
    fromMs: query.fromMs,
    toMs: query.toMs,
    limit: EVENTS_MAX,
    cursor: null,
  })
  if (!found.ok) return found
  const { events, nextCursor } = found.value
  if (query.signal !== 'events') return askRuns(api, query, found.value)
  const wanted = query.isNative ? '' : text.toLowerCase()
  const matching = events.filter(({ name, data }) => `${name} ${JSON.stringify(data)}`.toLowerCase().includes(wanted))
  const objects = matching.map(({ receivedAt, ts, name, internal_id, data }) => ({
    time: receivedAt ?? (ts === undefined ? null : new Date(ts).toISOString()),
    event: name,
    id: internal_id,
    data,
  }))
  const answered = answerOfObjects(objects, query.limit)
  return success({ ...answered, isTruncated: answered.isTruncated || nextCursor !== null })
}

async function askRuns(api: PlatformApi, query: PlatformQuery, { events, nextCursor }: EventPage) {
  const words = query.isNative ? '' : query.text.trim().toLowerCase()
  const lines: Line[] = []
  const asked = events.slice(0, EVENTS_ASKED_MAX)
  for (const { internal_id, name } of asked) {
    const runs = await runsOf(api, internal_id)
    if (!runs.ok) return runs
    for (const run of runs.value) {
      const line = lineOfRun(run, name)
      const isWanted = query.signal === 'logs' || line?.severityText === 'error'
      if (line && isWanted && `${line.body} ${line.service} ${name}`.toLowerCase().includes(words)) lines.push(line)
    }
  }
  const answered = answerOfLines(lines, query.limit)
  const isPartial = asked.length < events.length || nextCursor !== null
  return success({ ...answered, isTruncated: answered.isTruncated || isPartial })
}

export const inngest: Connector<InngestMetadata, InngestStream> = {
  type: 'inngest',
  name: NAME,
  metadata: inngestMetadata,
  streamConfig: inngestStream,
  setupSkill: inngestSetupSkill,
  mode: 'pull',
  hosts: ({ base_url }) => (base_url === undefined ? vendorHosts('api.inngest.com') : givenHosts(base_url)),
  validate,
  listResources,
  pull,
  query,
}
