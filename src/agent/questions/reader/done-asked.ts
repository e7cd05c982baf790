/**
 * "Bookings made", "movements written by web": what was done, where requests on the route of the thing are counted. One
 * that ended in an error did not do it, so the answer tells how many did, and what lines say of it goes first.
 */
import type { Plan } from '../plan/plan.ts'
import { PARTICIPLE } from '../vocabulary/participles.ts'
import { thingOf } from './routes.ts'
import { stemOf } from './words.ts'

const DONE = new RegExp(
  `(?<![\\w-])([a-z][a-z-]{2,30}) (?:(?:that|which|who) )?(?:(?:was|were|have been|has been|had been|got|get) )?(?:(?:successfully|actually|really|newly) )?(${PARTICIPLE})(?![\\w-])`,
  'g',
)
/** What happens to a thing whatever becomes of it, and what says that nothing was done. */
const NO_DEED =
  /^(?:received|requested|attempted|tried|submitted|posted|asked|wanted|called|seen|served|handled|processed|logged|counted|used|needed|based|failed|refused|rejected|declined|denied|aborted|lost|dropped|cancell?ed|delayed|blocked|affected|expired|missed|timed|started|left|read|found|held|kept|viewed|opened|loaded|fetched|answered|returned|ended|finished|related|named|called|grouped|sorted|slowed|caused|measured|expected|rated|weighted|red|embed|need|feed|seed|speed)$/

/** The plan with what the question says was done; as it is where it says nothing of the kind. */
export function ofDone(text: string, plan: Plan): Plan {
  if (plan.intent !== 'measure' || plan.measure.of !== 'requests' || plan.groupBy.length > 0) return plan
  if (plan.against !== null || plan.isTrendAsked === true || plan.isYesNo === true || plan.per !== null) return plan
  if (plan.conditions.some(({ on }) => on === 'status_code' || on === 'outcome')) return plan
  const noun = thingOf(plan.conditions)
  if (noun === null || /\b(?:not|never|no|without|fail\w*|error\w*|attempts?|requests?|calls?)\b/.test(text))
    return plan
  const stem = stemOf(noun)
  for (const [, thing = '', verb = ''] of text.matchAll(DONE))
    if ((stemOf(thing) === stem || thing.endsWith(`-${noun}`)) && !NO_DEED.test(verb))
      return { ...plan, doneAsked: verb }
  return plan
}
