/** How many a plan counts, for steps of the reading that choose between plans. */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import type { PlanOf } from '../questions/plan/plan.ts'

/** The number of a plan; 0 where there is none. */
export async function countOf(ctx: AgentContext, catalogue: Catalogue, plan: PlanOf<'measure'>): Promise<number> {
  const found = await execute(ctx, catalogue, plan)
  return found.kind === 'measure' ? (found.value ?? 0) : 0
}
