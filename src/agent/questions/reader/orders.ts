/** Orders to change something in whatever trade: an imperative of a verb that does not ask, with or without "please". */
import { CHANGING } from '../vocabulary/remarks.ts'
import { ASKING_WORDS, TRADE_VERBS } from '../vocabulary/verbs-of-orders.ts'

const LEAD =
  '^\\W*((?:(?:please|pls|plz|kindly|(?:can|could|would|will) you|just|now|quickly|go ahead and|go and|i (?:want|need) you to|i would like you to|you should|hey|hi|ok|okay|and|then|so|would you mind)\\W+)*)'
const DETERMINER =
  '(?:the|an?|my|our|your|every|each|this|these|those|all|both|another|him|her|them|it|me|us|everyone|everybody|everything|anything)'
/** "Errors the last hour", "requests a minute", "cars this morning": no order, whatever the word before. */
const OF_TIME =
  '(?:(?:very )?(?:last|past|previous|first|whole|same|other|next|most|moment|day|days|night|morning|evening|afternoon|hour|hours|minute|minutes|min|second|seconds|week|month|year|time|times|while)\\b|\\d)'
const IMPERATIVE = new RegExp(
  `${LEAD}([a-z]{2,14}) (?:(?:down|back|up|out|off|on|over|in|away) )?${DETERMINER} (?!${OF_TIME})\\S`,
)
/** "Switch vella-bank to the new one", "unlock D-204 now": a thing with a name of its own. */
const OF_A_NAME = new RegExp(
  `${LEAD}([a-z]{2,14}) (?:(?:down|back|up|out|off|on|over) )?(?:[a-z]{3,14} )?#?[a-z]{1,20}[a-z0-9]*[-_#]?[a-z0-9_-]*\\b`,
)
const NAMED = /^#?(?:[a-z][a-z0-9]*[-_#][a-z0-9_#-]*[a-z0-9]|[a-z]+\d+)$/
/** A word of a question beside it: what seems to be a verb is a noun, or the message asks. */
const ASKS =
  /\b(?:vs|versus|failures|how|when|who|why|which|what|whats|where|whose|count|counts|number|rate|rates|percent|percentage|share|average|p\d\d|per|took|takes?|duration|latency|failed|fails?|failing|errors?|slow|slower|slowest|is|are|was|were|did|does|has|have|had)\b/
const ENDS_AS_ORDER =
  /\b(?:please|pls|plz|now|right now|immediately|asap|at once|right away|for me|for us|again|to (?:(?:the|an?|our) )?\S+|back|until \S+)\W*$/
const POLITE = /\b(?:please|pls|plz|kindly|you)\b/

/** "Tell the customers that it is over", "call the vendor": word to people. */
const TO_PEOPLE = new RegExp(
  `${LEAD}(?:tell|inform|notify|warn|remind|ask|call|phone|email|mail|text|ping|message|contact|wake|alert|page) (?:up )?(?:(?:the|our|all|all the|all our) )?(?:[a-z-]+ )?(?:customers?|users?|clients?|tenants?|drivers?|teams?|on-?call|boss|support|everyone|everybody|vendors?|providers?|partners?|suppliers?|police|engineers?|operators?|managers?|people|colleagues?|customer support)\\b`,
)
/** "Book me two seats", "buy some more disks". */
const ERRAND = new RegExp(
  `${LEAD}(?:book|reserve|buy|rent|order) (?:me |us )?(?:an?|the|one|two|three|four|five|six|ten|\\d{1,3}|some|more) [a-z]`,
)
/** "Load code list 2026-11 again": some thing with a number is done anew. */
const DONE_AGAIN = new RegExp(`${LEAD}([a-z]{2,14}) (?=[^?]{0,60}\\d)[a-z][^?]{2,60} (?:again|anew|once more)\\W*$`)
/** "Put web back to 5.2.4", "bring node-3 back into the pool". */
const BRINGS_BACK = new RegExp(
  `${LEAD}(?:put|bring|set|roll|take|switch|move|change|get) (?:the )?(?:[a-z]{2,20} )?[a-z][\\w.-]{1,40} back (?:to|on|onto|into|in) (?!(?:the |an? )?(?:last|past|previous|hour|minute|question|list|start|beginning|topic|\\d+ ?(?:min|h|s))\\b)\\S`,
)
/** "Call the carrier and tell them". */
const CALL_AND = new RegExp(
  `${LEAD}(?:call|phone|ring|email|mail|text|ping|message|contact|wake) (?:up )?(?:the )?[\\w.-]{2,40} and (?:tell|ask|let|inform|say|warn|get|make)\\b`,
)

/** "Give audience_app its grant back", "make node-3 the primary". */
const GIVES =
  /^\W*(?:please |pls |just )*(?:give \S+ (?:its|his|her|their|the|back|access|more|write|read|admin)\b(?!\W*(?:of|for|number|count|rate))|make \S+ (?:the (?:primary|leader|master|default)|primary|leader|live|public|private|read-only|writable|available|work)\b|let \S+ (?:in|out|go|pass|through|run)\b)/

/** "Add up the cents of all deposits": arithmetic over what is there. */
export const ADDS_UP = /^\W*(?:(?:please|pls|now|and|can you|could you) )*(?:add|total|tally|sum|count) up\b/

/** "Remind me what broke": a question. */
const REMINDS =
  /^\W*(?:please |can you |could you )?(?:remind|refresh) me(?: again)?(?: of)?[:,]? (?:what|how|which|when|who|why|where|is|are|was|were|if|whether|the|p\d\d|errors?)\b/

/** Whether a message is such an order. In small letters. */
export function isOrderOfTrade(text: string): boolean {
  if (ADDS_UP.test(text) || REMINDS.test(text)) return false
  if ((BRINGS_BACK.test(text) || CALL_AND.test(text)) && !/\?\W*$/.test(text)) return true
  if (TO_PEOPLE.test(text) && !/\?\W*$/.test(text)) return true
  if (GIVES.test(text) && !/^\W*(?:please |pls |just )*give (?:me|us)\b/.test(text)) return true
  const isPolite = POLITE.test(text)
  const found = IMPERATIVE.exec(text)
  const verb = found?.[2] ?? ''
  const rest = text.slice(found?.[0].length ?? 0)
  if (found !== null && !ASKS.test(rest)) {
    if (isKnown(verb) && !isAsking(verb)) return true
    // "Please dim the lamps": after "please" any such word is a verb.
    if (isPolite && isVerbShaped(verb) && !isAsking(verb)) return true
    if (ENDS_AS_ORDER.test(text) && isKnown(verb) && !AS_CONTINUED.test(verb)) return true
  }
  if (ERRAND.test(text) && !ASKS.test(text)) return true
  const again = DONE_AGAIN.exec(text)?.[2] ?? ''
  if (isKnown(again) && (!isAsking(again) || AS_DONE_AGAIN.test(again)) && !ASKS.test(text)) return true
  return isOfName(text)
}

function isOfName(text: string): boolean {
  const found = OF_A_NAME.exec(text)
  if (found === null || ASKS.test(text) || /\?\W*$/.test(text)) return false
  const words = found[0].trim().split(' ')
  const verb = found[2] ?? ''
  if (!NAMED.test(words.at(-1) ?? '') || !isKnown(verb)) return false
  // "Load catalogue w23 again": a thing by its name is done with anew.
  if (AS_CONTINUED.test(verb)) return AS_DONE_AGAIN.test(verb) && / (?:again|anew|once more)\W*$/.test(text)
  return ENDS_AS_ORDER.test(text) || POLITE.test(text)
}

/** Verbs that go on with a question as well ("drop the 500s", "take the slow ones"). */
const AS_CONTINUED =
  /^(?:show|list|print|sort|order|limit|keep|drop|leave|skip|add|remove|take|use|make|give|set|change|move|put|count|bring|match|tag|label|mark|score|grade|text|split|pull|fetch|hold|load|test|let|copy|group)$/

const AS_DONE_AGAIN = /^(?:load|copy|pull|fetch|move|put|hold|bring|make|let|change|set|add|remove|test)$/

function isAsking(verb: string): boolean {
  return ASKING_WORDS.has(verb) && !/^(?:switch|change|put|bring|move)$/.test(verb)
}

function isKnown(verb: string): boolean {
  return TRADE_VERBS.has(verb) || CHANGING.includes(verb as (typeof CHANGING)[number])
}

/** No plural, no participle. */
function isVerbShaped(verb: string): boolean {
  return !/(?:[^s]s|ing|ed|ly|tion|ness|ment)$/.test(verb)
}
