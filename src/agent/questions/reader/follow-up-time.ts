/** When a follow-up is about: the last window, moved, or one beside it. */
import { type Plan, type PlanTime, servicesOf } from '../plan/plan.ts'
import { NUMBER, numberOfWords } from '../vocabulary/number-words.ts'
import { anchored } from './asked-time.ts'
import { clockMs } from './beside-clock.ts'
import { UNIT_MS } from './shape.ts'
import { has, type Previous, type QuestionState, useText } from './state.ts'
import { iso, readWhen } from './when.ts'

const HOUR_MS = 3_600_000

/** The same window, as one that was not asked for anew. */
export function windowOf(time: PlanTime): PlanTime {
  return { ...time, basis: 'inherited' }
}

/** As far back the first of something is looked for. */
const BEGAN_MS = 90 * 60_000

/** The window, from far enough before its end on for the first of something that did not begin in it. */
export function farBack(time: PlanTime): PlanTime {
  return { ...time, from: iso(Math.min(Date.parse(time.from), Date.parse(time.to) - BEGAN_MS)) }
}

/** What is beside an event, and not beside the last window: "the hour before it broke", "… before the release". */
const NO_EVENT =
  '(?! (?:the|our|an?|its|any|we|they|things|everything)\\b)(?! (?:the )?\\d)(?! (?:it|that|this) [a-z]{2,20}(?:ed|ent|oke|an|un|ell)\\b)'
const BESIDE = new RegExp(
  `(?:\\bthe |^(?:and |so |then )*(?=next |following |previous |preceding ))(?:(next|following|previous|preceding) )?(?:(${NUMBER}|(?:three )?quarters?(?: of)?(?: an)?)[ -])?(second|minute|min|hour|day)s?(?: (after|before|following|preceding)${NO_EVENT}(?: (?:that|this|it))?)?\\b`,
)
/** "In the same time before 14:30", "over an equally long window after that": as long as the last window, beside a moment. */
const AS_LONG =
  /(?:\b(?:in|for|over|within|during) )?(?:(?:the |an? )?(?:(?:very )?same|equal(?:ly long)?|identical|equivalent|similar(?:ly long)?|just as long)(?: an?)?(?: (?:amount|length|stretch|span) of)? (?:time|length|period|window|span|interval|stretch|duration|timespan|timeframe)|as (?:much time|long(?: a (?:time|period|window|span))?))(?: (?:right|just|directly|immediately))? (before|until|up to|prior to|leading up to|after|from|following|since)(?: (?:that|this|it)(?! [a-z])| (\d{1,2}):(\d{2})(?::\d{2})?(?! ?(?:-|to|until|till) ?\d))/
/** "And the ten after that": in the unit of the last window. */
const BESIDE_BARE = new RegExp(
  `^(?:and |so |then |what about )*(?:in |for )?the (?:(next|following|previous|preceding) (${NUMBER})|(${NUMBER}) (after|before|following|preceding)(?: (?:that|this|it))?)\\W*$`,
)
const MOVED = new RegExp(`\\b(${NUMBER}) (second|minute|hour|day)s? (later|after that|earlier|before that)\\b`)

/** "The next 15 minutes", "the 10 minutes before that": a window beside the last one, null where none is said. */
function windowBeside(state: QuestionState, time: PlanTime): PlanTime | null {
  const bare = BESIDE_BARE.exec(state.text)
  if (bare !== null) {
    useText(state.words, state.text, bare[0], 'time')
    const isHours = Date.parse(time.to) - Date.parse(time.from) >= 2 * HOUR_MS
    const ownMs = numberOfWords(bare[2] ?? bare[3] ?? '1') * (isHours ? HOUR_MS : UNIT_MS.minute)
    const startMs = /^(?:next|following|after)$/.test(bare[1] ?? bare[4] ?? '')
      ? Date.parse(time.to)
      : Date.parse(time.from) - ownMs
    return { from: iso(startMs), to: iso(startMs + ownMs), basis: 'inherited' }
  }
  const found = BESIDE.exec(state.text)
  const side = found?.[1] ?? found?.[4]
  if (found === null || side === undefined) return null
  useText(state.words, state.text, found[0], 'time')
  const unit = found[3] === 'min' ? 'minute' : found[3]
  const said = found[2] ?? '1'
  const count = said.includes('quarter') ? (said.startsWith('three') ? 0.75 : 0.25) : numberOfWords(said)
  // The expression allows these units only.
  const lengthMs = count * UNIT_MS[unit as keyof typeof UNIT_MS]
  const isLater = /^(?:next|following|after)$/.test(side)
  const fromMs = isLater ? Date.parse(time.to) : Date.parse(time.from) - lengthMs
  return { from: iso(fromMs), to: iso(fromMs + lengthMs), basis: 'inherited' }
}

/** The question with a window that is said to be as long as the last one, beside a clock time or the last one itself. */
export function asLongAs(state: QuestionState, previous: Previous | null): QuestionState {
  const found = previous === null || state.against !== null ? null : AS_LONG.exec(state.text)
  if (found === null || previous === null) return state
  const { from, to } = previous.plan.time
  useText(state.words, state.text, found[0], 'time')
  const [phrase, side = '', hour, minute] = found
  const lengthMs = Date.parse(to) - Date.parse(from)
  const isLater = /^(?:after|from|following|since)$/.test(side)
  const { askedAtMs } = state.context
  const atMs = hour !== undefined ? clockMs(hour, minute, askedAtMs) : Date.parse(isLater ? to : from)
  const startMs = isLater ? atMs : atMs - lengthMs
  const endMs = Math.max(startMs + 1, Math.min(askedAtMs, startMs + lengthMs))
  return { ...state, time: { from: iso(startMs), to: iso(endMs), basis: 'asked', phrase } }
}

/** "And ten minutes later?", "an hour earlier": how far the last window moves, null where it does not. */
function movedBy(state: QuestionState): number | null {
  const found = MOVED.exec(state.text)
  if (found === null) return null
  useText(state.words, state.text, found[0], 'time')
  const [, count = '', unit, direction = ''] = found
  const amount = numberOfWords(count)
  // The expression allows these units only.
  return amount * UNIT_MS[unit as keyof typeof UNIT_MS] * (/^(?:later|after)/.test(direction) ? 1 : -1)
}

const CHANGED =
  '(?:make|set|change|turn|stretch|widen|extend|shorten|narrow|cut) (?:it|that|this)(?: (?:to|into|down to|out to))?|(?:try|take|go for|use)'
const SAID_UNIT =
  /(?:^|[^a-z])(?:\d{1,4}|half(?: an)?|an?|one|two|ten|last|past) ?(seconds?|secs?|minutes?|mins?|m|hours?|hrs?|h|days?|d)\b/
const LENGTH = new RegExp(
  `^(?:(?:${CHANGED})(?: (?:the )?(?:last|past))?|(?:in|over|for|within|during) (?:the |these )?(?:last|past)|last|past) (${NUMBER})(?: instead| rather| now| only)?$`,
)
const WHOLE = new RegExp(
  `^(?:(?:${CHANGED}|in|over|for|during|within|of|all of) )?(?:the |a |an )?(?:whole|full|entire|complete) (?:(?:last|past) )?(hour|day)(?: instead| then| please)?$`,
)
const THEN =
  /^(?:(?:and|so|but|ok) )*(?:(?:from|since|after) (?:then|that|there)(?: on(?:wards?)?)?|(?:ever )?since|after(?:wards?)?|from then until now)\W*$/

/** "Only birkenfeld and only 15 min", "both together but for 10 minutes": a length behind another turn. */
const ALSO_LENGTH =
  /^((?:(?:and|so|ok|but|now|then) )*(?:only|just|both|all|same|without|the|with|for|of|and|what about|how about) .{2,60}?[^\d\s,]),?(?:(?: and| but|,)(?: (?:only|just|for|in|over|within|the|last|past))*|(?: (?:only|just|for|over|within))+(?: (?:the|last|past))*) (\d{1,3}) ?(min(?:ute)?s?|m|hours?|h)(?: only| please| pls)?[\s?.!]*$/i

/** The follow-up with its length as a window of its own. */
export function withLength(said: string): string {
  return said.replace(ALSO_LENGTH, '$1 in the last $2 $3')
}

/** What stands between a statistic and the time it is of. */
const JOINT_END = /,?(?: (?:in|for|over|within|during|of|from|the)){0,3} $/
const JOINT_START = /^(?:(?:in|for|over|within|during|of|from|the) ){0,3}$/

/** A follow-up without the window it names at its end or in front; null where it names none there. */
export function withoutWindow(text: string, { time }: QuestionState): string | null {
  const phrase = time?.phrase?.trim() ?? ''
  const at = phrase === '' ? -1 : text.indexOf(phrase)
  if (at < 0) return null
  const before = text.slice(0, at)
  const after = text.slice(at + phrase.length)
  const rest =
    after === ''
      ? before.replace(JOINT_END, '')
      : JOINT_START.test(before) && /^(?:'s|,)? /.test(after)
        ? after.replace(/^(?:'s|,)? /, '')
        : ''
  return rest === '' || rest === text ? null : rest
}

/** "Make it 45", "and in the last 10", "the whole hour": a length in the unit of the last one; null where none is said. */
export function lengthAsked(text: string, { context, text: whole }: QuestionState, base: Plan): PlanTime | null {
  const { intent, time } = base
  if (intent !== 'measure' && intent !== 'list' && intent !== 'patterns' && intent !== 'changes') return null
  const lastMs = context.catalogue.lastMs
  const within = (said: string): PlanTime | null =>
    readWhen(said, { askedAtMs: context.askedAtMs, lastMs, names: [] }).time
  if (THEN.test(whole)) {
    // "Since then" after what was before a moment: from that moment on.
    const isPast = /^(?:before|until|till|up to)\b/.test(time.phrase ?? '')
    return isPast ? { from: time.to, to: iso(context.askedAtMs), basis: 'asked' } : null
  }
  const unitOnly = WHOLE.exec(text)?.[1]
  if (unitOnly !== undefined) return within(`last ${unitOnly}`)
  const count = LENGTH.exec(text)?.[1]
  if (count === undefined) return null
  const amount = numberOfWords(count)
  // "Make it 20" of a count without a time can only be minutes.
  const isOpen = time.phrase === undefined && intent === 'measure' && base.groupBy.length === 0
  const unit = SAID_UNIT.exec(time.phrase ?? '')?.[1] ?? (isOpen && amount >= 5 && amount <= 90 ? 'minutes' : undefined)
  return unit === undefined ? null : within(`last ${amount} ${unit}`)
}

/** The window a follow-up is about; uses the words that say so. */
export function movedTime(state: QuestionState, base: Plan, { onset }: Previous): PlanTime {
  const beside = has(state, 'compare') ? null : windowBeside(state, base.time)
  if (beside !== null) return beside
  const byMs = has(state, 'compare') ? null : movedBy(state)
  if (state.time !== null && byMs === null) return state.time
  const time = windowOf(base.time)
  if (byMs !== null)
    return { from: iso(Date.parse(time.from) + byMs), to: iso(Date.parse(time.to) + byMs), basis: 'inherited' }
  const fromMs = Date.parse(time.from)
  const toMs = Date.parse(time.to)
  if (has(state, 'since_onset', 'since_deploy')) return anchored(state, time)
  // Before trouble is before it began, and that is looked at anew.
  const isTroubleBefore = (base.intent === 'cause' || base.intent === 'timeline') && onset !== undefined
  if (has(state, 'before_that') && !has(state, 'compare') && isTroubleBefore)
    return { from: iso(Math.min(fromMs, Date.parse(onset) - HOUR_MS)), to: onset, basis: 'asked' }
  if (has(state, 'before_that') && !has(state, 'compare'))
    return { from: iso(fromMs - (toMs - fromMs)), to: iso(fromMs), basis: 'inherited' }
  if (has(state, 'after_that') && (base.intent === 'deployments' || base.intent === 'versions'))
    return afterChange(base, state)
  if (has(state, 'after_that'))
    return {
      from: iso(toMs),
      to: iso(Math.max(toMs + 1, Math.min(state.context.askedAtMs, toMs + (toMs - fromMs)))),
      basis: 'inherited',
    }
  const isShown = has(state, 'show') && (base.intent === 'cause' || base.intent === 'timeline')
  if (isShown && onset !== undefined && Date.parse(onset) < toMs) return { ...time, from: onset }
  return time
}

/** "Any errors after that?" behind a release or the version that it brought: from that moment on. */
function afterChange(base: Plan, { context }: QuestionState): PlanTime {
  const [service, more] = servicesOf(base)
  const toMs = Math.min(context.askedAtMs, context.catalogue.lastMs ?? context.askedAtMs) + 1
  return {
    ...{ from: iso(toMs - HOUR_MS), to: iso(toMs), basis: 'inherited', anchor: 'deployment' },
    ...(service === undefined || more !== undefined ? {} : { anchorService: service }),
  }
}

/** "How many errors did it have?" after how it is now: how it is now took the last minutes, a count takes the hour. */
export function isOfNow(state: QuestionState, own: Plan | null, base: Plan): own is Plan {
  const isState = (base.intent === 'state' || base.intent === 'health') && base.time.basis === 'now'
  const isCounted = own?.intent === 'measure' || own?.intent === 'list' || own?.intent === 'patterns'
  const isMoved = has(state, 'before_that', 'after_that', 'since_onset', 'since_deploy')
  return isState && isCounted && state.time === null && own.time.basis === 'last_with_telemetry' && !isMoved
}

const OF_DAY = /^(?:today|tonight|this (?:evening|morning|afternoon)|so far today|since midnight|yesterday)$/

/**
 * "How many bottles came without a label", in a thread about tonight: another thing of the same evening. "First failure
 * when?", behind how it is now: of more than the last minutes.
 */
export function inTimeOfThread(plan: Plan, relation: string, base: Plan | undefined): Plan {
  if (plan.intent === 'list' && plan.isTimeAsked === true && base?.time.basis === 'now' && plan.time.basis !== 'asked')
    return { ...plan, time: farBack(plan.time) }
  const { phrase = '', basis } = base?.time ?? {}
  const isOfDay = (basis === 'asked' || basis === 'inherited') && OF_DAY.test(phrase.toLowerCase())
  const isOpen = relation === 'new' && plan.time.basis === 'last_with_telemetry'
  if (base === undefined || !isOfDay || !isOpen || (plan.intent !== 'measure' && plan.intent !== 'list')) return plan
  return { ...plan, time: windowOf(base.time) }
}
