/**
 * What stands around a question and asks nothing: "the press office wants to know how many …", "I promised the dean a
 * number.", "…, a small table if you can", "…, the customer is on the line". It is known by its grammar, whoever asks: a
 * clause of its own whose subject is a person or an office, with a verb of wanting, telling, needing or waiting.
 */

const NAME = "[\\p{L}][\\p{L}'’]{1,24}"
/** Who wants something: a pronoun, or a noun phrase of at most four words without hyphens, points or digits. */
const WHO = `(?:i|we|you|he|she|they|somebody|someone|everybody|everyone|(?:(?:the|my|our|a|an|one of (?:the|my|our)|some|another) )?(?:${NAME} ){0,3}${NAME})`
const BE = "(?: (?:is|are|was|were|am|has been|have been)|'(?:s|m|re))"
const NUMBER_OF =
  '(?:the|a|an|our|all|some)?(?: ?(?:exact|total|rough|full|short|small|simple|current))? ?(?:number|count|total|sum|list|share|percentage|average|median|table|top)s?\\b'
const QUESTION_WORD = `(?:how|what|which|who|whom|whose|when|where|why|whether|if|since when|${NUMBER_OF})`

/** "The press office wants to know", "my boss is asking me", "the auditor asks for" before what they ask. */
const ASKED_FOR = new RegExp(
  `^(?:(?:and|so|but|because|as|since|ok|well|also|now|then) )*(${WHO})(?:(?: (?:just|only|really|also|urgently|kindly|again|still|now|today|already|keeps?|would|has|have|had|must|should|may|might|will|did))*(?:${BE})?(?: (?:just|only|really|also|again|always|still|now))*) (?:(?:(?:wants?|wanted|likes?|liked|loves?|needs?|needed|wishes|wished|asks?|asked|has|have|got|would like|interested|curious|eager|supposed|expected|told|going|trying|try|tries)(?: (?:me|us|you))?(?: (?:to|in))+ (?:know|knowing|learn|hear|see|find out|tell|report|say|understand|ask|be told|figure out|count|check)(?: (?:you|me|us|him|her|them|(?:the|my|our) ${NAME}(?: ${NAME})?))?|asks?|asked|asking|wonders?|wondered|wondering|curious|demands?|demanding|enquired|inquired|interested in|(?:believes?|hopes?|thinks?|guess|suppose|expects?|trust)(?: that)? (?:you|somebody|someone) (?:can|could|will|may|might) (?:tell|say to|give|show)|unsure|not sure|no idea|wants?|wanted|needs?|needed|requested|requests?|would like|looking for|waiting for)(?: (?:me|us|you))?(?: (?:for|about|on))?)[,:]? (?=${QUESTION_WORD})`,
  'iu',
)
/** Only people want to know, even where lines are of them too ("the kitchen would like to know how many …"). */
const WANTS_TO_KNOW =
  /\b(?:to (?:know|learn|hear|find out|understand)|wonders?|wondering|curious|(?:asks|asked|is asking|are asking) (?:me|us))\b/iu
/** A verb of talk and of work with numbers, which says nothing of what is asked. */
const TALK =
  '(?:promised?|owes?|needs?|needed|wants?|wanted|asks?|asked|told|waits?|called|phoned|writes?|wrote|prepares?|makes?|presents?|hopes?|wonders?|have (?:to|an?)|has (?:to|an?)|had (?:to|an?)|must|should|said|says|insists?|begs?|demands?|believes? (?:you|i|we)|thinks? (?:you|i|we) (?:can|know|might))'
/** What somebody is or is doing just now; without its verb it says which things are meant ("jobs waiting"). */
const TALK_NOW =
  '(?:asking|telling|waiting|calling|writing|preparing|making|putting together|working on|presenting|reporting|wondering|curious|worried|sorry|new|in a (?:meeting|hurry|rush)|on the (?:line|phone)|on (?:call|duty|hold)|standing (?:next to|behind|beside)|sitting (?:next to|in)|(?:no|not an?) (?:engineer|technician|developer|expert|native speaker)|not technical)'
const LED = '^(?:(?:and|so|but|because|as|since|ok|well|sorry|please) )*'
const TALK_CLAUSE = new RegExp(
  `${LED}(?:it|this|that)(?:'s| is| was)(?: (?:just|only|all|really))* (?:for|urgent|important|not urgent|asap)\\b|${LED}${WHO}(?: (?:just|only|really|also|urgently|kindly|again|still|now|already|always|have|has|had|do|did|will|would))* ${TALK}\\b|${LED}${WHO}${BE}(?: (?:just|only|really|also|again|still|now|already|always))* ${TALK_NOW}\\b|${LED}(?:sorry|apologies|excuse me)(?: (?:to|for) (?:bother|disturb|interrupt|ask|trouble|the|my|all|so)\\w*(?: [\\p{L}']{1,15}){0,4})?$`,
  'iu',
)
/** What is asked leans on the clause before it. */
const LEANS =
  /^(?:and |so |but )*(?:how (?:many|much|often)(?: (?:is|are|was|were|of|did|do|does|have|has|had|in|since)\b|\W*$)|which (?:ones?|were|was|are|is)\b|why\W*$)|\b(?:they|them|those|these|it|he|she)\b/iu
/** Words that say what is asked, of what or when: such a clause is a part of the question. */
const TELLS =
  /[\d`"=<>/_?]|[\p{L}]-[\p{L}]|\b(?:number|count|share|list|sum|total|percentage|average|median|table) of\b|\b(?:errors?|fail\w*|broke\w*|break\w*|slow\w*|down|lost|lose|loses|stuck|cannot|can ?not|can't|could|couldn't|unable|problem\w*|trouble|issues?|outage|incident|crash\w*|timeouts?|timed|wrong|weird|odd|only|except|without|not (?!sure|urgent|an? |technical)|never|excluding|unless|including|today|yesterday|tonight|last|since|between|hours?|minutes?|seconds?|days?|weeks?|months?|before|after|during|until|per|by|each|every|reject\w*|refus\w*|den(?:y|ied)|cancel\w*|missing|ha[ds] gone|gone|disappear\w*|duplicate\w*|twice|healthy|working|works|work|happen\w*|caused?|affected|restart\w*|deploy\w*|release\w*|versions?)\b/iu
/** What the answer is to look like, and courtesy. */
const MANNER =
  "(?:(?:just |only |as |in |with )*(?:an? |the )?(?:(?:small|short|simple|little|nice|quick|rough|plain|full|brief|one|single|tidy|clean) ){0,2}(?:table|list|overview|number|numbers|line|word|sentence|answer|summary|spreadsheet)|all (?:the )?names|names|numbers|all of them|all three|all four|all of it|one after (?:the other|another)|each of them)?(?:,? ?(?:if (?:you can|possible|you could|you may|it is possible|that is possible|that's possible|you have it|you know|you please|you don't mind)|please|pls|plz|thanks?(?: you)?(?: in advance| a lot| very much| so much)?|would be (?:nice|great|fine|good|helpful|enough|ok|perfect)|is (?:enough|fine|ok)|will do|do you know(?: that)?|can you (?:tell|say|help|show|check|look)(?: me| us| it)?(?: (?:that|please|up))?|could you (?:tell|say|help|show|check)(?: me| us)?(?: (?:that|please))?|are you able to (?:tell|say)(?: me| us)?))*"
const MANNER_TAIL = new RegExp(`^(?=\\S)${MANNER}[\\s.!?]*$`, 'iu')

const ASKS =
  /^(?:(?:so|and|but|please|pls|hey|hello|hi|ok|now|well|then)[,!]? )*(?:how|what|which|who|whom|whose|when|where|why|is|are|was|were|does|do|did|has|have|can|could|show|list|give|tell|find|count|number|sum|total|average|mean|median|p\d\d|max|min|the (?:number|count|share|sum|total|average|median|percentage)|share|percentage|any|in (?:which|what)|at what|since when|for)\b/iu
const ASKS_INSIDE =
  /\b(?:how (?:many|much|often|long|big|high|large|busy|full|is|are)|what|which|who|when|where|why|number of|count of|share of|percentage of|p\d\d|median|average|mean|longest|slowest|most|top|sum|per|by)\b/iu

const GAP_FRONT = /(?:[.!;:]|,| -|\u2014|\u2013)+ +/gu
const CHARS_MAX = 400
const CLAUSES_MAX = 3

/** A word of the data: a value, a service, or what lines and routes go by. */
type IsOfData = (word: string) => boolean

/** The question without clauses around it that ask nothing. */
export function withoutWrapping(message: string, isOfData: IsOfData): string {
  if (message.length > CHARS_MAX || /[\n"`{]/.test(message)) return message
  let text = message.trim()
  for (let round = 0; round < CLAUSES_MAX; round++) {
    const next = behindOf(inFrontOf(text, isOfData), isOfData)
    if (next === text) break
    text = next
  }
  return text
}

function inFrontOf(text: string, isOfData: IsOfData): string {
  for (const gap of [...text.matchAll(GAP_FRONT)].slice(0, CLAUSES_MAX)) {
    const clause = text.slice(0, gap.index)
    const rest = text.slice(gap.index + gap[0].length)
    if (isTalk(clause, isOfData) && !LEANS.test(rest) && (ASKS.test(rest) || inFrontOf(rest, isOfData) !== rest))
      return rest
  }
  const asked = ASKED_FOR.exec(text)
  const who = asked?.[1] ?? ''
  const isSomebody = isNoName(who, isOfData) || WANTS_TO_KNOW.test(asked?.[0] ?? '')
  if (asked !== null && !ASKS.test(who) && !TELLS.test(asked[0]) && isSomebody) return text.slice(asked[0].length)
  return text
}

function behindOf(text: string, isOfData: IsOfData): string {
  const gaps = [...text.matchAll(/(?:[.!;:?]|,| -|\u2014|\u2013)+ +/gu)].slice(-CLAUSES_MAX).reverse()
  for (const gap of gaps) {
    const clause = text.slice(gap.index + gap[0].length)
    const rest = text.slice(0, gap.index)
    if (!(ASKS.test(rest) || ASKS_INSIDE.test(rest)) || rest.split(/\s+/).length < 3) continue
    if (MANNER_TAIL.test(clause) || isTalk(clause, isOfData)) return `${rest}${/\?/.test(gap[0]) ? '?' : ''}`
  }
  return text
}

function isTalk(clause: string, isOfData: IsOfData): boolean {
  if (clause.split(/\s+/).length > 14 || ASKS.test(clause) || TELLS.test(clause)) return false
  return TALK_CLAUSE.test(clause) && isNoName(clause, isOfData)
}

/** "I need it for android": what the data has is a part of the question. */
function isNoName(clause: string, isOfData: IsOfData): boolean {
  return !clause
    .toLowerCase()
    .split(/[^\p{L}\p{N}_-]+/u)
    .some((word) => word.length > 2 && isOfData(word))
}
