/**
 * One thing and what is asked of it, taken apart: "503s at the portal: first, last, count", "mean vs p99 of POST /orders",
 * "refunds that failed, how many and per tenant". What is no aspect by itself is the thing; it stands in one piece.
 */
import { type Aspect, aspectOf } from './aspect.ts'

export interface AskedAspect {
  readonly aspect: Aspect
  /** As it was typed, to be said where it cannot be answered. */
  readonly said: string
}

export interface ThingAsked {
  /** What all aspects are asked of; empty in a follow-up that says aspects alone. */
  readonly thing: string
  readonly aspects: readonly AskedAspect[]
  /** The number that its other aspects are asked of, and that is not asked for by itself: "p95: now vs worst minute". */
  readonly measure: AskedAspect | null
  /** The same with its last words as a part of the thing: "messages held by filter", which are not held per filter. */
  readonly whole?: ThingAsked
}

/** "Trend in the last 20 min": an aspect, and when all of them are asked of. */
const WITH_TIME =
  /^(.{2,60}?) ((?:(?:in|over|during|within|for)(?: the)? (?:last|past|first|outage|incident|hour|night|morning|evening)\b[^,]{0,40}|(?:since|between|from|until) (?:the )?(?:\d|outage|incident|midnight|noon|this)[^,]{0,40})|today|tonight|yesterday)$/i
const LENGTH_MAX = 200
const ASPECTS_MAX = 8
/** What parts a question; a slash, a colon or a dash within a name does not. */
const JOINER =
  /\s*[,;]\s*(?:(?:and|or|plus|then|also)\s+)?|\s*:\s+|\s*[?!.]+\s+|\s+(?:and|plus|vs\.?|versus|then|&|\+|\/|-|\u2013|\u2014)\s+/gi

interface Piece {
  readonly text: string
  /** What stands between it and the piece before it. */
  readonly joiner: string
}

/** The thing of a question and its aspects; null where they cannot be told apart. */
export function thingAndAspects(question: string): ThingAsked | null {
  const text = withFrameApart(withSlashesApart(question.trim().replace(/[\s?.!]+$/, '')))
  if (text.length > LENGTH_MAX || /[\n`"]/.test(text)) return null
  const times: string[] = []
  const [clock = ''] = BESIDE_CLOCK.exec(text)?.slice(1) ?? []
  const labelled = piecesOf(text)
    .filter((piece) => piece.text !== '')
    .map((piece) => {
      const own = withClock(aspectOf(piece.text), piece.text, clock)
      const [, said = '', time = ''] = own === null ? (WITH_TIME.exec(piece.text) ?? []) : []
      const aspect = own ?? aspectOf(said)
      if (own !== null || aspect === null) return { ...piece, aspect }
      times.push(time)
      return { ...piece, text: said, aspect }
    })
  const at = labelled.findIndex(({ aspect }) => aspect === null)
  if (at < 0) return times.length > 0 ? null : settled('', labelled.map(asAsked), null)
  const until = labelled.findIndex((piece, index) => index > at && (piece.aspect !== null || isAskedApart(piece)))
  const end = until < 0 ? labelled.length : until
  const middle = labelled.slice(at, end)
  const front = labelled.slice(0, at).map(asAsked)
  const back = labelled.slice(end).map(asAsked)
  if (back.some(({ aspect }) => aspect.is === 'other' && (OTHER_TOPIC.test(aspect.text) || isOfOther(aspect.text))))
    return null
  // "How many were routed and how many not": two questions.
  if (back.length > 0 && [...front, ...back].every(({ aspect }) => aspect.is === 'other')) return null
  const whole = middle.map(({ text: said, joiner }, index) => (index === 0 ? said : `${joiner}${said}`)).join('')
  const { before, thing: bare, behind } = aroundThing(whole, front.length > 0, back.length > 0)
  const own = labelled.length === 1 ? [] : oneTime([...front, ...behind, ...back])
  const thing = [bare, ...own, ...times].join(' ').trim()
  if (bare === '' || (front.length > 0 && before.length === 0 && behind.length === 0)) return null
  if (NO_THING.test(thing) || !/[\p{L}\d]{2}/u.test(thing)) return null
  const lines = labelled.length === 1 && behind.length === 0 ? PLEASE.exec(thing) : null
  if (lines !== null) return settled(lines[1] ?? '', [{ aspect: { is: 'lines' }, said: thing }], null)
  const colon = labelled[end]?.joiner.includes(':') === true
  const [only, more] = behind.length > 0 ? behind : before
  const isMeasure =
    only?.aspect.is === 'statistic' && more === undefined && front.length === 0 && isOfNumber(back, colon)
  if (isMeasure) return settled(thing, back, only ?? null)
  const tail = behind.length === 1 && behind[0]?.aspect.is === 'groups' ? behind[0] : null
  const wider = tail === null ? null : settled(`${thing} ${tail.said}`, [...front, ...before, ...back], null)
  // What no mark parts is one question: "mean temperature by line".
  const isOne = front.length + back.length === 0 && before.length + behind.length > 1
  // "How many were waiting at the worst moment": one number, and not two.
  const isAtPeak = before[0]?.aspect.is === 'count' && behind[0]?.aspect.is === 'peak'
  if (isOne && !isAtPeak) return null
  const asked = settled(thing, [...front, ...(isAtPeak ? [] : before), ...behind, ...back], null)
  return asked === null || wider === null ? asked : { ...asked, whole: wider }
}

/** "FATAL lines please": what they say, and not how many there are. */
const PLEASE = /^((?:\S+ ){0,5}(?:lines|logs|log lines|messages|records|entries|errors|warnings)) (?:please|pls|plz)$/i

/** "How high did the lag get at its worst": the most of the lag. */
const FRAMES: readonly (readonly [RegExp, string])[] = [
  // "Queue depth above 100: how long", "how long was the queue above 100".
  [
    /^([^,:;]{3,60}?) ((?:above|over|below|under) \d[\d.,]{0,11} ?(?:%|[a-z]{1,12})?)[:,]? (how long|since when|when)$/i,
    '$1: $3 $2',
  ],
  [
    /^(?:(?:so|and|ok) )*how long (?:was|is|were|has|did) (?:the )?(?!(?:it|that|they|this)\b)([^,:;]{3,60}?) (?:been |stay |remain )?((?:above|over|below|under|at) \d[\d.,]{0,11} ?(?:%|[a-z]{1,12})?)(?=,| and |$)/i,
    '$1: how long $2',
  ],
  [
    /^(?:(?:so|and|ok) )*when will (?:the )?(?!(?:it|that|they|this)\b)([^,:;]{3,60}?) ((?:hit|reach|cross|exceed|pass|get to|be at|drop to|fall to|be below|drop below|fall below|go above|be above|rise above) \d[\d.,]{0,11} ?(?:%|[a-z]{1,12})?|be (?:full|empty))(?=,| and |$)/i,
    '$1: when will it $2',
  ],
]
const FRAME =
  /^((?:(?:so|and|ok|hey) )*)how (high|low|slow|large|big|deep|long) (?:did|was|were|has|is) (?:the )?(?!it\b|that\b|they\b|this\b)([^,:;]{3,60}?)(?: (?:get|go|gone|been|become|grow|rise))?(?= at (?:its|the|their) (?:worst|peak|highest)\b|,? and when\b)/i

/** "Lowest and highest, with times": when each of them was. */
const WITH_WHEN = /[ ,(]{1,3}(?:with|w\/|incl\.?|including) (?:the |its |their )?(?:times?|timestamps?|moments?)\)?$/i

function withFrameApart(said: string): string {
  const text = said.replace(WITH_WHEN, ', when')
  for (const [frame, plain] of FRAMES) if (frame.test(text)) return text.replace(frame, plain)
  return text.replace(FRAME, (said, _: string, how: string, thing: string) =>
    text === said ? said : `${/^low/i.test(how) ? 'min' : 'max'} of ${thing}`,
  )
}

/** "Before vs after 22:38": both sides are of that moment, and not of the incident. */
const BESIDE_CLOCK = /\b(?:before|after|since) (\d{1,2}:\d{2})(?! ?-)/i

function withClock(aspect: Aspect | null, said: string, clock: string): Aspect | null {
  const isBare = aspect?.is === 'side' && clock !== '' && /^(?:and )?(?:before|after)$/i.test(said)
  return isBare && aspect.is === 'side' ? { is: 'time', text: `${aspect.side} ${clock}` } : aspect
}

/** "22:30-22:50" beside aspects that are no times: when all of them are asked of. */
function oneTime(asked: readonly (AskedAspect | null)[]): string[] {
  const times = asked.filter((one) => one?.aspect.is === 'time')
  const isCompared = asked.some((one) => one?.aspect.is === 'side' || one?.aspect.is === 'now')
  return times.length === 1 && !isCompared ? times.map((one) => one?.said ?? '') : []
}

function settled(
  thing: string,
  aspects: readonly (AskedAspect | null)[],
  measure: AskedAspect | null,
): ThingAsked | null {
  const told = aspects.filter((one) => one !== null)
  const isOfTime = oneTime(told).length > 0 && thing !== ''
  const asked = isOfTime ? told.filter(({ aspect }) => aspect.is !== 'time') : told
  if (asked.length === 0 || asked.length > ASPECTS_MAX || isComparison(asked)) return null
  return { thing, aspects: asked, measure }
}

/** "Before vs after 22:36" of one number is a comparison, and "before" alone no side of anything. */
function isComparison(asked: readonly AskedAspect[]): boolean {
  const sides = asked.filter(({ aspect }) => aspect.is === 'side' || aspect.is === 'time')
  const [only, more] = sides
  if (more === undefined) return only !== undefined && /^(?:and )?(?:before|after|during)$/i.test(only.said)
  const isDuring = sides.some(({ aspect }) => aspect.is === 'side' && aspect.side === 'during')
  return sides.length === 2 && asked.length === 2 && !isDuring
}

/** What says nothing by itself of which number it is. */
function isOfNumber(aspects: readonly (AskedAspect | null)[], isBehindColon: boolean): boolean {
  const kinds = aspects.map((one) => one?.aspect.is ?? 'count')
  if (kinds.length === 0) return false
  const isOfCourse = (is: Aspect['is']): boolean =>
    isBehindColon && (is === 'peak' || is === 'trend' || is === 'course')
  return kinds.every((is) => is === 'side' || is === 'time' || is === 'now' || isOfCourse(is))
    ? kinds.some((is) => is !== 'now') || isBehindColon
    : false
}

function asAsked({ text, aspect }: Piece & { readonly aspect: Aspect | null }): AskedAspect {
  return { aspect: aspect ?? { is: 'other', text }, said: text }
}

/** Whether what stands behind a thing asks something of it in other words, and does not go on naming it. */
function isAskedApart({ text, joiner }: Piece): boolean {
  return (
    joiner.includes(':') ||
    /^(?:who|whom|whose|which|what|where|when|how|since|is (?:it|that)|are they|was it|were they|did (?:it|they))\b/i.test(
      text,
    )
  )
}

/** "Web: mean of GET /orders": an aspect of another thing. */
function isOfOther(said: string): boolean {
  const words = said.split(/\s+/)
  return words.some((word, at) => {
    const aspect = at > 0 && OF.test(`${word} x`) ? aspectOf(words.slice(0, at).join(' ')) : null
    return aspect?.is === 'statistic' || aspect?.is === 'count' || aspect?.is === 'first' || aspect?.is === 'last'
  })
}

/** Causes and states are of the system: they are no aspect of what is counted. */
const OTHER_TOPIC =
  /\b(?:why|how come|cause|reason for|what (?:is|was) (?:wrong|going on|up|it)|what happened|what broke|what changed|who (?:is|was) (?:to blame|at fault)|how bad|should|could|can|ok|okay|normal|related|matter|fix|do)\b/i

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  let joiner = ''
  for (const found of text.matchAll(JOINER)) {
    pieces.push({ text: text.slice(from, found.index).trim(), joiner })
    from = found.index + found[0].length
    joiner = found[0]
  }
  return [...pieces, { text: text.slice(from).trim(), joiner }]
}

/** "Min/max/avg", "first/last": aspects with a slash between them; a path keeps its slashes. */
function withSlashesApart(text: string): string {
  return text.replace(/(?<![\w/.-])[\w%]+(?:\/[\w%]+)+(?![\w/.-])/g, (said) => {
    const parts = said.split('/')
    return parts.every((part) => aspectOf(part) !== null) ? parts.join(', ') : said
  })
}

/** What no thing begins with: a question of its own, or what a thread says. */
const NO_THING =
  /^(?:is|are|was|were|do|does|did|has|have|had|can|could|should|would|will|when|where|why|who|whom|whose|which|what|how|if|because|not|no|but|only|just|about|it|this|that|they|them|these|those|same|there|i|we|you|please|hi|hey|hello|yes)\b|\?|^(?:endpoint|route|service|operation|host|pod|instance|tenant|customer|user|quer|request|call)(?:y|ies|s)?$/i
/** Orders that only ask to be told. */
const TELL =
  /^(?:(?:please|pls|ok|so|and|hey|for|give me|show me|show|tell me|i need|i want|get me|need|the|what (?:is|was|are|were) the) )+/i
const OF = /^(?:of|for|on|at|in|from|with|by) (?:the |our |all )?/i
/** Words of one that may stand around a thing without a mark. */
const WORDS_MAX = 6

/** The thing with the aspects that touch it: "mean of X", "how many X", "X over time", "X grouped by text". */
function aroundThing(
  said: string,
  isBehindAspects: boolean,
  isFollowed: boolean,
): { before: AskedAspect[]; thing: string; behind: AskedAspect[] } {
  let words = said.replace(TELL, '').split(/\s+/)
  const before: AskedAspect[] = []
  const behind: AskedAspect[] = []
  for (let count = Math.min(WORDS_MAX, words.length - 1); count >= 1; count--) {
    const text = words.slice(0, count).join(' ')
    const aspect = aspectOf(text)
    const rest = words.slice(count).join(' ')
    if (aspect === null || !isInFront(aspect, text, rest)) continue
    before.push({ aspect, said: text })
    words = rest.replace(OF, '').split(/\s+/)
    break
  }
  for (let rounds = 0; rounds < 2; rounds++) {
    const found = tailOf(words)
    if (found === null || (isFollowed && /^per /i.test(found.asked.said) && found.asked.aspect.is === 'course')) break
    behind.unshift(found.asked)
    words = words.slice(0, -found.count)
  }
  const isOpen = isBehindAspects && before.length === 0
  return { before, thing: isOpen && behind.length === 0 ? '' : words.join(' '), behind }
}

function tailOf(words: readonly string[]): { readonly asked: AskedAspect; readonly count: number } | null {
  for (let count = Math.min(WORDS_MAX, words.length - 1); count >= 1; count--) {
    const text = words.slice(-count).join(' ')
    const aspect = aspectOf(text)
    // "In the last 20 min" is a time, and no minimum.
    const isLength = aspect?.is === 'statistic' && /\d$/.test(words.at(-count - 1) ?? '')
    if (aspect !== null && !isLength && isBehind(aspect, text)) return { asked: { aspect, said: text }, count }
  }
  return null
}

/** A number stands before "of" what it is of; "how many" and "peak" right before it. */
function isInFront(aspect: Aspect, said: string, rest: string): boolean {
  if (OF.test(rest)) return aspect.is !== 'time' && aspect.is !== 'side' && !/^how (?:many|much)\b/i.test(said)
  if (aspect.is === 'statistic') return NUMBER_BEFORE.test(said)
  return /^(?:how many|number|count|first|last|latest)$/i.test(said)
}

/** "Low battery" and "slow query" are no numbers of a thing. */
const NUMBER_BEFORE = /^(?:max(?:imum)?|min(?:imum)?|peak|highest|lowest|worst|mean|average|avg|median|p\d{2,3})$/i

/** What may stand behind a thing without a mark between them. */
function isBehind(aspect: Aspect, said: string): boolean {
  switch (aspect.is) {
    case 'statistic':
    case 'course':
    case 'trend':
    case 'now':
    case 'side':
    case 'peak':
    case 'level':
      return true
    case 'groups':
      return !aspect.isWinner
    case 'texts':
      return /\b(?:group|by)/i.test(said)
    case 'lines':
      return /\b(?:lines|records|entries) (?:please|pls|plz)$/i.test(said)
    case 'count':
      return /^counts?$/i.test(said)
    default:
      return false
  }
}
