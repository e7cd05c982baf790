/**
 * "How many does it have?", "and its failure rate?" after "which firm fails most?": what goes on is about the one that the
 * last answer named, and no longer about all of them.
 */
import type { PlanCondition } from '../plan/plan.ts'
import type { Winner } from '../plan/winner.ts'
import type { Reading } from '../reading.ts'
import { partsOf } from './covering/told.ts'
import { isOfSpans } from './fit-measure.ts'
import { merged } from './follow-up.ts'
import { windowOf } from './follow-up-time.ts'
import type { Previous, ReadContext } from './state.ts'
import { cleaned, lemmaOf } from './words.ts'

const RANKS =
  /\b(?:which|what|who|whose)\b.{0,120}\b(?:(?:the )?most|least|fewest|worst|best|busiest|slowest|fastest|top|more than (?:any|all)|[a-z]{3,12}est)\b|\b(?:most|worst|slowest|busiest|biggest|largest|highest)\b.{1,80}\b(?:which|what|who) [a-z]{2,30}\W*$/
const ONE = /\b(?:it|its|itself|that one|this one|the (?:winner|leader|(?:top|worst|first|best) one))\b/
/** The answer itself, or what it adds up to: "break it down by region", "how many is it in all?", "is it over?". */
const NOT_IT =
  /\b(?:break|split|group|cut|plot|sort|order|make|compare|chart|draw|put|read|count) (?:it|that|this)\b|\b(?:in (?:total|all)|altogether|overall|all in all|together|all of (?:them|those))\b|\b(?:is|was) it (?:over|still|fixed|done|solved|because|due|raining|possible|normal that|true)\b|\bit (?:started?|began|broke|happen\w*|began|stop\w*|end(?:s|ed)?|over)\b/
const THEIRS = /\b(?:(?:do|did|does|have|has|had|are|were) (?:they|he|she)|his|her|their)\b/
const PEOPLE_KEY = /^(?:user|customer|client|member|person|author|seller|buyer|driver|firm|company|merchant|partner)$/

interface Asked {
  readonly text: string
  readonly context: ReadContext
}

/** The question with the last plan restricted to the one that its answer named first, where it speaks of that one. */
export function aboutWinner(asked: string, context: ReadContext): Asked {
  const same = { text: asked, context }
  const { previous } = context
  if (previous?.winner === undefined) return same
  const { winner, plan, question } = previous
  if (plan.intent !== 'measure' || plan.groupBy.length !== 1 || question === undefined) return same
  if (!RANKS.test(question.toLowerCase())) return same
  const text = cleaned(asked)
  const nouns = partsOf(winner.field).map(lemmaOf)
  const named = [...text.matchAll(/\b(?:that|this|the same) ([a-z]{2,30})\b/g)].find(([, noun = '']) =>
    nouns.includes(lemmaOf(noun)),
  )
  const isTheirs = THEIRS.test(text) && nouns.some((noun) => PEOPLE_KEY.test(noun))
  if ((!ONE.test(text) && named === undefined && !isTheirs) || NOT_IT.test(text)) return same
  const only = conditionOf(winner)
  if (only === null) return same
  const { firstAsked: _, ...rest } = plan
  const conditions = merged(plan.conditions, [only], false)
  // "That tariff" says which it is by its name.
  const isPlain = /^[A-Za-z][\w.-]{1,60}$/.test(winner.value)
  const isBare = /\bhow (?:many|much|often) (?:does|did|do|has|had|is|was)\b/.test(text)
  const told =
    named === undefined
      ? asked
      : isBare
        ? text.replace(named[0], 'it')
        : isPlain
          ? text.replace(named[0], winner.value)
          : asked
  const restricted = {
    ...context,
    previous: { ...previous, plan: { ...rest, conditions, groupBy: [], isGroupImplied: false, isYesNo: false } },
  }
  return { text: told, context: restricted }
}

/**
 * A whole question about the one that the last answer named ("how many blanks did it do") is restricted to it: by its key,
 * or in lines that do not carry that by its name. As it was read where it is about something else.
 */
export function ofWinner(reading: Reading, { previous, catalogue }: ReadContext, isAbout: boolean): Reading {
  const [plan, more] = reading.plans
  const winner = previous?.winner
  if (!isAbout || winner === undefined || reading.relation !== 'new') return reading
  if (plan?.intent !== 'measure' || more !== undefined || plan.measure.of === 'metric') return reading
  const signal = isOfSpans(plan.measure) ? 'spans' : 'logs'
  const isHeld = plan.conditions.some((one) => one.on === 'attribute' && one.key === winner.field)
  const carried =
    winner.scope === 'builtin' || catalogue.keys.some(({ key, signal: own }) => key === winner.field && own === signal)
  const isName = /^(?=.*\d)[\w.-]{2,60}$|^[\w.-]{4,60}$/.test(winner.value)
  const only = carried
    ? conditionOf(winner)
    : signal === 'logs' && isName
      ? ({ on: 'text', text: winner.value, mode: 'phrase' } as const)
      : null
  if (isHeld || only === null || plan.conditions.length >= CONDITIONS_MAX) return reading
  return { ...reading, plans: [{ ...plan, conditions: [...plan.conditions, only] }], relation: 'follow_up' }
}

const CONDITIONS_MAX = 20

/** What names no time is of the same time as the answer that it speaks of. */
export function inTimeOf(reading: Reading, previous: Previous | null): Reading {
  const [plan, more] = reading.plans
  if (previous === null || plan === undefined || more !== undefined) return reading
  if (plan.time.basis !== 'last_with_telemetry' || plan.time.anchor !== undefined) return reading
  return { ...reading, plans: [{ ...plan, time: windowOf(previous.plan.time) }], relation: 'follow_up' }
}

function conditionOf({ field, scope, value }: Winner): PlanCondition | null {
  if (scope !== 'builtin') return { on: 'attribute', key: field, scope, values: [value] }
  if (field === 'service') return { on: 'service', values: [value] }
  return field === 'operation' ? { on: 'operation', values: [value] } : null
}
