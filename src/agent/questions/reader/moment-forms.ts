/**
 * Questions for the moment of one record, put so that the record is told before what happened to it: "what time did the
 * first job go to the dead letters" is when the first job to the dead letters was, "first play not counted" the first one
 * that was not counted, "when did web log for the last time" its last line, "max of lag, and when was that" when it was
 * highest. Nothing that restricts what is asked for is taken away.
 */
import type { Catalogue } from '../grounding/catalogue.ts'
import { PARTICIPLE } from '../vocabulary/participles.ts'

const LEAD = '^((?:(?:so|and|but|ok|okay|hey|hi|well|then|also|please) ){0,3})'
const END = '[\\s?.!]*$'
const WHEN = '(?:when|(?:at |around )?what time|(?:at )?what moment)'
const EDGE = '((?:very )?(?:first|last|latest|earliest|newest|oldest|most recent))'
const AGAIN = '(?: (?:for the )?last time| the last time| last| most recently)'
const SAYS = '(?:log|write|say|print|emit|report|speak|output|send)'
const WHAT = '(?: (?:anything|something|a (?:log )?(?:line|message)|(?:any )?(?:logs?|lines?)|to (?:the|its) logs?))?'
const LINE = '(?:its |the |a )?(?:very )?(?:last|latest|most recent) (?:log )?(?:line|message|entry|log|record)'
/** When one of its own lines came last, of a service. */
const LAST_LINE: readonly RegExp[] = [
  new RegExp(`${LEAD}${WHEN} (?:did|has|does) (?:the )?([\\w.-]{2,60}) ${SAYS}${WHAT}${AGAIN}${END}`, 'i'),
  new RegExp(
    `${LEAD}${WHEN} (?:did|has|does) (?:the )?([\\w.-]{2,60}) (?:last|most recently) ${SAYS}${WHAT}${END}`,
    'i',
  ),
  new RegExp(`${LEAD}${WHEN} (?:did|has|does) (?:the )?([\\w.-]{2,60}) ${SAYS} ${LINE}${END}`, 'i'),
  new RegExp(
    `${LEAD}${WHEN} (?:was|did) (?:the )?last (?:sign of life|word|heartbeat) (?:of|from|by) (?:the )?([\\w.-]{2,60})${END}`,
    'i',
  ),
]

const NOUN = '([a-z][a-z-]{1,30}(?: [a-z][a-z-]{1,30}){0,3}?)'
const MOVES = '(?:go|went|goes|come|came|get|got|end up|ended up|land|landed|move|moved|arrive|arrived|fall|fell)'
const TIMES = '(?:in|over|during|within|for|of|since|before|after|between|today|yesterday)'
const READING =
  '(?:[a-z]{1,30}[_.][\\w.]{1,60}|(?:[\\w.-]{1,30} ){0,4}?(?:rate|length|depth|lag|usage|utili[sz]ation|memory|cpu|load|backlog|connections|threads|queue|age|delay|level|pressure|temperature))'
const OF = '((?: (?:of|on|for|in|at) (?!the (?:last|past)\\b)[\\w./-]{2,60})?)'
/** The hour is what is looked at where no time is said. */
const HOUR = '(?: (?:over|in|during|within|for) (?:the|this|that) (?:whole |full )?hour)?'
const AND_WHEN =
  '(?:,? and|,|,? plus) (?:at )?(?:when|what time|which minute)(?: (?:was|is|did) (?:it|that|this)(?: happen)?)?'
const EXTREME = `${LEAD}(?:(?:what (?:is|was)|whats|show|show me|give me|tell me) )?(?:the )?`
const OF_READING = `(?: (?:value|point|level))?(?: of| for| in)?(?: the)? (${READING})${OF}${HOUR}((?: ${TIMES} [^,]{2,40}?)?)${AND_WHEN}${END}`

const FORMS: readonly (readonly [said: RegExp, plain: string])[] = [
  // "What time did the first job go to the dead letters?"
  [
    new RegExp(
      `${LEAD}${WHEN} (?:did|has|have) (?:the |our )?${EDGE} ${NOUN} ${MOVES} ((?:in)?to|on(?:to)?|in) (?=[a-z])`,
      'i',
    ),
    '$1when was the $2 $3 $4 ',
  ],
  // "When was the first play not counted?"
  [
    new RegExp(
      `${LEAD}(?:${WHEN} (?:was|is|were) )?(?:the |our )?${EDGE} ${NOUN}(?<! (?:was|were|is|are|been|did|has|have|do|does|could)) not (?=(?:${PARTICIPLE})\\b)`,
      'i',
    ),
    '$1when was the $2 $3 that was not ',
  ],
  // "Max of queue depth over the hour, and when was that?"
  [
    new RegExp(`${EXTREME}(?:max(?:imum)?|highest|peak|most|largest|biggest)${OF_READING}`, 'i'),
    '$1when was $2$3 highest$4',
  ],
  [new RegExp(`${EXTREME}(?:min(?:imum)?|lowest|smallest|least)${OF_READING}`, 'i'), '$1when was $2$3 lowest$4'],
]

/** Returns the question in the form that is known. */
export function inMomentForm(question: string, { services }: Catalogue): string {
  if (question.length > 200 || /[\n`"]/.test(question)) return question
  for (const form of LAST_LINE) {
    const [, lead = '', name = ''] = form.exec(question) ?? []
    const service = services.find((one) => one.name.toLowerCase() === name.toLowerCase())?.name
    if (service !== undefined) return `${lead}when was the last log line of ${service}`
  }
  return FORMS.reduce((text, [said, plain]) => text.replace(said, plain), question)
}
