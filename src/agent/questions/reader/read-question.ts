/**
 * Reads a question into plans: words, then what they name in the project, then what is asked. Pure. Each word is used by
 * a slot, known to carry no condition, or a text condition; what is left is said, or asked back where it would count.
 */
import type { Reading } from '../reading.ts'
import { inAskedKind } from './answer-type.ts'
import { withApplied } from './applied.ts'
import { asLinesSay } from './as-lines-say.ts'
import { recordsOfId } from './asked-records.ts'
import { ofBacks } from './back-asked.ts'
import { bareMove } from './bare-move.ts'
import { causeAsked } from './cause-asked.ts'
import { withoutCorrection } from './corrections.ts'
import { decide } from './decide.ts'
import { followed, isElliptic, isFollowUp } from './follow-up.ts'
import { saysNoMeasure } from './follow-up-tags.ts'
import { asLongAs, movedTime, withLength } from './follow-up-time.ts'
import { freedBy } from './freed.ts'
import { throughGate } from './gate.ts'
import { withoutGlosses } from './glosses.ts'
import type { Lookups } from './grounds.ts'
import { isHitAsked } from './hit-asked.ts'
import { languageOf, translated } from './language.ts'
import { withValuesInLines } from './line-words.ts'
import { asPutRight, OF_ALL, partsOf, QUESTIONS_MAX } from './message-parts.ts'
import { groupedForms } from './names-asked.ts'
import {
  askedAlone,
  chosenReading,
  inItsPlace,
  inSequence,
  isOtherHead,
  isPartOfLast,
  otherVerb,
  withHeldValues,
} from './open-question.ts'
import { orderAsked } from './order-asked.ts'
import { asksOfOtherMetric } from './other-metric.ts'
import { countedAlike, ofOtherNoun } from './other-noun.ts'
import { withOtherSides } from './other-side.ts'
import { isAcceptable, losesMetric } from './other-words.ts'
import { inOwnLanguage } from './own-words.ts'
import { halfReadPart, isRemark, joined, shareSubject, unanswered } from './part-readings.ts'
import { ofPart } from './part-state.ts'
import { inPlainOrder } from './plain-order.ts'
import { withPlainValues } from './plain-values.ts'
import { readBySlots } from './read-by-slots.ts'
import { withReasons } from './reason-key.ts'
import { isOrderTo, remarkOf } from './remark-of.ts'
import { rewordings } from './rewordings.ts'
import { countOfSame, inSameService, keptOfThread } from './same-thing.ts'
import { setEdit } from './set-moves.ts'
import { empty, lastRecord, settle } from './settle.ts'
import { settledRatio } from './settled-ratio.ts'
import { isGreetingWithTalk } from './small-talk.ts'
import { freeWords, type QuestionState, type ReadContext, stateOf, type TextHits } from './state.ts'
import { sinceMoment, stillMoving } from './still-moving.ts'
import { thingAsked } from './thing-asked.ts'
import { threadMove } from './thread-moves.ts'
import { asAsked } from './trouble.ts'
import { isBareWhich, isUnchanged } from './unchanged.ts'
import { fittedWhole, wholeOfLast } from './whole-of-last.ts'
import { aboutWinner, inTimeOf, ofWinner } from './winner.ts'
import { NOT_ANSWERED } from './within-thread.ts'
import { cleaned } from './words.ts'

export interface ReadOutcome {
  readonly reading: Reading
  /** Words to look up before the question is read again; none when it is read to the end. */
  readonly lookups: Lookups
}

/** One question, with the words of it that could not be placed. */
interface ReadOnce extends ReadOutcome {
  readonly open?: readonly string[]
}

/**
 * Reads a question into plans, a remark or a question back. `hits` are texts that were looked up for words nothing
 * explained.
 */
export function readQuestion(question: string, context: ReadContext, hits: TextHits | null): ReadOutcome {
  const base = {
    notes: [],
    leftOut: [],
    plans: [],
    relation: 'new' as const,
    lastRecord: lastRecord(context),
    language: 'en',
  }
  const text = cleaned(question)
  const remark = remarkOf(text)
  if (remark !== null) return { reading: { ...base, remark }, lookups: { words: [] } }
  const edit =
    context.previous === null || context.isLastOpen === true ? null : setEdit(bareMove(text), context.previous, context)
  if (edit !== null) return { reading: { ...base, plans: [edit], relation: 'follow_up' }, lookups: { words: [] } }
  const language = languageOf(text, (word) => isOwnWord(word, context))
  const english = language === null ? question : translated(text, language)
  if (language !== null && english === null)
    return {
      reading: { ...base, remark: { kind: 'language', language: language.notice }, language: language.code },
      lookups: { words: [] },
    }
  const isInThread = context.previous !== null || context.isLastOpen === true
  const asked = isInThread ? withLength(withoutCorrection(english ?? question)) : (english ?? question)
  const isPutRight = isInThread && asked.trim() !== withLength(english ?? question).trim()
  const all = withOtherSides(
    partsOf(
      inPlainOrder(
        withPlainValues(withReasons(asPutRight(asked, context.catalogue)), context.catalogue),
        context.catalogue,
      ),
    ),
  )
  const parts = all.slice(0, QUESTIONS_MAX)
  const readings: Reading[] = []
  const words: string[] = []
  let previous = context.previous
  for (const part of parts) {
    const about = aboutWinner(part, {
      ...context,
      previous,
      isTranslated: language !== null,
      isCorrection: isPutRight,
    })
    const outcome = readReworded(about.text, about.context, hits, readings.length > 0)
    const { lookups } = outcome
    const told = about.text === part ? outcome.reading : inTimeOf(outcome.reading, previous)
    const reading = ofWinner(told, context, about.context.previous !== previous)
    words.push(...lookups.words)
    readings.push(reading)
    const plan = reading.plans[0]
    if (plan !== undefined) previous = { ...(previous ?? {}), plan }
  }
  if (readings.length === 2 && OF_ALL.test(parts[1] ?? '') && readings.every(({ plans }) => plans.length === 1)) {
    readings.reverse()
    parts.reverse()
  }
  shareSubject(readings, parts)
  const beyond = all.slice(QUESTIONS_MAX)
  const isTrouble = readings.some(({ plans }) =>
    plans.some(({ intent }) => intent === 'cause' || intent === 'timeline'),
  )
  const kept =
    isTrouble && readings.length > 1
      ? readings.filter((reading, index) => !isRemark(parts[index] ?? '', reading))
      : readings
  const halfRead = halfReadPart(readings, parts)
  const reading = joined(
    halfRead !== null ? [halfRead] : kept.length === 0 ? readings : unanswered(kept, parts, readings),
    language === null ? 'en' : language.code,
    language?.notice,
  )
  // "Morning! First coffee, first alert": what follows a greeting and asks nothing is talk.
  if (reading.plans.length === 0 && words.length === 0 && isGreetingWithTalk(question))
    return { reading: { ...base, remark: { kind: 'greeting' } }, lookups: { words: [] } }
  const leftOut = beyond.map((part) => `I left out: "${part.slice(0, 80)}".`)
  return {
    reading: inOwnLanguage({ ...reading, notes: [...reading.notes, ...leftOut] }, question, language),
    lookups: { words: [...new Set(words)] },
  }
}

/** A question that is not understood is read again with the names that it puts into brackets, and in other words. */
function readReworded(text: string, context: ReadContext, hits: TextHits | null, isFurther: boolean): ReadOutcome {
  const order = orderAsked(cleaned(text), context)
  if (order !== null) return { reading: { ...empty(context), plans: [order] }, lookups: { words: [] } }
  for (const form of groupedForms(cleaned(text), context.catalogue)) {
    const counted = readOne(form, context, hits, isFurther)
    const isCounted = counted.reading.plans.some((plan) => plan.intent === 'measure' && plan.groupBy.length > 0)
    if (isCounted || counted.lookups.words.length > 0) return counted
  }
  const first = readOne(text, context, hits, isFurther)
  const isRead = first.reading.plans.length > 0 && first.reading.leftOut.length === 0
  const isCount = first.reading.plans.every((plan) => plan.intent === 'measure' && plan.isYesNo !== true)
  const normal = isCount && NUMBER_NORMAL.test(cleaned(text)) ? usualOf(text, context, hits, isFurther) : null
  if (normal !== null) return normal
  if (first.lookups.words.length > 0 || first.reading.remark !== undefined) return first
  const isHit = isHitAsked(cleaned(text), first.reading)
  const hit = isHit ? thingAsked(text, context, hits) : null
  if (hit !== null) return { reading: { ...empty(context), ...hit }, lookups: { words: [] } }
  if (isRead) return first
  const glosses = withoutGlosses(text, context)
  for (const [at, { text: other, note }] of [
    ...glosses,
    ...(first.open === undefined || first.reading.plans.length > 0 ? [] : rewordings(text, first.open, context)),
  ].entries()) {
    const again = readOne(other, { ...context, isWithoutSlots: true }, hits ?? {}, isFurther)
    const { plans, leftOut, notes } = again.reading
    if (again.lookups.words.length > 0 || plans.length === 0 || leftOut.length > 0) continue
    if (note !== '' && isHitAsked(cleaned(text), again.reading)) continue
    // What brackets explain is meant by that name.
    const taken = at < glosses.length ? '' : note
    if (plans.some((plan) => !isAcceptable(plan, text, taken) || losesMetric(plan, note, context.catalogue))) continue
    const said = note === '' ? [] : note.split(/(?<=\.) (?=I took)/)
    return { ...again, reading: { ...again.reading, notes: [...notes, ...said] } }
  }
  return usualOf(text, context, hits, isFurther) ?? ofThingAsked(text, context, hits, first)
}

/** What could be read no other way is about its noun, where the grammar says what kind of answer it wants. */
function ofThingAsked(text: string, context: ReadContext, hits: TextHits | null, first: ReadOnce): ReadOnce {
  const { plans, leftOut, relation } = first.reading
  // How all is, without the thing that was asked for, is the broader answer.
  const isBroader = leftOut.length > 0 && plans.length === 1 && plans[0]?.intent === 'state'
  if ((plans.length > 0 && !isBroader) || relation !== 'new' || context.isLastOpen === true) return first
  const read = thingAsked(text, context, hits) ?? (isBroader ? null : causeAsked(text, context, hits))
  return read === null ? first : { reading: { ...empty(context), ...read }, lookups: { words: [] } }
}

const COMPARED_WITH_USUAL =
  /^(?:so |and |but |hey )*(?:is|are) (?:the |our )?(.{3,60}?) (?:(higher|more|worse|slower|longer|busier|above)|(lower|less|fewer|below|faster))(?: than)? (?:usual|normal|before|always)(?:,? ((?:in|over|during|within|for) the (?:last|past) .{3,20}?))?\W*$/

const NUMBER_NORMAL =
  /^(?:so |and |but |hey )*(?:is|are) (?:the |our )?((?:number|amount|count|quantity) of .{3,60}?) (?:still )?(?:normal|usual|as usual|ok|okay|in the usual range)(?: (?:now|right now|currently|at the moment|today))?\W*$/

/** "Is the load higher than normal?", "is the number of orders normal?": what is counted, against the time before. */
function usualOf(text: string, context: ReadContext, hits: TextHits | null, isFurther: boolean): ReadOutcome | null {
  const [, compared, more, , window = 'in the last 15 minutes'] = COMPARED_WITH_USUAL.exec(cleaned(text)) ?? []
  const number = compared === undefined ? NUMBER_NORMAL.exec(cleaned(text))?.[1] : undefined
  const subject = compared ?? number?.replace(/^(?:amount|quantity)/, 'number')
  if (subject === undefined) return null
  const asked = /\b(?:slower|faster)\b/.test(cleaned(text)) ? `p95 latency of ${subject}` : `what is the ${subject}`
  const recent = `${asked} ${window}`
  const read =
    number === undefined
      ? readOne(recent, context, hits, isFurther)
      : readReworded(recent.replace(/^what is the number of/, 'how many'), context, hits, isFurther)
  const [plan] = read.reading.plans
  if (read.lookups.words.length > 0) return read
  if (plan?.intent !== 'measure' || read.reading.leftOut.length > 0) return null
  const { plan: usual } =
    threadMove(
      stateOf(
        `is that ${number !== undefined ? '' : more === undefined ? 'less than ' : 'more than '}${number === undefined ? 'usual' : 'normal'}`,
        context,
        null,
      ),
      { plan },
    ) ?? {}
  return usual === undefined ? null : { ...read, reading: { ...read.reading, plans: [usual] } }
}

function readOne(text: string, asked: ReadContext, hits: TextHits | null, further: boolean): ReadOnce {
  const isNew = asked.previous !== null && asksOfOtherMetric(text, asked.previous.plan, asked.catalogue)
  const context = isNew ? { ...asked, previous: null } : asked
  const isFurther = further && !isNew
  const previous = context.previous
  const state = asLongAs(inSequence(stateOf(text, context, hits), previous), previous)
  const isSaidSo = isFollowUp(state, previous) || (isFurther && previous !== null && leansOn(state))
  // What looks like a typing error may be a word of the project's own.
  const mistyped = hits === null ? state.words.flatMap((word) => word.mistyped ?? []) : []
  if (mistyped.length > 0)
    return {
      reading: empty(context),
      lookups: { words: [...mistyped, ...freeWords(state).map((word) => word.text)].slice(0, 8) },
    }
  if (UNFINISHED.test(state.text) && state.quoted.length === 0)
    return goesOnFromNothing(context, 'the question ends before it says what to compare with')
  if (isOrderTo(state))
    return { reading: { ...empty(context), remark: { kind: 'refusal', what: 'change' } }, lookups: { words: [] } }
  // Words that move or widen the last plan are no conditions.
  if (isSaidSo && previous !== null) {
    movedTime(state, previous.plan, previous)
    freedBy(state)
  }
  if (
    context.isLastOpen === true &&
    (isElliptic(state) ||
      isOtherHead(state) ||
      isPartOfLast(state) ||
      OF_THEM.test(state.text) ||
      chosenReading(state, context.open) !== null)
  )
    return goesOnFromOpen(state, hits)
  if (previous === null && !isFurther && (LEANS_ON_NOTHING.test(state.text) || isPartOfLast(state)))
    return goesOnFromNothing(context, 'you name nothing that I could count or look up')
  const move = previous === null || context.isLastOpen === true ? null : threadMove(state, previous)
  if (move !== null)
    return {
      reading: {
        ...empty(context),
        plans: [move.plan],
        notes: move.notes,
        relation: 'follow_up',
        ...(move.base === undefined ? {} : { base: move.base }),
      },
      lookups: { words: [] },
    }
  const other = previous === null ? null : otherVerb(state, previous)
  if (other !== null && previous !== null && context.isLastOpen !== true) {
    const read = readReworded(other, { ...context, previous: null }, hits, false)
    const [plan] = read.reading.plans
    const isAlike = plan?.intent === 'measure'
    if (read.lookups.words.length > 0 || (isAlike && read.reading.leftOut.length === 0))
      return { ...read, reading: withHeldValues(read.reading, previous) }
  }
  for (const whole of previous === null || context.isLastOpen === true ? [] : ofOtherNoun(state, previous)) {
    const read = readReworded(whole, { ...context, previous: null }, hits, false)
    const { plans, leftOut, notes } = read.reading
    if (read.lookups.words.length > 0) return read
    const alike = previous === null || leftOut.length + notes.length > 0 ? null : countedAlike(plans, previous.plan)
    if (alike !== null) return { ...read, reading: { ...read.reading, plans: [alike], relation: 'follow_up' } }
  }
  const same = previous === null || context.isLastOpen === true ? null : countOfSame(state, previous)
  if (same !== null && previous !== null) {
    const read = readReworded(same, { ...context, previous: null }, hits, false)
    const { plans, leftOut, notes } = read.reading
    const [plan, more] = plans
    if (read.lookups.words.length > 0) return read
    if (plan?.intent === 'measure' && more === undefined && leftOut.length + notes.length === 0)
      return {
        ...read,
        reading: { ...read.reading, plans: [keptOfThread(plan, previous.plan)], relation: 'follow_up' },
      }
  }
  const bySlots =
    previous === null || isFurther || context.isLastOpen === true || context.isWithoutSlots === true
      ? null
      : readBySlots(state, previous, (whole) => readReworded(whole, { ...context, previous: null }, hits, false))
  if (bySlots !== null) return bySlots
  const { plan: decided, lookups } = decide(state, hits)
  const inService = same === null || previous === null ? null : inSameService(decided, previous.plan)
  const found = inService ?? decided
  const own = found === null ? null : asAsked(state, ofPart(state, recordsOfId(state, found)))
  if (lookups.words.length > 0) return { reading: empty(context), lookups }
  const goesOn =
    (isSaidSo && inService === null) ||
    (previous !== null && context.isLastOpen !== true && saysNoMeasure(state, own, previous))
  // "Was there a release? And did it cause this?": a cause is no other list of releases.
  const isOther = previous?.plan.intent === 'deployments' && own?.intent === 'cause'
  const read = goesOn && previous !== null && !isOther ? followed(state, own, previous) : own
  const told = read === null ? null : withValuesInLines(settledRatio(read, goesOn), context.catalogue)
  const said = told === null ? null : asLinesSay(state.text, told, context.catalogue)
  const settled = said === null ? null : throughGate(state, withApplied(state, said))
  const kept = settled === null || goesOn ? settled : inAskedKind(state, settled)
  const plan = kept === null ? null : sinceMoment(state.text, stillMoving(state.text, ofBacks(state.text, kept)))
  const asRead = settle(state, plan, previous, goesOn || inService !== null)
  const isNext = !isFurther && previous !== null
  const isRepeated = isNext && ((goesOn && isUnchanged(state, asRead, previous)) || isBareWhich(state, asRead))
  const settledReading = isRepeated ? settle(state, null, previous, goesOn) : asRead
  const whole =
    settledReading.askBack === undefined || isFurther || previous === null ? null : wholeOfLast(state, previous)
  if (whole !== null) {
    const read = readReworded(whole, { ...context, previous: null }, hits, false)
    const plan = previous === null ? null : fittedWhole(read.reading, previous)
    if (read.lookups.words.length > 0) return read
    if (plan !== null) return { ...read, reading: { ...read.reading, plans: [plan], relation: 'follow_up' } }
  }
  const open = [...state.leftOut, ...state.unknown]
  const reading = settledReading.askBack === undefined ? settledReading : { ...settledReading, open }
  // A question back that offers readings is an answer of its own.
  return { reading, lookups, ...(state.askBack === null ? { open } : {}) }
}

/** A further question of one message that names neither time nor service means those of the one before. */
function leansOn(state: QuestionState): boolean {
  return state.named.length === 0 && state.time === null
}

/** "Was it worse than". */
const UNFINISHED = /(?<!\b(?:other|rather|more|less) )\b(?:than|compared (?:to|with)|versus)\W*$/

/** "How long did they take" behind a question that was not answered: of whom, nobody knows. */
const OF_THEM = /\b(?:did|do|are|were|have|had|of|for|by) (?:they|them|those|these)\b(?! (?:services|errors|people)\b)/

/** "Only the slow ones", "what about the second of them", "and those from berlin?" at the beginning of a thread. */
const LEANS_ON_NOTHING =
  /^(?:did|are|were|do|have|had) (?:those|these|they)\b(?! (?:services|errors|requests|people)\b)|^(?:(?:ok|and|so|but|now|just|only|please|what about|how about|show|show me|give me),? )+(?:only )?(?:(?:(?:the|that|this|those|these) )?(?:\S{2,20} )?(?:ones?|(?:of|among) (?:them|these|those))(?: then| now| please)?\W*$|(?:those|these|them|the ones) (?:from|of|in|on|with|for|at|by|without|via|through|among) (?!now\b|then\b)\S)/

/** The question before was asked back: what it was about is not known, and a broader answer would be another one. */
function goesOnFromOpen(state: QuestionState, hits: TextHits | null): ReadOnce {
  const { open, isLastOpen: _, ...context } = state.context
  const alone = askedAlone(state, open)
  if (alone !== null) return readReworded(alone, { ...context, previous: null }, hits, false)
  const whole = chosenReading(state, open) ?? inItsPlace(state, open)
  const read = whole === null ? null : readReworded(whole, context, hits, false)
  if (read !== null && read.lookups.words.length > 0) return read
  const { plans = [], leftOut = [], notes = [] } = read?.reading ?? {}
  if (read !== null && plans.length > 0 && leftOut.length === 0)
    return { ...read, reading: { ...read.reading, notes: [`I read this as "${whole}".`, ...notes] } }
  return goesOnFromNothing(state.context, NOT_ANSWERED)
}

function goesOnFromNothing(context: ReadContext, because: string): ReadOnce {
  const readings = ['what broke?', 'how many errors in the last hour?']
  return { reading: { ...empty(context), askBack: { because, readings } }, lookups: { words: [] } }
}

export function isOwnWord(word: string, { catalogue }: ReadContext): boolean {
  return catalogue.services.some(({ name }) =>
    name
      .toLowerCase()
      .split(/[-_. ]/)
      .includes(word),
  )
}
