/** Shares, lists, levels of counters and words of lines, as people type them who look for one number. */
import { form, type PlainForm } from './plain-form.ts'

const GROUPS =
  '(?:routes|endpoints|operations|services|hosts|pods|instances|nodes|tenants|customers|users|accounts|versions|regions)'
const LINES = '(?:logs?|(?:log )?lines?|(?:log )?messages?|(?:log )?entries)'

export const TYPED_FORMS: readonly PlainForm[] = [
  // "Routes with 5xx at front-gateway" are routes, and no number of requests.
  form(
    `^^(${GROUPS}) (?:with|having|that (?:had|have|returned|gave|got|show|showed)) (?=(?:any )?(?:[45]xx|[45]\\d\\d|errors?|failures?|failed|timeouts?|warnings?)\\b)`,
    'which $1 had ',
  ),
  // "Do any logs say out of memory".
  form(
    `^^(?:do|does|did|have|has) (?:any|some|our|the) (?:of (?:the |our )?)?(${LINES}) (?:say|says|said|mention|mentions|mentioned|contain|contains|contained) (?:the words? )?(?!(?:that|so|it|why|when|which|who|how|what|anything|something|about)\\b)([a-z][a-z -]{2,60}?)$$`,
    'any $1 that say "$2"',
  ),
  // "409 and 422 of web, one number each".
  form(
    '^^((?:how many )?[1-5]\\d\\ds?,? (?:and|or|&|,) [1-5]\\d\\ds? .{2,100}?),? (?:one number each|a number (?:for )?each|one each|separately|each(?: on its own)?)$$',
    '$1 by status code',
  ),
  // "Avg wait in seconds for a placed match", "how full was the queue".
  form(
    '\\b((?:average|avg|mean|median|max(?:imum)?|min(?:imum)?|p\\d\\d|longest|shortest) [a-z]{3,15}) in (?:seconds|secs|ms|milliseconds|minutes|mins) (?=(?:for|of|per)\\b)',
    '$1 ',
  ),
  form(
    '\\bhow full (is|was|were|are|did|does) (?=(?:the |our )?(?:[a-z-]+ ){0,2}(?:queues?|backlogs?)\\b)',
    'how long $1 ',
  ),
  // "Links that were expired when people clicked them", "which bank is worst in absolute terms".
  form(
    '(?<=[a-z]) when (?:people|users|customers|clients|they|someone|somebody) (?:clicked|opened|tried|used|came|visited|looked|wanted|arrived|called)(?: (?:on|at|to))?(?: (?:it|them|that|those|there|use it|use them))?(?=[\\s,?.!]*$|, )',
    '',
  ),
  form(',? in absolute (?:terms|numbers|figures|values)(?=[\\s,?.!]*$)', ''),
  form(
    ',? (?:leaving out|not counting|leaving aside|setting aside|ignoring|disregarding) (?=(?:the |all )?[a-z])',
    ' excluding ',
  ),
  // "P90 of the job queue, excluding failed ones".
  form(
    '^^((?:what (?:is|was) |whats )?(?:the )?(?:p\\d\\d|average|avg|mean|median|max(?:imum)?|latency|duration|how long)\\b.{2,80}?),? (?:excluding|without|except for|except|but not) (?:the |all |any )?(?:(?:failed|failing|unsuccessful|broken) (?:ones|requests|calls|runs|jobs|attempts)|failures|errors)$$',
    '$1, only successful ones',
  ),
  form(
    '^^(which|what) ([a-z]{3,20}) (?:shows?|turns?|comes?|pops?) up (?:the )?most(?: often)? (?:among|in|within) (?=[a-z])',
    '$1 $2 has the most ',
  ),
  // "Who of our customers is hit?", "billing-run: warnings and errors, give me both figures".
  form(
    '^^who (?:of|among) (?:the |our |all |all our )?([a-z]{3,20}s) (?:is|are|was|were|got|has been|have been) (hit|affected|impacted|hurt|suffering)\\b',
    'which $1 are $2',
  ),
  form(
    ',? (?:give me |tell me |show |i need |i want )?(?:both|the two|two) (?:figures|numbers|counts|values)(?: please| separately)?$$',
    ' separately',
  ),
  // "Labels.printed: where does the counter stand".
  form(
    '^^([a-z]+[._][\\w.]{2,60})[:,-]? (?:where|at what|what) (?:does|is|do) (?:the|that|this|its) (?:counter|gauge|value|number|metric|reading)(?: stand| at| show| now| currently| say)*$$',
    'last value of $1',
  ),
  form(
    '^^(?:where|at what) (?:does|do) (?:the )?(?:counter |gauge |metric )?([a-z]+[._][\\w.]{2,60}) stand(?: at)?(?: now| right now| currently)?$$',
    'last value of $1',
  ),
  // "Which service would you open first, if you were on duty".
  form(
    '^^(?:if (?:you|i|we) (?:were|was|are) (?:on (?:duty|call|shift)|me),? )?(?:which|what) (?:service|component|system) (?:would|should|do|shall|must) (?:you|i|we) (?:open|look at|look into|check|start with|begin with|go to|inspect)(?: up)?(?: first)?(?:,? if (?:you|i|we) (?:were|was|are) (?:on (?:duty|call|shift)|me))?$$',
    'what should i check first',
  ),
]
