/** The questions of one message: where they part, and what belongs together although a mark stands between. */
import { type Catalogue, isClassValue } from '../grounding/catalogue.ts'
import { isLogLine, isPastedWhole } from './pasted-lines.ts'
import { asksForCauseOfPasted, withPastedQuoted } from './pasted-template.ts'
import { numbersApart } from './side-by-side.ts'
import { withoutGreeting } from './small-talk.ts'
import { cleaned, lemmaOf, wordsOf } from './words.ts'
import { withoutWrapping } from './wrapping.ts'

/** So many questions of one message are answered; the others are said to be left out. */
export const QUESTIONS_MAX = 4

/** "…, no, wait, …": what stands before it was not meant. */
const TAKEN_BACK =
  /^(.{2,120}?)(?:[?.,\u2026-]+\s*|\s+)(?:no,? wait,?|wait,? no,?|no,? sorry,?|sorry,? i meant?,?|i meant?,|no,? i meant?,?|no,|or rather,?|make that|scratch that,?|correction:)\s+(?!(?:really|right|seriously|thanks|yes|please)\b)(.{2,})$/i
/** Asks by itself what the words before it are about. */
const WHICH_TAIL =
  /^(?:and )?(?:which|what) (?:service|endpoint|route|host|pod|node|region|tenant|customer|one)s?[\s?.!]*$/i
const BARE_TAIL =
  /^(?:and )?(?:why|how come|how many|how much|how often|count|number|total|which|how high|how low)(?: (?:since|in|between|before|after|during|over|today|yesterday|until|from|last|the last|now|so far)\b[^?]{0,60})?[\s?.!]*$/i
/** "… and how many in all?": the number of all goes before what they are. */
export const OF_ALL =
  /^(?:and )?how (?:many|much|often)(?: (?:is|are|was|were) (?:it|that|they|there))? (?:in all|in total|altogether|all together|overall|together|all in all)[\s?.!]*$/i
const BARE_STATISTIC =
  /^(?:(?:and|the|just|only|its|give me|say|as) )*(?:max(?:imum)?|min(?:imum)?|average|avg|mean|median|peak|highest|lowest|p\d\d)(?: (?:of|for|on) (?:both|each|either|all|them|the two|each of them|both of them))?(?: (?:please|pls|plz|only|value|one))*(?:,? (?:since|between|before|after|from|in|over|for|during|today|last)\b[^?]{0,40})?[\s.!?]*$/i
/** "… and how many of each?": what was listed is counted anyway. */
const OF_EACH = /^(?:and )?how (?:many|often)(?: times)?(?: of)? each(?: one| of them)?[\s?.!]*$/i
/** Says when and nothing else. */
const TIME_ONLY =
  /^(?:i need|i want|i mean|give me|namely|say|so|for|in|from|between|at|since|during|the|windows?|times?|utc|today|yesterday|last|past|mins?|minutes?|hours?|and|then|vs\.?|versus|to|until|till|compared|with|both|only|please|\d[\d:.,-]*|[\s:;,.?!\u2013-])+$/i
const HAS_TIME = /\d{1,2}:\d{2}|\b(?:last|past) \d+/

/** "Question from sales: …": who asks says nothing of what is asked. */
const ASKER =
  /^\W*(?:a )?(?:quick )?(?:question|request|ask|message|msg|note) from (?:the |our )?[\p{L}-]+(?: team| department)? ?[:,-]\s*/iu

/** "Found this in the logs:" before a line that is pasted: talk. */
const PASTED_FROM =
  /^\W*(?:(?:hi|hey|so|ok|and|just|i|we|have|has|had|also|now|keep|kept|are|am|is) )*(?:found|saw|got|get|getting|have|seeing|see|spotted|noticed|received|there is|here is|here's) (?:this|these|the following|that)(?: [\p{L}' ]{0,60})?:\s*/iu

/** "Customers wrote that they could not pay. What was it?": a complaint, and the question for its cause. */
const COMPLAINT =
  /^(?=.*\b(?:could not|couldn't|can ?not|can't|cannot|unable|fail\w*|errors?|broken|not work\w*|slow|stuck|down|complain\w*|lost)\b)[^?]{10,300}[.!,]\s+(?:so |and |but )?(?:what(?:'?s| was| is) (?:it|that|this|(?:the|our) (?:(?:root )?cause|reason|culprit|problem|issue))|what happened(?: there)?|what (?:is|was) (?:going on|wrong|up)|what went wrong|any idea(?: why)?|(?:the )?(?:root )?(?:reason|cause|explanation)|(?:kindly |please )?(?:advise|explain|help|investigate|have a look|look into (?:it|this))(?: (?:what|why) .{2,40})?)\W*$/i

function withoutIntroduction(question: string): string {
  const rest = question.replace(PASTED_FROM, '')
  return isLogLine(rest.toLowerCase()) ? rest : question
}

const NOTHING_KNOWN = { templates: [], values: [], services: [] }

/** Whether a word is a service, or a value that people know by name. */
function isNameOf(word: string, { values, services }: Pick<Catalogue, 'values' | 'services'>): boolean {
  const isSame = (name: string): boolean => name.toLowerCase() === word || name.toLowerCase() === lemmaOf(word)
  return (
    services.some(({ name }) => isSame(name)) ||
    values.some((known) => isClassValue(known, word) || isClassValue(known, lemmaOf(word)))
  )
}

/** A question without who asks it, and without what stands around it. */
export const withoutAsker = (written: string, names: Pick<Catalogue, 'values' | 'services'>): string =>
  withoutWrapping(withoutGreeting(written).replace(ASKER, ''), (word) => isNameOf(word, names))

/** "p99.9? no, p99 of search": the question as it was put right in the end, without who asks it. */
export function asPutRight(
  written: string,
  { templates, values, services }: Pick<Catalogue, 'templates' | 'values' | 'services'> = NOTHING_KNOWN,
): string {
  const known = templates.map(({ template }) => template)
  const open = withoutIntroduction(withoutAsker(written, { values, services }))
  if (COMPLAINT.test(open) || asksForCauseOfPasted(open)) return 'what broke?'
  const question = withPastedQuoted(open, known)
  const found = TAKEN_BACK.exec(question.trim())
  if (found === null) return question
  const [, wrong = '', right = ''] = found
  const words = right.trim().split(/\s+/)
  if (words.length > 2) return right
  const kept = wrong.trim().split(/\s+/)
  return [...kept.slice(0, Math.max(1, kept.length - words.length)), ...words].join(' ')
}

const IS_QUESTION =
  /\?\s*$|^(?:so |and |but |ok |hey )*(?:is|are|was|were|does|do|did|has|have|had|can|could|what|which|who|when|where|why|how)\b/i

/** A short statement is the subject of the question word behind it; a longer one is a story. */
function isShort(text: string): boolean {
  return text.split(/\s+/).length <= 6 && !/\d/.test(text)
}

/** Whether a part says nothing by itself: what stands in brackets, a bare question word, a time. */
function belongsTo(before: string, part: string): boolean {
  if (/^\([^()]*\)[.!?]*$/.test(part)) return true
  // What is asked of a quoted line stands behind it.
  if (/^\W*"[^"]{4,400}"\W*$/.test(before) && !/"/.test(part) && isShort(part)) return true
  // "How much of the traffic is prepaid? In percent": in what the answer is to be told.
  if (
    /^(?:(?:and )?(?:in|as) (?:an? )?(?:percent(?:age)?s?|%|ms|milliseconds|seconds|minutes|numbers?|total|eur|usd)[\s.!?]*)$/i.test(
      part,
    )
  )
    return true
  // "Is there lag? Max please": which number of it.
  if (
    /^(?:the )?(?:max(?:imum)?|min(?:imum)?|average|avg|mean|median|p\d\d|total|peak)(?: please| pls)?[\s.?!]*$/i.test(
      part,
    )
  )
    return true
  // "Who got the 503s? By customer": how the answer is cut.
  if (/^(?:per|by|broken down by|grouped by|split by) [\w.-]{2,60}(?: [\w.-]{2,60})?[\s.?!]*$/i.test(part)) return true
  // "Out of all requests, how many …": what comes first says of what.
  if (
    /^(?:and |so )?(?:(?:out )?of (?:all|the|our|every|those|total)|from|for|among|in|on|at|during|since|between|looking at|regarding|concerning|about) [^?]*$/i.test(
      before,
    ) &&
    !/[?.!]\s*$/.test(before)
  )
    return true
  // "Is there lag? Max please": which number of it is meant.
  if (BARE_STATISTIC.test(part)) return true
  if (WHICH_TAIL.test(part) && !IS_QUESTION.test(before)) return true
  if (BARE_TAIL.test(part)) return !IS_QUESTION.test(before) && !(/[.!]\s*$/.test(before) && !isShort(before))
  return HAS_TIME.test(part) && TIME_ONLY.test(part)
}

/** "And what is the p95 of web?" asks the same without its first word; "and for web?" does not. */
const ALSO =
  /^(?:and|also|plus|oh,?)(?:,? (?:and|also))*,? (?=(?:what|whats|what's|how (?:many|much|long|often)|which|who|when|is|are|was|were|did|does|p\d\d)(?: [^\s?]+){4})/i

/** A message of several questions: by question marks, and by "and" before another question word. */
export function partsOf(asked: string): string[] {
  // What is asked of a pasted line stands behind it.
  const isPasted = /(?:^|\s)(?:msg|message)="[^"]{4,400}"/.test(asked)
  const question = isPastedWhole(asked.toLowerCase())
    ? asked.replace(/\s*\n\s*/g, ' ')
    : isPasted
      ? asked.replace(/\n+(?=[^\n]{1,80}$)/, ' ')
      : asked
  const sentences = question
    .split(/(?<=[?!])\s+|(?<=[a-z)]{2}\.)\s+(?=[A-Z])|(?<!\s)\s*;\s+|\n+/)
    .flatMap((sentence) =>
      sentence.split(
        /(?:,\s*|\s+)(?:and|und)\s+(?=(?:how (?:many|long|bad|much)|what (?:should|is the|are the)|which|since when|when did|when (?:was|is|were) (?:its|their)|why|who|where|is it still|show|list)\b)|,\s+(?:and|but)\s+(?=(?:is|are|was|were|did|does|do|has|have|can)\b)|,\s+(?=(?:since when|how (?:bad|long|many)|what should|why|when did|which|is it still|who)\b)/i,
      ),
    )
    .map((part, at) => (at === 0 ? part.trim() : part.trim().replace(ALSO, '')))
    .flatMap(tableParts)
    .flatMap(statisticParts)
    .flatMap(numbersApart)
    .reduce<string[]>((parts, part) => {
      const before = parts.at(-1)
      if (before !== undefined && belongsTo(before, part))
        parts[parts.length - 1] = `${before.replace(/[?!.,]$/, '')} ${part}`
      else parts.push(part)
      return parts
    }, [])
    .filter(
      (part) =>
        /[\p{L}\p{N}]/u.test(part) &&
        !OF_EACH.test(part) &&
        !/^(?:please )?(?:just )?(?:answer|say|reply)?(?: with)?(?: a)? ?(?:simple )?(?:yes or no|true or false|yes\/no|one word|briefly|short)[\s.!?]*$/i.test(
          part,
        ),
    )
  const isQuestion = sentences.filter((part) => wordsOf(cleaned(part)).length > 0)
  const whole = withNouns(isQuestion)
  // A long text is a pasted log or a story around one question: it is read whole.
  const isStory = whole.length > QUESTIONS_MAX && whole.some((part) => !/\?\s*$/.test(part))
  return whole.length === 0 || isStory ? [question] : whole
}

/** "All services with their request rate and error rate": one number by service, and the other. */
const TABLE_OF =
  /^\W*(?:(?:please )?(?:list|show|give|print|get)(?: me| us)? )?(?:(?:a )?(?:list|table|overview) of )?(?:(?:all|the|our|every|each) )*(service|endpoint|route|operation|host|pod|tenant|customer)s? (?:with|and|by|along with|showing) (?:their |its |the )?([\w%-]+(?: [\w%-]+){0,2}?)(?:(?:,| and|, and) (?:their |the )?([\w%-]+(?: [\w%-]+){0,2}?))?[\s.?!]*$/i

/** "Endpoints sorted by latency, slowest first." */
const RANKED =
  /^\W*(?:(?:please )?(?:list|show|give|print|get)(?: me| us)? )?(?:(?:all|the|our) )*((?:service|endpoint|route|operation|host|pod|tenant|customer|region)s) (?:ranked|sorted|ordered|listed) by (?:the |their )?([\w%-]+(?: [\w%-]+){0,2}?)(?:,? (?:(?:slowest|worst|highest|most|biggest|largest|busiest)(?: first| on top)|descending|desc))?[\s.?!]*$/i

function tableParts(sentence: string): string[] {
  const [, ranked, by] = RANKED.exec(sentence) ?? []
  if (ranked !== undefined && by !== undefined && IS_NUMBER.test(by)) return [`top ${ranked} by ${by}`]
  const [, noun, first, second] = TABLE_OF.exec(sentence) ?? []
  if (noun === undefined || first === undefined || !IS_NUMBER.test(first)) return [sentence]
  const numbers = [first, ...(second === undefined ? [] : [second])]
  return numbers.every((name) => IS_NUMBER.test(name)) ? numbers.map((name) => `${name} by ${noun}`) : [sentence]
}

const NUMBER_NAME =
  '(?:median|mean|average|avg|p50|p75|p90|p95|p99|max(?:imum)?|min(?:imum)?|longest|slowest|fastest|shortest)'
/** "The median, the p95 and the longest of web": as many numbers of one thing. */
const SEVERAL_NUMBERS = new RegExp(
  `^(.{0,60}?)\\b(?:the )?(${NUMBER_NAME})(?:, (?:the )?(${NUMBER_NAME}))?(?:, (?:the )?(${NUMBER_NAME}))?(?:,? and|,? &|,? as well as|,) (?:the )?(${NUMBER_NAME})\\b(.{0,200})$`,
  'i',
)
/** A number of two numbers, or a group of requests. */
const OF_NUMBERS = /\b(?:difference|gap|spread|ratio|between|requests?|calls?|minutes?|than|which|who|show|list)\b/i

function statisticParts(sentence: string): string[] {
  const [, before = '', ...rest] = SEVERAL_NUMBERS.exec(sentence) ?? []
  const after = rest.pop() ?? ''
  const names = rest.filter((name) => name !== undefined)
  if (names.length < 2 || OF_NUMBERS.test(`${before} ${after.slice(0, 12)}`)) return [sentence]
  // Of a service by its name; a field or metric has numbers of its own.
  const isOfTime =
    names.some((name) => /^(?:p\d\d|slowest|longest)$/i.test(name)) &&
    /^ (?:of|for|on|in) [^\s._/]{2,60}(?:\s|$)/.test(after)
  const front = /^\W*(?:for|of|on|in|at) (?:the |our )?(\S{2,60}?)[:,]? $/i.exec(before)?.[1]
  return names.map((name) => {
    const plain = /^(?:longest|slowest)$/i.test(name) ? 'max' : /^(?:fastest|shortest)$/i.test(name) ? 'min' : name
    if (front !== undefined) return `${plain} duration of ${front}${after}`
    return `${before}${plain}${isOfTime ? ' duration' : ''}${after}`
  })
}

/** What has a number for each of several. */
const IS_NUMBER =
  /\b(?:rates?|ratios?|count|counts|number|numbers|requests?|errors?|failures?|latency|latencies|durations?|p\d{2}|mean|median|average|throughput|traffic|warnings?|shares?)$/i

/** "How many orders were placed and how many failed": the second is of orders, too. */
function withNouns(parts: readonly string[]): string[] {
  const noun =
    /^(?:[^?]*\b)?how many ([\w-]+(?: (?!(?:were|was|have|has|had|are|did|got)\b)[\w-]+)?) (?:were|was|have|has|had|are|did|got|[a-z]+ed|succeeded|completed)\b/i.exec(
      parts[0] ?? '',
    )?.[1]
  if (noun === undefined) return [...parts]
  return parts.map((part, index) =>
    index === 0
      ? part
      : part
          .replace(/^(how many) (?:got|get|had|have|has) no (?=\w)/i, `$1 ${noun} were got no `)
          .replace(
            /^(how many) of (?:them|those)\b(?! (?:in|since|during|over|between|within|before|after)\b)/i,
            `$1 ${noun}`,
          )
          .replace(/^(how many)(?= (?:got|get|had|went|came|ended|never) )/i, `$1 ${noun}`)
          .replace(/^(how many)(?= (?:in|since|between|after|before|during|from|by|until) )/i, `$1 ${noun}`)
          .replace(
            /^(how many)(?= (?:(?:were|was|have|has|had|are|did|got) )?(?:not )?[a-z]+(?:ed|t|n|k)?\b(?: (?:out|up|off|down|back|through))?(?: in| since| during| between| after| before| today| yesterday| this| so far|[?.!]|$))/i,
            `$1 ${noun}`,
          ),
  )
}
