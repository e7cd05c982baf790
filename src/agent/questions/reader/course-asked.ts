/**
 * Questions for the course of a thing: "stale cache warnings, normal or not?", "is the settlement warning new?", "GC pauses:
 * worth worrying?", "did traffic drop when it broke?". Each is taken apart into the thing and what is asked of it. The
 * words that stand for the thing are read elsewhere.
 */
import { AT_MOMENT, COURSE_ENDS, type CourseAsks } from '../vocabulary/course-words.ts'

export interface ThingCourse {
  /** As it was said; empty for what the thread is about. */
  readonly thing: string
  readonly asks: CourseAsks
  /** A yes or no would be misread: "noise or part of it", "harmless?". */
  readonly isEither: boolean
  /** Both sides of a moment are meant: "since it broke". */
  readonly isOfMoment: boolean
}

export const CHARS_MAX = 160
const LEAD =
  /^(?:(?:so|and|but|ok|okay|hey|hm+|well|also|then|now|please|pls|just|tell me|do you know|do we know|i wonder|any idea|if|whether)[, ]+)+/
/** "Or not", "or what": no end of its own. */
const OR_NOT = /[ ,]+or (?:not(?: really)?|what|no|otherwise)$/
const JOINT = /[ ,;:>(/.-]+(?:or|and|but|since when|from when|when)?$/
/** What points back to the thing between it and what is asked: "…, is it steady". */
const COPULA =
  /(?:^|[ ,;:>-])(?:(?:is|are|was|were|do|does|did|has|have|been|be|being|come|came|get|got|happen|happening|happened|occur|occurring|logged|seen)(?: (?:it|that|this|they|these|those|them|we))?|(?:it|that|this|they|these|those)(?: is| are|'s|'re)?|(?:which|what) (?:is|are)|something|anything)$/
const FRONT =
  /^(?:(?:is|are|was|were|do|does|did|has|have|had|can|could|should|been|be|there|we|i|see|get|getting|any|some|the|our|all|those|these|this|that|of|about|with|what about|how about|regarding|re) )+/
export const TAIL =
  /(?:[, ]+(?:too|as well|also|at all|then|tonight|today|by any chance|by now|maybe|perhaps|really|actually|please|pls|again|right now|now|at the moment|currently|here|there|though|anyway|please))+$/
const COUNT_BESIDE =
  /[?.!;,]+ (?:count (?:them|em|'em|it|those)|how many(?: (?:of (?:them|those)|are (?:there|they)))?|numbers?(?: (?:please|pls))?|how often)$/
/** "How are the timeouts doing": as ever, or not. */
const HOW_DOING =
  /^how (?:is|are|was|were) (.{3,80}?) (?:doing|developing|evolving|behaving|coming along|looking|going)$/
const IS_IT_NORMAL =
  /^is (?:it|that|this) (?:still |just )?(normal|usual|new|expected|unusual) (?:that|to (?:see|have|get)|for|behaviou?r for) (.{3,100})$/
export const NO_THING =
  /\b(?:who|which|what|how|why|when|where|whose|because|if|else|only|than|or|it|they|we|you|i|does|did|do|is|are|was|were|have to|still)\b|\d:\d|\b(?:fail|look|come|go)$|^(?:this|that|these|those|with .*|of .*|everything|everyone|everybody|all|anything|something|nothing|things?|stuff|services?|system|state|status|back|alert|requests?|errors?|warnings?|logs?|latenc(?:y|ies)|durations?)$/
const NO_NAME = /^(?:it|this|that|who|which|what|how|why|when|where)\b|\b(?:how many|how often)\b/
const BACK_TO = /\bback to (?:normal|usual)$/

/** The thing and what is asked of its course; null of any other question. In small letters. */
export function courseAsked(cleanText: string): ThingCourse | null {
  const whole = plainEnd(cleanText)
    .replace(COUNT_BESIDE, '')
    .replace(/[\s?.!,;]+$/, '')
  // "Always been there" ends in a word that says nothing elsewhere.
  const text = endIn(whole) === null ? whole.replace(TAIL, '') : whole
  if (text.length > CHARS_MAX || /["`\n]/.test(text) || BACK_TO.test(text)) return null
  const doing = HOW_DOING.exec(text)?.[1]
  if (doing !== undefined) return ofThing(doing, 'usual', true)
  const [, how, of] = IS_IT_NORMAL.exec(text) ?? []
  if (of !== undefined) return ofThing(of, how === 'new' ? 'new' : 'usual', how === 'unusual')
  let rest = text.replace(OR_NOT, '')
  const found: CourseAsks[] = []
  let isApart = false
  let isTurned = false
  for (let end = endIn(rest); end !== null && found.length < 3; end = endIn(rest)) {
    found.push(end.asks)
    isTurned ||= end.isTurned
    isApart ||= /[,;:>.-] ?$/.test(rest.slice(0, end.at + 1))
    rest = rest.slice(0, end.at).replace(JOINT, '').replace(OR_NOT, '').replace(COPULA, '').replace(JOINT, '')
  }
  const [first, ...others] = found
  if (first === undefined) return null
  const isEither = isTurned || others.length > 0
  const asks = found.includes('part') ? 'part' : (found.find((one) => one === 'fed' || one === 'new') ?? first)
  const thing = ofThing(rest, asks, isEither, isApart)
  return thing === null ? null : { ...thing, isOfMoment: AT_MOMENT.test(text) }
}

/** What stands before a colon or a dash is a thing, whatever verbs it has: "host did not answer - noise?" */
function ofThing(said: string, asks: CourseAsks, isEither: boolean, isApart = false): ThingCourse | null {
  const thing = said
    .trim()
    .replace(FRONT, '')
    .replace(JOINT, '')
    .replace(/ (?:messages?|lines?|entries|log lines?)$/, '')
    .trim()
  const isOfThread = /^(?:|it|that|this|they|those|these|them|is|are)$/.test(thing)
  if (!isOfThread && (thing.length < 3 || (isApart ? NO_NAME : NO_THING).test(thing))) return null
  return { thing: isOfThread ? '' : thing, asks, isEither, isOfMoment: false }
}

type End = Pick<(typeof COURSE_ENDS)[number], 'asks' | 'isTurned'> & { readonly at: number }

/** The longest words at the end that ask something. */
function endIn(text: string): End | null {
  const ends = COURSE_ENDS.flatMap(({ asks, isTurned, end }) => {
    const found = end.exec(text)
    return found === null ? [] : [{ asks, isTurned, at: found.index }]
  })
  return ends.toSorted((a, b) => a.at - b.at)[0] ?? null
}

/** Without what introduces a question and what ends its sentence. */
export function plainEnd(text: string): string {
  return text
    .trim()
    .replace(/[\s?.!,;]{1,10}$/, '')
    .replace(LEAD, '')
}
