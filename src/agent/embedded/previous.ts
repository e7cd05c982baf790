/**
 * What a follow-up question continues from: the last plan of the thread, the suspect of its last investigation, the
 * last record listed.
 */
import { foundTrouble } from '../investigator/investigation.ts'
import { spokenText } from '../message-text.ts'
import { plainMeasure } from '../questions/plan/plain-measure.ts'
import { isOfTrouble, type Plan } from '../questions/plan/plan.ts'
import type { Winner } from '../questions/plan/winner.ts'
import type { OpenQuestion } from '../questions/reader/state.ts'
import { asksOfLimit } from '../questions/reader/thread-names.ts'
import type { InvestigateToolResult } from '../tools/investigate.ts'
import type { QueryTelemetryResult } from '../tools/query-telemetry.ts'
import type { ReadQuestionResult } from '../tools/read-question.ts'
import type { CallRecord, Conversation, Turn } from './conversation.ts'
import { wasGuessedNone } from './guessed-none.ts'
import type { Done } from './plan-state.ts'

export interface PreviousParams {
  readonly plan: Plan
  readonly suspect?: string
  readonly onset?: string
  readonly edge?: string
  readonly message?: string
  readonly trace?: string
  readonly before?: Plan
  readonly last?: Plan
  readonly trouble?: Plan
  readonly troubleQuestion?: string
  readonly question?: string
  readonly root?: string
  readonly winner?: Winner
  readonly ranked?: readonly string[]
}
/** What read_question was asked. */
interface Asked {
  readonly question?: string
  readonly previous?: { readonly plan?: Plan }
}

/** Returns the last plan of the thread with its findings, for follow-up questions. Undefined in a new thread. */
export function previousOf({ earlier }: Conversation): PreviousParams | undefined {
  for (const turn of [...earlier].reverse()) {
    const read = readingOf(turn)
    const own = read?.result.plans.at(-1)
    if (read === undefined || own === undefined || isGuessOfNone(turn, read.result)) continue
    const asked = paramsOf(turn, read.id)
    const plan = withoutCourse(requestsOf(groupedByNothing(turn, own, asked.previous?.plan) ?? own))
    if (asked.previous !== undefined && asksOfLimit(asked.question ?? '')) continue
    const before = read.result.relation === 'follow_up' ? (read.result.base ?? asked.previous?.plan) : undefined
    const last = read.result.base === undefined ? undefined : asked.previous?.plan
    const found = lastInvestigation({ earlier })
    const suspect = found === null ? null : suspectOf(found.result)
    const edge = edgeOf(turn)
    const message = messageOf(turn)
    const trace = traceOf(turn, plan)
    const winner = winnerOf(turn, plan)
    const ranked = winner === null ? [] : rankedOf(turn)
    return {
      plan,
      ...(suspect === null ? {} : { suspect }),
      ...(suspect !== null && found !== null && found.result.onset !== null ? { onset: borderOf(found.result) } : {}),
      ...(edge === null ? {} : { edge }),
      ...(message === undefined ? {} : { message }),
      ...(trace === undefined ? {} : { trace }),
      ...(before === undefined ? {} : { before }),
      ...(last === undefined ? {} : { last }),
      ...(suspect === null ? {} : troubleOf(earlier, plan)),
      ...(winner === null ? {} : { winner }),
      ...(ranked.length < 2 ? {} : { ranked }),
      ...(read.result.plans.length > 1 ? { parts: read.result.plans.length } : {}),
      ...(asked.question === undefined ? {} : { question: asked.question.slice(0, QUESTION_MAX) }),
      ...(read.result.relation === 'follow_up' ? rootOf(earlier) : {}),
    }
  }
  return undefined
}

/** What goes on from the course of a thing goes on from the thing. */
function withoutCourse(plan: Plan): Plan {
  if (plan.intent !== 'measure' || plan.course === undefined) return plan
  const { course: _, ...thing } = plan
  return thing
}

/** What was asked last of trouble as a whole, before an answer about something else. */
function troubleOf(earlier: readonly Turn[], last: Plan): Pick<PreviousParams, 'trouble' | 'troubleQuestion'> {
  if (isOfTrouble(last)) return {}
  for (const turn of [...earlier].reverse()) {
    const read = readingOf(turn)
    const trouble = read?.result.plans.find(isOfTrouble)
    if (read === undefined || trouble === undefined) continue
    const { question } = paramsOf(turn, read.id)
    return { trouble, ...(question === undefined ? {} : { troubleQuestion: question.slice(0, QUESTION_MAX) }) }
  }
  return {}
}

const BACK_TO_FIRST =
  /^(?:(?:ok|okay|so|and|now|hm+|well|thanks|let us|let's|can we|i want to)[, ]+)*(?:(?:go |get |come )?back to (?:the |my |our )?(?:very )?(?:first|original|initial)(?: (?:question|one|thing|topic|point))?|(?:the |my |our )?(?:very )?(?:first|original|initial) question(?: again)?)[\s?.!]*$/i

/** "Back to the first question": that question as it was asked, to be read as one without a thread; null of any other. */
export function firstAsked({ earlier, current }: Conversation): string | null {
  if (!BACK_TO_FIRST.test(current.question.trim())) return null
  const first = earlier.find((turn) => (readingOf(turn)?.result.plans.length ?? 0) > 0)
  return first?.question ?? null
}

/** The last question that was read as a whole of its own. */
function rootOf(earlier: readonly Turn[]): Pick<PreviousParams, 'root'> {
  for (const turn of [...earlier].reverse()) {
    const read = readingOf(turn)
    if (read === undefined || read.result.plans.length === 0 || read.result.relation === 'follow_up') continue
    const { question } = paramsOf(turn, read.id)
    return question === undefined ? {} : { root: question.slice(0, QUESTION_MAX) }
  }
  return {}
}

/** The service in which trouble began; null where nothing broke. */
export function suspectOf({ outcome, candidates }: InvestigateToolResult): string | null {
  return foundTrouble(outcome) ? (candidates[0]?.service ?? null) : null
}

/**
 * The last question of the thread, where it could not be read to a plan and was asked back, with those before it since
 * the last one that was answered; null where it was read.
 */
export function lastOpen({ earlier }: Conversation): OpenQuestion | null {
  const [last, ...before] = openOf(earlier)
  if (last === undefined) return null
  const { askBack, open = [] } = last.read.result
  const readings = (askBack?.readings ?? []).slice(0, READINGS_MAX).map((reading) => reading.slice(0, QUESTION_MAX))
  const questions = before.slice(0, OPEN_MAX).map(questionOf)
  return {
    question: questionOf(last),
    words: open.slice(0, 8),
    readings,
    ...(questions.length === 0 ? {} : { before: questions }),
  }
}

interface OpenTurn {
  readonly turn: Turn
  readonly read: Done<ReadQuestionResult>
}

/** The questions at the end of a thread that were asked back, newest first; talk between them changes nothing. */
function openOf(earlier: readonly Turn[]): OpenTurn[] {
  const open: OpenTurn[] = []
  for (const turn of [...earlier].reverse()) {
    const read = readingOf(turn)
    if (read === undefined && open.length > 0) continue
    if (read === undefined) break
    const isAskedBack = read.result.plans.length === 0 && read.result.askBack !== undefined
    if (!isAskedBack && !isGuessOfNone(turn, read.result)) break
    open.push({ turn, read })
  }
  return open
}

function isGuessOfNone(turn: Turn, read: ReadQuestionResult): boolean {
  return wasGuessedNone(
    read,
    results<QueryTelemetryResult>(turn, 'query_telemetry').map(({ result }) => result),
  )
}

function questionOf({ turn, read }: OpenTurn): string {
  return (paramsOf(turn, read.id).question ?? '').slice(0, QUESTION_MAX)
}

/** What a call of read_question was asked. */
function paramsOf(turn: Turn, id: string): Asked {
  // The planner of this model, or another one, made the call; read_question has checked it.
  return (turn.calls.find((call) => call.id === id)?.params ?? {}) as Asked
}

const QUESTION_MAX = 500
/** So many questions that were asked back in a row are told. */
const OPEN_MAX = 5
/** So many readings of a question back can be chosen by their place. */
const READINGS_MAX = 5

/** Returns the last finished investigation of the thread. Null if there is none. */
export function lastInvestigation({ earlier }: Pick<Conversation, 'earlier'>): Done<InvestigateToolResult> | null {
  const calls = [...earlier].reverse().flatMap((turn) => [...turn.calls].reverse())
  const call = calls.find((made) => made.name === 'investigate' && isDone(made))
  // The investigate tool wrote it.
  return call === undefined ? null : { id: call.id, result: call.result as InvestigateToolResult }
}

/**
 * Returns how a turn's question was read: as a whole, where the reading word by word found nothing. Undefined where it
 * needed no look-up, such as thanks.
 */
export function readingOf(turn: Turn): Done<ReadQuestionResult> | undefined {
  const readings = results<ReadQuestionResult>(turn, 'read_question')
  return readings.findLast(({ result }) => result.plans.length > 0) ?? readings[0]
}

/** What comes before the incident ends before the first work that it harmed, whose error came later. */
function borderOf({ onset, baseline }: InvestigateToolResult): string {
  const [at, border] = [onset ?? '', baseline?.to ?? '']
  return border !== '' && border < at ? border : at
}

function isDone({ isError, result }: CallRecord): boolean {
  return !isError && result !== undefined
}

function results<T>(turn: Turn, name: string): Done<T>[] {
  // The tool of this name wrote it; the caller states its type.
  return turn.calls
    .filter((call) => call.name === name && isDone(call))
    .map(({ id, result }) => ({ id, result: result as T }))
}

function edgeOf(turn: Turn): string | null {
  return listedBy(turn)?.logs.at(-1)?.time ?? null
}

/** Behind what the lines of requests say a thread goes on from the requests. */
function requestsOf(plan: Plan): Plan {
  const isOfThem = plan.intent === 'common' || (plan.intent === 'patterns' && plan.isOfRequests === true)
  if (!isOfThem) return plan
  return plainMeasure({ measure: { of: 'requests' }, conditions: plan.conditions, time: plan.time })
}

/** Groups that no record tells are no part of the thread: it goes on from what they were to be told apart of. */
function groupedByNothing(turn: Turn, plan: Plan, before: Plan | undefined): Plan | null {
  if (plan.intent !== 'measure' || plan.groupBy.length === 0 || before?.intent !== 'measure') return null
  const result = measuredBy(turn)
  const isNone = result !== null && result.groups.length === 0 && (result.value ?? 0) !== 0
  return isNone ? before : null
}

/** The trace of what an answer showed first, or that it was restricted to. */
function traceOf(turn: Turn, plan: Plan): string | undefined {
  if (plan.intent === 'trace') return plan.id
  const listed = listedBy(turn)
  const held = plan.conditions.find(({ on }) => on === 'trace')
  return listed?.spans[0]?.traceId ?? listed?.logs[0]?.traceId ?? (held?.on === 'trace' ? held.id : undefined)
}

/** The number that an answer told last; null where it told something else. */
function measuredBy(turn: Turn): Extract<QueryTelemetryResult, { readonly kind: 'measure' }> | null {
  const result = results<QueryTelemetryResult>(turn, 'query_telemetry').at(-1)?.result
  return result?.kind === 'measure' ? result : null
}

/** The records that an answer listed. */
function listedBy(turn: Turn): Extract<QueryTelemetryResult, { readonly kind: 'list' }> | undefined {
  return results<QueryTelemetryResult>(turn, 'query_telemetry')
    .map(({ result }) => result)
    .find((result) => result.kind === 'list')
}

/** The first of the groups that an answer named; null where it named none, or those of other records. */
function winnerOf(turn: Turn, plan: Plan): Winner | null {
  const [group, more] = plan.intent === 'measure' ? plan.groupBy : []
  if (group === undefined || more !== undefined) return null
  const result = measuredBy(turn)
  if (result === null || result.isTracedBy === true) return null
  const value = result.groups[0]?.key[0]
  return value == null || value === '' || value.length > QUESTION_MAX ? null : { ...group, value }
}

/** The first groups that an answer named, in their order. */
function rankedOf(turn: Turn): string[] {
  return (measuredBy(turn)?.groups ?? [])
    .slice(0, RANKED_MAX)
    .map(({ key: [value] }) => (value ?? '').slice(0, QUESTION_MAX))
}

const RANKED_MAX = 5

const MESSAGE_MAX = 400

/** The message that an answer showed first: its most frequent pattern or its first line. */
function messageOf(turn: Turn): string | undefined {
  for (const { result } of results<QueryTelemetryResult>(turn, 'query_telemetry')) {
    const shown =
      result.kind === 'patterns'
        ? result.patterns[0]?.template
        : result.kind === 'list'
          ? result.logs[0]?.body
          : result.kind === 'measure'
            ? (result.patterns?.[0]?.template ?? result.examples[0]?.body)
            : undefined
    const message = shown === undefined ? '' : spokenText(shown).replace(/<\*>/g, '\u2026').slice(0, MESSAGE_MAX)
    if (message !== '') return message
  }
  return undefined
}
