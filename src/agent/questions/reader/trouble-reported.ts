/**
 * A report of trouble, as somebody types it who was just woken up: "checkout is dead for half of our users, where do I
 * look first?", "support is flooded with tickets", "500s all over the place, first suspect?". Clause by clause it says what
 * somebody sees, or asks who or what is behind it; nothing in it asks for a number, a list or a moment.
 */
import {
  ASKS_OTHER,
  IS_TALK,
  IS_TOLD,
  ORIGIN_CUES,
  OTHER_ASKED,
  OTHER_TOLD,
  RELATIVE,
  REPORTS,
  REQUESTS,
  TROUBLE_CUES,
  TROUBLE_WORDS,
} from '../vocabulary/trouble-reports.ts'

export interface TroubleReport {
  /** Some clause says what is seen: a thing that does not work, an alert, complaints. */
  readonly isReported: boolean
  /** Some clause asks for the origin. */
  readonly isAsked: boolean
  /** What is seen, in the words of the question; the words for trouble itself are left out. */
  readonly seen: string
}

/** A story of more words is cut: what it is about has been said by then. */
const CHARS_MAX = 600
/** More words tell a story in which other things are asked as well. */
const WORDS_MAX = 32
const SHORT = 3
const CLAUSE = /[,;:!?\n]+|\.(?=\s|$)|\s[-–—]+\s|\s(?:and|but|so|because|since then)\s/

/** What a question reports; null where some clause does neither, or asks for something else. */
export function troubleReport(question: string): TroubleReport | null {
  const text = plain(question)
  if (text.split(/\s+/).length > WORDS_MAX || OTHER_ASKED.test(text)) return null
  const clauses = clausesOf(text)
  const isReport = clauses.map((clause) => REPORTS.some((form) => form.test(clause)))
  const isRequest = clauses.map((clause) => REQUESTS.some((form) => form.test(clause)))
  const isReported = isReport.includes(true)
  const isAsked = isRequest.includes(true)
  const isWhole = clauses.every((_, at) => isReport[at] || isRequest[at])
  // What stands beside a report and a plea for its origin is talk: "deadline at noon".
  if (!(isReported && isAsked) && !(isWhole && (isReported || isAsked))) return null
  // "Frobs down?" asks how one thing is.
  if (!isAsked && text.split(/\s+/).length <= SHORT && !/n't\b|\b(?:cannot|cant|wont|dont)\b/.test(text)) return null
  const seen = clauses.filter((_, at) => isReport[at] === true && isRequest[at] !== true).join(' ; ')
  return { isReported, isAsked, seen: seen.replace(TROUBLE_WORDS, ' ') }
}

/**
 * Whether a message that could not be read tells of trouble, in words of any kind: "plug goes in, then the cable unlocks
 * again", "drivers are stranded, who broke this". It has a subject and a verb, some word of trouble or one that asks for
 * the origin, and no clause that asks for anything else.
 */
export function isTroubleTold(question: string): boolean {
  const text = plain(question).slice(0, CHARS_MAX)
  const clauses = clausesOf(text)
  if (
    text.split(/\s+/).length <= SHORT ||
    IS_TALK.test(text) ||
    !IS_TOLD.test(text.replace(RELATIVE, ' ')) ||
    OTHER_TOLD.test(text)
  )
    return false
  return (TROUBLE_CUES.test(text) || ORIGIN_CUES.test(text)) && !clauses.some((clause) => ASKS_OTHER.test(clause))
}

/** "Payment not possible": what a screen says. */
const SCREEN_TEXT = /["\u201c][^"\u201c\u201d]{3,80}["\u201d]|(?<=^|\s)'[^']{3,80} [^']{2,80}'(?=\s|[,.!?]|$)/g

function plain(question: string): string {
  return question
    .toLowerCase()
    .replaceAll('\u2019', "'")
    .replace(SCREEN_TEXT, ' error ')
    .replace(/["\u201c\u201d]/g, '')
    .trim()
}

function clausesOf(text: string): string[] {
  return text.split(CLAUSE).flatMap((clause) => (/\w/.test(clause) ? [clause.trim()] : []))
}
