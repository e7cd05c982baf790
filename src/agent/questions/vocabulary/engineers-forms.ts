/**
 * How engineers type what they ask of requests, lines and metrics: a thing first and what is asked of it behind ("429s on web,
 * count and trend"), superlatives over all services, and verbs of their own for restarts and answers. Each is put the way
 * that the reader knows; none takes a condition away or adds one.
 */
import { CLOCK, form, type PlainForm } from './plain-form.ts'

const STATISTIC =
  '(?:p\\d{2,3}(?:\\.\\d)?(?: latency| duration| response time)?|error rate|failure rate|success rate|latency|response time|error count|request count|request rate)'
const ALL_OF =
  '(services|routes|endpoints|operations|tenants|customers|regions|zones|hosts|pods|instances|versions|users)'
/** A thing that was named, before what is asked of it. */
const THING = '(?!(?:how|what|which|when|where|who|why|is|are|was|were|did|does|do|can)\\b)(.{3,100}?)'
const MARK = '(?:[,:;]| [-\\u2013])'
const TIME = '((?: (?:in|over|during|since|between|from|last|past|today|before|after|until)\\b.{0,60})?)'
const MEASURED =
  '(?:requests?|calls|traffic|errors?|warnings?|failures?|failed requests|error rate|latency|p\\d\\d|log ?lines|lines|logs|[1-5]\\d\\ds?|[1-5]xxs?)'

export const ENGINEERS_FORMS: readonly PlainForm[] = [
  // "Requests of web, minute by minute": its course, and not the story of an incident.
  form(
    `\\b(${MEASURED}(?: (?:of|on|for|at|to|with|in) .{2,60}?)?),? (?:(minute|hour) by \\2|(minute|hour)-by-(?:minute|hour)|by the (minute|hour))\\b`,
    '$1 per $2$3$4 over time',
  ),
  form(`^^only (.{3,60}?), (minute|hour) by \\2$$`, 'only $1, per $2 over time'),
  form(',? (?:as|in) (?:a |one )?(?:time ?)?series\\b', ' over time'),
  form('\\b(?:a |the )?time series of (?=[a-z])', 'chart of '),
  form('(?<=[a-z] )time ?series\\b', 'over time'),
  // "Highest p95 among services", "p95 of all services", "worst availability by zone".
  form(
    `^^(?:the |what is the |whats the |which is the )?(highest|lowest|worst|best|biggest|smallest) (${STATISTIC}) (?:among|across|of all|over all|over|between)(?: (?:the|all|our|these))* ${ALL_OF}\\b`,
    'which $3 have the $1 $2',
  ),
  form(`\\b(${STATISTIC}) (?:of|for|across|over) (?:all|every|each)(?: of)?(?: (?:the|our))? ${ALL_OF}\\b`, '$1 by $2'),
  form(
    `^^(?:every|each|all|which|what) ${ALL_OF} (?:that |which )?(?:fails?|failing|have errors|has errors),? (?:and|with) (?:its|their|the) (error|failure) rates?$$`,
    '$2 rate by $1',
  ),
  form('\\b(?:worst|lowest|poorest) availability\\b', 'lowest success rate'),
  form('\\b(?:best|highest) availability\\b', 'highest success rate'),
  form('\\b(top|slowest|busiest|worst)( \\d{1,2})? ops\\b', '$1$2 operations'),
  // "Which zone suffers most", "which tenant is hurting the worst".
  form(
    '^^which ([a-z][\\w.-]{2,40}) (?:suffers?|suffered|struggles?|is hurting|hurts|is suffering|is struggling|has it)(?: the)? (?:most|worst|hardest)$$',
    'which $1 has the most failed requests',
  ),
  // "Codes by status", "status code counts".
  form(
    '\\b(requests?|responses?|calls|traffic|answers) (.{2,60}?) by (?:http )?status(?= |[\\s?.!]*$)(?! code)',
    '$1 $2 by status code',
  ),
  form('\\bstatus code (?:counts?|numbers?|distribution|breakdown|split|histogram)\\b', 'status codes'),
  // "POST /orders spits out 503, what happened".
  form(
    '\\b(?:spits? out|throws?|spews?|coughs? up|barfs?|emits?|is throwing|is spitting out|keeps (?:returning|throwing|giving))(?= (?:a |an )?(?:[45]\\d\\d|[45]xx)s?\\b)',
    'returns',
  ),
  form(
    '^^(?:the )?((?:get|post|put|delete|patch|head) /\\S{1,80}|[a-z][\\w-]{2,40}) returns? (?:a |an |only |lots of |many )?([45]\\d\\d|[45]xx)s?(?:[,:;?.]| -)? ?(?:and )?(?:what happened|what is (?:it|going on|up|wrong)|whats (?:up|wrong|going on)|why|why is that|what gives|cause|what is (?:the )?(?:cause|reason|matter))$$',
    'why does $1 return $2',
  ),
  // "When was web bounced": restarted.
  form(
    '^^(when|how often|who|why|did anyone|did anybody|did someone|has anyone|has anybody|has someone)( was| were| is| got| has| have)? ([a-z][\\w]*(?:-[\\w]+)+) (?:been |get |got )?(?:bounced|cycled|recycled|power[- ]cycled|kicked|rebooted)\\b',
    '$1$2 $3 restarted',
  ),
  // "Avg + p99 of web", "22:20-22:30 / 22:40-22:50".
  form(
    '\\b(avg|average|mean|median|min|max|p\\d{2,3}) ?(?:\\+|&) ?(?=(?:avg|average|mean|median|min|max|p\\d{2,3})\\b)',
    '$1 and ',
  ),
  form('(?<=\\d{1,2}:\\d{2}) ?/ ?(?=\\d{1,2}:\\d{2} ?(?:-|to|until) ?\\d{1,2}:\\d{2})', ' vs '),
  form('\\b(?:p ?)?99[.,]9(?:th)?(?: percentile)?\\b', 'p999'),
  // "Third parties", "outside hosts": what is called outside.
  form(
    '\\b(?:third|3rd)[- ]part(?:y|ies)(?: (?:services|systems|apis?|providers|hosts|vendors))?\\b',
    'external dependencies',
  ),
  // "How are they spread over region".
  form(
    '^^(?:and )?how (?:are|is|were|was) (they|those|these|that|it) (?:spread|distributed|split|divided|broken down)(?: up| out)? (?:over|across|among|between|by) (?:the |each )?(?=[a-z])',
    'break $1 down by ',
  ),
  // "/browse vs /play, which one is slower at p95".
  form(
    `^^(\\S{2,60}) (?:vs\\.?|versus|or) (\\S{2,60})${MARK} (?:which|what)(?: one| of them| of the two)? (?:is|was) (slower|faster|busier|worse|better)(?= |[\\s?.!]*$)(.{0,40}?)$$`,
    'is $1 $3$4 than $2',
  ),
  // "Web: did 2.5.0 make it slower".
  form(
    '^^([a-z][\\w]*(?:-[\\w]+)+)[:,] did (v?\\d{1,4}(?:\\.\\d{1,4}){1,3}) (?=make|slow|speed|break|change|help|hurt|worsen|improve)',
    'did $1 $2 ',
  ),
  // "FATAL lines please", "404s - who returns them and how many".
  form(
    '^^((?:fatal|error|warn|warning|debug|info) (?:lines|logs|messages|records)(?: (?:of|from|in) [\\w.-]{2,60})?),? (?:please|pls|plz)$$',
    'show $1',
  ),
  form(
    '^^((?:[1-5]\\d\\d|[1-5]xx)s?)(?:,| [-\\u2013]|:)? (?:who|which services?) (?:returns?|gives?|sends?|answers? with|throws?) (?:them|it|those|that),? and how (?:many|often)$$',
    '$1 by service',
  ),
  // "Can I trust that login still works?"
  form(
    '^^(?:can|could) (?:i|we) (?:trust|be sure|assume|rely on it) (?:that )?(.{3,60}?) (?:still )?(works?|is ok|is fine|is healthy)$$',
    'does $1 still work',
  ),
  form(
    '^^whats? (?:is |does )?((?=\\w{0,4}\\d)[0-9a-z]{5}|exit code \\d{1,3}|sqlstate \\w{5}|grpc (?:status|code) \\d{1,2})(?: mean)?$$',
    'what does $1 mean',
  ),
  // "Cache warnings, normal or not?"
  form(
    `^^${THING} (warnings|errors|lines|logs|messages|requests|retries|timeouts|failures|[45]\\d\\ds?|[45]xx),? (?:is (?:that|this|it) |are (?:they|these|those) )?normal(?:,? or (?:not|unusual|is it not|a problem))?$$`,
    'is the number of $1 $2 normal',
  ),
  form(`^^${THING}, is (?:that|this|it) normal$$`, 'is $1 normal'),
  // "How many texts were not delivered, as % of all".
  form(
    '^^how many (.{3,80}?),? (?:as (?:an? )?|in )(?:%|percent|percentage|share)(?: of (?:all|the total|them all|all of them))?$$',
    'what percentage of $1',
  ),
  // "How much slower is POST /checkin now than at 22:30".
  form(
    '^^(?:how much|by how much) (?:slower|faster) (?:is|are|did) (.{3,60}?) (?:get )?now than (?:it was |they were )?at (\\d{1,2}:\\d{2})$$',
    'mean duration of $1 in the last 5 minutes vs at $2',
  ),
  form(
    '^^((?:avg|average|mean|median|p\\d\\d|max|error rate|latency|duration|number)\\b.{3,80}?),? any (?:change|difference)s? (?:after|since|from|with) (\\d{1,2}:\\d{2})$$',
    '$1 before and after $2',
  ),
  form(
    "^^what(?: is|'s|s) (?:the |our )?((?:[\\w.-]{2,40} ){0,3}?(?:backlog|queue|lag|traffic|load|throughput|cpu|memory|heap|disk|error rate|latency)(?: (?:of|on|at|in) .{2,40}?)?) doing(?: (?:now|right now))?$$",
    '$1 over time',
  ),
  // "Requests per region for 503s only": a code, and no length of time.
  form('\\b(?:for|with) (?:only |just )?([45]\\d\\d)s(?: only| alone)?$$', 'with status $1'),
  // A thing, and behind it what is asked of it.
  form(
    `^^${THING}, (min|max|avg|average|mean|median|p\\d{2,3}) ?(?:and|,|/) ?(min|max|avg|average|mean|median|p\\d{2,3})$$`,
    '$2 and $3 of $1',
  ),
  form(
    '^^((?:[1-5]\\d\\d|[1-5]xx)s?|errors|warnings|failed requests)( (?:of|on|at|in) [\\w.-]{2,60})? timeline,? (?:in |per |with )?(\\d{1,2})[- ](min(?:ute)?|hour)s? (?:buckets|steps|bins|intervals|slots)$$',
    '$1$2 over time in steps of $3 $4s',
  ),
  // "Does web have errors or just warnings": both, each by itself.
  form(
    '^^(?:does|do|did|has|have) ([\\w.-]{2,60}) (?:have|log|write|show|had|logged)?(?: any)? ?errors,? or (?:just|only|merely) warnings$$',
    'warnings and errors of $1 by severity',
  ),
  // "Portal returns 504s, how bad".
  form(
    `^^(?:the )?([a-z][\\w/-]{2,40}) (?:is |are |keeps )?return(?:s|ing)? (?:a |an |lots of |many )?([45]\\d\\d|[45]xx)s?(?:,|${MARK}| -)? how bad(?: is it| is that)?$$`,
    'what share of requests of $1 ended in $2',
  ),
  form(`^^${THING}${MARK} (?:the |its )?trend${TIME}$$`, '$1 over time$2'),
  form(
    `^^${THING}${MARK} which ([a-z][\\w.-]{1,40}) (?:is|has it|is hit|gets it) (?:the )?(?:worst|most|hardest)(?: hit| affected)?$$`,
    'which $2 has the most $1',
  ),
  form(
    `^^(?!(?:top|most)\\b)((?:warnings|errors|lines|logs|messages|log lines)(?: (?:of|from|in|on|by) [\\w.-]{2,60})?),? which (?:text|message|line|one|kind)s? (?:comes?|is logged|appears?|occurs?|is|are) (?:the )?most(?: often| frequent(?:ly)?| common)?$$`,
    'most frequent $1',
  ),
  // "Requests per country and which has the highest error rate": both are asked.
  form(
    '^^(.{5,80}? (?:by|per|for each) ([a-z][\\w.-]{2,40})),? and which (?:one |of them |\\2 )?has the (highest|lowest|most|fewest|biggest|smallest) (?=[a-z])',
    '$1? which $2 has the $3 ',
  ),
  form(
    `^^${THING}: (?:how many|count|number),? (?:and )?(?:the )?(?:worst|longest|slowest|max(?:imum)?) (?:ms|seconds?|time|duration)?$$`,
    'how many $1? longest duration of $1',
  ),
  form(
    `^^${THING}${MARK} (?:the )?(?:count|number|total|how many|how often)(?: and| \\+|,) (?:the )?trend${TIME}$$`,
    'how many $1 over time$2',
  ),
  // "Web, last seen?" is a service, "CKR_PIN_LOCKED, first seen?" what lines say.
  form(`^^(?!how\\b)([a-z]\\w*(?:-\\w+)+)${MARK} (first|last)(?: time)? seen$$`, 'when was $1 $2 seen'),
  form(
    `^^${THING}${MARK} (?:when )?(?:was it |were they )?(?:first|1st)(?: time)? (?:seen|logged|occurrence|appearance|appeared|time)$$`,
    'when was "$1" first seen',
  ),
  form(
    `^^${THING}${MARK} (?:when )?(?:was it |were they )?last(?: time)? (?:seen|logged|occurrence|appeared|time)$$`,
    'when was "$1" last seen',
  ),
  form(
    `^^${THING}${MARK} (?:the )?(?:worst|peak|top|highest|max(?:imum)?) (?:value|reading|level|number|point)$$`,
    'maximum of $1',
  ),
  form(
    `^^${THING}${MARK} (?:how (?:high|far up) did it (?:get|go)|its peak|the peak),? and when$$`,
    'when was the maximum of $1',
  ),
  form(
    `^^${THING} (warnings|errors|error lines|warn lines|log lines)${MARK} what (?:are|is) (?:they|it|that|those) (?:all )?about$$`,
    'top $2 of $1',
  ),
  form(
    `^^([a-z][\\w]*(?:[._-][\\w]+)+) (dropped|fell|rose|jumped|spiked|went up|went down|went to zero|grew|collapsed) when$$`,
    'when did $1 change',
  ),
  form('^^is the (.{3,60}?) (warning|error|message|line) (?:a )?new(?: one)?$$', 'when was the $1 $2 first seen'),
  // "Longest checkout today, link the trace".
  form(
    '^^(?:the )?(?:longest|slowest|worst) (.{3,60}?),? (?:and )?(?:link|show|give|print|with)(?: me)?(?: the| its| a)? trace(?: id| link)?$$',
    'slowest traces of $1',
  ),
  // "Sqlstate 55P03, wtf", "KeyError in mailer - explain".
  form(
    `^^(?=.{0,60}(?:\\d|error\\b|exception|_|"))${THING}(?:,|${MARK}| [-\\u2013]) (?:wtf|wth|huh|meaning|explain(?: please| pls)?|explanation|what (?:is|does) (?:that|it|this) (?:mean|about|all about))$$`,
    'what does $1 mean',
  ),
  // "Was there an OOM kill somewhere".
  form(
    '^^(?:was|were|is|are) there (?:an? |any )?(oom[- ]?kills?|ooms?|crashes?|segfaults?|panics?)(?: (?:somewhere|anywhere|at all|tonight|today|lately|recently))?$$',
    'any $1',
  ),
  form(
    '^^(?:did|has|was|were) (?:anything|something|anybody|any (?:service|pod|container|process)) (?:get |been |got |gets )?oom[- ]?killed\\b',
    'any oom kills',
  ),
  // "Web still billing?": whether it still does what it does.
  form(
    '^^(?:is |are )?([A-Z][a-z]+(?:[A-Z][a-z]+)+|[a-z][a-z0-9]*(?:-[a-z0-9]+)+) still (?!failing|broken|erroring|crashing|restarting|throwing|timing|hanging|lagging|losing|dropping|rejecting|refusing)[a-z]+ing$$',
    'is $1 still sending',
  ),
  // "422s, who returns them and why": both are asked.
  form(
    '^^((?:[1-5]\\d\\d|[1-5]xx)s?)(?: errors| responses)?,? (?:and )?who (?:returns|gives|sends|answers with|throws) (?:them|it|those|that),? and why$$',
    'which services return $1? why $1?',
  ),
  form(
    '^^how many ((?:[1-5]\\d\\d|[1-5]xx)s?|failed requests|errors)(?: (?:were there|are there|did we have|do we have))?,? and (?:for|to|by|from|with) (?:whom|who)$$',
    'how many $1 by tenant',
  ),
  // "Compare the error rate of web between 22:20 and 22:35 with 22:35 to 22:50".
  form(
    `^^compare (?:the )?(.{3,80}?) (?:between (${CLOCK}) and|from (${CLOCK}) (?:to|until|till)|(${CLOCK}) ?(?:-|to|until|till)) ?(${CLOCK}) (?:with|to|and|against|vs|versus) (?:between |from )?(${CLOCK}) ?(?:-|to|until|till|and) ?(${CLOCK})$$`,
    '$1 from $2$3$4 to $5 compared with $6 to $7',
  ),
  form(
    '^^compare (?:the )?(.{3,80}? (?:in |over |of |during )?(?:the |these )?(?:last|past) .{2,20}?) (?:with|to|against|vs|versus|and) (the (?:previous|preceding|prior|same|one|\\w+ \\w+) .{0,30}|(?:previous|preceding|prior) .{1,30}|(?:the )?\\d{1,3} ?\\w+ before(?: that| those)?)$$',
    '$1 vs $2',
  ),
  // "Which request of web took longest".
  form(
    '^^(?:which|what) (?:requests?|calls?) (?:of|on|to|at|in|from) ([\\w./-]{2,60}) (?:took|takes|has taken|lasted|was|were|is|are) (?:the )?(?:longest|slowest|most time)\\b',
    'slowest request of $1',
  ),
  // "Has web returned 503s", "is web answering with 502 now".
  form(
    '^^(?:has|have) ((?:[a-z][\\w.-]{1,40}|(?:get|post|put|delete|patch) \\S+)) (?:been )?(?:returned|returning|given|giving|sent|sending|served|serving|answered|answering|thrown|throwing)(?: with| out| back)? (?:any |a |an )?((?:[1-5]\\d\\d|[1-5]xx)s?)\\b',
    'did $1 return any $2',
  ),
]
