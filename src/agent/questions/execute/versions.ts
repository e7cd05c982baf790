/** Versions seen: which log records and spans carry, from when to when. */
import { MS_PER_DAY } from '../../../telemetry/index.ts'
import type { PlanCondition, PlanOf, PlanTime } from '../plan/plan.ts'
import { servicesOf } from '../plan/plan.ts'
import { keysOf } from '../reader/fields.ts'
import { type Desk, note, rangeOf } from './filters.ts'
import type { VersionsResult } from './result.ts'

const STEP_MS = 60_000
const GROUPS_MAX = 300
const SERVICES_MAX = 60

/** Returns which versions of services records carry. */
export async function versions(desk: Desk, plan: PlanOf<'versions'>): Promise<Omit<VersionsResult, 'incomplete'>> {
  const time = dayOf(desk)
  const { key, seen } = await versionsSeen(desk, plan.conditions, time)
  return { kind: 'versions', key, versions: seen, window: { from: time.from, to: time.to } }
}

export function dayOf({ catalogue, ctx }: Desk): PlanTime {
  const toMs = Math.min(ctx.askedAtMs, Math.floor(catalogue.lastMs ?? ctx.askedAtMs)) + 1
  return {
    from: new Date(Math.max(toMs - MS_PER_DAY, catalogue.firstMs ?? 0)).toISOString(),
    to: new Date(toMs).toISOString(),
    basis: 'last_with_telemetry',
  }
}

export async function versionsSeen(
  desk: Desk,
  conditions: readonly PlanCondition[],
  time: PlanTime,
): Promise<{ key: string | null; seen: VersionsResult['versions'] }> {
  const keys = keysOf('version', desk.catalogue)
  const inLogs = keys.find(({ signal }) => signal === 'logs')
  const inSpans = keys.find(({ signal }) => signal === 'spans')
  const services = conditions.filter(({ on }) => on === 'service')
  const asked = servicesOf({ conditions })
  const isAsked = (name: string): boolean =>
    (asked.length === 0 || asked.includes(name)) && !isLeftOut(conditions, name)
  const traced = desk.catalogue.services.filter(({ name, spans }) => spans > 0 && isAsked(name)).slice(0, SERVICES_MAX)
  const logged = inLogs === undefined ? [] : await logVersions(desk, inLogs, services, time)
  const carried: VersionsResult['versions'][number][] = []
  // One service after the other: many queries at a time wait for each other at every pause.
  for (const { name } of traced) {
    if (inSpans === undefined) break
    const own = logged.filter(({ service }) => service === name)
    carried.push(...(await spanVersions(desk, name, inSpans, time, own)))
  }
  const seen = together([...logged.filter(({ service }) => isAsked(service)), ...carried])
  return { key: (inLogs ?? inSpans)?.key ?? null, seen: ordered(seen) }
}

/** Versions that log records carry. */
async function logVersions(
  desk: Desk,
  { key, scope }: VersionKey,
  services: readonly PlanCondition[],
  time: PlanTime,
): Promise<VersionsResult['versions']> {
  const { groups, work } = await desk.ctx.telemetry.countLogs(desk.ctx.project, {
    range: rangeOf(time),
    filter: { conditions: [{ field: { kind: scope, key }, op: 'exists', value: true }, ...serviceFilter(services)] },
    intervalMs: STEP_MS,
    groupBy: [
      { kind: 'builtin', name: 'service' },
      { kind: scope, key },
    ],
    groupsMax: GROUPS_MAX,
  })
  note(desk, work)
  return groups.flatMap(({ key: [service, version], counts, total }) => {
    if (service == null || version == null) return []
    const times = counts.filter(([, count]) => count > 0).map(([atMs]) => atMs)
    const firstSeen = new Date(Math.min(...times)).toISOString()
    const lastSeen = new Date(Math.max(...times) + STEP_MS).toISOString()
    return [{ service, version, firstSeen, lastSeen, records: total }]
  })
}

/** One entry for each version of a service, whether its lines or its spans carry it: a quiet service logs little. */
function together(seen: readonly VersionsResult['versions'][number][]): VersionsResult['versions'] {
  return [...Map.groupBy(seen, ({ service, version }) => `${service}\u0000${version}`).values()].flatMap((same) => {
    const [one] = same
    if (one === undefined) return []
    const first = same.map(({ firstSeen }) => firstSeen).toSorted()
    const last = same.map(({ lastSeen }) => lastSeen).toSorted()
    return [
      {
        ...one,
        firstSeen: first[0] ?? one.firstSeen,
        lastSeen: last.at(-1) ?? one.lastSeen,
        records: same.reduce((sum, { records }) => sum + records, 0),
      },
    ]
  })
}

interface VersionKey {
  readonly key: string
  readonly scope: 'attribute' | 'resource'
}

/** Versions that spans of a service carry. `logged` are those that its lines carry. */
async function spanVersions(
  desk: Desk,
  service: string,
  { key, scope }: VersionKey,
  time: PlanTime,
  logged: VersionsResult['versions'],
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
  const [only] = values
  const [line, ...others] = logged
  // Where lines and spans know the same one version, when it was seen is known from the lines.
  if (values.length === 1 && others.length === 0 && only !== undefined && line?.version === only.value)
    return [{ ...line, records: only.count }]
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
export function isLeftOut(conditions: readonly PlanCondition[], service: string): boolean {
  return conditions.some(
    (condition) => condition.on === 'service' && condition.not === true && condition.values.includes(service),
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
