/** Takes the first plan that has all words of a question and of which there is anything in the telemetry. */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import { type Catalogue, loadValues } from '../questions/grounding/catalogue.ts'
import type { Plan } from '../questions/plan/plan.ts'
import { type Covering, coverings } from '../questions/reader/covering/covering.ts'
import { keysToLookUp } from '../questions/reader/read-question.ts'
import type { ReadContext } from '../questions/reader/state.ts'
import { cleaned, wordsOf } from '../questions/reader/words.ts'

/** So many plans are tried. */
const TRIED_MAX = 3

/** The plan of a question that could not be read word by word; null where nothing in the data has all its words. */
export async function coverQuestion(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  context: ReadContext,
): Promise<Plan | null> {
  const words = wordsOf(cleaned(question)).map(({ text }) => text)
  const values = await loadValues(ctx, catalogue, keysToLookUp(words, context))
  for (const one of coverings(question, { ...context, values }).slice(0, TRIED_MAX))
    if (await hasGround(ctx, catalogue, one)) return one.plan
  return null
}

async function hasGround(ctx: AgentContext, catalogue: Catalogue, { ground }: Covering): Promise<boolean> {
  const found = await execute(ctx, catalogue, ground)
  if (found.kind !== 'measure') return false
  const isGrouped = ground.groupBy.length === 0 || found.groups.some(({ key }) => key.some((part) => part !== null))
  const isCount =
    ground.measure.of === 'records' || ground.measure.of === 'requests' || ground.measure.of === 'distinct'
  return isGrouped && found.value !== null && (!isCount || found.value > 0)
}
