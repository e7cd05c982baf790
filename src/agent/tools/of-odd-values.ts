/** Counts the lines of wider patterns as well, where a word that is asked for stands in a variable of theirs. */
import type { AgentContext } from '../contract.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { plainMeasure } from '../questions/plan/plain-measure.ts'
import type { Plan } from '../questions/plan/plan.ts'
import { withOddValues } from '../questions/reader/odd-values.ts'
import { countOf } from './count-of.ts'

/** The plan with these lines, where there are more of them. */
export async function ofOddValues(
  ctx: AgentContext,
  catalogue: Catalogue,
  plan: Plan,
  question: string,
): Promise<Plan> {
  const wider = withOddValues(plan, question, catalogue)
  if (wider === null) return plan
  const count = ({ conditions, time }: Plan): Promise<number> =>
    countOf(ctx, catalogue, plainMeasure({ measure: { of: 'records' }, conditions, time }))
  const [own, all] = await Promise.all([count(plan), count(wider)])
  return all > own ? wider : plan
}
