/**
 * A follow-up that was read word by word in any order holds where there is something of it. Where there is nothing, it is
 * read as any other; where that would be without what the thread holds, or of all traffic behind trouble, it is asked back.
 */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { nounOfKey } from '../questions/reader/fields.ts'
import { failedSince } from '../questions/reader/move-base.ts'
import type { Previous } from '../questions/reader/state.ts'
import { lostSubject } from '../questions/reader/within-thread.ts'
import type { Reading } from '../questions/reading.ts'
import { askedBack } from './settled-reading.ts'

interface Thread {
  readonly previous?: Previous | undefined
  readonly isWithoutSlots?: boolean | undefined
}

export async function whereFound<T extends Thread>(
  ctx: AgentContext,
  catalogue: Catalogue,
  thread: T,
  read: (thread: T) => Promise<Reading>,
): Promise<Reading> {
  const reading = await read(thread)
  const { previous } = thread
  const [plan, more] = reading.plans
  if (plan?.intent !== 'measure' || more !== undefined || previous === undefined) return reading
  const [group] = plan.groupBy
  const isOfTrouble = failedSince(previous) !== null
  const isCut = isOfTrouble && group !== undefined && reading.relation === 'follow_up'
  if (reading.isBySlots !== true && !isCut) return reading
  const found = await execute(ctx, catalogue, plan)
  if (found.kind !== 'measure') return reading
  const isAny = (found.value ?? 0) > 0
  const isFound = group === undefined ? isAny : found.groups.some(({ value }) => (value ?? 0) > 0)
  if (isFound) return reading
  if (isCut && isAny) {
    const untold = `what failed does not say of which ${nounOfKey(group.field)} it is`
    return { ...askedBack(reading, untold), isBySlots: true }
  }
  if (reading.isBySlots !== true) return reading
  const other = await read({ ...thread, isWithoutSlots: true })
  // Without the values that the thread holds it would be another number.
  const isHeld = plan.conditions.some(({ on }) => on === 'attribute') || isOfTrouble
  const isOfAll = other.relation === 'new' && other.plans.length > 0 && isHeld
  return isOfAll ? askedBack(other, lostSubject(previous)) : other
}
