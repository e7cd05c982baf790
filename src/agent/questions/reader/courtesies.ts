/**
 * What stands before and behind a question and asks nothing, whatever the question is: a salutation, a label ("Q:"),
 * "I want to know", "any idea?". Clauses of people who want something are taken away elsewhere (wrapping.ts).
 */

/** With a mark behind it: "hi team, 404s of web"; a greeting alone is left as it is. */
const SALUTATION =
  /^(?:hi|hey|hello|yo|hiya|morning|good (?:morning|evening|afternoon|day)|sorry|hm+|u[hm]+|well|ok(?:ay)?|alright)(?: (?:team|all|there|everyone|everybody|folks|guys|bot|again|assistant|you))?\s?[,!.:;-]+\s/i
const FILLER = /^(?:(?:u[hm]+|hm+)\s|fyi\b[^.?!]{0,60}[.!]\s)/i
const LABEL =
  /^(?:q|question|(?:and )?also|(?:(?:quick|short|small|dumb|stupid|silly|another|next|one|just a|just one|last) ){1,3}(?:one|question|q))(?: for you)?\s?[:.,)-]+\s/i
const WISH =
  /^(?:(?:please|pls|plz|just|quickly) )*(?:(?:i|we) (?:just |only |really )?(?:want|wanna|need|have|wish|would like|'d like|am trying|are trying|try)(?: to)? (?:know|see|find out|understand|check) |(?:please|pls|plz)(?: just)? (?:tell|show|give) me |(?:can|could|would|will) (?:you|u|someone|somebody|anyone|anybody) (?:(?:please|pls|plz|quickly|just) )*(?:tell|show|give) (?:me|us) |(?:i was |i'm |i am )?just (?:checking|wondering|asking|curious)\s?[,:-]+\s)/i
const CLOSING =
  /(?:(?<![\s,.;-])[\s,.;-]+(?:anyone|anybody|asap|roughly|approximately|approx|any (?:idea|ideas|clue|hints?)|do (?:we|you) know|(?:i |we )?need (?:that|it|this) for (?:the|my|our) (?:report|rca|retro|ticket|summary|write-?up|post-?mortem|status page|call|meeting)|for (?:the|my|our) (?:rca|retro|write-?up|post-?mortem)))[\s?.!,]*$/i
const END = /(?<![\s?.!,])[\s?.!,]+$/
const ROUNDS_MAX = 4

/** The question without them; as it was where nothing else is said. */
export function withoutCourtesies(question: string): string {
  let text = question.trim()
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const mark = END.exec(text)?.[0].includes('?') === true ? '?' : ''
    const front = [SALUTATION, FILLER, LABEL, WISH].reduce((rest, said) => rest.replace(said, ''), text)
    const bare = front.replace(CLOSING, '')
    const next = bare === front ? front : bare + mark
    if (next === text || !/[\p{L}\p{N}]/u.test(bare)) break
    text = next
  }
  return text
}
