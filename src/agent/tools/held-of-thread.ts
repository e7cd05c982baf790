/**
 * "How many with 5xx", "how many were refused there" behind the requests of one tenant: what names no thing of its own is
 * of that tenant and that window. Read without them it is another number, so it is counted with them or asked back.
 */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import type { PlanOf } from '../questions/plan/plan.ts'
import { isOfSpans } from '../questions/reader/fit-measure.ts'
import { windowOf } from '../questions/reader/follow-up-time.ts'
import { countedOf } from '../questions/reader/move-base.ts'
import { ofThread } from '../questions/reader/slot-edit.ts'
import type { Previous } from '../questions/reader/state.ts'
import { lostSubject } from '../questions/reader/within-thread.ts'
import type { Reading } from '../questions/reading.ts'
import { askedBack } from './settled-reading.ts'

const NAMES_NO_THING =
  /^(?:(?:and|so|but|ok|okay|hm+|thanks|thx),? )*how (?:many|much) (?:of (?:them|those|these|it) )?(?:with|without|were|was|are|is|did|had|got|have|has|failed|succeeded|in|from|at|on|through|by|via)\b|^(?:(?:and|so|but|ok|okay),? )*how many (?:were |was |got |are )?[a-z]{3,20}(?:ed|en|aid|old)[\s?.!]*$|^(?:(?:and|so|but|ok),? )*how many\b.{2,60} (?:there|of them|of those)\b/

export async function heldOfThread(
  ctx: AgentContext,
  catalogue: Catalogue,
  said: string,
  reading: Reading,
  previous: Previous | undefined,
): Promise<Reading> {
  const [plan, more] = reading.plans
  const base = previous === undefined ? null : countedOf(previous.plan)
  if (plan?.intent !== 'measure' || more !== undefined || base === null || previous === undefined) return reading
  if (reading.relation !== 'new' || plan.groupBy.length > 0 || !NAMES_NO_THING.test(said)) return reading
  const isNarrow = base.conditions.some(({ on }) => on === 'attribute' || on === 'service') || isAsked(base.time)
  if (!isNarrow) return reading
  const isSameSignal = isOfSpans(base.measure) === isOfSpans(plan.measure)
  const held = plan.measure.of === 'ratio' ? ofShare(plan, base) : ofThread(plan, base, { catalogue }, isSameSignal)
  if (held === null) return askedBack(reading, lostSubject(previous))
  const own = { ...plan, conditions: held.conditions, time: isAsked(plan.time) ? plan.time : held.time }
  if (JSON.stringify(own.conditions) === JSON.stringify(plan.conditions) && own.time.from === plan.time.from)
    return reading
  const found = await execute(ctx, catalogue, own)
  const isFound = found.kind === 'measure' && (found.value ?? 0) > 0
  return isFound ? { ...reading, plans: [own], relation: 'follow_up' } : askedBack(reading, lostSubject(previous))
}

/** A share of requests under what the thread is restricted to; null of other shares. */
function ofShare(
  plan: PlanOf<'measure'>,
  base: PlanOf<'measure'>,
): Pick<PlanOf<'measure'>, 'conditions' | 'time'> | null {
  const isOfRequests = plan.measure.of === 'ratio' && plan.measure.among === undefined && isOfSpans(base.measure)
  if (!isOfRequests) return null
  const said = new Set(plan.conditions.map(({ on }) => on))
  const held = base.conditions.filter(
    ({ on }) => on === 'attribute' || ((on === 'service' || on === 'operation') && !said.has(on)),
  )
  return { conditions: [...held, ...plan.conditions], time: windowOf(base.time) }
}

function isAsked({
  basis,
  anchor,
  phrase,
}: {
  basis: string
  anchor?: string | undefined
  phrase?: string | undefined
}): boolean {
  return anchor !== undefined || basis === 'asked' || (basis === 'inherited' && phrase !== undefined)
}
