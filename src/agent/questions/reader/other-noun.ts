/**
 * "What about refunds?" after "how many notices were sent": the same kind of count of another thing, and not the requests
 * of a service that happens to be called after it.
 */
import type { Plan, PlanOf } from '../plan/plan.ts'
import { PEOPLE } from '../vocabulary/people.ts'
import { LINE_NOUNS, OWN_INTENT, OWN_MEASURE } from './follow-up-tags.ts'
import { windowOf } from './follow-up-time.ts'
import { REFUSED } from './nearest-lines.ts'
import { nounOf } from './same-thing.ts'
import { has, type Previous, type QuestionState } from './state.ts'
import { lemmaOf } from './words.ts'

const OTHER_THING =
  /^(?:(?:and|but|ok|okay|so|now|then) )*(?:(?:what about|how about|(?:the )?same for|also) )?(?:(?:the|our|all|any) )?((?:[a-z][a-z-]{2,30} ){0,1}[a-z][a-z-]{2,30}s)(?: (?:then|too|please))?\W*$/
const OF_TELEMETRY =
  /^(?:requests?|calls?|errors?|warnings?|failures?|logs?|lines?|records?|entries|events?|messages?|traces?|spans?|exceptions?|hits|queries|statements|services?|restarts?|deployments?|releases?|versions?)$/
/** What was done with the one thing need not be what is done with the other. */
const CAME_TO_BE =
  / (?:(?:were|was|are|is|got|get|have been|has been|being|did we|do we|did it|does it|has the [a-z]{3,20}|have we) )?(?:written|sent|created|raised|filed|taken|shipped|generated|triggered|recorded|uploaded|scheduled|made|placed|booked|issued|stored|delivered|published|registered|received|posted|submitted|opened|completed|processed|finished|printed|paid(?: out)?|done|write|send|create|make|get|issue|have)(?= |\W*$)/

/** The whole questions that such a follow-up may be, the nearest first; none where it is none. */
export function ofOtherNoun(state: QuestionState, { plan, question }: Previous): string[] {
  const said = OTHER_THING.exec(state.text.trim())?.[1]
  if (said === undefined || question === undefined || !isPlainCount(plan)) return []
  if (has(state, ...OWN_INTENT, ...OWN_MEASURE, ...LINE_NOUNS, 'state', 'failed_word', 'by', 'only')) return []
  const last = lemmaOf(said.split(' ').at(-1) ?? '')
  if (PEOPLE.test(last) || OF_TELEMETRY.test(last) || isService(state, said)) return []
  const asked = question.toLowerCase().trim().replace(/\W+$/, '')
  if (OTHER_THING.test(asked)) return [`how many ${said}`]
  const noun = nounOf(asked)
  if (noun === null) return []
  if (OF_TELEMETRY.test(noun.split(' ').at(-1) ?? '')) return []
  const same = asked.replace(noun, said)
  const plain = same.replace(CAME_TO_BE, '')
  return plain === same ? [same] : [same, plain]
}

/** A count of one thing that nothing else restricts. */
function isPlainCount(plan: Plan): plan is PlanOf<'measure'> {
  if (plan.intent !== 'measure' || plan.groupBy.length > 0 || plan.against !== null) return false
  if (plan.measure.of !== 'requests' && plan.measure.of !== 'records') return false
  return plan.conditions.every(
    (one) =>
      (one.on === 'service' || one.on === 'operation' || one.on === 'templates' || one.on === 'text') &&
      one.not !== true &&
      !(one.on === 'templates' && one.words.split(' ').some((word) => REFUSED.test(word))),
  )
}

function isService({ context }: QuestionState, said: string): boolean {
  return context.catalogue.services.some(({ name }) => name.toLowerCase() === said)
}

/** The count of the other thing in the time and by the rate of the last one; null where it is no such count. */
export function countedAlike(read: readonly Plan[], base: Plan): PlanOf<'measure'> | null {
  const [plan, more] = read
  if (plan === undefined || more !== undefined || base.intent !== 'measure' || !isPlainCount(plan)) return null
  // Words that no kind of line and no route goes by are a guess.
  if (!plan.conditions.some(({ on }) => on === 'operation' || on === 'templates')) return null
  if (plan.conditions.some(({ on }) => on === 'text')) return null
  return { ...plan, per: base.per, intervalMs: base.intervalMs, time: windowOf(base.time) }
}
