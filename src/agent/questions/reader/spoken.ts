/**
 * A question as it is spoken into a phone, or typed on one, in the form that is written: without sounds and talk, with
 * numbers in digits, names in one piece and what was put right in its place. What stands in quotes, and longer text, stays.
 */
import type { Catalogue } from '../grounding/catalogue.ts'
import { ASIDES, BETWEEN, ENDINGS, OPENERS, SLANG, WITHOUT_APOSTROPHE } from '../vocabulary/spoken-words.ts'
import { isGreetingWithTalk } from './small-talk.ts'
import { withOwnNames } from './spoken-names.ts'
import { withDigits } from './spoken-numbers.ts'
import { withTakenBack } from './taken-back.ts'

/** Longer messages are stories or pasted. */
const SPOKEN_MAX = 300
/** Marks of what is pasted, quoted or written by a program. */
const WRITTEN = /["`'\u201c\u201d{}[\]<>=|\n\\]/
const OPENER = new RegExp(`^(?:${OPENERS.join('|')})(?=[ ,.!?]|$)[ ,.!]*(?=\\S)`, 'i')
const ASIDE = new RegExp(`^(?:${ASIDES.join('|')})[ ,.]*`, 'i')
const FILLER = new RegExp(`(?<=\\S) (?:${BETWEEN.join('|')})(?=[ ,.?!]|$),?`, 'gi')
const ENDING = new RegExp(`[ ,]+(?:${ENDINGS.join('|')})[\\s?.!]*$`, 'i')
const CONTRACTION = new RegExp(`(?<![\\w-])(?:${Object.keys(WITHOUT_APOSTROPHE).join('|')})(?![\\w-])`, 'gi')
/** "Since like 23:08", "like how many": says nothing, unlike "looks like" and "lines like". */
const LIKE =
  /(?<!\b(?:looks?|looking|feels?|feeling|sounds?|seems?|is|are|was|it|acts?|behaves?|something|anything|things?|stuff|lines?|messages?|errors?|logs?|would|do|you|what|say)) like,? (?=(?:how|what|which|in|since|for|from|the (?:last|past|reasons?|number|total|whole)|last|now|right now|a |an |at|on|total|overall|per|every|each|all|today|really|half|quarter|\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty)\b))/gi
const COUNT_TAIL =
  /^(?!(?:how|what|which|who|when|where|why|is|are|was|were|does|do|did|has|have|can|could|show|list|give|tell|find|count|number|and)\b)([^,?]{4,240}?[^,:;?])(?<! of) (?=(?:how many|what is the (?:count|number|total))(?: (?:is that|are there|were there|was that|did we (?:have|get|see)|do we have|have we (?:had|got)|are we at|in total|total|so far|altogether|exactly|then))*[\s?.!]*$)/i
const MOVED_TAIL =
  /, how many(?: (?:is that|are there|were there|was that|did we (?:have|get|see)|do we have|have we (?:had|got)|are we at|exactly|then))+[\s?.!]*$/i
const PLAIN_SLANG = SLANG.map(([said, plain]) => [new RegExp(`(?<![\\w-])(?:${said})(?![\\w-])`, 'gi'), plain] as const)
/** "The slowest upload trace how long was it": the list says how long. */
const LONG_TAIL =
  /^((?:show|give|list|get|find)\b.{0,60}\b(?:slowest|longest|fastest)\b.{1,80}?),? (?:and )?how long (?:was|is|did|does) (?:it|that)(?: take| run| last)?[\s?.!]*$/i
/** "And same for the 15 minutes before that on web": the time and what else is said are moved by themselves. */
const SAME_FOR =
  /^(?:(?:and|so|now) )?(?:the )?same (?:thing )?(?:again )?(?:for|in|over) (?=(?:the )?(?:\d{1,3}|last|past|previous|next|following|half|hour|minutes?)\b)/i
const STEPS_MAX = 6

/** Returns the question as one would write it. */
export function asOneWrites(question: string, catalogue: Catalogue, nowMs: number): string {
  const plain = question.trim()
  if (
    plain.length > SPOKEN_MAX ||
    isGreetingWithTalk(plain) ||
    WRITTEN.test(plain.replace(/(?<=[a-z])['\u2019](?=[a-z])/gi, ''))
  )
    return question
  const text = withDigits(withoutTalk(withoutSpaces(plain)).replace(CONTRACTION, writtenOut), nowMs)
  const named = withOwnNames(withTakenBack(text), catalogue)
  return countMoved(PLAIN_SLANG.reduce((all, [said, meant]) => all.replace(said, meant), named))
}

const withoutSpaces = (text: string): string => text.replace(/\s+/g, ' ')
const writtenOut = (said: string): string => WITHOUT_APOSTROPHE[said.toLowerCase()] ?? said

/** Without what says nothing, as long as something is left. */
function withoutTalk(question: string): string {
  let text = question
  for (let step = 0; step < STEPS_MAX; step++) {
    const less = text.replace(ASIDE, '').replace(OPENER, '')
    if (less === text || !isQuestion(less)) break
    text = less
  }
  const less = text.replace(FILLER, '').replace(LIKE, ' ').replace(ENDING, '')
  return isQuestion(less) ? less.trim() : text
}

/** One word alone may be all of a follow-up; it is never only talk. */
function isQuestion(text: string): boolean {
  return /[\p{L}\p{N}]{2}/u.test(text)
}

/** "Trips dropped last half hour how many": the comma that speech leaves out. */
function countMoved(text: string): string {
  return text
    .replace(SAME_FOR, 'and ')
    .replace(LONG_TAIL, '$1')
    .replace(COUNT_TAIL, '$1, ')
    .replace(MOVED_TAIL, ', how many')
}
