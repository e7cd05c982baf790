/** The values of a key that none of what was counted carries. */
import type { PlanOf } from '../plan/plan.ts'
import { nounOfKey } from '../reader/fields.ts'
import { type Desk, rangeOf } from './filters.ts'
import type { MeasureGroup } from './result.ts'
import { dayOf } from './versions.ts'

const VALUES_MAX = 200

/** Returns the values that records of the last day have of the group's key, without those that were counted. */
export async function lackingOf(
  desk: Desk,
  { groupBy }: PlanOf<'measure'>,
  groups: readonly MeasureGroup[],
): Promise<readonly string[]> {
  const [field] = groupBy
  if (field === undefined) return []
  const { catalogue, ctx } = desk
  const noun = nounOfKey(field.field)
  const keys = catalogue.keys.filter(({ key, scope }) => scope === 'attribute' && nounOfKey(key) === noun)
  const known = await Promise.all(
    keys.map(({ key, signal, scope }) =>
      ctx.telemetry.fieldValues(ctx.project, {
        ...{ range: rangeOf(dayOf(desk)), filter: { conditions: [] }, signal, limit: VALUES_MAX },
        field: { kind: scope, key },
      }),
    ),
  )
  const ofMetrics = catalogue.metrics.flatMap(({ attributes }) =>
    attributes.flatMap(({ key, values }) => (nounOfKey(key) === noun ? values : [])),
  )
  const all = new Set([...known.flatMap(({ values }) => values.map(({ value }) => value)), ...ofMetrics])
  const has = new Set(groups.filter(({ value }) => (value ?? 0) > 0).map(({ key }) => key[0]?.toLowerCase()))
  return [...all].filter((value) => value !== '' && !has.has(value.toLowerCase()))
}
