/** Which release a question means: of the service and to the version that it names, else the last one that was seen. */
import { toMillis } from '../../../telemetry/index.ts'
import type { PlanCondition, PlanOf, PlanTime } from '../plan/plan.ts'
import { keysOf } from '../reader/fields.ts'
import { iso } from '../reader/when.ts'
import { type Desk, fieldOf, rangeOf } from './filters.ts'
import { deployments } from './releases.ts'
import type { ReleaseResult } from './result.ts'
import { isBack, isOfSetting, type Rollout, rolloutsOf } from './rollouts.ts'
import { searchMatching } from './search.ts'

export type ReleaseMeant = NonNullable<ReleaseResult['release']> & {
  /** When the version before it came, where that was seen as well. */
  readonly since: string | null
}

const MINUTE_MS = 60_000

/** The release, with when it came to the second; null where none was seen. */
export async function releaseMeant(
  desk: Desk,
  { service, versions = [], isBack: isBackMeant }: PlanOf<'release'>['release'],
  day: PlanTime,
): Promise<ReleaseMeant | null> {
  const conditions: PlanCondition[] = service === undefined ? [] : [{ on: 'service', values: [service] }]
  const found = await deployments(desk, {
    ...{ intent: 'deployments', isReleaseAsked: true, conditions, time: { ...day, basis: 'asked' } },
  })
  const rollouts = rolloutsOf(found).filter((one) => !isOfSetting(one) && ownerOf(one, service) !== null)
  const fitting = rollouts.filter((one) => versions.length === 0 || versions.some((version) => isTo(one, version)))
  // "4.2.0" that was rolled back to 4.1.6 is the one that came, unless the way back is meant.
  const ways = fitting.filter((one) => isBack(one) === (isBackMeant === true))
  const candidates = ways.length > 0 ? ways : fitting
  const stated = candidates.filter(({ version }) => version !== null)
  const meant = (stated.length > 0 ? stated : candidates).at(-1)
  const owner = meant === undefined ? null : ownerOf(meant, service)
  if (meant === undefined || owner === null) return null
  const own = rollouts.filter((one) => one.version !== null && ownerOf(one, service) === owner)
  const previous = own.findLast((one) => one.at < meant.at && one !== meant)
  const next = own.find((one) => one.at > meant.at && one !== meant)
  const others = new Set(fitting.flatMap((one) => ownerOf(one, service) ?? [])).size - 1
  return {
    service: owner,
    at: await exactly(desk, owner, meant, day),
    from: meant.version?.from ?? null,
    to: meant.version?.to ?? meant.change?.version ?? null,
    until: next?.at ?? null,
    since: previous?.at ?? null,
    others: versions.length > 0 || service !== undefined ? 0 : others,
  }
}

function ownerOf({ version, change, lines }: Rollout, asked: string | undefined): string | null {
  if (asked !== undefined) return asked
  return version?.service ?? change?.services[0] ?? lines[0]?.service ?? null
}

function isTo({ version, change, lines }: Rollout, said: string): boolean {
  const plain = (name: string): string => name.toLowerCase().replace(/^v(?=\d)/, '')
  if (version !== null) return plain(version.to) === plain(said)
  if (change?.version != null) return plain(change.version) === plain(said)
  return lines.some(({ body }) =>
    body
      .toLowerCase()
      .split(/[^\w.-]+/)
      .some((word) => plain(word) === plain(said)),
  )
}

/** Versions are known to the minute: when the first record with the new one came. */
async function exactly(desk: Desk, service: string, { at, version }: Rollout, day: PlanTime): Promise<string> {
  if (version === null) return at
  const from = iso(Math.max(Date.parse(day.from), Date.parse(at) - 2 * MINUTE_MS))
  const time = { ...day, from, to: iso(Date.parse(at) + 5 * MINUTE_MS) }
  const first: string[] = []
  for (const { key, scope, signal } of keysOf('version', desk.catalogue)) {
    const held = { on: 'attribute' as const, key, scope, values: [version.to] }
    const own = { on: 'service' as const, values: [service] }
    if (signal === 'logs') {
      for await (const record of searchMatching(desk, [own, held], time, 1, 'oldest'))
        first.push(iso(toMillis(record.time)))
      continue
    }
    const { spans } = await desk.ctx.telemetry.searchSpans(desk.ctx.project, {
      range: rangeOf(time),
      filter: {
        conditions: [
          { field: { kind: 'builtin', name: 'service' }, op: 'eq', value: service },
          { field: fieldOf(key, scope), op: 'eq', value: version.to },
        ],
      },
      order: 'oldest',
      limit: 1,
    })
    const span = spans[0]
    if (span !== undefined) first.push(iso(toMillis(span.time)))
  }
  return first.sort()[0] ?? at
}
