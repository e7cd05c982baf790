/**
 * Questions about an event that lines tell of: "how many users got hit by refused charges" are those of the records of
 * that event, and "how much of the failed checks is northcare" is its share of them. The event is read by itself.
 */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import type { Plan, PlanOf } from '../questions/plan/plan.ts'
import { cleaned, lemmaOf } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'
import { PARTICIPLE } from '../questions/vocabulary/participles.ts'
import { PEOPLE } from '../questions/vocabulary/people.ts'
import { countOf } from './count-of.ts'
import { isPlainCount, measuresOf } from './people-apart.ts'
import { askedBack } from './settled-reading.ts'

type Read = (question: string) => Promise<Reading>

const LEAD = '^(?:(?:so|and|but|ok|hey|please) )*'
const TIME =
  '(?: (?:in the|since|during|between|after|before|today|yesterday|this|over the|from|so far|until|within|for the)\\b[^,?]{0,60})?'
const HIT =
  '(?:hit|affected|bitten|caught|burned|burnt|touched|hurt|harmed|impacted|plagued|bothered|stung|struck|stopped|blocked|annoyed|suffer(?:s|ed|ing)?|bit)'
const HIT_BY = new RegExp(
  `${LEAD}(?:how many|number of|count of)(?: (?:of|the|our|all|different|distinct|unique))* ([a-z]{3,30}s|people) (?:(?:that|who|which|were|was|are|got|get|have|has|had|been|being|badly) )*${HIT}(?: out)? (?:by|from|in) (?:the |a |an |our )?([a-z].{3,80}?)\\W*$`,
)
/** "How many flights have bags that were not routed": what the event came to, whose key tells them apart. */
const HAS = new RegExp(
  `${LEAD}(?:how many|number of|count of)(?: (?:of|the|our|all|different|distinct))* ([a-z]{3,30}s) (?:(?:that|which|who) )?(?:have|had|has|with|got) ([a-z][a-z -]{2,50}? (?:that|which|who) (?:were|was|are|is|did|could|have|has) [a-z].{3,80}?)\\W*$`,
)
/** What is no event of its own: all that fails, or the incident itself. */
const OF_ALL =
  /^(?:it|this|that|these|those|(?:an? |the |this )?(?:outages?|incidents?|problems?|issues?|troubles?|downtime|mess|errors?|failures?|timeouts?|time-outs?|exceptions?|slowness|latency|disruptions?|failed requests|failing requests|slow requests|[45]\d\ds?|[45]xxs?))\b|\b(?:outage|incident|problem|issue|trouble|bug|crash|downtime|failure|mess|thing|deploy(?:ment)?|release|rollout|restart)s?(?= |$)/
const SHARE =
  '(?:how much|how many percent|what percent|(?:what |which )?(?:share|percentage|part|fraction|proportion|percent|portion))'
const SHARE_OF = new RegExp(
  `${LEAD}${SHARE} of (?:(?:the|our|all) )*((?:${PARTICIPLE}) [a-z][a-z -]{2,40}?) (?:is|are|was|were|comes? from|came from|belongs? to|goes to|went to|falls? on|fell on) (?:from |for |of |with |by |at |in |on )?([a-z0-9][\\w.-]{1,40})(?: [a-z]{3,20}s)?(?:,? (?:in percent|as a percentage|in %|percentage-wise|percent))?(${TIME})\\W*$`,
)

/** The reading of such a question; null of any other, and where the event is not read. */
export async function ofEvents(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  read: Read,
): Promise<Reading | null> {
  if (question.length > 240) return null
  const text = cleaned(question)
  return (
    (await peopleHit(ctx, catalogue, HIT_BY.exec(text), read)) ??
    (await peopleHit(ctx, catalogue, HAS.exec(text), read)) ??
    shareOf(ctx, catalogue, text, read)
  )
}

async function peopleHit(
  ctx: AgentContext,
  catalogue: Catalogue,
  said: RegExpExecArray | null,
  read: Read,
): Promise<Reading | null> {
  const [, who = '', event = ''] = said ?? []
  if (who === '' || OF_ALL.test(event)) return null
  const reading = await read(`how many ${event}`)
  const plan = countRead(reading)
  if (plan === null || (!PEOPLE.test(lemmaOf(who)) && measuresOf(plan, who, catalogue).length === 0)) return null
  for (const measure of measuresOf(plan, who, catalogue)) {
    const apart: Plan = { ...plan, measure }
    const found = await execute(ctx, catalogue, apart)
    if (found.kind === 'measure' && (found.value ?? 0) > 0) return { ...reading, plans: [apart] }
  }
  return askedBack(reading, `what tells of "${event}" does not say which ${who} it is of`)
}

async function shareOf(ctx: AgentContext, catalogue: Catalogue, text: string, read: Read): Promise<Reading | null> {
  const [, event = '', value = '', time = ''] = SHARE_OF.exec(text) ?? []
  const isKnown = catalogue.values.some(
    ({ key, values }) => values.length <= VALUES_MAX && key !== value && values.some((one) => isSame(one.value, value)),
  )
  if (event === '' || !isKnown) return null
  const of = await read(`how many ${event}${time}`)
  const back = (): Reading => askedBack(of, `I could not tell which part of "${event}" is ${value}`)
  const whole = countRead(of)
  if (whole === null) return back()
  // Lines of another event may say the value as well: that which these carry goes first.
  const carried = whole.measure.of === 'records' ? withValue(whole, value, catalogue) : null
  const isCarried = carried !== null && (await countOf(ctx, catalogue, carried)) > 0
  const part = isCarried ? carried : countRead(await read(`how many ${event} for ${value}${time}`))
  if (part === null || whole.measure.of !== part.measure.of) return back()
  const some = await countOf(ctx, catalogue, part)
  if (some === 0 || some > (await countOf(ctx, catalogue, whole))) return back()
  const plan: Plan = { ...part, measure: { of: 'ratio', share: 'matching', among: [...whole.conditions] } }
  // Lines that only their requests give the value have no share of it.
  const told = await execute(ctx, catalogue, plan)
  return told.kind === 'measure' && (told.value ?? 0) > 0 ? { ...of, plans: [plan] } : back()
}

const VALUES_MAX = 40

/** The lines of the event that carry the value under a key of lines; null where no key of lines has it. */
function withValue(plan: PlanOf<'measure'>, said: string, { values }: Catalogue): PlanOf<'measure'> | null {
  for (const { key, scope, signal, values: all } of values) {
    const value = signal === 'logs' ? all.find((one) => isSame(one.value, said))?.value : undefined
    if (value === undefined) continue
    return { ...plan, conditions: [...plan.conditions, { on: 'attribute', key, scope, values: [value] }] }
  }
  return null
}

function isSame(value: string, said: string): boolean {
  return value.toLowerCase() === said
}

/** The count that was read whole, of lines or of what failed; null where anything else was. */
function countRead({ plans, leftOut, relation }: Reading): PlanOf<'measure'> | null {
  const [plan, more] = plans
  if (plan?.intent !== 'measure' || more !== undefined || leftOut.length > 0 || relation !== 'new') return null
  const isOfEvent = plan.conditions.some(
    ({ on }) => on === 'templates' || on === 'text' || on === 'outcome' || on === 'status_code',
  )
  return isOfEvent && isPlainCount(plan) ? plan : null
}
