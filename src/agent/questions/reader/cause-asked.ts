/**
 * Questions for a cause that say more than the project knows: "why is the homepage so slow?", "what happened tonight in
 * pet-cloud?", "fans complain they cannot pay". What broke is told for everything that fails, and what nothing in the
 * telemetry goes by is said first. Only used where every other reading asked back.
 */
import type { Plan } from '../plan/plan.ts'
import { FUNCTION_WORDS, WHOLE_SYSTEM } from '../vocabulary/function-words.ts'
import { PEOPLE } from '../vocabulary/people.ts'
import { isContentWord } from '../vocabulary/small-words.ts'
import { timeOf } from './asked-time.ts'
import { classValue } from './known-values.ts'
import { isToldOf, TECHNOLOGY } from './service-names.ts'
import { SERVICE_NOUNS } from './services.ts'
import { type QuestionState, type ReadContext, stateOf, type TextHits } from './state.ts'
import { withSubject } from './thing-in-trouble.ts'
import { cleaned, type Word } from './words.ts'

export interface CauseAsked {
  readonly plans: readonly [Plan]
  readonly notes: readonly string[]
  readonly unrestricted: readonly string[]
}

const WHY =
  /\bwhy\b|\bhow come\b|\b(?:what(?: is|'s|s)?|any|the|some|give me an?|need an?) (?:the |root |likely |probable ){0,6}(?:reasons?|explanation|cause)\b|[.?!] ?y\W*$|\b(?:reason|explanation|cause)\W*$/
const WHAT =
  /\bwhat(?: is|'s|s| was| has| just)? (?:broke|broken|gone wrong|went wrong|wrong|going on|happen(?:e?d|s|ing)?|fail(?:s|ed|ing)|the (?:problem|issue|matter|trouble))\b/
/** "Fans complain they cannot pay", "scans are not arriving!": what somebody cannot do, in a sentence of its own. */
const COMPLAINT =
  /^(?:(?:so|hi|hey|hello|help|urgent|our|the|some|many|all|most|several|lots of|a lot of)[ ,!]+)*(?!how\b|what\b|which\b|when\b|where\b|who\b|show\b|list\b|count\b|number\b|is\b|are\b|was\b|were\b|do\b|does\b|did\b|can\b|could\b|any\b|share\b|requests\b|errors\b|logs?\b|lines\b|records\b)(?:(?!that\b|which\b|who\b|whose\b)[a-z-]+ ){1,4}?(?:(?:complain(?:s|ed|ing)?|report(?:s|ed|ing)?|say(?:s|ing)?|tell(?:s|ing)? us|write(?:s)?|claim(?:s|ed)?) (?:that )?(?:[a-z-]+ ){0,4}?)?(?:can ?not|can'?t|are not|aren'?t|is not|isn'?t|do not|don'?t|does not|doesn'?t|no longer|will not|won'?t|could not|couldn'?t|unable to)\b/
/** Says that something is in trouble, and not only that it is so. */
const TROUBLE =
  /\b(?:slow\w*|fail\w*|br[eo]ke\w*|down|dead|wrong|errors?|[45]\d\ds?|dip|drop\w*|spikes?|stuck|los[et]\w*|missing|reject\w*|refus\w*|declin\w*|timeouts?|timing out|hang\w*|crash\w*|no|nothing|nobody|late|delay\w*|empty|problems?|issues?|trouble|complain\w*|happen\w*|not|cannot|can'?t|cant|queu\w*|wait\w*|outage|incident)\b|n't\b|\b(?:aren|isn|don|doesn|won)t\b/
/** Asks for a number, a list, a moment or certain records, whatever it complains about. */
const OTHER_KIND =
  /\b(?:how (?:many|much|often|long)|count|number of|list|show|share of|percent\w*|per (?:minute|hour|day|second)|average|median|mean|p\d\d|which|when|compared?|than|versus|vs|most|frequent|common|top|requests? (?:where|with|without|of|for|from)|where|except|excluding)\b|%/
/** "The tablets show no map" asks for no list. */
const SHOWS_NOTHING = /(?<=[a-z] )shows? (?=(?:no|nothing|only|wrong|empty|errors?|an error|old|blank)\b)/g
/** "In vet-cloud", "at the agency": where all of it happens. */
const PLACE =
  /\b(?:in|at|with|on) (?:the |our |all of )?([a-z][a-z-]{2,40})(?: (?:today|tonight|last night|this \w+|now|right now|earlier))*\W*$/
const SERVICE_ENDING =
  /[-_](?:service|svc|api|server|worker|backend|gateway|gw|db|proxy|job|daemon|core|engine|queue|cache|scheduler|planner|manager|handler|dispatcher|controller|monitor|agent|router|watcher|sync|store|portal|runner|builder|exporter|importer|processor|consumer|producer|publisher|broker|tracker|checker|validator|notifier|mailer|sender|renderer|indexer|bot|app)$/

/** "Ramp crew says …": who tells it is no part of what is asked. */
const TELLER =
  /^(?:(?:so|hi|hey|hello|help|urgent)[ ,!]+)*(?:(?!how\b|what\b|which\b|why\b)[a-z-]+ ){1,4}?(?:says?|said|complains?|complained|tells? (?:me|us)|told (?:me|us)|reports? that|reported that)(?: (?:that|about)){0,2} /

const UNTOLD_MAX = 4

/** The plan of such a question; null where another kind of answer is asked for, or a service that does not exist. */
export function causeAsked(question: string, context: ReadContext, hits: TextHits | null): CauseAsked | null {
  const text = question
    .toLowerCase()
    .replaceAll('\u2019', "'")
    .replace(/\b(aren|isn|don|doesn|won|couldn)t\b/g, "$1't")
    .replace(/\bcant\b/g, "can't")
    .trim()
  const isWhat = WHAT.test(text)
  if (
    !(WHY.test(text) || isWhat || COMPLAINT.test(text)) ||
    !TROUBLE.test(text) ||
    OTHER_KIND.test(text.replace(SHOWS_NOTHING, ''))
  )
    return null
  const state = stateOf(text, context, hits ?? {})
  const place = isWhat ? placeOf(text, context) : null
  const told = toldOf(state, place)
  if (told === null) return null
  const { known, unknown } = told
  if (unknown.length > UNTOLD_MAX || (known.length === 0 && place === null && unknown.length > 2)) return null
  return ofEverything(state, isWhat ? 'what' : 'why', told, place)
}

/**
 * The cause behind a report of trouble, of which `seen` says what somebody sees; null of a story in any words. What people see of it has any number of words that no telemetry has; a service or
 * a technology that does not exist is said first, as everywhere.
 */
export function causeOfReport(question: string, seen: string | null, context: ReadContext): CauseAsked | null {
  const read = stateOf(cleaned(question), context, {})
  // "Since lunch", "woke me at 4": only a clock time in a story is one to look at.
  const state = CLOCK.test(question) ? read : { ...read, time: null }
  if (state.traceId !== null || state.recordId !== null) return null
  const words = new Set((seen ?? '').split(/[^a-z0-9'-]+/))
  const { known, unknown } = thingsOf(state, null)
  // A record, a store and a service that nobody knows are said first.
  if (unknown.some(({ text }) => TECHNOLOGY.test(text) || SERVICE_ENDING.test(text) || ID.test(text))) return null
  const named = [...new Set(state.named.flatMap(({ services, how }) => (how === 'exact' ? services : [])))]
  const isSeen = ({ text }: Word): boolean => words.has(text)
  const told = { known: known.filter(isSeen), unknown: unknown.filter(isSeen) }
  const isStory = told.unknown.length > UNTOLD_MAX || (seen === null && unknown.length > 0)
  const cause = ofEverything(state, 'what', isStory ? { known: [], unknown: [] } : told, null)
  const [plan] = cause.plans
  const conditions = named.length === 0 ? [] : [{ on: 'service' as const, values: named }]
  return {
    ...cause,
    plans: [plan.intent === 'cause' ? { ...plan, conditions } : plan],
    notes: isStory ? ['I took this as a report of trouble, and looked at everything that fails.'] : cause.notes,
  }
}

const ID = /^[a-z]{1,6}[-_]?\d+$/
const CLOCK = /\b\d{1,2}:\d\d\b|\byesterday\b/i

interface Told {
  /** Things that the telemetry goes by as well. */
  readonly known: readonly Word[]
  readonly unknown: readonly Word[]
}

/** What a question names; null where that is a record, a service or something that has to exist. */
function toldOf(state: QuestionState, place: string | null): Told | null {
  if (state.traceId !== null || state.recordId !== null || state.quoted.length > 0) return null
  if (state.named.some(({ how }) => how === 'exact')) return null
  const told = thingsOf(state, place)
  const isName = ({ text }: Word): boolean => /[-_./\d]/.test(text) || TECHNOLOGY.test(text) || SERVICE_NOUNS.test(text)
  return told.unknown.some(isName) ? null : told
}

function thingsOf(state: QuestionState, place: string | null): Told {
  const teller = TELLER.exec(state.text)?.[0].length ?? 0
  const words = state.words.filter((word) => word.start >= teller && word.text !== place && isThing(word))
  const unknown = words.filter(({ text }) => !isKnown(text, state))
  return { known: words.filter((word) => !unknown.includes(word)), unknown }
}

function ofEverything(
  state: QuestionState,
  aspect: 'what' | 'why',
  { known, unknown }: Told,
  place: string | null,
): CauseAsked {
  const notes = [
    ...(place === null ? [] : [`I took "${place}" as the whole system.`]),
    ...(unknown.length === 0 ? [] : [`I took ${quoted(unknown)} as what somebody sees of it: no telemetry says so.`]),
  ]
  const plan: Plan = { intent: 'cause', aspect, conditions: [], time: timeOf(state) }
  return { plans: [withSubject(state, plan)], notes, unrestricted: known.map(({ text }) => text) }
}

/** The name of a place that no service goes by: people call the whole so. */
function placeOf(text: string, { catalogue }: ReadContext): string | null {
  const place = PLACE.exec(text)?.[1]
  if (place === undefined || TECHNOLOGY.test(place) || SERVICE_ENDING.test(place)) return null
  const ending = place.split('-').at(-1) ?? ''
  const isLikeService = catalogue.services.some(
    ({ name }) =>
      name
        .toLowerCase()
        .split(/[-_./]/)
        .at(-1) === ending,
  )
  return isLikeService || SERVICE_NOUNS.test(place) || !isContentWord(place) ? null : place
}

function isKnown(text: string, state: QuestionState): boolean {
  return isToldOf(state, text) || classValue(state, text) !== null
}

function isThing({ text, lemma, usedBy, isCode }: Word): boolean {
  if (usedBy === 'time' || !/^[a-z]{2}/.test(text) || TROUBLE.test(text) || WHOLE_SYSTEM.has(text)) return false
  if (/^(?:why|reasons?|explanations?|causes?)$/.test(text)) return false
  return (isCode === true || (isContentWord(text) && !FUNCTION_WORDS.has(lemma))) && !PEOPLE.test(lemma)
}

function quoted(words: readonly Word[]): string {
  return words.map(({ text }) => `"${text}"`).join(', ')
}
