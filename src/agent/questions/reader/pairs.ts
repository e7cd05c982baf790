/** "Bids accepted and bids failed since 13:57": two things that are counted in one phrase, each as a question of its own. */
import { PARTICIPLE } from '../vocabulary/participles.ts'
import { inBothLengths } from './other-side.ts'

const TIME =
  '(?:in|since|from|between|during|over|for|before|after|until|till|within|today|yesterday|tonight|this|so far|last|past)\\b'
const BOTH_ASKED =
  /[,;:]? (?:both|counts?|numbers?|both (?:numbers|counts)|two numbers|totals?)(?: please| pls)?(?=[\s?.!]*$)/i
const PAIR = new RegExp(
  `^(?:please )?(?:(?:give me |show me |what (?:is|are|was|were) )?(?:the )?(?:numbers?|counts?) of |how many )?(?:the )?([a-z][\\w -]{2,50}?),? (?:and|vs\\.?|versus) (?:the )?(?:(?:numbers?|counts?) of |how many )?(?:the )?([a-z][\\w -]{2,50}?)((?: on [\\w.-]{2,40})?(?: ${TIME}[^?]{0,60})?)[\\s?.!]*$`,
  'i',
)
/** "…, how many each": two numbers are asked for. */
const EACH = /,? (?:how many|how much|number|count)(?: of)? each(?: of them| one)?(?=[\s?.!]*$)/i
const DONE = new RegExp(`(?:${PARTICIPLE})$`, 'i')

const AT_PLACE = /^([a-z][\w -]{2,48} (?:at|in|on|from|via|by|for|with|through) (?:the )?)[\w-]{2,30}$/i

/** The two questions; null for any other message. */
export function pairAsked(question: string): readonly [string, string] | null {
  const windows = inBothLengths(question)
  if (windows !== null) return windows
  const plain = plainPair(question)
  const [, first, second, tail = ''] = PAIR.exec(plain) ?? []
  if (first === undefined || second === undefined) return null
  const [noun = ''] = first.split(' ')
  // "Messages stored and lost": of the same noun.
  const isWord = !second.includes(' ')
  // "Refunds paid at the north desk vs hall": the same at another place.
  const at = AT_PLACE.exec(first)?.[1]
  const other = !isWord
    ? second
    : DONE.test(second)
      ? `${noun} ${second}`
      : at === undefined
        ? second
        : `${at}${second}`
  return [countOf(first, tail), countOf(other, tail)]
}

/** "Letters versus mails sent, how many each": what was done, was done with both. */
function plainPair(question: string): string {
  const plain = question.trim().replace(BOTH_ASKED, '')
  if (!EACH.test(plain)) return plain
  const [, first = '', joint = '', second = '', end = ''] =
    /^(.{2,60}?)(,? (?:and|vs\.?|versus) )(.{2,60}?)([\s?.!]*)$/i.exec(plain.replace(EACH, '')) ?? []
  const done = second.split(' ').at(-1) ?? ''
  const isShared = second.includes(' ') && DONE.test(done) && !DONE.test(first)
  return isShared ? `${first} ${done}${joint}${second}${end}` : plain.replace(EACH, '')
}

/** Whether two things are surely meant: the noun stands twice, or both end in what was done. */
export function isSurePair(question: string): boolean {
  const plain = plainPair(question)
  const [, first = '', second = ''] = PAIR.exec(plain) ?? []
  const [noun, more] = first.toLowerCase().split(' ')
  const words = second.toLowerCase().split(' ')
  return more !== undefined && words.length > 1 && (words[0] === noun || (DONE.test(first) && DONE.test(second)))
}

function countOf(said: string, tail: string): string {
  const words = said.trim().split(/\s+/)
  const last = words.at(-1) ?? ''
  const isDone = words.length > 1 && DONE.test(last)
  return `how many ${isDone ? `${words.slice(0, -1).join(' ')} were ${last}` : words.join(' ')}${tail}?`.replace(
    /\bwere failed\b/,
    'failed',
  )
}
