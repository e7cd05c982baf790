/** Reads entry spans from the store for a measure of requests: all parts of its conditions, joined. */
import type { Condition, SpanStatsInput, SpanStatsRow } from '../../../telemetry/index.ts'
import type { Measure, PlanCondition, PlanOf, PlanTime, Statistic } from '../plan/plan.ts'
import { type PartCondition, partsOf } from './complement.ts'
import { durationOfAll, joined, type SignedRow, type SpanRow } from './durations.ts'
import { type Desk, note, rangeOf, spanFilter, statusKeys } from './filters.ts'

const GROUPS_MAX = 1_000
/** Values of a field; there may be one for each user. */
const VALUES_MAX = 10_000
/** Of so many values a duration of several parts is looked for. */
const DURATIONS_MAX = 40

/** What is measured. */
export type Asked = Pick<PlanOf<'measure'>, 'groupBy' | 'intervalMs' | 'isPeakAsked'> & {
  readonly conditions: readonly PlanCondition[]
  readonly time: PlanTime
  readonly measure: Measure
  /** Which requests durations are told of, by how they ended. */
  readonly ended?: readonly Condition[]
}

/** Which spans are counted: requests that arrived, those from outside, or, of what only callers tell, all. */
export type Scope = Pick<SpanStatsInput, 'only'>

type How = Pick<SpanStatsInput, 'groupBy' | 'by' | 'intervalMs' | 'only'>

/** Rows of all parts of the conditions; of a single number's several parts also the duration that is asked for. */
export async function stats(
  desk: Desk,
  asked: Pick<Asked, 'time' | 'ended'> & Partial<Pick<Asked, 'measure'>>,
  conditions: readonly PartCondition[],
  how: How,
): Promise<readonly SpanRow[]> {
  const parts = partsOf(conditions, () => false, statusKeys(desk.catalogue, 'spans'))
  const found = await Promise.all(
    parts.map(async (part) => ({ ...part, rows: await statsOf(desk, asked, part.conditions, how) })),
  )
  const [only] = found
  if (found.length === 1) return only?.rows ?? []
  const groups = new Map<string, SignedRow[]>()
  for (const { sign, rows } of found) {
    for (const row of rows) {
      const key = `${row.service}\u0000${row.operation}\u0000${row.value}\u0000${row.startMs}`
      groups.set(key, [...(groups.get(key) ?? []), { sign, row }])
    }
  }
  const filled = found.filter(({ rows }) => rows.length > 0)
  const countUpTo = async (row: SpanRow, ms: number): Promise<number> => {
    const bound: PartCondition = { on: 'number', key: 'duration', op: 'lte', value: ms }
    const counts = await Promise.all(
      filled.map(async ({ sign, conditions: of }) => {
        const rows = await statsOf(desk, asked, [...of, bound], how)
        const own = rows.find(
          ({ service, operation, value }) =>
            service === row.service && operation === row.operation && value === row.value,
        )
        return sign * (own?.requests ?? 0)
      }),
    )
    return counts.reduce((sum, count) => sum + count, 0)
  }
  const isFew = how.by === undefined || groups.size <= DURATIONS_MAX
  const statistic =
    asked.measure?.of === 'duration' && how.intervalMs === null && isFew ? asked.measure.statistic : null
  return Promise.all(
    [...groups.values()].flatMap((rows) => {
      const row = joined(rows)
      return row === null ? [] : [withDuration(row, rows, statistic, (ms) => countUpTo(row, ms))]
    }),
  )
}

async function withDuration(
  row: SpanRow,
  rows: readonly SignedRow[],
  statistic: Statistic | null,
  countUpTo: (ms: number) => Promise<number>,
): Promise<SpanRow> {
  const value = statistic === null ? null : await durationOfAll(rows, statistic, countUpTo)
  if (value === null || statistic === null) return row
  return { ...row, durationMs: { ...row.durationMs, [statistic === 'last' ? 'p50' : statistic]: value } }
}

async function statsOf(
  desk: Desk,
  { time, ended = [] }: Pick<Asked, 'time' | 'ended'>,
  conditions: readonly PartCondition[],
  how: How,
): Promise<readonly SpanStatsRow[]> {
  const plain = spanFilter(
    conditions.filter(({ on }) => on !== 'outcome'),
    desk.catalogue,
  )
  const filter = { ...plain, conditions: [...plain.conditions, ...ended] }
  const { rows, work } = await desk.ctx.telemetry.spanStats(desk.ctx.project, {
    range: rangeOf(time),
    filter,
    groupsMax: how.by === undefined ? GROUPS_MAX : VALUES_MAX,
    ...how,
  })
  note(desk, work)
  return rows
}

/** One row of several: counts add up; a row stays as it is when it is the only one. */
export function sumOf(rows: readonly SpanRow[]): SpanRow | null {
  return joined(rows.map((row) => ({ sign: 1, row })))
}
