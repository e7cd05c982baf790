/**
 * What people at a support desk and on call ask in passing, in the grammar that the vocabularies know: "can we just restart
 * web, would that help", "quotes got slower? compare before and after 14:05", "when did the last mail go out".
 */
import { CLOCK, form, type PlainForm } from './plain-form.ts'

const NAMED = '((?:the )?[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*)'
/** A service, or one of its instances by a number: what helps one is told of all. */
const OR_INSTANCE = '((?:the )?[a-z][a-z0-9]*(?:[-_][a-z][a-z0-9]*)*)(?:[-_]\\d{1,3})?'
const CHARS_MAX = 200
const RESTART = '(?:restart(?:ing)?|reboot(?:ing)?|bounc(?:e|ing)|recycl(?:e|ing)|kill(?:ing)?)'
const HELPS = '(?:help|fix (?:it|this|that)|solve (?:it|this|that)|work|do (?:any good|the trick)|be enough)'
const TIMEOUTS = '(?:timing out|to time ?out|time ?outs?|getting time ?outs?)'

/** Put plainly before a message is taken apart and before any reading sees its words: two clauses that ask one thing, too. */
const FIRST_FORMS: readonly PlainForm[] = [
  // "Merchant acme on the phone: how many of their payments failed?"
  form(
    `^^(?:hi|hello|hey)?[,. ]*(?:(?:customer )?support here[.,:;!]* )?(?:our )?(?:(?:customer|merchant|client|tenant|user|partner|account|company|shop|publisher|driver|patient|subscriber) )?((?!support\\b|who\\b|what\\b|which\\b)[\\w-]{3,40}) (?:is |are |was )?(?:on the (?:phone|line)|calling|on hold|in the chat)(?: and (?:asks|says|wants to know|complains))?[:,;.!-]+ ?how many of (?:their|his|her|its) (.{3,100})$$`,
    "how many of $1's $2",
  ),
  form('^hw (?=many|much|often|long)', 'how '),
  form(
    '^^(which|what) (?:calls|routes|endpoints|operations|requests) (?:still )?(?:work|are (?:still )?(?:fine|ok|okay|healthy|working|unaffected|not affected|not failing)|succeed)(?: normally| fine| ok| as usual| as before)*$$',
    '$1 routes have no errors',
  ),
  form(
    `^^(?:can|could|should|shall|may) (?:we|i|you) (?:just |simply |maybe )?${RESTART} ${OR_INSTANCE}[,?;]* (?:would|will|does|is) (?:that|it|this) (?:going to )?${HELPS}(?: here)?$$`,
    'should we restart $1',
  ),
  form(
    `^^(.{3,40}?) (?:got|getting|became|become|are|is) (slower|faster)[?,;:]* ?(?:please )?(?:compare )?before (?:and|vs\\.?|versus) after (${CLOCK})$$`,
    'did $1 get $2 after $3',
  ),
  form(
    '^^(why (?:are|were) .{5,80}?)[,;:–-]+ ?(?:the )?(?:top|main|most (?:common|frequent)|biggest|usual)? ?reasons(?: please| pls)?$$',
    '$1',
  ),
]

/** The question as the readings know it, where it has one of the first forms. */
export function inFirstForm(question: string): string {
  return question.length > CHARS_MAX
    ? question
    : FIRST_FORMS.reduce((text, [said, plain]) => text.replace(said, plain), question)
}

/** Put plainly clause by clause, as the other forms are. */
export const DESK_FORMS: readonly PlainForm[] = [
  // Who is hit is counted once each anyway.
  form(
    '\\bhow many (?:different|distinct|unique|individual) (?=[a-z]{3,20}(?: [a-z]{3,20})? (?:were|are|was|got|have been|has been) (?:hit|affected|impacted|hurt)\\b)',
    'how many ',
  ),
  form(
    '^^(?:are|were|is|was) there (?:any |some )?slow (queries|query|requests|calls)(?: (?:now|today|at the moment))?$$',
    'slow $1',
  ),
  form(
    '^^what (?:are|were|do|did) (?:our |the )?(?:customers|users|people|clients) (?:complaining|complain|moaning|angry|unhappy) (?:about|over)$$',
    'what are the most frequent errors',
  ),
  form(
    '^^(?:list|show|give me|group|count)(?: me)?(?: all| the)* (warnings|errors) (?:by|per|grouped by) (?:type|kind|message|text|pattern)$$',
    'top $1',
  ),
  form(
    '^^what (?:is|do we have) (?:currently )?(?:deployed|running|live)(?: (?:now|right now|at the moment|currently|in prod(?:uction)?))?(?:,? (?:and )?since when)?$$',
    'which versions are running',
  ),
  // "Which airline has the most refused loads, by number": how they are ordered.
  form('^^((?:which|what|who) .{5,90}\\bmost\\b.{3,60}?),? by (?:number|count|amount)$$', '$1'),
  form(
    `^^(?:would|will|does|could|can) (?:${RESTART}|an? (?:restart|reboot) of) ${OR_INSTANCE} ${HELPS}(?: here)?$$`,
    'should we restart $1',
  ),
  form(
    '^^when did the (last|latest|first) (.{3,50}?) (?:go out|come in|arrive|get sent|go through|get through|come through|happen|occur|take place|get logged)$$',
    'when was the $1 $2',
  ),
  // "In the quarter before that": of an hour.
  form('\\b(?:the )?quarter (before|after) (that|it|this)\\b', 'the 15 minutes $1 $2'),
  form(
    `^^did (?:the )?(?:new |latest )?([a-z][a-z0-9]*(?:[-_][a-z0-9]+)*) (?:version|release|deploy(?:ment)?|update|upgrade|rollout) (?:cause|break|trigger|lead to|bring) (?:the |our |all |these |those )?(?!outage|incident|trouble|this|it\\b)(.{3,60})$$`,
    'did the $1 release cause the outage',
  ),
  form(
    `^^when did ${NAMED} (?:start|begin) ${TIMEOUTS}(?: (?:on|to|at|against|with|for) .{2,30}?)?$$`,
    'when was the first timeout of $1',
  ),
  form(`^^when did ${NAMED} first time ?out$$`, 'when was the first timeout of $1'),
]
