/** Versions seen, when they changed, and records that tell of deployments and restarts. */
import { MS_PER_DAY } from '../../../telemetry/index.ts'
import { type ChangeRow, changeRow } from '../../tools/query-changes.ts'
import { logRow } from '../../tools/search-logs.ts'
import type { KnownTemplate } from '../grounding/catalogue.ts'
import type { PlanCondition, PlanOf, PlanTime } from '../plan/plan.ts'
import { servicesOf } from '../plan/plan.ts'
import { keysOf } from '../reader/fields.ts'
import { type Desk, note, rangeOf } from './filters.ts'
import { recordsOf } from './records.ts'
import type { DeploymentsResult, VersionsResult } from './result.ts'
import { searchMatching } from './search.ts'

const STEP_MS = 60_000
const LISTED = 10
const GROUPS_MAX = 300
const SERVICES_MAX = 60

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
  ['configuration', 'changed'],
  ['config', 'reloaded'],
  ['settings', 'reloaded'],
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

/** Returns which versions of services records carry. */
export async function versions(desk: Desk, plan: PlanOf<'versions'>): Promise<Omit<VersionsResult, 'incomplete'>> {
  const time = dayOf(desk)
  const { key, seen } = await versionsSeen(desk, plan.conditions, time)
  return { kind: 'versions', key, versions: seen, window: { from: time.from, to: time.to } }
}

function dayOf({ catalogue, ctx }: Desk): PlanTime {
  const toMs = Math.min(ctx.askedAtMs, Math.floor(catalogue.lastMs ?? ctx.askedAtMs)) + 1
  return {
    from: new Date(Math.max(toMs - MS_PER_DAY, catalogue.firstMs ?? 0)).toISOString(),
    to: new Date(toMs).toISOString(),
    basis: 'last_with_telemetry',
  }
}

async function versionsSeen(
  desk: Desk,
  conditions: readonly PlanCondition[],
  time: PlanTime,
): Promise<{ key: string | null; seen: VersionsResult['versions'] }> {
  const keys = keysOf('version', desk.catalogue)
  const inLogs = keys.find(({ signal }) => signal === 'logs')
  const inSpans = keys.find(({ signal }) => signal === 'spans')
  const services = conditions.filter(({ on }) => on === 'service')
  if (inLogs !== undefined) {
    const { groups, work } = await desk.ctx.telemetry.countLogs(desk.ctx.project, {
      range: rangeOf(time),
      filter: {
        conditions: [
          { field: { kind: inLogs.scope, key: inLogs.key }, op: 'exists', value: true },
          ...serviceFilter(services),
        ],
      },
      intervalMs: STEP_MS,
      groupBy: [
        { kind: 'builtin', name: 'service' },
        { kind: inLogs.scope, key: inLogs.key },
      ],
      groupsMax: GROUPS_MAX,
    })
    note(desk, work)
    const seen = groups.flatMap(({ key: [service, version], counts, total }) => {
      if (service == null || version == null) return []
      const times = counts.filter(([, count]) => count > 0).map(([atMs]) => atMs)
      return [
        {
          service,
          version,
          firstSeen: new Date(Math.min(...times)).toISOString(),
          lastSeen: new Date(Math.max(...times) + STEP_MS).toISOString(),
          records: total,
        },
      ]
    })
    const own = seen.filter(({ service }) => !isLeftOut(conditions, service))
    if (seen.length > 0) return { key: inLogs.key, seen: ordered(own) }
  }
  if (inSpans === undefined) return { key: null, seen: [] }
  const asked = servicesOf({ conditions })
  const names = desk.catalogue.services
    .filter(
      ({ name, spans }) => spans > 0 && (asked.length === 0 || asked.includes(name)) && !isLeftOut(conditions, name),
    )
    .slice(0, SERVICES_MAX)
  const found = await Promise.all(names.map(({ name }) => spanVersions(desk, name, inSpans, time)))
  return { key: inSpans.key, seen: ordered(found.flat()) }
}

async function spanVersions(
  desk: Desk,
  service: string,
  { key, scope }: { key: string; scope: 'attribute' | 'resource' },
  time: PlanTime,
): Promise<VersionsResult['versions']> {
  const field = { kind: scope, key } as const
  const own = { field: { kind: 'builtin', name: 'service' }, op: 'eq', value: service } as const
  const range = rangeOf(time)
  const { values } = await desk.ctx.telemetry.fieldValues(desk.ctx.project, {
    range,
    filter: { conditions: [own] },
    signal: 'spans',
    field,
    limit: 20,
  })
  return Promise.all(
    values.map(async ({ value, count }) => {
      const edge = async (order: 'oldest' | 'newest') => {
        const { spans } = await desk.ctx.telemetry.searchSpans(desk.ctx.project, {
          range,
          filter: { conditions: [own, { field, op: 'eq', value }] },
          order,
          limit: 1,
        })
        const time = spans[0]?.time
        return time === undefined ? '' : new Date(time.day * MS_PER_DAY + time.nanos / 1e6).toISOString()
      }
      const [firstSeen, lastSeen] = await Promise.all([edge('oldest'), edge('newest')])
      return { service, version: value, firstSeen, lastSeen, records: count }
    }),
  )
}

/** "Any service other than web": whether a condition takes the service away. */
function isLeftOut(conditions: readonly PlanCondition[], service: string): boolean {
  return conditions.some(
    ({ on, ...rest }) =>
      on === 'service' && 'not' in rest && rest.not === true && 'values' in rest && rest.values.includes(service),
  )
}

function serviceFilter(conditions: readonly PlanCondition[]) {
  return conditions.flatMap((condition) =>
    condition.on === 'service' && condition.not !== true
      ? [{ field: { kind: 'builtin', name: 'service' } as const, op: 'in' as const, values: condition.values }]
      : [],
  )
}

function ordered(seen: readonly VersionsResult['versions'][number][]): VersionsResult['versions'] {
  return [...seen].sort((a, b) =>
    a.service === b.service ? (a.firstSeen < b.firstSeen ? -1 : 1) : a.service < b.service ? -1 : 1,
  )
}

/** Returns what was deployed in a window, from versions and from lines that tell of a rollout. */
export async function deployments(
  desk: Desk,
  plan: PlanOf<'deployments'>,
): Promise<Omit<DeploymentsResult, 'incomplete'>> {
  const time = plan.time.basis === 'asked' ? plan.time : dayOf(desk)
  const { key, seen } = await versionsSeen(desk, plan.conditions, time)
  const phrases = plan.isRestart === true ? RESTARTED : RELEASED
  const found = desk.catalogue.templates.filter((template) => phrases.some((phrase) => tells(template, phrase)))
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
  const [counted, rows] = await Promise.all([
    recordsOf(desk, { conditions, time, groupBy: [], intervalMs: null }),
    rowsOf(desk, conditions, time),
  ])
  return { ...shared, records: rows, total: counted.value ?? 0 }
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

async function rowsOf(
  desk: Desk,
  conditions: readonly PlanCondition[],
  time: PlanTime,
): Promise<DeploymentsResult['records']> {
  const rows: DeploymentsResult['records'][number][] = []
  for await (const record of searchMatching(desk, conditions, time, LISTED, 'oldest')) rows.push(logRow(record))
  return rows
}

/** A rare line that has the phrase: lines that come all the time tell of no single event. */
function tells({ tokens, count }: KnownTemplate, phrase: readonly string[]): boolean {
  const [first] = phrase
  const isWeak = first !== undefined && CHANGE_ONLY.has(first)
  if (
    count > (isWeak ? 20 : 200) ||
    (isWeak &&
      !/deploy|start|update|upgrad|now|roll(?:ing|out)|ready|replica|\bv?\d+\.\d+|image|pod|(?:new|running|to|from) version|version (?:to|from|is|set|changed)/.test(
        tokens.join(' '),
      ))
  )
    return false
  return tokens.some((_, at) => phrase.every((word, offset) => tokens[at + offset] === word))
}

/** A service's version after another one of it, and the return to an older one when the newer is seen no more. */
function changesOf(seen: VersionsResult['versions']): DeploymentsResult['versionChanges'] {
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
