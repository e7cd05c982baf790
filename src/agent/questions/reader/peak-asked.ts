/**
 * The largest or smallest step of a course: "peak requests per minute of web", "when did errors peak", "busiest hour".
 * The question is parted into what is counted, which is read by itself, and the step that is asked for.
 */
import type { Catalogue } from '../grounding/catalogue.ts'
import type { Plan, PlanOf } from '../plan/plan.ts'
import { numberOfWords } from '../vocabulary/number-words.ts'
import { windowOf } from './follow-up-time.ts'
import { UNIT_MS } from './shape.ts'
import { cleaned } from './words.ts'

export interface PeakAsked {
  /** What is counted, as a question of its own, the likeliest first. */
  readonly texts: readonly string[]
  readonly order: 'highest' | 'lowest'
  readonly stepMs: number | null
  readonly per: 'second' | null
  /** How many of the steps are asked for. */
  readonly limit: number
  readonly isWhenAsked: boolean
  /** Names nothing: of what was counted last, where there is something. */
  readonly isOfLast: boolean
}

const HIGH = 'busiest|peak|max(?:imum)?|highest|heaviest|worst|most(?! recent)|biggest|largest|greatest|most active'
const LOW = 'quietest|lowest|min(?:imum)?|least|fewest|smallest|calmest|slackest|least busy|least active'
const EXTREME = `${HIGH}|${LOW}`
const STEP = '(?<length>\\d{1,2}[ -])?(?<unit>second|sec|minute|min|hour)s?'
const IN_ONE =
  '(?:per|each|every|(?:in|within|over|during) (?:an?|one|1|any|any one|a single|any single|one single|the same))'
const AT_TOP =
  '(?:at (?:its|their|the|our) )?(?:very )?(?:peak|peaking|highest|worst|busiest|heaviest|maximum|max|most(?! recent)|lowest|quietest|minimum|min|least busy)'
const LEAD =
  /^(?:(?:and|so|ok|hey|please|also|then|now) )*(?:(?:show|give|tell) me |can you (?:show|give|tell) me |i need |find )?(?:(?:what|which|how high|how much) (?:is|was|were|are|has been) )?(?:the |our |its )?(?:(?:average|mean|avg) and (?:the )?)?(?:absolute )?/
const WHEN_TAIL =
  /[,;]? (?:and|plus) (?:when|at (?:what|which) (?:time|minute)|what time|the (?:time|minute|moment))(?: (?:is|was|were|did) (?:it|that|this)(?: be| happen)?)?$/
const QUANTITY = /^(?:the )?(?:total )?(?:number|count|amount|volume|level|rate) of /
/** What is a number by itself; everything else is counted. */
const MEASURED =
  /^(?:(?:error|failure|success|5xx|4xx) (?:rate|ratio|share|percentage)|(?:mean |average |median |p\d\d(?:\.\d)? )?(?:latency|latencies|response times?|durations?)|p\d\d|share|percentage)\b/
/** "Web p99". */
const MEASURED_BEHIND =
  /^(\S{2,60}) ((?:error|failure|success|5xx|4xx) (?:rate|ratio|share|percentage)|(?:mean |average |median |p\d\d(?:\.\d)? )?(?:latency|latencies|response times?|durations?)|p\d\d)$/
const OF_REQUESTS =
  /^(?:traffic|load|throughput|request (?:rate|volume|count|load)|requests? rate|activity|usage|volume|we)\b/
const TIME =
  /^(?:today|yesterday|this (?:morning|afternoon|evening|hour)|(?:in|over|during|within|for) the (?:last|past)|(?:since|between|before|after) )/

/** What the extreme is asked of: each form takes one way of asking, anchored at its beginning. */
const FORMS: readonly RegExp[] = [
  // "Busiest minute of web", "top 3 busiest minutes", "peak hour today".
  new RegExp(
    `^(?:(?:top|the) )?(?<limit>\\d{1,2} |two |three |five |ten )?(?<top>${EXTREME}) ${STEP}(?: (?<what>.{2,120}))?$`,
  ),
  // "Peak requests per minute of web", "most failed orders in one minute".
  new RegExp(`^(?<top>${EXTREME}) (?<what>.{2,90}?) ${IN_ONE} ${STEP}(?<rest> .{2,90})?$`),
  // "How many requests did we get in the busiest minute?"
  new RegExp(
    `^how many (?<what>.{2,90}?) (?:in|during|within) (?:the |our |its )?(?<top>${EXTREME}) ${STEP}(?<rest> .{2,90})?$`,
  ),
  // "Which minute had the most 503s?", "the minute with most errors".
  new RegExp(
    `^(?:(?:in |at |during )?(?:which|what) )?${STEP} (?:had|has|have|saw|sees|got|gets|with|(?:that|which) (?:had|has|saw|got)|(?:did|do) we (?:have|see|get)|(?:were|was|are) there|when (?:there were|we had)|in which there were)(?: the)? (?<top>${EXTREME}) (?<what>.{2,120})$`,
  ),
  // "Which minute was the busiest for web?"
  new RegExp(
    `^(?:(?:in |at |during )?(?:which|what) )?${STEP} (?:is|was|were) (?:the |our )?(?<top>${EXTREME})(?: (?<what>.{2,120}))?$`,
  ),
  // "Web p99 at its worst 5 minutes".
  new RegExp(
    `^(?<what>.{2,90}?)(?:,? (?:(?:at|in|during|over|for) )?(?:its|their|the|our)|,) (?<top>${EXTREME}) ${STEP}(?<rest> .{2,60})?$`,
  ),
  // "Errors per minute, what was the max?"
  new RegExp(
    `^(?<what>.{2,90}?) ${IN_ONE} ${STEP}(?<rest> [^,;:?-]{2,60})?[,;:?-]{1,2} ?(?:and )?(?:what (?:is|was) )?(?:the )?(?<top>${EXTREME})(?: (?:value|one|number|minute))?$`,
  ),
]
/** Of several groups, each has its own course. */
const OF_GROUPS =
  /\b(?:which|what) (?!minute|hour|second|time)[a-z-]{3,20} (?:has|had|have|gets?|got|sees?|saw|is|was|were)\b|\b(?:among|across|any|all|single|each|every) (?:(?:of|the|our|all) )*(?:services?|routes?|endpoints?|hosts?|pods?|regions?)\b/
const WHEN = '(?:when|(?:at |around )?(?:what|which) time)'
const WHEN_FORMS: readonly RegExp[] = [
  // "When did errors peak?"
  new RegExp(
    `^(?:${WHEN}|(?:in |at )?(?:which|what) (?:minute|hour)) (?:did|does|do) (?<what>.{2,90}?) (?<top>peak|max out|top out|(?:hit|reach) (?:its|their|the|a) (?:peak|maximum|max|highest(?: (?:point|level|value))?|high|top|lowest(?: (?:point|level|value))?|low|minimum))(?<rest> .{2,90})?$`,
  ),
  // "When was traffic to web highest?"
  new RegExp(
    `^${WHEN} (?:was|were|is|are) (?<what>(?!(?:the |our )?(?:${EXTREME})\\b).{2,90}?) (?:the )?(?<top>${AT_TOP})(?<rest> .{2,90})?$`,
  ),
  // "When was peak traffic?", "when was the peak of errors?"
  new RegExp(
    `^${WHEN} (?:was|were|is|are) (?:the |our )?(?<top>${EXTREME})(?: (?:of|in|for)(?: the)?)? (?<what>.{2,120})$`,
  ),
  // "When were there the most 502s?", "when did web get the fewest requests?"
  new RegExp(
    `^${WHEN} (?:(?:was|were) there|(?:did|do) we (?:have|see|get|receive|serve)|(?:did|does) (?<who>[a-z0-9_./-]{2,60}) (?:have|see|get|receive|serve|send|log|answer))(?: the)? (?<top>most|fewest|least|highest|lowest|largest) (?<what>.{2,120})$`,
  ),
  new RegExp(
    `^${WHEN} did (?:the )?(?<top>most|fewest) (?<what>.{2,90}) (?:happen|occur|come in|arrive|come|fail)(?<rest> .{2,90})?$`,
  ),
]
/** Only where it says "peak" or the like of something that is a course: "max latency" is one request's. */
const BARE =
  /^(?:(?<top>peak|max(?:imum)?|highest|lowest|min(?:imum)?) (?<what>(?:traffic|load|throughput|request rate|request volume|(?:error|failure) (?:rate|ratio))\b.{0,100}))$/
const BARE_PEAK =
  /^(?<top>peak) (?<what>(?:number of )?(?:errors?|failures?|requests?|timeouts?|[1-5]xxs?|[1-5]\d\ds?)\b.{0,100})$/
const OF_LAST = new RegExp(
  `^(?:and |ok |so |then )*(?:${WHEN} (?:did|was|were|is) (?:it|that|they|this|those|these) (?:the )?(?:(?<at>${AT_TOP})|peak)|${WHEN} was (?:the|that|its) (?:peak|maximum|max)|(?:what (?:is|was) )?(?:the |its |in the |at the |during the )*(?<top>${EXTREME}) (?<unit>minute|hour)|(?:in )?(?:which|what) (?<step>minute|hour) (?:was|had|were) (?:the |it )?(?<most>${EXTREME})(?: of (?:them|those|these|it))?|(?:what (?:is|was) )?(?:the )?peak(?: (?:per|in (?:a|one)) (?<each>minute|hour))?)$`,
)

const LOST =
  /^(?:peak|max(?:imum)?|min(?:imum)?|highest|lowest|busiest|quietest)\b.{2,120} (?:per|each|every|in (?:an?|one|any|1)) (?:second|minute|hour)\b/

/** Whether a peak is asked for, and a plan tells another number of the same things. */
export function isPeakLost(text: string, plan: Plan): boolean {
  const isCount = plan.intent === 'measure' && (plan.measure.of === 'records' || plan.measure.of === 'requests')
  return isCount && plan.isPeakAsked !== true && LOST.test(inPlainUnits(text).replace(LEAD, ''))
}

const BOTH =
  /\b(min(?:imum)?|lowest|fewest|max(?:imum)?|highest|peak|most) and (?:the )?(min(?:imum)?|lowest|fewest|max(?:imum)?|highest|peak|most)\b/

/** "Min and max requests per minute": two questions. */
export function bothEnds(question: string): readonly string[] {
  const text = cleaned(question)
  const found = BOTH.exec(text)
  return found === null ? [] : [1, 2].map((end) => text.replace(BOTH, found[end] ?? ''))
}

/** What the extreme step of is asked; null where none is. */
export function peakAsked(question: string, { services, operations }: Catalogue): PeakAsked | null {
  if (question.length > 240) return null
  const text = inPlainUnits(cleaned(question).replace(/[\s?!.]+$/, ''))
  if (OF_GROUPS.test(text) || /\b(?:usually|typically|normally|generally)\b/.test(text)) return null
  const last = OF_LAST.exec(text)?.groups
  if (last !== undefined) {
    const top = last['top'] ?? last['most'] ?? last['at'] ?? 'peak'
    const unit = last['unit'] ?? last['step']
    const alone = unit === undefined ? [] : [`how many ${top === 'worst' ? 'failed requests' : 'requests'}`]
    return { ...asked(top, unit ?? last['each']), texts: alone, isOfLast: true }
  }
  const plain = text.replace(WHEN_TAIL, '')
  const bare = plain.replace(LEAD, '')
  const found = firstOf(WHEN_FORMS, text) ?? firstOf([...FORMS, BARE, BARE_PEAK], bare) ?? firstOf(FORMS, plain)
  if (found === null) return null
  const { top = '', what, rest = '', unit, length, limit, who } = found
  if (
    /\b(?:for|per|by|of) (?:each|every) |\b(?:by|per) (?:service|route|endpoint|host|region)/.test(
      `${what ?? ''}${rest}`,
    )
  )
    return null
  const isWhenAsked = WHEN_TAIL.test(text) || /^(?:at |around |in )?(?:when|what|which)\b/.test(text)
  const names = new Set([
    ...services.map(({ name }) => name.toLowerCase()),
    ...operations.map((name) => name.toLowerCase()),
  ])
  const texts = textsOf(
    {
      what,
      rest: `${rest}${who === undefined ? '' : ` of ${who}`}`,
      isWorst: top === 'worst',
      isBare: unit !== undefined,
    },
    names,
  )
  return {
    ...asked(top, unit, length),
    texts,
    limit: limit === undefined ? 1 : numberOfWords(limit.trim()),
    isWhenAsked,
  }
}

function firstOf(forms: readonly RegExp[], text: string): Record<string, string | undefined> | null {
  for (const form of forms) {
    const found = form.exec(text)?.groups
    if (found !== undefined) return found
  }
  return null
}

function asked(top: string, unit: string | undefined, length?: string): Omit<PeakAsked, 'texts'> {
  const isLow = new RegExp(`\\b(?:${LOW}|low)\\b`).test(top) && !/\bmost\b/.test(top)
  const long = unit === 'hour' ? UNIT_MS.hour : UNIT_MS.minute
  const isSecond = unit === 'second' || unit === 'sec'
  return {
    order: isLow ? 'lowest' : 'highest',
    stepMs:
      unit === undefined ? null : isSecond ? UNIT_MS.minute : long * Math.max(1, Number.parseInt(length ?? '1', 10)),
    per: isSecond ? 'second' : null,
    limit: 1,
    isWhenAsked: true,
    isOfLast: false,
  }
}

function inPlainUnits(text: string): string {
  return text
    .replace(/\b(?:rps|qps|req(?:uest)?s?\/s(?:ec(?:ond)?)?)\b/g, 'requests per second')
    .replace(/\b(?:rpm|req(?:uest)?s?\/m(?:in(?:ute)?)?)\b/g, 'requests per minute')
    .replace(/(?<=[a-z0-9]) ?\/ ?(s|sec|second|m|min|minute|h|hour)(?![\w/-])/g, (_, unit: string) =>
      unit.startsWith('s') ? ' per second' : unit.startsWith('h') ? ' per hour' : ' per minute',
    )
}

/** What is counted as questions of their own. */
function textsOf(
  { what = '', rest, isWorst, isBare }: { what: string | undefined; rest: string; isWorst: boolean; isBare: boolean },
  names: ReadonlySet<string>,
): string[] {
  const noun = what
    .replace(/^(?:the|our) /, '')
    .replace(QUANTITY, '')
    .trim()
  const requests = isWorst ? 'failed requests' : 'requests'
  const [, joint, held] = /^(of|for|on|in|at|by|in terms of|with|to) (?:the )?(.+)$/.exec(noun) ?? []
  const [first = ''] = (held ?? noun).split(' ')
  const isNamed =
    names.has(held ?? noun) || names.has(first) || /^(?:\/|(?:get|post|put|patch|delete) \/)/.test(held ?? noun)
  const all = (said: string): string => `${said}${rest}`.trim()
  const [, owner, number] = MEASURED_BEHIND.exec(noun) ?? []
  if (owner !== undefined && number !== undefined) return [all(`what was the ${number} of ${owner}`)]
  if (noun === '') return [all(`how many ${requests}`)]
  if (MEASURED.test(held ?? noun)) return [all(`what was the ${held ?? noun}`)]
  if (OF_REQUESTS.test(held ?? noun)) return [all(`how many ${(held ?? noun).replace(OF_REQUESTS, 'requests')}`)]
  if (TIME.test(noun)) return [all(`how many ${requests} ${noun}`)]
  if (isNamed && (joint !== undefined || isBare || names.has(noun)))
    return [all(`how many ${requests} ${joint === 'at' || joint === undefined ? 'of' : joint} ${held ?? noun}`)]
  return joint === undefined
    ? [all(`how many ${noun}`), all(`what was the ${noun}`)]
    : [all(`how many ${held}`), all(`how many ${requests} ${noun}`)]
}

/** A number as the extreme of its course; null where it has none. */
export function atPeak(plan: Plan, asked: PeakAsked, isOfLast = false): PlanOf<'measure'> | null {
  if (plan.intent !== 'measure' || plan.against !== null) return null
  if (plan.groupBy.length > 0 && plan.isGroupImplied !== true && !isOfLast) return null
  const isMetric = plan.measure.of === 'metric'
  if (plan.measure.of === 'distinct' || plan.measure.of === 'number' || (isMetric && !asked.isWhenAsked)) return null
  if (plan.measure.of === 'ratio' && plan.measure.among !== undefined) return null
  const { isGroupImplied: _, isDownAsked: __, isYesNo: ___, bound: ____, ...rest } = plan
  const statistic = asked.order === 'highest' ? ('max' as const) : ('min' as const)
  return {
    ...rest,
    ...(plan.measure.of === 'metric' && !/^(?:rate|increase)$/.test(plan.measure.statistic)
      ? { measure: { of: 'metric', metric: plan.measure.metric, statistic } }
      : {}),
    ...(isOfLast ? { time: windowOf(plan.time) } : {}),
    groupBy: [],
    order: asked.order,
    limit: asked.limit,
    per:
      plan.measure.of === 'records' || plan.measure.of === 'requests' || plan.measure.of === 'spans' ? asked.per : null,
    intervalMs: asked.stepMs ?? stepFor(plan),
    isTrendAsked: true,
    isPeakAsked: true,
  }
}

const STEPS = [UNIT_MS.minute, 5 * UNIT_MS.minute, UNIT_MS.hour]
const STEPS_MAX = 200

/** A step that no one named: as short as the window allows. */
function stepFor({ time }: PlanOf<'measure'>): number {
  const lengthMs = Date.parse(time.to) - Date.parse(time.from)
  return STEPS.find((step) => lengthMs / step <= STEPS_MAX) ?? UNIT_MS.day
}
