/**
 * Short follow-ups that only say what to do with the last answer: "show me the lines", "is that normal?", "just the last
 * three", "from which service?", "per 5 minutes". Each is known as a whole; any other one is read word by word.
 */
import { statusKeys } from '../execute/filters.ts'
import { plainMeasure } from '../plan/plain-measure.ts'
import { type Plan, type PlanCondition, type PlanOf, type PlanTime, servicesOf } from '../plan/plan.ts'
import { NUMBER, numberOfWords } from '../vocabulary/number-words.ts'
import { answerMove } from './answer-moves.ts'
import { bareMove } from './bare-move.ts'
import { countMove, groupedInstead } from './count-moves.ts'
import { fieldOf } from './fields.ts'
import { isOfSpans } from './fit-measure.ts'
import { lengthAsked, windowOf, withoutWindow } from './follow-up-time.ts'
import { listedMove } from './listed-moves.ts'
import { countedOf, errorsLogged, listOf, messageCondition, outcomeOf } from './move-base.ts'
import { byOwnKey, courseAsked, extremeOfLines, otherStatistic } from './number-moves.ts'
import { partAbout, partWithValue } from './part-follow-up.ts'
import { rankedMove } from './ranked-moves.ts'
import { releaseMove } from './release-moves.ts'
import { shortMove } from './short-moves.ts'
import { sinceOfDuration } from './since-of-duration.ts'
import type { Previous, QuestionState } from './state.ts'
import { subjectMove } from './subject-moves.ts'
import { setMove } from './thread-sets.ts'
import { turnMove } from './thread-turns.ts'
import { valueMove } from './value-follow-up.ts'
import { iso } from './when.ts'

const HOUR_MS = 3_600_000
const UNIT_MS = { s: 1000, m: 60_000, h: HOUR_MS, d: 24 * HOUR_MS } as const
const PER = { s: 'second', m: 'minute', h: 'hour', d: 'day' } as const
type Unit = keyof typeof PER

const IT = '(?:that|this|it|those|these|they|them)'
const UNIT = '(s|m|h|d)(?:ec(?:ond)?|in(?:ute)?|(?<=h)ours?|(?<=d)ays?|our|ay)?s?'
const TROUBLE = '(?:incident|outage|problem|trouble|failure|disruption|issue)'
const LINES = '(?:log |error )?(?:lines?|logs?|log lines?|records?|entries|messages?)'
const SHOW = new RegExp(
  `^(?:(?:show|see|list|print|display|give|view)(?: me| us)?(?: (?:some|all|a few|several|one|any)(?: of)?)?(?: (?:the|those|these|that|them|their|its|it|this|an?|one|another))?(?: (?:exact|actual|raw|single|matching))?( ${LINES}| requests| calls| traces?| spans?| ones| rows| examples?| samples?)?|(?:the |some |an? |any |one )?(?:examples?|samples?|lines)|(?:which|what)(?: ones?)?(?: (?:are|were) ${IT})?)$`,
)
const SHOWN = /\b(?:the|those|these|that|them|their|its|it|this|ones?|examples?|samples?|which|what|lines?)\b/
const END = new RegExp(
  `^(?:(?:show|list|give|see|print)(?: me)? )?(?:the )?(last|latest|newest|most recent|first|oldest|earliest|top)(?: (${NUMBER}))?(?: (?:of (?:them|those|these)|ones?|${LINES}))?$`,
)
const STEP = new RegExp(
  `^(?:show (?:me )?(?:it |that |them )?)?(?:per|every|each|in|by|in steps of) (${NUMBER})[ -]?${UNIT}(?: (?:steps?|buckets?|intervals?|bins?))?$`,
)
const RATE = new RegExp(
  `^how (?:many|much|often)(?: (?:is|was|are|were) (?:${IT}|there))? (?:per|a|each|every) ${UNIT}$`,
)
const BY = new RegExp(
  `^(?:(?:from|in|of|by|for|on|at) )?(?:which|what) ([a-z][\\w.-]{2,40})(?: (?:(?:is|are|was|were) (?:${IT}|there|affected|involved)|do(?:es)? ${IT} (?:come|originate) from))?(?: (?:from|in|on|of|mostly|mainly))?$`,
)
const WHO = new RegExp(
  `^(?:where (?:from|do(?:es)? ${IT} (?:come|originate) from|(?:is|are|was|were) ${IT}(?: coming)? from)|(?:who|which service) (?:logs?|logged|says?|said|sent|sends|throws?|writes|wrote|has|had) ${IT})$`,
)
/** "More than in the hour before": as long before. */
const SPAN_BEFORE =
  '(?:(?:in |during )?the (?:[a-z0-9]+ )?(?:minutes?|mins?|hours?|days?|time) before(?: (?:that|it))?|earlier)'
const MORE = '(?:more|higher|worse|slower|longer|busier|above)'
const LESS = '(?:less|lower|fewer|better|faster|below)'
const USUAL = new RegExp(
  `^(?:(?:is|are|was|were) (?:${IT}|the) ?(?:number|rate|many|value|figure)? ?)?(?:an? )?(?:(normal(?: (?:value|number|rate|level))?|usual(?: (?:value|number|rate|level))?|typical|expected|common|ok|okay|as usual|as always)(?: for (?:this|that) (?:time|hour|time of day|hour of the day))?|(a lot|many|much|high|slow|long|unusual|abnormal|${MORE}(?: than)? (?:usual|normal|before|always|${SPAN_BEFORE}))|(low|few|little|fast|quick|${LESS}(?: than)? (?:usual|normal|before|always|${SPAN_BEFORE})))(?: or (?:not|what|.{2,20}))?$`,
)
const WHAT_IS_USUAL = new RegExp(
  `^(?:how does ${IT} compare(?: (?:to|with) (?:normal|usual|before|the usual))?|compared? (?:${IT} )?(?:to|with) (?:normal|usual|before(?: (?:the |that |this )?(?:${TROUBLE}|${IT})(?: (?:started|began|broke|happened))?)?)|(?:what|how (?:much|many)) (?:is|was) (?:it )?(?:normal|usual|typical|normally|usually))$`,
)
const BEFORE_IT = new RegExp(
  `^(?:(?:what|how) (?:was|were|did|is) ${IT} (?:look )?(?:like )?)?(?:right |just )?(?:before|prior to) (?:the |that |this |all )?(?:${TROUBLE}|${IT}|things|everything|onset|start)?(?: (?:started|start|began|begin|broke|happened|hit))?$`,
)
const IS_ONSET =
  /\b(?:incident|outage|problem|trouble|failure|disruption|issue|onset|start\w*|beg[ai]n|broke|happened|hit)\b/
const SLOWEST = new RegExp(
  `^(?:show|list|give|see)?(?: ?me)?(?: ?the)? ?(?:slowest|longest)(?: (${NUMBER}))?(?: (?:ones?|requests?|calls?|traces?|of (?:them|those|these)))?$`,
)
const OTHERS =
  /^(?:everything|everybody|everyone|anything|all|the|any)? ?(?:else|others?|rest)(?: (?:services?|ones?))?$/
const MEANING = new RegExp(
  `^(?:what do(?:es)? (?:${IT}|the (?:messages?|errors?|lines?|first one)) mean|what is (?:that|this)(?: error| message| line)?|explain (?:${IT}|the (?:message|error|line))(?: error| message| line)?|meaning)$`,
)

/** What a follow-up that is known as a whole asks for, with what has to be said first. Null for any other. */
export function threadMove(
  state: QuestionState,
  previous: Previous,
): { plan: Plan; notes: readonly string[]; base?: Plan } | null {
  const text = bareMove(state.text)
  const more = answerMove(text, previous, state)
  if (more !== null) return { plan: more, notes: [] }
  const several = setMove(text, previous, state)
  if (several !== null) return { ...several, notes: [] }
  // "Both together in the last 10 minutes".
  const bare = withoutWindow(text, state)
  const timed =
    bare === null ? null : (setMove(bare, previous, state)?.plan ?? otherStatistic(bare, previous, state.context))
  if (timed !== null && state.time !== null) return { plan: { ...timed, time: state.time }, notes: [] }
  // "Premium half an hour ago".
  const then = bare === null || state.time === null ? null : valueMove({ ...state, text: bare, time: null }, previous)
  if (then !== null && state.time !== null)
    return { ...then, plan: { ...then.plan, time: state.time }, notes: state.notes }
  const value = valueMove(state, previous)
  if (value !== null) return { ...value, notes: state.notes }
  const instead = groupedInstead(text, previous, state)
  if (instead !== null)
    return { plan: instead, notes: [], ...(previous.before === undefined ? {} : { base: previous.before }) }
  const part = partAbout(text, previous, state) ?? partWithValue(text, previous, state)
  if (part !== null) return part
  const { plan: last } = previous
  const lines = last.intent === 'meaning' ? linesOf(last) : last
  const plan = moved(text, { ...previous, plan: lines }, state)
  if (plan === null) return null
  const isOther =
    plan.intent === 'list' &&
    plan.of === 'logs' &&
    previous.plan.intent === 'measure' &&
    isOfSpans(previous.plan.measure)
  return {
    plan,
    notes: isOther ? ['These are the errors that were logged then: requests themselves have no lines.'] : [],
  }
}

function moved(text: string, previous: Previous, state: QuestionState): Plan | null {
  const length = lengthAsked(text, state, previous.plan)
  if (length !== null) return { ...previous.plan, time: length }
  return (
    rankedMove(text, previous, state) ??
    sinceOfDuration(text, previous) ??
    listedMove(text, previous, state.time) ??
    shortMove(text, previous, state.context) ??
    subjectMove(text, previous, state.context) ??
    shown(text, previous) ??
    slowest(text, previous) ??
    others(text, previous) ??
    cut(text, previous) ??
    stepped(text, previous) ??
    countMove(text, previous, state) ??
    failsWith(text, previous, state) ??
    byOwnKey(text, previous, state.context) ??
    grouped(text, previous, state) ??
    againstUsual(text, previous) ??
    besideRelease(text, previous) ??
    beforeOnset(text, previous, state) ??
    otherStatistic(text, previous, state.context) ??
    courseAsked(text, previous, state) ??
    extremeOfLines(text, previous, state.context) ??
    turnMove(text, previous) ??
    releaseMove(text, previous) ??
    explained(text, previous)
  )
}

/** The lines of a message that was explained. */
function linesOf(base: PlanOf<'meaning'>): Plan {
  return listOf(base, 'logs', [messageCondition(base)])
}

/** "Show me the lines": what was counted, one by one. */
function shown(text: string, { plan: base, suspect, onset }: Previous): Plan | null {
  const found = SHOW.exec(text)
  if (found === null || !SHOWN.test(text)) return null
  const noun = (found[1] ?? '').trim()
  if (base.intent === 'patterns') return listOf(base, 'logs', base.conditions)
  if (base.intent === 'list')
    return /^traces?$/.test(noun)
      ? { ...base, of: 'traces', time: windowOf(base.time) }
      : { ...base, time: windowOf(base.time) }
  if (base.intent === 'measure') return listed(base, noun, 20)
  // "Those logs" are all of them.
  const isAll = /logs$/.test(noun)
  const isOfTrouble = base.intent === 'cause' || base.intent === 'timeline' || base.intent === 'health'
  const list = !isAll && isOfTrouble ? errorsOfTrouble(base, suspect, onset) : null
  return list !== null && /\b(?:an?|one)\b/.test(text) ? { ...list, limit: 1 } : list
}

/** Behind a cause: the errors of the service that is blamed, since then. */
function errorsOfTrouble(base: Plan, suspect: string | undefined, onset: string | undefined): PlanOf<'list'> | null {
  const service = base.intent === 'health' ? base.service : suspect
  if (service === undefined) return null
  const conditions: PlanCondition[] = [
    { on: 'service', values: [service] },
    { on: 'severity', is: 'warn', orWorse: true },
  ]
  const list = { ...listOf(base, 'logs', conditions), order: 'oldest' as const }
  const isWithin = onset !== undefined && Date.parse(onset) < Date.parse(list.time.to)
  return base.intent === 'health' || !isWithin ? list : { ...list, time: { ...list.time, from: onset } }
}

/** What a measure counted, as a list; null for points of a metric. */
function listed(base: PlanOf<'measure'>, noun: string, limit: number): PlanOf<'list'> | null {
  const { measure } = base
  if (measure.of === 'metric') return null
  if (!isOfSpans(measure)) {
    const among = measure.of === 'ratio' ? (measure.among ?? []) : []
    return { ...listOf(base, 'logs', [...among, ...base.conditions]), limit }
  }
  const outcome = outcomeOf(measure, base.conditions)
  const asLines =
    /^(?:traces?|requests|calls|spans?)$/.test(noun) || noun === '' ? null : errorsLogged(base.conditions, outcome)
  if (asLines !== null) return { ...listOf(base, 'logs', asLines), limit }
  const conditions =
    outcome === null ? base.conditions : [...base.conditions.filter(({ on }) => on !== 'outcome'), outcome]
  return {
    ...listOf(base, /^traces?$/.test(noun) ? 'traces' : 'spans', conditions),
    order: measure.of === 'duration' ? 'slowest' : 'newest',
    limit,
  }
}

/** "Show me the slowest" of what was counted. */
function slowest(text: string, { plan: base }: Previous): Plan | null {
  const found = SLOWEST.exec(text)
  if (found === null) return null
  const limit = Math.min(100, found[1] === undefined ? 10 : numberOfWords(found[1]))
  if (base.intent === 'list')
    return base.of === 'logs' ? null : { ...base, time: windowOf(base.time), order: 'slowest', limit }
  if (base.intent !== 'measure' || !isOfSpans(base.measure)) return null
  const list = listed(base, 'requests', limit)
  return list === null ? null : { ...list, order: 'slowest' }
}

/** "And everything else?" after one service: all others. */
function others(text: string, { plan: base, before }: Previous): Plan | null {
  if (!OTHERS.test(text) || /\bother(?: (?:one|service))?$/.test(text)) return null
  if (base.intent !== 'measure' && base.intent !== 'list' && base.intent !== 'patterns') return null
  const named = lastNamed(base, before)
  // The other series of a metric are told one by one.
  if (named === null || (named.on === 'attribute' && base.intent === 'measure' && base.measure.of === 'metric'))
    return null
  const conditions = base.conditions.map((one) => (one === named ? { ...named, not: true } : one))
  return { ...base, conditions, time: windowOf(base.time) }
}

/** The value that the last question has restricted it to, or else the service. */
function lastNamed(
  base: Plan,
  before: Plan | undefined,
): Extract<PlanCondition, { on: 'service' | 'attribute' }> | null {
  const named = base.conditions.flatMap((one) =>
    (one.on === 'service' || one.on === 'attribute') && one.not !== true ? [one] : [],
  )
  const isNew = (one: PlanCondition): boolean =>
    before?.conditions.every((old) => JSON.stringify(old) !== JSON.stringify(one)) ?? false
  const [added, more] = named.filter(isNew)
  if (added !== undefined && more === undefined) return added
  return named.find(({ on }) => on === 'service') ?? (before === undefined ? null : (named.at(-1) ?? null))
}

/** "Just the last 3", "the first one", "top 5". */
function cut(text: string, { plan: base }: Previous): Plan | null {
  const found = END.exec(text)
  if (found === null) return null
  const [, end = '', said] = found
  const limit = Math.min(
    100,
    Math.max(1, said === undefined ? (/ones$|lines$|logs$/.test(text) ? 20 : 1) : numberOfWords(said)),
  )
  if (end === 'top') {
    if (said === undefined) return null
    if (base.intent === 'patterns') return { ...base, limit, time: windowOf(base.time) }
    if (base.intent !== 'measure') return null
    if (base.groupBy.length > 0) return { ...base, limit, time: windowOf(base.time) }
    return base.measure.of === 'records'
      ? { intent: 'patterns', conditions: base.conditions, time: windowOf(base.time), limit }
      : null
  }
  const order = /^(?:first|oldest|earliest)$/.test(end) ? 'oldest' : 'newest'
  if (base.intent === 'list') return { ...base, time: windowOf(base.time), order, limit }
  const list =
    base.intent === 'measure'
      ? listed(base, '', limit)
      : base.intent === 'patterns'
        ? listOf(base, 'logs', base.conditions)
        : null
  return list === null ? null : { ...list, order, limit }
}

/** "Per 5 minutes", "how many per minute?". */
function stepped(text: string, previous: Previous): Plan | null {
  const step = STEP.exec(text)
  const rate = RATE.exec(text)
  const base = step === null && rate === null ? null : countedOf(previous.plan)
  if (base === null) return null
  if (rate !== null) {
    const isCount = base.measure.of === 'records' || base.measure.of === 'requests' || base.measure.of === 'spans'
    return isCount ? { ...base, per: PER[rate[1] as Unit], isYesNo: false } : null
  }
  // The expression allows these units only.
  const intervalMs = numberOfWords(step?.[1] ?? '1') * UNIT_MS[step?.[2] as Unit]
  return intervalMs < 1000 ? null : { ...base, intervalMs, isTrendAsked: true, isYesNo: false }
}

const FAILS_WITH = new RegExp(
  `^(?:with )?(?:what|which (?:errors?|codes?|status(?:es)?(?: codes?)?))(?: (?:do|does|did) (?:${IT})| (?:are|is|was|were) (?:${IT}))? (?:fail(?:s|ed|ing)?|end(?:s|ed|ing)?|answer(?:s|ed)?|com(?:e|es|ing) back|came back)(?: with)?$`,
)

/** "What does it fail with?" after requests: those that failed, by their status. */
function failsWith(text: string, previous: Previous, { context }: QuestionState): Plan | null {
  const base = /\bwith\b/.test(text) && FAILS_WITH.test(text) ? countedOf(previous.plan) : null
  if (base === null || !/^(?:requests|ratio|duration)$/.test(base.measure.of)) return null
  const conditions: PlanCondition[] = [
    ...base.conditions.filter(({ on }) => on !== 'outcome'),
    { on: 'outcome', is: 'failed' },
  ]
  const [key] = statusKeys(context.catalogue, 'spans')
  if (key === undefined) return listOf(base, 'spans', conditions)
  const groupBy = [{ field: key, scope: 'attribute' as const }]
  return { ...base, measure: { of: 'requests' }, conditions, groupBy, isYesNo: false, isGroupImplied: false, limit: 20 }
}

/** "From which service?", "which endpoints are those?". */
function grouped(text: string, previous: Previous, { context }: QuestionState): Plan | null {
  const isWho = WHO.test(text)
  const noun = isWho ? 'service' : BY.exec(text)?.[1]
  if (noun === undefined) return null
  const field = fieldOf(noun, context.catalogue)
  const base = countedOf(previous.plan)
  if (field === null || base === null || !/^(?:records|requests|spans|ratio|duration)$/.test(base.measure.of))
    return null
  const isCarried = field.signals.includes(isOfSpans(base.measure) ? 'spans' : 'logs')
  if (!isCarried) return null
  return {
    ...base,
    groupBy: [{ field: field.field, scope: field.scope }],
    isYesNo: false,
    isGroupImplied: false,
    limit: 20,
  }
}

/** "Is that normal?": the same before the incident, where there was one, else in as much time before. */
function againstUsual(text: string, previous: Previous): Plan | null {
  const found = USUAL.exec(text)
  const base = found === null && !WHAT_IS_USUAL.test(text) ? null : countedOf(previous.plan)
  if (base === null || base.measure.of === 'number' || previous.plan.time.anchorSide !== undefined) return null
  const { from, to } = base.time
  const lengthMs = Date.parse(to) - Date.parse(from)
  const earlier = iso(Date.parse(from) - lengthMs)
  const asked = found === null ? undefined : found[1] !== undefined ? 'usual' : found[2] !== undefined ? 'more' : 'less'
  return {
    ...base,
    isYesNo: false,
    isTrendAsked: false,
    groupBy: [],
    per: null,
    intervalMs: null,
    ...(asked === undefined ? {} : { isUsualAsked: asked }),
    against: { from: earlier, to: from, basis: 'inherited', anchor: 'onset', anchorSide: 'before' },
  }
}

const BESIDE_RELEASE =
  /^(?:(?:what|how) (?:was|were|is|are) (?:it|that|they|those) )?(?:right |just )?(before|prior to|after|since) (?:the |that |its |this )?(?:(?:new|latest|last) )?(?:release|deploy(?:ment)?|rollout|version|update|upgrade|v?(\d{1,4}(?:\.\d{1,4}){1,3})(?: release)?)$/

/** "Before the release" behind a number: the same up to the last deployment, or from it on. */
function besideRelease(text: string, { plan: base }: Previous): Plan | null {
  const found = BESIDE_RELEASE.exec(text)
  if (found === null || base.intent !== 'measure' || base.measure.of === 'metric') return null
  const [, side = '', version] = found
  const [service, more] = servicesOf(base)
  const time: PlanTime = {
    ...{ ...windowOf(base.time), anchor: 'deployment' },
    ...(service === undefined || more !== undefined ? {} : { anchorService: service }),
    ...(version === undefined ? {} : { anchorVersion: version }),
    ...(/^(?:before|prior)/.test(side) ? { anchorSide: 'before' } : {}),
  }
  return { ...base, time, against: null }
}

/** "And before the incident?": the same until the onset. */
function beforeOnset(text: string, previous: Previous, { context }: QuestionState): Plan | null {
  const isBare = /^(?:before|earlier|what was it before|how was it before)$/.test(text)
  const base = previous.plan
  if (!isBare && (!BEFORE_IT.test(text) || !IS_ONSET.test(text))) return null
  // Before a window that was asked for is the one before it.
  if (isBare && base.time.basis !== 'last_with_telemetry' && previous.onset === undefined) return null
  const toMs = Math.min(context.askedAtMs, context.catalogue.lastMs ?? context.askedAtMs)
  const fromMs = Math.min(Date.parse(base.time.from), toMs - HOUR_MS)
  const time: PlanTime = {
    from: iso(fromMs),
    to: iso(toMs),
    basis: 'inherited',
    anchor: 'onset',
    anchorSide: 'before',
  }
  if (base.intent === 'state')
    return plainMeasure({ measure: { of: 'ratio', share: 'failed' }, conditions: base.conditions, time })
  if (base.intent === 'measure') return { ...base, time, against: null }
  return base.intent === 'list' || base.intent === 'patterns' ? { ...base, time } : null
}

/** "What does it mean?" after messages were shown. */
function explained(text: string, { plan, message }: Previous): Plan | null {
  if (message === undefined || !MEANING.test(text)) return null
  return { intent: 'meaning', text: message.slice(0, 500), conditions: [], time: windowOf(plan.time) }
}
