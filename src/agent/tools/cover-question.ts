/** Takes the first plan that has all words of a question and of which there is anything in the telemetry. */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import { type Catalogue, loadValues } from '../questions/grounding/catalogue.ts'
import type { Plan } from '../questions/plan/plan.ts'
import { type Covering, coverings, groundOver, nearestCoverings } from '../questions/reader/covering/covering.ts'
import { keysToLookUp, readQuestion } from '../questions/reader/read-question.ts'
import type { ReadContext, TextHits } from '../questions/reader/state.ts'
import { cleaned, wordsOf } from '../questions/reader/words.ts'

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
  for (const one of nearestCoverings(question, { ...context, values }))
    if (await hasGround(ctx, catalogue, one)) return { plan: one.plan, notes: one.note === undefined ? [] : [one.note] }
  return null
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
