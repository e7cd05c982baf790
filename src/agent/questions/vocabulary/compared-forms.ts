/**
 * What is asked of the two sides of a moment, of any of many, or of the incident alone: "did the p95 of web change after
 * 14:04", "is memory growing anywhere", "first error of the outage". Each is put the way that the reader knows.
 */
import { CLOCK, form, type PlainForm } from './plain-form.ts'

const INCIDENT =
  '(?:(?:the |this |our )?(?:incident|outage|trouble|problem|failures?|disruption|crash)|it all|it|this|things)'
const BEGAN = '(?: (?:started|began|broke(?: out)?|happened|hit))?'
/** What can be more or less, with what restricts it. */
const MEASURED =
  '((?:(?:p\\d{2,3}|average|mean|median|max(?:imum)?|typical) )?(?:[\\w./-]{1,40} ){0,4}?(?:p\\d{2,3}|latency|latencies|response times?|durations?|error rate|failure rate|success rate|request (?:rate|volume|count)|volume|traffic|load|throughput|requests|errors|warnings|failures|timeouts|retries|cpu|memory|heap|queue|backlog|lag|number of [\\w .-]{2,40}?|[1-5]\\d\\ds|[1-5]xxs?)(?: (?:of|on|at|in|for|from) [\\w./ -]{2,50}?)?)'
const ONE_OF = '(service|route|endpoint|operation|tenant|customer|region|zone|host|node|pod|instance|version|cluster)'
const PLACES =
  '(tenants|customers|users|clients|accounts|regions|zones|hosts|nodes|pods|instances|clusters|namespaces|countries|merchants)'
const WAYS = [
  ['(?:growing|rising|climbing|increasing|creeping up|going up|leaking|getting (?:higher|worse|bigger))', 'grow'],
  ['(?:falling|dropping|shrinking|decreasing|going down)', 'fall'],
] as const
const OF_ANY = `(?:in|on|of|for|at) (?:any|one|some)(?: of (?:the|our))? (?:one )?${ONE_OF}s?`

/** "Is memory growing anywhere", "is the queue rising on any host". */
const SOMEWHERE: readonly PlainForm[] = WAYS.flatMap(([way, verb]) => {
  const moves = `^^(?:is|are) (?:the |our )?([\\w ./-]{2,40}?) ${way}`
  return [
    form(`${moves} (?:anywhere|somewhere)$$`, `did the $1 of each service ${verb}`),
    form(`${moves} ${OF_ANY}$$`, `did the $1 of each $2 ${verb}`),
  ]
})

export const COMPARED_FORMS: readonly PlainForm[] = [
  // "Did the p95 of web change after 14:04", "has traffic changed since it started".
  form(
    `^^(?:did|has|have) (?:the |our )?${MEASURED} (?:really |also |at all )?changed? (?:much |at all |noticeably )?(?:after|since|from|at|around|with) (${CLOCK})$$`,
    '$1 before and after $2',
  ),
  form(
    `^^(?:did|has|have|is|are) (?:the |our )?${MEASURED} (?:really |also |at all )?(?:changed?|different) (?:much |at all |noticeably )?(?:after|since|with|because of|during|in|when) ${INCIDENT}${BEGAN}$$`,
    '$1 before and during the incident',
  ),
  // "Were there more 401s before the outage", "was there less traffic during the incident".
  form(
    `^^(?:was|were|is|are) there (?:more|fewer|less|higher|lower) (.{2,60}?) (?:before|during|since|after|in) ${INCIDENT}${BEGAN}(?: than (?:during|before|after|since|in) .{1,40})?$$`,
    '$1 before and during the incident',
  ),
  form(
    `^^(?:was|were) (?:the |our )?${MEASURED} (?:higher|lower|slower|faster|worse|better|greater|smaller|busier) (?:before|during|in) ${INCIDENT}${BEGAN}(?: than (?:during|before|after|since|in) .{1,40})?$$`,
    '$1 before and during the incident',
  ),
  form(
    `^^(?:compare )?(?:the )?${MEASURED} (?:during|in) ${INCIDENT}${BEGAN} (?:vs\\.?|versus|and|with|to|compared (?:to|with)|against) (?:before(?: it| that| then)?|normal|usual|the time before)$$`,
    '$1 before and during the incident',
  ),
  form(
    `^^compare (?:the )?${MEASURED} before and (?:after|during|since|in) ${INCIDENT}${BEGAN}$$`,
    '$1 before and during the incident',
  ),
  ...SOMEWHERE,
  // "Requests per minute of every service".
  form(
    `\\b(?:of|in|on|at|from|for|across) (?:every(?: single)?|each (?:and every|single)) ${ONE_OF}\\b`,
    'for each $1',
  ),
  // "Which tenants are there", "list all tenants".
  form(
    `^^(?:list|show|name|print|give)(?: me)?(?: all)?(?: of)?(?: the| our)?(?: (?:different|distinct|known))? ${PLACES}$$`,
    'distinct $1',
  ),
  form(
    `^^(?:which|what)(?: different)? ${PLACES} (?:are there|do we (?:have|serve|see)|exist|show up|send (?:us )?(?:requests|traffic)|use (?:it|us|this))$$`,
    'distinct $1',
  ),
  form(
    '^^how many (?:(?:different|distinct|unique) )?(?!requests|calls|services)([a-z][\\w-]{2,30}) (?:sent|made|send|make|did) (?:any |us )?(?:requests?|traffic|calls)(?=[\\s?.!]*$| (?:in|since|between|over|today|during|before|after)\\b)',
    'how many distinct $1',
  ),
  // "How many sign-ins succeed per minute", "orders that succeeded".
  form(
    '^^how many ([\\w-]{3,40}(?: [\\w-]{3,30})?) succeed(?:s|ed)? (?=(?:per|a|every|each) )',
    'how many successful $1 ',
  ),
  form(
    '(?<=^.{0,40}[a-z]) (?:that|which) succeeded(?= (?:per|by|in|since|between|before|after|for)\\b|[\\s?.!]*$)',
    ' succeeded',
  ),
  form('\\bhow many ([\\w-]{3,40}) succeeds?\\b', 'how many $1 succeeded'),
  // "Is the error rate dropping": what it does now.
  form(
    '^^is (?:the |our )?(?:overall |total )?(?:error|failure) rate (?:now |finally |still )?(?:dropping|falling|going down|coming down|improving|getting better|recovering|decreasing)(?: now| yet| again)?$$',
    'is it getting better',
  ),
  form(
    '^^is (?:the |our )?(?:overall |total )?(?:error|failure) rate (?:now |still )?(?:rising|climbing|going up|getting worse|increasing|growing)(?: now| still)?$$',
    'is it getting worse',
  ),
  // "First error of the outage".
  form(
    `\\b((?:very )?first|earliest) (error|failure|failed request|warning|timeout)s? (?:of|in|during) (?:the|this|our) (?:incident|outage|trouble|problem|disruption|episode)\\b`,
    '$1 $2 since it started',
  ),
  form(
    `^^what changed (?:just|right|shortly|directly|immediately|a bit|the minute) before ${INCIDENT}${BEGAN}$$`,
    'what changed right before the incident',
  ),
  // "Do I need to wake someone up".
  form(
    '^^(?:do|should|must|shall) (?:i|we) (?:need to |have to |really )*(?:wake|page|call|ring|escalate)(?: up)?(?: (?:someone|somebody|anyone|anybody|people|the team|on-?call|it))?(?: up)?(?: (?:now|for (?:this|that)))?$$',
    'is anything still failing',
  ),
  // "Which bidder times out the most".
  form('\\btimes out\\b', 'timed out'),
  // "Slowest web route by p95".
  form(
    '^^(?:the |which is the |what is the |whats the )?(slowest|busiest|worst|fastest) ([a-z]\\w*(?:-\\w+)+) (route|endpoint|operation|path|call)(?: (?:by|at) (p\\d{2,3}))?',
    '$1 $3 of $2 $4',
  ),
  // "Acme is on the phone and says …": where somebody calls from restricts nothing.
  form(
    '^^(?:hi|hello|hey|morning)?,? ?(?:(?:i|we) have |got )?([a-z][\\w.-]{2,40})(?: is| are)? (?:on|at) (?:the |my |our )?(?:phone|line|other line)(?:,| and)? ?(?:they |he |she )?(?:claims?|says?|complains?|thinks?|tells? us|swears?|insists?) (?:that )?(?:they|we|their|all)\\b',
    '$1',
  ),
  // "First and last 502 of web", "slowdown errors, when was the first and the last": each by itself.
  form(
    '^^(?:when (?:was|were|did) )?(?:the )?(?:very )?first and (?:the )?(?:very )?last (?:time of |of )?(?:the )?(?!name|hour|minute|day|week|(?:\\d|two|three|five|ten)\\b)(.{3,80}?)$$',
    'when was the first $1? when was the last $1?',
  ),
  form(
    '^^(.{3,80}?)(?:,|:| -)? when (?:was|were) the (?:very )?first(?: one)? and (?:the )?(?:very )?(?:last|latest)(?: one)?$$',
    'when was the first $1? when was the last $1?',
  ),
  // "Signalling 3.5.0 went out at 13:20. Was that the cause?"
  form(
    `^^(?:the )?([a-z][\\w.-]{1,40}) (v?\\d{1,4}(?:\\.\\d{1,4}){1,3}) (?:went out|went live|was (?:deployed|released|rolled out|shipped)|rolled out|shipped|came out)(?: (?:at|around|about|just before|shortly before|right before|before) [^.?!]{1,30})?[.,;?]? (?:was|is|could|did) (?:that|it|this) (?:be |have been )?(?:the (?:cause|reason|trigger|culprit)|to blame|cause|behind|what broke it)(?: (?:of|for|behind)? ?[^?]{1,60})?$$`,
    'did the release of $1 cause it',
  ),
  // "Is web the culprit? It keeps logging …": the second sentence is a reason to ask.
  form(
    '^^((?:is|was|could|can|might) (?:it (?:be )?)?(?:the )?[a-z][\\w.-]{1,40} (?:be )?(?:the (?:culprit|cause|problem|reason|one)|to blame|at fault|guilty|responsible|broken|down|failing))[?,] (?:it|they|he|she|because|cuz|since|as) (?![^?]{0,120}\\?)[^?]{3,120}$$',
    '$1',
  ),
  // "What happened in that trace", "give me a trace of one".
  form(
    '^^(?:what happened|what went wrong|what is|what was|whats) (?:in|inside|during) (?:that|this|the|its) trace$$',
    'give me the trace',
  ),
  form(
    '^^(?:give|show|get|find)(?: me)? (?:a|the|one|any) trace of (?:one|it|that|this|them|any)(?: of (?:them|those))?$$',
    'give me the trace',
  ),
  // "Did the dispatcher crash at 13:38": a restart then is no crash, and told as well.
  form(
    '^^((?:did|has|have) (?:the )?([a-z][\\w.-]{1,40}) (?:crash(?:ed)?|die[d]?)) (?=(?:at|around|about|between|in|since|before|after)\\b)([^?]{3,60}?)$$',
    '$1 $3? did $2 restart $3?',
  ),
  // "Stale file handle errors, is it both boxes or only one of them": of lines it is told by the instances that have them.
  form(
    '^^(.{5,80}?(?:errors|warnings|lines|timeouts|failures|messages))[,:]? (?:is|are) (?:it|they|that|those|these) (?:(?:on|in|at) )?(?:both|all|every|each)(?: of)?(?: the| our)?(?: [a-z-]{2,20})? (?:boxe?s?|pods?|hosts?|nodes?|instances?|machines?|replicas?|servers?) or (?:just |only )?(?:one|some|a single one)(?: of them)?\\b',
    '$1 by instance',
  ),
  form(
    '^^(?:are|is) (?:the |these |those )?(.{5,80}?(?:errors|warnings|lines|timeouts|failures|messages)) (?:on|in|at|from) (?:both|all|every|each)(?: of)?(?: the| our)? (?:boxe?s?|pods?|hosts?|nodes?|instances?|machines?|replicas?|servers?) or (?:just |only )?(?:on )?(?:one|some|a single one)(?: of them)?\\b',
    '$1 by instance',
  ),
  // "When was the first one and when the last", behind what was counted.
  form(
    '^^when (?:was|were) the (?:very )?first(?: one)?,? and (?:when )?(?:(?:was|were) )?(?:the )?(?:very )?last(?: one)?$$',
    'when was the first one? when was the last one?',
  ),
  // "How long did the webhook queue get at its worst": a length, and no time.
  form(
    '^^how (?:long|deep|big|large) (?:did|has) (?:the |our )?((?:[\\w.-]{2,30} ){0,3}?(?:queue|backlog|list)) (?:get|grow|become|got|grown|become)(?: (?:at|to))?(?: (?:its|the|most))?(?: (?:worst|peak|longest|maximum|most|highest))?(?=[,?]| and|[\\s?.!]*$)',
    'max $1 length',
  ),
  form(
    '^^how (?:long|deep|big|large) is (?:the |our )?((?:[\\w.-]{2,30} ){0,3}?(?:queue|backlog))(?: now| right now| at the moment| currently)?$$',
    'last $1 length',
  ),
  // "Which merchants lost the most authorizations".
  form('^^which ([a-z][\\w-]{2,40}) lost (?:the )?most (?=[a-z])', 'which $1 had the most failed '),
  form('\\b(?:over|during|for|in|within) (?:the )?(?:whole|entire|full) day\\b', 'today'),
  form(
    '^^(.{3,80}?),? (max(?:imum)?|min(?:imum)?|avg|average|mean|median|peak) and (?:last|latest|current|now)(?: value)?$$',
    '$2 of $1? last $1',
  ),
]
