/** By which key of its records a quantity is told apart: the one that the noun names, or the only one of its kind. */
import type { MetricDescriptor } from '../../telemetry/index.ts'
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import { slotOfLines } from '../questions/execute/line-groups.ts'
import { type Catalogue, type KnownKey, type KnownTemplate, loadValues } from '../questions/grounding/catalogue.ts'
import type { PlanCondition, PlanOf } from '../questions/plan/plan.ts'
import { bodyNames, keysOf } from '../questions/reader/fields.ts'
import { keysIn } from '../questions/reader/quantity/quantities.ts'
import type { GroupAsked } from '../questions/reader/quantity/quantity-asked.ts'
import { lemmaOf } from '../questions/reader/words.ts'
import { isSameRole } from '../questions/vocabulary/roles.ts'
import { keysOfDoers } from './slot-groups.ts'

type MeasurePlan = PlanOf<'measure'>
type Group = MeasurePlan['groupBy'][number]

interface Grouped {
  readonly plan: MeasurePlan
  readonly note?: string
}

const LISTED = 20
const EACH_MIN = 5

/** The plan in groups of what the noun means in these lines; null where nothing of them is it. */
export async function groupsOfLines(
  ctx: AgentContext,
  catalogue: Catalogue,
  plan: MeasurePlan,
  { nouns, order }: GroupAsked,
  templates: readonly KnownTemplate[],
): Promise<Grouped | null> {
  const asked: MeasurePlan = { ...plan, order, limit: LISTED }
  const isTold = async (group: Group, least = 2): Promise<boolean> => {
    const found = await execute(ctx, catalogue, { ...asked, groupBy: [group] })
    const told =
      found.kind === 'measure' ? found.groups.filter(({ key: [value] }) => value !== null && value !== '') : []
    // A mean of one line each is of no groups.
    const isOfEach =
      plan.measure.of === 'number' &&
      plan.measure.statistic === 'mean' &&
      told.length > EACH_MIN &&
      told.every(({ of }) => of === 1)
    return told.length >= least && !isOfEach
  }
  let unnamed: Grouped | null = null
  for (const noun of nouns) {
    const own = noun === 'who' ? keysOfDoers(catalogue) : keysNamed(noun, catalogue, templates)
    for (const group of own)
      if (await isTold(group, noun === 'who' ? 2 : 1)) return { plan: { ...asked, groupBy: [group] } }
    const group: Group = { field: noun, scope: 'attribute', isInLine: true }
    const slot = await slotOfLines({ ctx, catalogue, partial: new Set() }, asked, noun)
    if (slot === null || !(await isTold(group))) continue
    const found = { ...asked, groupBy: [group] }
    if (slot.behind === undefined) return { plan: found }
    unnamed ??= { plan: found, note: `I took "${noun}" as what these lines say behind "${slot.behind}".` }
  }
  for (const noun of nouns) {
    const [role, more] = rolesOf(noun, templates)
    if (role === undefined || more !== undefined) continue
    const group: Group = { field: role, scope: 'attribute' }
    const note = `I took "${noun}" as ${role}.`
    if (await isTold(group)) return { plan: { ...asked, groupBy: [group] }, note }
  }
  for (const noun of nouns) {
    const kind = await keyOfNames(ctx, catalogue, noun)
    if (kind === null || !(await isTold(kind.group))) continue
    const condition: PlanCondition = {
      on: 'attribute',
      key: kind.group.field,
      scope: 'attribute',
      values: [...kind.values],
    }
    return { plan: { ...asked, conditions: [...asked.conditions, condition], groupBy: [kind.group] } }
  }
  return unnamed
}

/** Keys of these lines that go by the noun, then any of log records. */
function keysNamed(noun: string, catalogue: Catalogue, templates: readonly KnownTemplate[]): Group[] {
  const names = new Set(bodyNames(noun))
  const stated = [...new Set(templates.flatMap((template) => [...keysIn(template)]))].filter((name) => names.has(name))
  const keys = keysOf(noun, catalogue).filter(({ signal, scope }) => signal === 'logs' && scope === 'attribute')
  return [
    ...keys.map(({ key }) => ({ field: key, scope: 'attribute' as const })),
    ...stated.map((name) => ({ field: name, scope: 'attribute' as const })),
  ]
}

/** Keys that these lines state of the kind that the noun is of. */
function rolesOf(noun: string, templates: readonly KnownTemplate[]): string[] {
  const [first] = templates
  if (first === undefined) return []
  return [...keysIn(first)].filter((name) => isSameRole(lemmaOf(noun), lemmaOf(name.replace(/_?id$/, ''))))
}

/** "Which hotel" of accounts that are called `hotel-linde` and `hotel-arkona`. */
async function keyOfNames(
  ctx: AgentContext,
  catalogue: Catalogue,
  noun: string,
): Promise<{ readonly group: Group; readonly values: readonly string[] } | null> {
  const keys = catalogue.keys.filter(({ signal, scope }) => signal === 'logs' && scope === 'attribute')
  const start = `${lemmaOf(noun)}-`
  for (const { key, values } of await loadValues(ctx, catalogue, keys)) {
    const own = values.map(({ value }) => value).filter((value) => value.toLowerCase().startsWith(start))
    if (own.length > 1 && own.length <= LISTED) return { group: { field: key, scope: 'attribute' }, values: own }
  }
  return null
}

/** A metric in groups of the key of its points that the noun means; null where none is it. */
export function groupsOfMetric(
  plan: MeasurePlan,
  { nouns, order }: GroupAsked,
  { attributes }: MetricDescriptor,
): MeasurePlan | null {
  const keys = attributes.map(({ key }): KnownKey => ({ key, scope: 'attribute', signal: 'spans', records: 0 }))
  for (const noun of nouns) {
    const [named] = keysOf(noun, { keys })
    const ofRole = keys.filter(({ key }) =>
      key.split(/[._-]/).some((part) => isSameRole(lemmaOf(noun), lemmaOf(part.toLowerCase()))),
    )
    const key = named?.key ?? (ofRole.length === 1 ? ofRole[0]?.key : undefined)
    if (key !== undefined) return { ...plan, groupBy: [{ field: key, scope: 'attribute' }], order, limit: LISTED }
  }
  return null
}
