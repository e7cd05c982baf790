/**
 * Short follow-ups that ask for another number of what was counted: its share, all of it, its total in the place of a
 * rate, the same of another time; or what its lines say and who caused them. Each is known as a whole.
 */

import { isClassValue } from '../grounding/catalogue.ts'
import { chosenIds } from '../grounding/chosen-lines.ts'
import { type Plan, type PlanCondition, type PlanOf, servicesOf, without } from '../plan/plan.ts'
import { fieldOf, keysOf } from './fields.ts'
import { isOfSpans } from './fit-measure.ts'
import { windowOf } from './follow-up-time.ts'
import { countedOf, errorsLogged, outcomeOf } from './move-base.ts'
import { has, type Previous, type QuestionState } from './state.ts'
import { templateCondition, templatesWith } from './texts.ts'

const IT = '(?:that|this|it|those|these|they|them)'
const ALL = '(?:in (?:all|total)|altogether|overall|all in all)'
const OUT_OF = new RegExp(
  `^(?:(?:that is )?(?:out )?of how many(?: (?:requests|calls))?(?: (?:${ALL}|are ${IT}))?|how many (?:requests|calls)? ?(?:(?:were|are|was|did) (?:there|we have|it get|they make) )?${ALL}|(?:and )?${ALL}, how many(?: requests| calls)?)$`,
)
const SHARE = new RegExp(
  `^(?:as (?:an? )?(?:share|percentage|fraction|proportion|percent)|(?:in|as) percent|(?:what|which|how (?:big|large|high) an?|how much of an?|and the|the|how many) (?:share|percentage|fraction|proportion|part|percent)(?: of (?:all |the |their |its |these |those |them|it|total|requests|calls|traffic|everything){1,4})?(?: (?:is|are|was|were) ${IT})?)$`,
)
const TOTAL =
  /^(?:(?:the |as a |give me the |show the )?(?:total|sum|absolute|plain|raw|whole)(?: (?:number|count|amount|figure)s?)?(?:(?:,? (?:instead(?: of)?|not|rather than)) (?:per|a|each|by|the) (?:\w+ )?\w+| instead)?|(?:not|without|drop the|no) (?:per|by|rate|each) ?\w{0,20}|(?:not|without) the (?:rate|groups?|split|breakdown))$/
const SAY = new RegExp(
  `^(?:what (?:do|does|did) (?:${IT}|(?:the|its|their|these|those) (?:log )?(?:lines?|logs?|messages?|errors?|warnings?|ones|entries))(?: (?:log )?(?:lines?|logs?))? (?:say|read|tell(?: us)?|contain|complain about)(?: (?:about|on|of) ${IT})?(?: exactly)?|what (?:are|were) ${IT} about|what (?:is|was) in (?:${IT}|there))$`,
)
const FROM =
  /^(?:where (?:do|does|did) (?:they|those|these|that|it|the errors|the failures) (?:all )?(?:come|stem|originate) from|where from|where (?:are|is) (?:they|those|these|that|it) (?:coming )?from|what (?:causes|caused|is causing|produces) (?:them|those|these|that))$/

/** What such a follow-up asks for; null for any other. */
export function countMove(text: string, previous: Previous, state: QuestionState): Plan | null {
  return (
    outOf(text, previous) ??
    shareOf(text, previous) ??
    totalOf(text, previous) ??
    between(text, previous) ??
    countedIn(state, previous) ??
    saidBy(text, previous) ??
    withoutThose(text, previous, state) ??
    comeFrom(text, previous)
  )
}

const INSTEAD =
  /^(?:(?:split|group|grouped|break|broken|cut|show)(?: (?:it|that|them|this))?(?: down| up)? )?(?:by|per) ([a-z][\w.-]{1,40}) instead$/

/** "By plan instead" after "only acme": what was cut by the last question is cut by this in its place. */
export function groupedInstead(text: string, { plan, before }: Previous, { context }: QuestionState): Plan | null {
  const noun = INSTEAD.exec(text)?.[1]
  const base =
    noun === undefined || before === undefined ? null : countedOf({ ...plan, conditions: held(plan, before) })
  const field = noun === undefined ? null : fieldOf(noun, context.catalogue)
  if (base === null || field === null) return null
  const signal = isOfSpans(base.measure) ? 'spans' : 'logs'
  const carried = keysOf(noun ?? '', context.catalogue).find((known) => known.signal === signal)
  const own = field.scope === 'builtin' || carried === undefined ? field : { field: carried.key, scope: carried.scope }
  const groupBy = [{ field: own.field, scope: own.scope }]
  return { ...base, time: windowOf(plan.time), groupBy, isYesNo: false, isGroupImplied: false, limit: 20 }
}

/** What a plan is restricted by, without what its question has added to the one before. */
function held({ conditions }: Plan, before: Plan): PlanCondition[] {
  const subject = (one: PlanCondition): string => (one.on === 'attribute' ? one.key : one.on)
  const old = new Set(before.conditions.map(subject))
  return conditions.filter((one) => old.has(subject(one)))
}

const WITHOUT =
  /^(?:without|except(?: for)?|excluding|minus|leaving out|not counting|but not|other than) (?:the |those |these |any |all )?([a-z][\w -]{2,60}?)(?: (?:ones?|lines?|records?|entries|logs))?$/

/** "Without the bad CRC ones": of the lines that were counted, those that say all of this are left out. */
function withoutThose(text: string, { plan: base }: Previous, { context, named }: QuestionState): Plan | null {
  const left = WITHOUT.exec(text)?.[1] ?? ''
  // "Without web": a service or a value of that name is left out, and no line that says its words.
  const isValue = context.values.some((known) => known.signal === 'logs' && isClassValue(known, left))
  if (left === '' || named.length > 0 || isValue) return null
  const words = left.split(/[ -]+/)
  const isOfLines =
    (base.intent === 'measure' && base.measure.of === 'records') || (base.intent === 'list' && base.of === 'logs')
  if (!isOfLines) return null
  const held = chosenIds(base.conditions)
  const saying = templatesWith(words, context.catalogue, servicesOf(base))
  const apart = held.size === 0 ? saying : saying.filter(({ id }) => held.has(id))
  const condition = apart.length === 0 || apart.length === held.size ? null : templateCondition(words, apart)
  if (condition?.on !== 'templates') return null
  return { ...base, conditions: [...base.conditions, { ...condition, not: true }], time: windowOf(base.time) }
}

/** "Out of how many?" after what failed: all of them. */
function outOf(text: string, { plan: base }: Previous): Plan | null {
  if (!OUT_OF.test(text) || base.intent !== 'measure') return null
  if (base.measure.of === 'ratio' && base.measure.share !== 'matching')
    return { ...base, measure: { of: 'requests' }, time: windowOf(base.time), against: null, isYesNo: false }
  const isCount = base.measure.of === 'requests' || base.measure.of === 'records'
  const conditions = without(base.conditions, 'outcome', 'status_code', 'severity')
  const isNamed = conditions.some(
    (one) =>
      one.on === 'service' ||
      one.on === 'operation' ||
      one.on === 'templates' ||
      // All requests of one method are hardly what something is a part of.
      (one.on === 'attribute' && !/method$/i.test(one.key)),
  )
  if (!isCount || !isNamed || conditions.length === base.conditions.length) return null
  return { ...base, conditions, time: windowOf(base.time), against: null, isYesNo: false }
}

/** "What share of their requests is that?" after what failed: the share of those that did. */
function shareOf(text: string, { plan: base }: Previous): Plan | null {
  if (!SHARE.test(text) || base.intent !== 'measure' || base.measure.of !== 'requests') return null
  const outcome = outcomeOf(base.measure, base.conditions)
  const others = without(base.conditions, 'outcome')
  if (outcome?.on !== 'outcome' || others.some(({ on }) => on === 'status_code' || on === 'text')) return null
  const plain = { per: null, intervalMs: null, against: null, isYesNo: false, isTrendAsked: false }
  const measure = { of: 'ratio' as const, share: outcome.is }
  return { ...base, ...plain, measure, conditions: others, time: windowOf(base.time) }
}

/** "Total instead of per minute": the count without its rate, its steps or its groups. */
function totalOf(text: string, { plan: base }: Previous): Plan | null {
  if (!TOTAL.test(text) || base.intent !== 'measure') return null
  const isCut = base.per !== null || base.intervalMs !== null || base.groupBy.length > 0
  if (!isCut) return null
  const plain = { per: null, intervalMs: null, against: null, isYesNo: false, isTrendAsked: false, isPeakAsked: false }
  return { ...base, ...plain, groupBy: [], time: windowOf(base.time) }
}

const BETWEEN =
  /^(?:(?:how many|count|number)(?: (?:of (?:them|those|these)|were|are|was|is|there|did|have|had|came|come|happened|failed|we|see|get|lie|fell))* )?(?:in )?between(?: (?:them|those|these|the two|the first and (?:the )?last|first and last|both|(?:these|those) two))?$/

/** "How many in between?" after the first and the last of something: as many as there are. */
function between(text: string, { plan: base }: Previous): Plan | null {
  if (!BETWEEN.test(text) || base.intent !== 'list' || base.isTimeAsked !== true) return null
  return countedOf(base)
}

const ASKS_COUNT = /^(?:how|many|often|of|them|those|these|were|was|there|are|did|it|they|come|happen|in|at|on|number)$/

/** "How many since 11:26?" after a list: as many as it would have then. */
function countedIn(state: QuestionState, { plan: last }: Previous): Plan | null {
  if (!has(state, 'count') || state.time === null || state.named.length > 0) return null
  if (!state.words.every(({ usedBy, text }) => usedBy === 'time' || ASKS_COUNT.test(text) || LEADS.test(text)))
    return null
  const base = countedOf(last)
  if (base === null || !/^(?:records|requests|spans|distinct)$/.test(base.measure.of)) return null
  return { ...base, time: state.time, groupBy: [], isYesNo: false, isTrendAsked: false, intervalMs: null, per: null }
}

const LEADS = /^(?:so|and|but|ok|okay|now|then|again|please|pls|just|only)$/

/** "What do they say?" after lines that were counted or listed: the messages among them. */
function saidBy(text: string, { plan: base }: Previous): Plan | null {
  if (!SAY.test(text)) return null
  const conditions =
    base.intent === 'list' && base.of === 'logs'
      ? base.conditions
      : base.intent === 'measure' && base.measure.of === 'records'
        ? base.conditions
        : base.intent === 'measure' && base.measure.of === 'requests'
          ? linesBeside(base)
          : null
  return conditions === null
    ? null
    : { intent: 'patterns', conditions: [...conditions], time: windowOf(base.time), limit: 10 }
}

/** Of requests that failed or were refused: what their services warned of. */
function linesBeside({ measure, conditions }: PlanOf<'measure'>): PlanCondition[] | null {
  const logged = errorsLogged(conditions, outcomeOf(measure, conditions))
  if (logged !== null) return logged
  const isRefused = conditions.some((one) => one.on === 'status_code' && one.from >= 400 && one.not !== true)
  const services = conditions.filter(({ on }) => on === 'service')
  if (!isRefused || services.length === 0 || conditions.length > services.length + 1) return null
  return [...services, { on: 'severity', is: 'warn', orWorse: true }]
}

/** "Where do they come from?" after errors of one service, which the groups by service cannot tell: what caused them. */
function comeFrom(text: string, { plan: base }: Previous): Plan | null {
  if (!FROM.test(text) || (base.intent !== 'measure' && base.intent !== 'list')) return null
  const [service, more] = servicesOf(base)
  if (service === undefined || more !== undefined) return null
  const isTrouble = base.conditions.some(
    (one) =>
      (one.on === 'severity' && one.is !== 'info' && one.is !== 'debug') ||
      (one.on === 'outcome' && one.is === 'failed') ||
      (one.on === 'status_code' && one.from >= 500),
  )
  if (isTrouble) return { intent: 'cause', aspect: 'why', conditions: [], time: windowOf(base.time) }
  const isOfRequests = base.intent === 'measure' ? base.measure.of === 'requests' : base.of !== 'logs'
  if (!isOfRequests) return null
  return { intent: 'dependencies', direction: 'callers', conditions: base.conditions.slice(0, 1), time: base.time }
}
