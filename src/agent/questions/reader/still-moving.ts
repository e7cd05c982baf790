/** "Is the queue still growing?" asks for the last minutes: what grew half an hour ago and stands since then does not. */
import type { Plan, PlanTime } from '../plan/plan.ts'
import { iso } from './when.ts'

const STILL = /^(?:(?:so|and|but|ok|okay|hey) )*(?:is|are|does|do) .{1,80}\bstill\b/

/** The plan, told to say whether its course goes on where that is asked. */
export function stillMoving(text: string, plan: Plan | null): Plan | null {
  const isCourse = plan?.intent === 'measure' && plan.isTrendAsked === true && plan.isYesNo === true
  return isCourse && plan.against === null && STILL.test(text) ? { ...plan, isStillAsked: true } : plan
}

const LEAD = '^(?:(?:so|and|but|ok|okay|hey|now) )*'
const DID_MOVE = new RegExp(
  `${LEAD}(?:did|have|has) .{2,60}? (?:go(?:ne)? (?:up|down)|increased?|rise|risen|climb(?:ed)?|jump(?:ed)?|grow|grown|drop(?:ped)?|fall|fallen|decreased?|improved?|(?:get|got|gotten|become) (?:worse|better|higher|lower|more|less)|spiked?)(?: (?:a lot|much|again))? (?:(?:right|just|directly|shortly) )?(?:after|since|with)\\b`,
)

/** "Did the error rate go up after 16:03", "… after the release": what was until then, beside what was since. */
export function sinceMoment(text: string, plan: Plan | null): Plan | null {
  const isCourse = plan?.intent === 'measure' && plan.isTrendAsked === true && plan.isYesNo === true
  if (!isCourse || plan.against !== null || plan.measure.of === 'metric' || !DID_MOVE.test(text)) return plan
  const { time } = plan
  if (time.anchor === 'deployment' && time.anchorSide === undefined)
    return { ...plan, time: { ...time, anchorSide: 'both' } }
  if (time.anchor !== undefined || time.basis !== 'asked' || !/^(?:after|since)\b/.test(time.phrase ?? '')) return plan
  const fromMs = Date.parse(time.from)
  const against: PlanTime = { from: iso(fromMs - (Date.parse(time.to) - fromMs)), to: time.from, basis: 'asked' }
  return { ...plan, against }
}
