/** What was deployed: versions that changed, records that tell of rollouts and restarts, and changes that were told. */
import { type ChangeRow, changeRow } from '../../tools/query-changes.ts'
import { logRow } from '../../tools/search-logs.ts'
import type { KnownTemplate } from '../grounding/catalogue.ts'
import type { PlanCondition, PlanOf, PlanTime } from '../plan/plan.ts'
import { servicesOf } from '../plan/plan.ts'
import type { Desk } from './filters.ts'
import { recordsOf } from './records.ts'
import type { DeploymentsResult, VersionsResult } from './result.ts'
import { searchMatching } from './search.ts'
import { dayOf, isLeftOut, versionsSeen } from './versions.ts'

const STEP_MS = 60_000
const LISTED = 10

/** Phrases by which lines tell of a release, a roll-out or a change, and of a process that starts anew. */
const RELEASED = [
  ['rolling', 'update'],
  ['deployment'],
  ['deployed'],
  ['deploying'],
  ['deploy'],
  ['release'],
  ['released'],
  ['rollout'],
  ['rolled', 'out'],
  ['rollback'],
  ['rolled', 'back'],
  ['revision'],
  ['new', 'version'],
  ['upgraded'],
  ['version'],
  ['scaled'],
  ['feature', 'flag'],
]
const RESTARTED = [
  ['restart'],
  ['restarted'],
  ['restarting'],
  ['starting', 'up'],
  ['started'],
  ['starting'],
  ['shutting', 'down'],
  ['shutdown'],
  ['sigterm'],
  ['booted'],
  ['oomkilled'],
  ['back', 'off'],
  ['terminated'],
  ['rebooting'],
  ['listening', 'on'],
]
/** Words that everyday lines have as well: a transaction is rolled back, a hold is released. */
const CHANGE_ONLY = new Set(['version', 'rolled', 'release', 'released', 'revision', 'scaled'])

/** Returns what was deployed in a window, from versions and from lines that tell of a rollout. */
export async function deployments(
  desk: Desk,
  plan: PlanOf<'deployments'>,
): Promise<Omit<DeploymentsResult, 'incomplete'>> {
  const time = plan.time.basis === 'asked' ? plan.time : dayOf(desk)
  const { key, seen } = await versionsSeen(desk, plan.conditions, time)
  const phrases = plan.isRestart === true ? RESTARTED : RELEASED
  const found = desk.catalogue.templates.filter(
    (template) =>
      phrases.some((phrase) => tells(template, phrase)) ||
      (plan.isRestart === true && tellsOfProcess(template)) ||
      (plan.isRestart !== true && tellsOfSetting(template)) ||
      (plan.isRestart !== true && plan.isReleaseAsked !== true && (isReadAnew(template) || tellsOfWork(template))),
  )
  const services = servicesOf(plan)
  const ids = [
    ...new Set(
      found
        .filter(({ service }) => services.length === 0 || services.includes(service))
        .filter(({ service }) => !isLeftOut(plan.conditions, service))
        .map(({ id }) => id),
    ),
  ]
  const told = plan.isRestart === true ? [] : await toldChanges(desk, services, time)
  const shared = {
    ...(told.length === 0 ? {} : { changes: told }),
    kind: 'deployments' as const,
    window: { from: time.from, to: time.to },
    versionChanges: plan.isRestart === true ? [] : changesOf(seen),
    hasVersions: key !== null,
  }
  if (ids.length === 0) return { ...shared, records: [], total: 0 }
  const conditions: PlanCondition[] = [
    ...plan.conditions.filter(({ on }) => on === 'service'),
    { on: 'templates', words: 'deployments', ids: ids.slice(0, 100), phrases: [] },
  ]
  const isRestart = plan.isRestart === true
  const [counted, rows] = await Promise.all([
    recordsOf(desk, { conditions, time, groupBy: [], intervalMs: null }),
    rowsOf(desk, conditions, time, isRestart ? RESTART_LINES_MAX : LISTED),
  ])
  return isRestart ? { ...shared, ...restartsOf(rows) } : { ...shared, records: rows, total: counted.value ?? 0 }
}

/** A line that tells of a release, a setting, work on the system or a process that comes up or goes down. */
export function tellsOfChange(line: KnownTemplate): boolean {
  return (
    RELEASED.some((phrase) => tells(line, phrase)) ||
    tellsOfProcess(line) ||
    tellsOfSetting(line) ||
    isReadAnew(line) ||
    tellsOfWork(line)
  )
}

const TOLD_MAX = 50

/** Changes that were told, not those recognised in the same telemetry. */
async function toldChanges({ ctx }: Desk, services: readonly string[], time: PlanTime): Promise<readonly ChangeRow[]> {
  if (ctx.changes === undefined) return []
  const [fromMs, toMs] = [Date.parse(time.from), Date.parse(time.to)]
  const found = await ctx.changes.list({ fromMs, toMs, service: null, kind: null, text: null, limit: TOLD_MAX })
  return found.changes
    .filter(({ source }) => source !== 'telemetry')
    .filter((change) => services.length === 0 || change.services.some((name) => services.includes(name)))
    .map(changeRow)
    .reverse()
}

type Line = DeploymentsResult['records'][number]

async function rowsOf(
  desk: Desk,
  conditions: readonly PlanCondition[],
  time: PlanTime,
  limit: number,
): Promise<readonly Line[]> {
  const rows: Line[] = []
  for await (const record of searchMatching(desk, conditions, time, limit, 'oldest')) rows.push(logRow(record))
  return rows
}

const RESTART_LINES_MAX = 500
/** A process that shuts down and comes back writes several lines within this time. */
const ONE_RESTART_MS = 120_000

/** One line for each restart of a service: that of the shutdown or, where there is none, of the start. */
function restartsOf(lines: readonly Line[]): Pick<DeploymentsResult, 'records' | 'total'> {
  const lastOf = new Map<string, number>()
  const first = lines.filter(({ service, time, body }) => {
    if (/\bdeployment\b/i.test(body)) return false
    const atMs = Date.parse(time)
    const beforeMs = lastOf.get(service)
    lastOf.set(service, atMs)
    return beforeMs === undefined || atMs - beforeMs > ONE_RESTART_MS
  })
  return { records: first.slice(0, LISTED), total: first.length }
}

const SETTING = new Set(['config', 'configuration', 'setting', 'settings', 'flag', 'flags', 'toggle', 'feature'])
const SET_ANEW = new Set([
  ...['changed', 'changing', 'reloaded', 'reloading', 'loaded', 'updated', 'applied', 'enabled', 'disabled'],
  ...['toggled', 'switched', 'flipped', 'rolled', 'pushed'],
])
const READ_ANEW = new Set(['reloaded', 'reloading', 'reconfigured', 'reconfiguring'])
const READ_ANEW_MAX = 3
const SETTING_LINES_MAX = 20

/** A rare line that tells of a setting which was changed or read anew. */
function tellsOfSetting({ tokens, count }: KnownTemplate): boolean {
  if (count > SETTING_LINES_MAX) return false
  return tokens.some((token) => SETTING.has(token)) && tokens.some((token) => SET_ANEW.has(token))
}

/** What is read anew while it runs was changed, unless that comes all the time: "hosts reloaded, rev 318". */
function isReadAnew({ tokens, count }: KnownTemplate): boolean {
  return count <= READ_ANEW_MAX && tokens.some((token) => READ_ANEW.has(token))
}

const WORK_LINES_MAX = 2
/** What people change while a system runs, in words that settings do not have to themselves. */
const WORKED_ON =
  /^(?:profiles?|limits?|rules?|quotas?|thresholds?|modes?|policy|policies|schedules?|credentials?|certificates?|partitions?|tariffs?|retention|horizon|timeouts?|weights?|capture)$/
const WORKED =
  /^(?:changed|switched|rotated|reassigned|moved|raised|lowered|replaced|renewed|enabled|disabled|applied|set)$/
/** "change=AL-209", "(change KR-48: …)": the line names the change that it is about. */
const CHANGE_NAMED = /\bchange["']?[=: ]+["']?[A-Z]{2,6}-\d/

/** "Tanker sensor profile changed", "storage credential rotated": said once, of what somebody works on. */
function tellsOfWork({ tokens, template, count }: KnownTemplate): boolean {
  if (count > WORK_LINES_MAX) return false
  return (
    CHANGE_NAMED.test(template) ||
    (tokens.some((token) => WORKED_ON.test(token)) && tokens.some((token) => WORKED.test(token)))
  )
}

const PROCESS_LINES_MAX = 10
/** What a process says of itself when it goes down. */
const GOES_DOWN = /^(?:stopping|exiting|terminating|restarting|quitting)\b/

/** "Mailer 1.3.2 ready, 4 workers", "stopping, memory is near its limit": a rare line of a service about itself. */
function tellsOfProcess({ service, template, tokens, count }: KnownTemplate): boolean {
  if (count > PROCESS_LINES_MAX) return false
  const isUp = new RegExp(
    `(?<![\\w-])${RegExp.escape(service)}(?: (?:version )?v?[\\d.<*>]{1,20})? (?:is )?(?:ready|up|online|running|alive)\\b`,
    'i',
  ).test(template)
  return isUp || GOES_DOWN.test(tokens.join(' '))
}

/** A rare line that has the phrase: lines that come all the time tell of no single event. */
function tells({ tokens, count, service }: KnownTemplate, phrase: readonly string[]): boolean {
  const [first] = phrase
  const isWeak = first !== undefined && CHANGE_ONLY.has(first)
  if (
    count > (isWeak ? 20 : 200) ||
    (isWeak &&
      !/deploy|\b(?:re)?start|\bupdat|upgrad|\bnow\b|\broll(?:ing|out)|\bready\b|replica|\bv?\d+\.\d+|\bimages?\b|\bpods?\b|(?:new|running|to|from) version|version (?:to|from|is|set|changed)/.test(
        tokens.join(' '),
      ))
  )
    return false
  return tokens.some(
    (_, at) =>
      phrase.every((word, offset) => tokens[at + offset] === word) &&
      (phrase.length > 1 || !STARTS.test(first ?? '') || isOfProcess(tokens, at, service)),
  )
}

const STARTS = /^(?:started|starting)$/
const PROCESS =
  /^(?:application|app|server|service|process|processes|workers?|container|instance|node|pod|daemon|agent|listener|scheduler|consumer|broker|engine|system|gateway|api|bot|successfully|now|again|has|was|been|cluster|main|up)$/
/** What loggers write before a message. */
const BEFORE_MESSAGE = /^(?:info|information|warn|warning|error|notice|debug|inf|wrn|main|log|level|msg|message)$/

/** "Backup started" is work that begins; a process says that it itself has started, by its name or by what it is. */
function isOfProcess(tokens: readonly string[], at: number, service: string): boolean {
  const parts = service.toLowerCase().split(/[^a-z0-9]+/)
  const isOwn = (token: string | undefined): boolean =>
    token !== undefined && (PROCESS.test(token) || parts.includes(token) || /^v?\d/.test(token))
  const [before, behind] = [tokens[at - 1], tokens[at + 1]]
  if (isOwn(before) || isOwn(behind)) return true
  return tokens[at] === 'starting' ? behind === undefined : before === undefined || BEFORE_MESSAGE.test(before)
}

/** A service's version after another one of it, and the return to an older one when the newer is seen no more. */
export function changesOf(seen: VersionsResult['versions']): DeploymentsResult['versionChanges'] {
  const returns = seen.flatMap((newer, index) => {
    const older = seen[index - 1]
    const isReturn =
      older !== undefined &&
      older.service === newer.service &&
      older.firstSeen < newer.firstSeen &&
      Date.parse(older.lastSeen) > Date.parse(newer.lastSeen) + STEP_MS
    return isReturn ? [{ service: newer.service, from: newer.version, to: older.version, at: newer.lastSeen }] : []
  })
  const changes = seen.flatMap((one, index) => {
    const before = seen[index - 1]
    if (before === undefined || before.service !== one.service || one.firstSeen <= before.firstSeen) return []
    return [{ service: one.service, from: before.version, to: one.version, at: one.firstSeen }]
  })
  return [...changes, ...returns]
}
