/**
 * What was read of a follow-up, held against the thread: a value behind a preposition narrows the last question, a short
 * one that lost its subject is asked back, and of several numbers the answer says which one it goes on from.
 */
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import type { Plan, PlanCondition, PlanOf } from '../questions/plan/plan.ts'
import { windowOf } from '../questions/reader/follow-up-time.ts'
import type { Previous } from '../questions/reader/state.ts'
import { isOwner } from '../questions/reader/values-as-owners.ts'
import { broaderThanThread, lostSubject } from '../questions/reader/within-thread.ts'
import type { Reading } from '../questions/reading.ts'
import { askedBack } from './settled-reading.ts'

const NARROWS =
  /^(?:(?:and|ok|okay|so|now|but|only|just|what about|how about) )*(?:(?:the |those |only the )?ones? |those |them )?((?:for|at|in|from|on) (?:the )?([\p{L}\d][\p{L}\d_. -]{1,40}?))(?: only| please)?[\s?.!]*$/iu

export async function inItsThread(
  said: string,
  reading: Reading,
  thread: { readonly previous?: Previous | undefined; readonly isLastOpen?: boolean | undefined },
  catalogue: Catalogue,
  readAlone: (question: string, asWhole: boolean) => Promise<Reading>,
): Promise<Reading> {
  const { previous, isLastOpen = false } = thread
  const whole = previous === undefined || isLastOpen ? null : wholeWithValue(said, reading, previous, catalogue)
  let narrowed: Reading | null = null
  if (whole !== null && previous !== undefined) {
    narrowed = narrowedTo(await readAlone(whole, false), previous)
    // No line may have the words of the event and the value together: then a key carries it.
    if (narrowed === null || narrowed.plans[0]?.conditions.some(({ on }) => on === 'text') === true)
      narrowed = narrowedTo(await readAlone(whole, true), previous) ?? narrowed
  }
  if (narrowed !== null) return narrowed
  if (whole !== null && previous !== undefined) return askedBack(reading, lostSubject(previous))
  const broader = broaderThanThread(said, reading, previous, isLastOpen, catalogue)
  if (broader !== null) return askedBack(reading, broader)
  const isOfOne = reading.relation === 'follow_up' && reading.plans.length === 1 && !isLastOpen
  if (!isOfOne || previous?.parts === undefined) return reading
  return {
    ...reading,
    notes: ['This goes on from the last of the things that were asked.', ...reading.notes],
  }
}

/** "For hilltop" read without what was counted: the last question with it; null for any other. */
function wholeWithValue(
  said: string,
  { plans: [plan, more], relation }: Reading,
  { plan: base, question }: Previous,
  catalogue: Catalogue,
): string | null {
  const [, placed, value] = NARROWS.exec(said) ?? []
  if (placed === undefined || value === undefined || question === undefined || relation !== 'follow_up') return null
  if (base.intent !== 'measure' || plan === undefined || more !== undefined || !isOwner(value, catalogue)) return null
  return holdsAll(plan, base.conditions.filter(isSubject))
    ? null
    : `${question.trim().replace(/\W{1,5}$/, '')} ${placed}`
}

/** What was read of the whole, where it is the last plan with one more condition. */
function narrowedTo(read: Reading, { plan: base }: Previous): Reading | null {
  const [plan, more] = read.plans
  if (plan?.intent !== 'measure' || more !== undefined || read.leftOut.length > 0 || base.intent !== 'measure')
    return null
  const isSame = plan.measure.of === base.measure.of && holdsAll(plan, base.conditions)
  const isMore = JSON.stringify(plan.conditions) !== JSON.stringify(base.conditions)
  return isSame && isMore ? { ...read, plans: [{ ...plan, time: windowOf(base.time) }], relation: 'follow_up' } : null
}

/** What is counted, and not where or for whom. */
function isSubject({ on }: PlanCondition): boolean {
  return on === 'templates' || on === 'text' || on === 'operation'
}

function holdsAll({ conditions }: Plan | PlanOf<'measure'>, wanted: readonly PlanCondition[]): boolean {
  const held = new Set(conditions.map(keyOf))
  return wanted.every((one) => held.has(keyOf(one)) || conditions.some((other) => saysAll(other, one)))
}

/** "Appointments booked hilltop" is searched for where no kind of line has the value in its own words. */
function saysAll(condition: PlanCondition, wanted: PlanCondition): boolean {
  if (condition.on !== 'text' || condition.mode !== 'all' || condition.not === true || wanted.on !== 'templates')
    return false
  const said = new Set(condition.text.toLowerCase().split(' '))
  return (
    wanted.not !== true &&
    wanted.words
      .toLowerCase()
      .split(' ')
      .every((word) => said.has(word))
  )
}

/** Kinds of lines are the same where they are told by the same words. */
export function keyOf(condition: PlanCondition): string {
  return condition.on === 'templates' ? `templates ${condition.words}` : JSON.stringify(condition)
}
