/**
 * Fragments that were not understood: "by whom", "as a percentage", "how many per pod". They ask something else of the
 * same thing, so the thread is still about what was answered before them.
 */
import type { OpenQuestion } from './state.ts'
import { cleaned } from './words.ts'

const WORDS_MAX = 9
/** So few words, each of them known, name nothing new. */
const BARE_MAX = 3
const LEAD = /^(?:(?:so|and|but|ok|okay|hm+|well|then|now|wait|please|pls)[, ]+)*/
const OF_SAME =
  /^(?:by|per|only|just|for|in|on|at|from|with|without|as|split|group|grouped|break|broken|to whom|by whom|whose|who|whom|which|average|mean|median|max|min|total|sum|percent|percentage|share|p\d{2,3}|list|show|full|give|example|examples|back|how many (?:per|by|in|for|so far|times|lines|in all|altogether)|(?:the )?(?:last|first|second|third|newest|oldest|worst|top|biggest|slowest|others?|rest)|(?:what(?:'s| is| are| was)? )?(?:the )?(?:trend|reasons?|share|percentage|percent|average|mean|median|total|others?|rest))\b/
const POINTS = /\b(?:it|those|these|them|they|that|this|the same|theirs|others)\b/
/** "Its disk", "disk usage of that service": another thing, which what comes next may be about. */
const OTHER_THING =
  /\b(?:its|their|his|her) [a-z]|\b(?:that|this|those|these) [a-z]{3,}(?<!\b(?:now|too|then|again))\W*$/

/** "Only the frobs": what comes next may be about those, whatever they are. */
const NARROWS = /^(?:only|just|for|in|on|at|from|with|without) /
/** "How many of those were uploads": a part of them, which what comes next is about. */
const OF_PART = /\b(?:of|among|out of) (?:them|those|these|that|it)\b(?=.)|\bbecause\b/

/** Whether the last questions, which were asked back, have left the subject as it was. */
export function areOfSame(open: OpenQuestion): boolean {
  // "And refused ones" are others.
  const isBare = (question: string): boolean => question.split(' ').length <= BARE_MAX && !/\bones?\b/i.test(question)
  const isUnknownPart = open.words.length > 0 && NARROWS.test(cleaned(open.question).trim().replace(LEAD, ''))
  if (isUnknownPart) return false
  return (
    (isOfSame(open.question) || (open.words.length === 0 && isBare(open.question))) &&
    (open.before ?? []).every(isOfSame)
  )
}

function isOfSame(question: string): boolean {
  const text = cleaned(question).trim().replace(LEAD, '')
  if (text.split(' ').length > WORDS_MAX || OF_PART.test(text)) return false
  return OF_SAME.test(text) || (POINTS.test(text) && !OTHER_THING.test(text))
}
