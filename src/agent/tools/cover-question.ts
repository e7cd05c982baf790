/** Takes the first plan that has all words of a question and of which there is anything in the telemetry. */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import { rangeOf, spanFilter } from '../questions/execute/filters.ts'
import { type Catalogue, loadValues } from '../questions/grounding/catalogue.ts'
import { type Plan, without } from '../questions/plan/plan.ts'
import { type Covering, coverings, groundOver, nearestCoverings } from '../questions/reader/covering/covering.ts'
import { keysToLookUp } from '../questions/reader/fields.ts'
import { readQuestion } from '../questions/reader/read-question.ts'
import { isOfStore, segmentsOf } from '../questions/reader/routes.ts'
import type { ReadContext, TextHits } from '../questions/reader/state.ts'
import { cleaned, stemOf, wordsOf } from '../questions/reader/words.ts'

/** A plan with what was taken for what in it. */
export interface Covered {
  readonly plan: Plan
  readonly notes: readonly string[]
}

/** So many plans are tried. */
const TRIED_MAX = 3

/** The plan of a question that could not be read word by word; null where nothing in the data has all its words. */
export async function coverQuestion(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  context: ReadContext,
  hitsOf: (words: readonly string[]) => Promise<TextHits>,
): Promise<Covered | null> {
  const words = wordsOf(cleaned(question)).map(({ text }) => text)
  const values = await loadValues(ctx, catalogue, keysToLookUp(words, context))
  const found = coverings(question, { ...context, values }).slice(0, TRIED_MAX)
  for (const one of found) if (await hasGround(ctx, catalogue, one)) return { plan: one.plan, notes: [] }
  const { lookups } = readQuestion(question, { ...context, values: [] }, null)
  const hits = await hitsOf(lookups.words)
  for (const one of ofOneSignal(question, { ...context, values }, hits))
    if (await hasGround(ctx, catalogue, one)) return { plan: one.plan, notes: [] }
  const carried = await whereCarried(ctx, question, { ...context, values }, hits)
  if (carried !== null && (await hasGround(ctx, catalogue, carried))) return { plan: carried.plan, notes: [] }
  for (const one of nearestCoverings(question, { ...context, values }))
    if (await hasGround(ctx, catalogue, one)) return { plan: one.plan, notes: one.note === undefined ? [] : [one.note] }
  return null
}

const CARRIERS_MAX = 20

/**
 * "P90 of logins via eid", "… by method", where `POST /login` carries no method and `POST /sso` behind it does: the requests of the
 * thing on the routes that have the value.
 */
async function whereCarried(
  ctx: AgentContext,
  question: string,
  context: ReadContext,
  hits: TextHits,
): Promise<Covering | null> {
  const { catalogue } = context
  const { reading } = readQuestion(question, context, hits)
  const [plan, more] = reading.plans
  if (plan?.intent !== 'measure' || more !== undefined || reading.leftOut.length > 0) return null
  if (plan.measure.of !== 'duration' && plan.measure.of !== 'requests') return null
  const routes = plan.conditions.flatMap((one) => (one.on === 'operation' && one.not !== true ? one.values : []))
  // "For each playlist" asks for requests that carry any of its values.
  const grouped = plan.groupBy.flatMap(({ field, scope }) => {
    const known = context.values.find((one) => one.key === field && one.signal === 'spans')
    const values = known?.values.map(({ value }) => value).slice(0, 50) ?? []
    return scope === 'builtin' || values.length === 0 ? [] : [{ on: 'attribute' as const, key: field, scope, values }]
  })
  const carried = [...plan.conditions.filter((one) => one.on === 'attribute' && one.not !== true), ...grouped]
  const nouns = new Set(routes.flatMap((name) => segmentsOf(name)))
  if (nouns.size === 0 || carried.length === 0) return null
  const { time } = groundOver(plan, context)
  const { values } = await ctx.telemetry.fieldValues(ctx.project, {
    range: rangeOf(time),
    filter: spanFilter(carried, catalogue),
    signal: 'spans',
    field: { kind: 'builtin', name: 'name' },
    limit: CARRIERS_MAX,
  })
  // The key says of what it is, or the route does.
  const isOfThing = carried.some(
    (one) => one.on === 'attribute' && one.key.split(/[._-]/).some((part) => nouns.has(stemOf(part))),
  )
  const names = values
    .map(({ value }) => value)
    .filter((name) => !isOfStore(name) && (isOfThing || segmentsOf(name).some((part) => nouns.has(part))))
  if (names.length === 0) return null
  const conditions = [...without(plan.conditions, 'operation'), { on: 'operation' as const, values: names }]
  const found = { ...plan, conditions }
  return { plan: found, ground: groundOver(found, context) }
}

/** "Apple Pay payments", which the requests for payments carry nowhere: the same with the values of lines alone, or of requests. */
function ofOneSignal(question: string, context: ReadContext, hits: TextHits): Covering[] {
  return (['logs', 'spans'] as const).flatMap((signal) => {
    const values = context.values.filter((known) => known.signal === signal)
    const { reading } = readQuestion(question, { ...context, values }, hits)
    const [plan, more] = reading.plans
    const isWhole = plan?.intent === 'measure' && more === undefined && reading.leftOut.length === 0
    const isRestricted = isWhole && plan.conditions.some(({ on }) => on === 'attribute' || on === 'text')
    if (!isWhole || !isRestricted || reading.notes.length > 0) return []
    return [{ plan, ground: groundOver(plan, context) }]
  })
}

async function hasGround(ctx: AgentContext, catalogue: Catalogue, { ground }: Covering): Promise<boolean> {
  const found = await execute(ctx, catalogue, ground)
  if (found.kind !== 'measure') return false
  const isGrouped = ground.groupBy.length === 0 || found.groups.some(({ key }) => key.some((part) => part !== null))
  const isCount =
    ground.measure.of === 'records' || ground.measure.of === 'requests' || ground.measure.of === 'distinct'
  return isGrouped && found.value !== null && (!isCount || found.value > 0)
}
