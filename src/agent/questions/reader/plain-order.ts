/**
 * A message in the order and grammar that the reader knows: "before 05:25, how many loans failed" asks what "how many
 * loans failed before 05:25" does. Texts in quotes and pasted lines stay as they are.
 */

import type { Catalogue } from '../grounding/catalogue.ts'
import { PLAIN_FORMS } from '../vocabulary/plain-forms.ts'
import { wordTable } from '../vocabulary/word-table.ts'
import { isLogLine } from './pasted-lines.ts'

const QUOTED = /"[^"]{1,4000}"|`[^`]{1,400}`/g
/** Stands for a quoted text meanwhile; no question has these characters. */
const HELD = /\ue000(\d+)\ue001/g
/** Longer messages are stories or pasted logs. */
const CHARS_MAX = 400

/** Returns the message with each of its sentences put plainly. */
export function inPlainOrder(message: string, { services }: Pick<Catalogue, 'services'>): string {
  if (message.length > CHARS_MAX || message.includes('\n') || isLogLine(message.toLowerCase())) return message
  const quoted: string[] = []
  const open = message.replace(QUOTED, (text) => `\ue000${quoted.push(text) - 1}\ue001`)
  const names = services.map(({ name }) => name)
  return open
    .split(/(?<=[?!])\s+/)
    .map((sentence) => plainSentence(sentence.trim(), names))
    .join(' ')
    .replace(HELD, (_, at: string) => quoted[Number(at)] ?? '')
}

function plainSentence(sentence: string, services: readonly string[]): string {
  const said = inForms(firstDone(failsWith(sentence, services), services))
  const plain = callsReceived(ofOwner(subjectAtEnd(said, services), services), services)
  return inForms(countInFront(timeAtEnd(nounInPlace(plain))))
}

function inForms(sentence: string): string {
  return PLAIN_FORMS.reduce((text, [said, plain]) => text.replace(said, plain), passive(sentence))
}

/** "How many sheets did we print": how many were printed. */
const DONE_BY_US =
  /\b(how many (?!times\b)(?:[a-z][\w-]{1,30} ){1,4}?)(?:did (?:we|you|they|people)(?: get to)? ([a-z]{3,20})|(?:have|has|had) (?:we|you|they|people) ([a-z]{3,20}))\b((?: (?:back|out|off|up|down|away|through))?)(?=[\s?.!]*$| (?:in|since|between|before|after|during|over|from|today|yesterday|until|on|at|by|for|so|this|within|per)\b)/i
const NOT_DONE = /^(?:have|had|get|got|see|seen|know|need|use|want|lose|receive|received|serve|run|been|expect)$/i
const IRREGULAR = wordTable<string>({
  take: 'taken',
  make: 'made',
  sell: 'sold',
  pay: 'paid',
  write: 'written',
  build: 'built',
  give: 'given',
  hold: 'held',
  buy: 'bought',
  send: 'sent',
  find: 'found',
  keep: 'kept',
  leave: 'left',
  catch: 'caught',
  draw: 'drawn',
  lose: 'lost',
  bring: 'brought',
  break: 'broken',
  throw: 'thrown',
  forget: 'forgotten',
  ...{ cut: 'cut', put: 'put', set: 'set', hit: 'hit', read: 'read', shut: 'shut', split: 'split' },
})

/** "How many passages per minute do we process": so many a minute; "… do we seal": so many are sealed. */
const DONE_PER =
  /\b(how many (?:[a-z][\w-]{1,30} ){1,3}?)(?:((?:per|an?|each|every) (?:second|sec|minute|min|hour|day)) (?:do|does|did|have|can) (?:we|you|they|i) ([a-z]{3,20})|(?:do|does) (?:we|you|they|i) ([a-z]{3,20}) ((?:per|an?|each|every) (?:second|sec|minute|min|hour|day)))\b(?=[\s?.!]*$| (?:in|since|between|before|after|during|over|from|today|yesterday|right|now|at|on|this)\b)/i
/** Says of anything only that there is some. */
const TAKEN_IN =
  /^(?:have|had|get|got|see|saw|seen|receive|received|serve|served|process|processed|handle|handled|take)$/i

function passive(sentence: string): string {
  const rated = sentence.replace(
    DONE_PER,
    (_, counted: string, per: string | undefined, verb: string | undefined, other = '', last = '') => {
      const done = verb ?? other
      const unit = per ?? last
      return TAKEN_IN.test(done)
        ? `${counted.replace(/^how many /i, '')}${unit}`
        : `${counted}were ${participle(done)} ${unit}`
    },
  )
  return rated.replace(
    DONE_BY_US,
    (said, counted: string, verb: string | undefined, done: string | undefined, particle: string) => {
      if (NOT_DONE.test(verb ?? done ?? '')) return said
      return `${counted}were ${done ?? participle(verb ?? '')}${particle}`
    },
  )
}

/** "Print", "printed"; "drop", "dropped"; "sell", "sold". */
export function participle(verb: string): string {
  const known = IRREGULAR[verb]
  if (known !== undefined) return known
  if (verb.endsWith('e')) return `${verb}d`
  if (/^[^aeiou]{1,3}[aeiou][bdgmnprt]$/.test(verb)) return `${verb}${verb.at(-1)}ed`
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${verb}ed`
}

const CLOCK = /\d{1,2}:\d{2}/
const TIME_SAID =
  /\b(?:right now|at the moment|currently)\b|\d{1,2}:\d{2}|\b(?:last|past|previous) (?:\d+|an?|few|half|hour|minute|day|two|five|ten|\w+ (?:min|hour))|\b(?:today|yesterday|this morning)\b/i
/** Words of a time and of nothing else. */
const OF_TIME =
  /^(?:since|before|after|until|till|from|between|during|in|over|within|for|around|about|at|on|up|to|and|the|past|last|previous|utc|am|pm|now|today|yesterday|this|morning|night|half|quarter|an?|of|at|moment|right|currently|hours?|hrs?|minutes?|mins?|seconds?|secs?|days?|h|m|s|one|two|three|five|ten|fifteen|twenty|thirty|forty|few|so|ok|hey|\d{1,4}|\d{1,2}:\d{2}(?::\d{2})?(?:-\d{1,2}:\d{2})?(?:am|pm|z)?|-)$/i
const FRONT =
  /^([^,?]{4,60}?)(?:(?:,|:(?!\d)) ?|(?= (?:how|what|which|who|did|does|was|were|is|are|has|have|any)\b)) ?(\S.{5,300})$/i

/** "Over the last half hour, how many …": the time goes to the end. */
function timeAtEnd(sentence: string): string {
  const found = FRONT.exec(sentence)
  if (found === null) return sentence
  const [, front = '', rest = ''] = found
  const words = front.split(/\s+/)
  if (!TIME_SAID.test(front) || !words.every((word) => OF_TIME.test(word)) || TIME_SAID.test(rest)) return sentence
  // A time without a word before it is a window of its own: "14:00-14:10".
  const time =
    CLOCK.test(front) || /^(?:in|over|within|during|for|since|at|right|currently)\b/i.test(front)
      ? front
      : `in the ${front}`
  return atEnd(rest, time.replace(/^(?:so|ok|hey) /i, ''))
}

function atEnd(text: string, more: string): string {
  const [, body = text, mark = ''] = /^(.*?)([\s?.!]*)$/.exec(text) ?? []
  return `${body} ${more}${mark}`
}

const SUBJECT =
  /^(?:the |our )?(\S{2,60}?)(?:,|:| -) ?((?:how|what|which|when|where|who|is|are|was|were|does|do|did|has|have|can|any|number|count|requests?|errors?|p\d\d|median|average|mean|max)\b.{2,300})$/i

/** "fx_rates, is it still up": a service in front is what the question is about. */
function subjectAtEnd(sentence: string, services: readonly string[]): string {
  const [, name = '', rest = ''] = SUBJECT.exec(sentence) ?? []
  if (!services.some((service) => service.toLowerCase() === name.toLowerCase())) return sentence
  if (/\b(?:coming|thrown|written|sent) (?:out of|from|by) it\b/i.test(rest))
    return rest.replace(/\b(?:coming|thrown|written|sent) (?:out of|from|by) it\b/i, `on ${name}`)
  if (/\bits\b/i.test(rest)) return rest.replace(/\bits\b/i, `${name}'s`)
  if (/\bit\b/i.test(rest)) return rest.replace(/\bit\b/i, name)
  return atEnd(rest, `on ${name}`)
}

/** "The highest memory till had", "the most threads that web used": whose it is stands behind. */
const OWNED =
  /^((?:and |so )?(?:what(?: is|'s| was) )?(?:the )?(?:highest|lowest|maximum|minimum|max|min|peak|average|mean|median|most|p\d\d)\b.{2,60}?) (?:that )?(?:the )?(\S{2,60}) (?:ever )?(?:had|has|reached|used|saw|took|needed|got)\b(.{0,80})$/i

function ofOwner(sentence: string, services: readonly string[]): string {
  const [, what = '', name = '', rest = ''] = OWNED.exec(sentence) ?? []
  return services.some((service) => service.toLowerCase() === name.toLowerCase())
    ? `${what} of ${name}${rest}`
    : sentence
}

const FAILS_WITH =
  /^((?:so |and |but |ok |hey )*)(?:with what|what|which errors?) (?:does|do|is|are|did|was) (?:the )?(\S{2,60}) (?:fail(?:ing)?|crash(?:ing)?|die|dying|break(?:ing)?)(?: with)?([\s?.!]*)$/i

/** "What does web fail with?": the errors that it logs, and not how many. */
function failsWith(sentence: string, services: readonly string[]): string {
  const [, lead = '', name = '', end = ''] = FAILS_WITH.exec(sentence) ?? []
  const isSaid = / with(?: what)?\b|^(?:\w+ )?with what /i.test(sentence)
  return isSaid && services.some((service) => service.toLowerCase() === name.toLowerCase())
    ? `${lead}what errors does ${name} have${end}`
    : sentence
}

const BEGAN_TO =
  /^((?:so |and |but |ok |hey )*)(?:when|(?:at |since )?what time) (?:did|has) (?:the |our )?(\S{2,60}) (?:first )?(?:start|begin|started|begun) (?:to ([a-z]{3,20})|([a-z]{2,17})ing) (?:the |our |all |any |new )*([a-z][a-z-]{2,30}?)s?([\s?.!]*)$/i
/** What a service does not do with things one by one. */
const NO_DEED =
  /^(?:fail|work|run|send|serv|serve|get|gett|return|have|hav|giv|give|tak|take|us|use|show|be|see|seem|show|throw|log|report|writ|write|answer|hitt|hit|mak|make|behav|act|need)$/i

/** "When did web start refusing orders?": when the first order was refused, and not when the trouble as a whole began. */
function firstDone(sentence: string, services: readonly string[]): string {
  const [, lead = '', name = '', verb, stem = '', thing = '', end = ''] = BEGAN_TO.exec(sentence) ?? []
  if (thing === '' || NO_DEED.test(verb ?? stem)) return sentence
  const service = services.find((one) => one.toLowerCase() === name.toLowerCase())
  const done = verb === undefined ? `${stem.replace(/y$/, 'i')}ed` : participle(verb.toLowerCase())
  return service === undefined ? sentence : `${lead}when was the first ${thing} ${done} by ${service}${end}`
}

const CALLS_TO =
  /^((?:(?:how many|number of|count of|total|all|the|failed|successful|slow(?:est)?|incoming|inbound|and|so) ){0,4})calls (?:in)?to (?:the )?([\w.-]{2,60})(?=[\s?.,!]|$)(?!.{0,200}\b(?:from|by|made by|out of) )/i

/** "Calls to wallet in the last half hour": what a service received are its requests, and nothing that it calls. */
function callsReceived(sentence: string, services: readonly string[]): string {
  const [said = '', front = '', name = ''] = CALLS_TO.exec(sentence) ?? []
  if (!services.some((service) => service.toLowerCase() === name.toLowerCase())) return sentence
  return `${front}requests of ${name}${sentence.slice(said.length)}`
}

/** "Free seats, do they become less?": what stands in front is what "they" are. */
const NOUN_FRONT =
  /^(?:the |our )?((?:[\w.'-]{2,40} ){0,3}[\w.'-]{2,40}),? (is|are|was|were|does|do|did|has|have|can|could) (?:it|they|that)\b(.{2,200})$/i

function nounInPlace(sentence: string): string {
  const [, noun = '', verb = '', rest = ''] = NOUN_FRONT.exec(sentence) ?? []
  return noun === '' || IS_ASKING.test(noun) || /\b(?:and|or|but|since|when|if)\b/i.test(noun)
    ? sentence
    : `${verb} ${noun}${rest}`
}

const COUNT_TAIL =
  /^(.{3,300}?)(?:[,:;]| -)+ ?(?:and )?(?:how many(?: (?:is|are|of them|of those|were|was|that|there|they|do we have|did we have|did we get|in total|altogether|in all|would|be))*|(?:please )?count(?: them| it| please)|(?:the )?number(?: please)?)[\s?.!]*$/i
const PERCENT_TAIL =
  /^(.{3,200}?)(?:[,:;]| -) ?(?:how many percent|what percentage|what share|which share) ((?:is|are|was|were|has|have|got|get|ends?|ended|fails?|failed|succeeds?|succeeded)\b.{0,60}?)[\s?.!]*$/i
const IS_ASKING =
  /^(?:(?:so|and|please|hey|ok) )*(?:how|what|which|who|whose|when|where|why|is|are|was|were|does|do|did|has|have|can|could|show|list|give|tell|find|count|number|sum|total|average|mean|median|p\d\d|max|min)\b/i

/** "Number of A, and the number of B": two questions. */
const TWO_COUNTS =
  /^(.{0,60}?)\b(?:the )?(?:number|count) of (.{2,80}?)(?:,| and|, and| plus) (?:the )?(?:number|count) of (.{2,120}?)(?: too| as well| please)?[\s?.!]*$/i

const ASKS_FOR = /\b(?:please|i need|i want|give me|tell me|show me|what is|what are|what's)\b/gi

/** "POST /orders with 502, how many?": what is asked goes to the front. */
function countInFront(sentence: string): string {
  const [, before = '', first = '', second = ''] = TWO_COUNTS.exec(sentence) ?? []
  const place = before.replace(ASKS_FOR, ' ').trim()
  if (first !== '' && (place === '' || /^(?:on|in|of|for|at) \S{2,40}$/i.test(place)))
    return `how many ${first} and how many ${second}${place === '' ? '' : ` ${place}`}?`
  const [, part = '', verb = ''] = PERCENT_TAIL.exec(sentence) ?? []
  if (part !== '' && !IS_ASKING.test(part)) return `what percentage of ${part} ${verb}?`
  const [, counted = ''] = COUNT_TAIL.exec(sentence) ?? []
  if (counted === '') return sentence
  return IS_ASKING.test(counted) ? counted : `how many ${counted.replace(/^(?:the|all) /i, '')}?`
}
