/**
 * Ways of asking about services, trouble, shares, dependencies and orders, and the plain way of asking the same. Part of
 * `plain-forms.ts`; no form takes a condition away or adds one.
 */
import { INCIDENT_FORMS } from './incident-forms.ts'
import { form, type PlainForm, SERVICE, SERVICES } from './plain-form.ts'
import { PROJECT } from './project-forms.ts'
import { IMPACT, STATES } from './state-forms.ts'

/** Courtesy around the question. */
const LEAD_INS: readonly PlainForm[] = [
  form('^(?:ok|okay|alright|all right|hm+|well)[,.!]+ ?(?=[a-z])', ''),
  form(
    '^(?:(?:hi|hello|hey|good)[,!]? )?(?:morning|afternoon|evening|day)(?: all| team| everyone| everybody| folks| guys| there)?[,!.]+ ?(?=[a-z])',
    '',
  ),
  form(
    '^for (?:the |my |our )?(?:accounting|finance|marketing|management|boss|reports?|records?|postmortem|post-mortem|status page|customer|support|statistics|stats|legal|compliance|audit|press|hr|ops|ceo|cto|team|handover|meeting|curiosity|context|minutes|log ?book|shift|weekly|monthly|daily)(?: report| mail| meeting| log)?[:,] (?=\\S)',
    '',
  ),
  form(
    "^(?:(?:hi|hello|hey|so|and|ok|well)[,!]? )*(?:(?:could|can|would) (?:you|someone|anyone|anybody)(?: please| pls)? (?:tell|say to) me|(?:please )?tell me|(?:i(?:'d| would) (?:like|love)|i want|i need) to know|do you know|any idea|(?:just )?(?:yes or no|y/n)(?: please)?[:,]) (?=(?:how|what|which|who|whom|whose|when|where|why|whether|if|the number|since|is|are|did|does|do|has|have|was|were)\\b)",
    '',
  ),
  // Who asks changes nothing, nor that somebody puts it right.
  form('^(?:no,? |sorry,? |well,? )?i mean,? (?=[a-z])', ''),
  form(', ?i mean,? (?=[a-z])', ', '),
  form(
    ',? (?:speaking |asking |seen )?as an? (?:technician|engineer|developer|admin|administrator|sre|operator|manager|product manager|non-technical person|layman|newcomer|beginner|junior|new hire|on-call|support agent|agent of support)$$',
    '',
  ),
  form(
    '^^(?:speaking |asking )?as an? (?:technician|engineer|developer|admin|administrator|sre|operator|manager|product manager|layman|newcomer|beginner|junior|new hire),? (?=[a-z])',
    '',
  ),
  form('^(?:whether|if) (?=[a-z])(?!.{2,60}, ?(?:which|what|who|how|does|do|is|are)\\b)', 'tell me whether '),
  form('^tell me whether (.{2,60}?) (is|are|was|were|has|have) (?=[a-z])', '$2 $1 '),
  form(
    '^(?:so |and |but |ok )*(?:would you say|do you (?:think|reckon)|(?:would|is) it (?:be )?fair to say|can (?:i|we) say) (?:that )?(?!(?:is|are|was|were|has|have)\\b)(.{2,60}?) (is|are|was|were|has|have) (?=[a-z])',
    '$2 $1 ',
  ),
  form("(?<!\\ball)(?:,| -)? (?:is (?:it|that|this) (?:true|right|correct|so)|isn't it|right|correct)\\?*$", ''),
  form(
    "^^what(?: is|'s| was) (?:the |our )?(?:total |exact )?(?:number|count|amount) of (?:different |distinct )(?=[a-z])",
    'how many different ',
  ),
  form("^^what(?: is|'s| was) (?:the |our )?(?:total |exact )?(?:number|count) of (?=[a-z])", 'number of '),
  form('^^(?:the )?number of times (?=[a-z"\ue000])', 'how often '),
]

/** "Which of our services is slowest", "the slowest one". */
const OF_SERVICES: readonly PlainForm[] = [
  form(
    `^^(?:(?:show|list|name|give)(?: me)? )?(?:all )?(?:the )?(?:routes|endpoints|paths|urls)(?: (?:there are|that exist))? (?:of|in|on) (?:the |our )?${SERVICE}(?: (?:please|pls))?$$`,
    'list the endpoints of $1',
  ),
  form('\\b(which|what) (?:one )?of (?:all )?(?:the|our|these|those|your) (?:different )?([a-z]{3,30}s)\\b', '$1 $2'),
  form(
    '^^(?:out of|of|among|from) (?:all )?(?:of )?(?:the|our|these) ((?:[a-z]{3,20} )?[a-z]{3,30})s,? (?:which|what)(?: one)? (?=[a-z])',
    'which $1 ',
  ),
  form(
    '^^among (?:the )?([a-z]{3,30})s of (?:the )?(\\S{2,60}), (?:the |which is the )?(slowest|fastest|busiest|worst)(?: one)?(?: is)?$$',
    '$3 $1 of $2',
  ),
  form(
    '\\b(which|what) ([a-z]{3,30}?)s? (?:is|are|was|were) (?:the )?(slowest|fastest|busiest)(?: one)?(?: to (?:respond|answer|reply))?$$',
    'which $2 is the $3',
  ),
  form(
    '\\b(which|what) (.{3,60}?) (?:takes?|took|needs?|needed) (?:the )?(?:longest|most time)(?: time)?(?: to (?:respond|answer|reply))?\\b(?! (?:to|for|in) )',
    '$1 $2 is the slowest',
  ),
  form('\\b(which|what) traces (?:is|are) the slowest\\b', 'slowest traces'),
  // "Slowest login, which trace?"
  form(
    '^^(?:the )?(slowest|longest|fastest) (.{3,60}?)(?:,|:| -) ?(?:which|what|and its) trace(?: id)?(?: (?:is|was) (?:it|that))?$$',
    'trace of the $1 $2',
  ),
  form(
    '^^(?:list |show |all |the )*(services|components|apps) (?:that|which) (?=(?:talk|call|use|depend|connect|write|read|query|access)\\b)',
    'which $1 ',
  ),
  form(
    '\\b(biggest|largest|greatest) (?=(?:error|failure|success) rate\\b|share\\b|percentage\\b|(?:log )?volume\\b|latency\\b|number\\b|load\\b)',
    'highest ',
  ),
]

/** "What proportion of checkouts has been failing". */
const SHARES: readonly PlainForm[] = [
  form(
    '^^(?:so |and )*([\\w-]{2,30}) (?:vs\\.?|versus) ([\\w-]{2,30})[,:;]? ?(how many .{3,60}?) (?:for )?each$$',
    '$3 each on $1 and $2',
  ),
  form(
    '^^(?:so |and )*out of (?:(?:a|one|every|each) hundred|100) ([a-z-]{3,30}),? how many (?=[a-z])',
    'what percentage of $1 ',
  ),
  form(
    '^^how likely (?:is it|was it) (?:that )?(?:an?|the|our) ([a-z-]{3,30}) (?:gets?|is|was|to be|to get) ([a-z]{3,20}ed)(.{0,60}?)(?:,? (?:in|as a) (?:percent(?:age)?|%))?$$',
    'what percentage of $1s were $2$3',
  ),
  form(
    '\\b((?:number of|how many) (?:requests|calls)) (?:did )?([a-z][\\w.]*[-_][\\w.-]+) (?:took|take|got|get|received|receive|handled|handle|served|serve)(?: in)?\\b(?! (?:more|longer|less|over|under|about|at))',
    '$1 of $2',
  ),
  // "Which airlines do I have to call, whose bags were not routed?"
  form(
    '^^(which|what) ([a-z-]{3,30}s) (?:do|should|must|shall|can) (?:i|we) (?:have to |need to |now )?(?:call|phone|ring|contact|inform|notify|tell|warn|write to|talk to|apologi[sz]e to),? whose ([a-z-]{3,30}s) (were|was|are|is|did|could|have|has) (?=[a-z])',
    '$1 $2 have $3 that $4 ',
  ),
  form(
    '\\bhow much (?:money|cash) (?:was|were|is|has been|have been|got|gets) (?=[a-z]{3,20}(?:ed|en|id|ld)\\b)',
    'total amount ',
  ),
  form("^^(?:what(?: is|'s| was) )?(?:the )?(?:euro|dollar|eur|usd|gbp|money) amount of (?=[a-z])", 'total amount of '),
  form(
    '^^((?:the )?(?:slowest|longest|fastest|shortest) .{3,80}?), how long (?:was|did|is) (?:it|that)(?: take)?$$',
    '$1',
  ),
  form(
    `^^(?:how many )?(requests|calls) (?:that|which) took ${SERVICE} ((?:more|longer|less) than .{2,30}?)$$`,
    'how many $1 of $2 took $3',
  ),
  form(
    '^^how many ([a-z]{3,20}) (?:were|was|are|is) (?:there )?in the (?:largest|biggest|longest|fullest) ([a-z]{3,20})$$',
    'max $1 of a $2',
  ),
  form(
    '(?<=[a-z]s )(?:that |which )?(?:find|finds|found|returns?|returned|give|gives|gave|yields?|yielded|brought|come back with|came back with) (?:nothing|no (?:results?|hits?|matches)|zero (?:results?|hits?))\\b',
    'without results',
  ),
  form('^(.{2,80}?), how long (?:on average|in the mean|typically)$$', 'average duration of $1'),
  form(
    '^^add up (?:the )?(.{3,80}?)(?: for me)?(?: please)?, what (?:sum|total) (?:do we get|is it|is that)$$',
    'sum of $1',
  ),
  form('^^(?:sum|add|total) up (?:all )?(?:of )?(?:the )?(?=[a-z])', 'sum of '),
  form('\\b(?:what|which) (?:proportion|part|portion|fraction|percentage|percent) of\\b', 'what share of'),
  form(
    "^^(?:what(?: is|'s| was) )?(?:the )?(highest|biggest|largest|greatest) (\\S+_\\S+) (?:that )?(?:any|an?|some|one) (.{2,40}?) (?:had|has|got|took|reached|saw)$$",
    'max $2 of $3',
  ),
  form(
    '\\bhow (?:high|large|big) is the (?:percentage|share|proportion|part) of (?:all )?(?:the )?failures (?=(?:for|of|on|in|at) )',
    'failure rate ',
  ),
  form('\\bhow (?:high|large|big) (?:is|was) the (error|failure|success) rate\\b', 'what is the $1 rate'),
  form(
    '\\bwhat share of (.{2,80}?) (?:is|are|was|were|has been|have been|had been|has|have|keeps?|gets?|got|does|do|did) (?:failing|failed|fail)\\b',
    'what share of $1 fails',
  ),
  form(
    '\\bwhat share of (.{2,80}?) (?:gets?|got|is being|are being|has been|have been|was being) ([a-z]{3,20}(?:ed|en|wn))\\b',
    'what share of $1 is $2',
  ),
  form(
    '^^(?:from|out of|of) all (?:the |our )?(.{2,60}?),? what share (fails?|failed|is|are|was|were|gets?|got|has|have)\\b',
    'what share of $1 $2',
  ),
]

/** "Did anybody touch something right before it broke?" */
const CHANGES_BEFORE: readonly PlainForm[] = [
  form(
    '^^(?:did|has|have) (?:any(?:one|body)|some(?:one|body)|we|they|you|ops|a colleague) (?:really |maybe |perhaps |actually )?(?:chang\\w{0,4}|touch\\w{0,3}|modif\\w{1,5}|alter\\w{0,3}|adjust\\w{0,4}|reconfigur\\w{1,4}|do|done) (?:something|anything|things|stuff|(?:a |an |the |some |any )?(?:settings?|config\\w{0,11}|flags?))(?: there| here| in production| in prod)?(?: (?:shortly|right|just|immediately|directly|a bit|a little))* before (?=\\S)',
    'what changed before ',
  ),
  form(
    '^^(?:(?:what|was anything|was something|has anything|has something|was there any(?:thing)?|any(?:thing)?|did anything) (?:been |was |got |has |were )?(?:changed?|changes|changing|touched|modified|different))(?: (?:shortly|right|just|immediately|directly|a bit|a little))* before (?=\\S)',
    'what changed before ',
  ),
  form(
    '^^what changed before (?=(?:the |our |this |that )?(?:start|onset|beginning|incident|outage|trouble|problem|failures?|issue|errors?|(?:it|this|that|things|everything)(?: all)? [a-z]{2,20})\\b)',
    'what changed in the 20 minutes before ',
  ),
]

/** "Turned down", "gave back". */
const VERBS: readonly PlainForm[] = [
  form('\\b(slower|faster) than (?:before|until|up to) (?=\\d{1,2}[:.]\\d\\d(?! and| to|-))', '$1 since '),
  form('\\b(slower|faster) since (\\S{1,20}) than before(?=\\W*$$)', '$1 since $2'),
  form(
    '\\b((?:more|fewer|less|higher|lower|busier)(?: [^ ?!]{1,40}){0,6}) than (?:before|until|up to) (\\d{1,2}[:.]\\d\\d)(?! and| to|-)',
    '$1 since $2 than before',
  ),
  form('^^(?=(?:more|fewer|less) (?:[^ ?!]{1,40} ){1,6}since \\d{1,2}[:.]\\d\\d than before)', 'are there '),
  form('\\b(?:in terms of|with (?:regard|respect) to|measured by|counted in|judged by) (?=[a-z])', 'by '),
  form('\\bquicker\\b', 'faster'),
  // "Did any upload go through after 9:00?"
  form(
    '^^(?:did|have|has) (?:any|a single|even one|one) (?:of (?:the|our) )?([a-z][a-z-]{2,25}?)s? (?:(?:get|got|been|ever) )?(?:succeed(?:ed)?|go(?:ne)? through|ma(?:k|d)e it(?: through)?|work(?:ed)?(?: out| fine)?|successful)(?=$$| (?:in|on|at|since|during|between|for|from|after|before|today|last)\\b)',
    'were any $1s successful',
  ),
  form(
    '\\b(?:that|which|who) (?:worked|went well|went fine|went ok|were ok|was ok)(?=$$| (?:in|on|at|since|during|between|for|from|after|before|today|last)\\b)',
    'that succeeded',
  ),
  form(
    '\\b((?:how many|number of) (?:[a-z][\\w-]* ){1,4}?)(?:worked(?: out| fine| ok| well)?|(?:were|was|went|came out) (?:fine|ok|okay|good|well|alright|all right))(?=$$| (?:in|on|at|since|during|between|for|from|after|before|and|today|last)\\b)',
    '$1succeeded',
  ),
  form(
    '^^(?:did|has|have) (?:the )?((?:new )?(?:release|deployment|rollout|update|version)|\\S{1,40}) (?:make|made) (?:the )?(.{2,40}?) (slower|faster)$$',
    'did $2 get $3 with the $1',
  ),
  form('\\bwith the (?=v?\\d)', 'with '),
  form('\\b(?:turned|turn|turns|turning) down\\b', 'refused'),
  form('\\b(?:we|you|they) said no to\\b', 'that were refused'),
  form('\\b(?:gave|gives?|given) back(?= |$)', 'returned'),
  form('\\b(?:gave|gives?|given) (errors?|[45](?:\\d\\d|xx)s?) back\\b', 'returned $1'),
  form('\\btak(?:e|es|ing) care of\\b', 'handle'),
  form('\\btook care of\\b', 'handled'),
  form(
    '^^(?:with|since|after) (\\S{2,40}) (?:the )?(.{2,40}?) (?:has become|have become|became|has got|got|has been|is|are) (slower|faster)$$',
    'did $2 get $3 with $1',
  ),
  form(
    '^^(?:has|have) (?:the )?(.{2,60}?) (?:become|been|gotten|got) (slower|faster|worse|better)\\b',
    'did $1 get $2',
  ),
]

/** What failed, and what is the cause of it. */
const TROUBLE: readonly PlainForm[] = [
  form(
    '^^how long (?:were|was|did|have|has) (?:the |those |that )?(?:[a-z][\\w-]{2,30} ){0,2}(?:failures|errors|problems?|trouble|outage|incident|issues?) (?:been )?(?:going on|go on|last|lasting|present|there)$$',
    'how long did it last',
  ),
  form('^^what (?:is|was) the (?:problem|trouble|issue) with (?=(?:the |our |all )*[a-z])', 'what went wrong with '),
  form(
    '^^(?:did )?(?:anything|something) (?:break|go wrong|fail|happen) (?:while i (?:was|am) (?:away|out|gone|asleep)|(?:in|during) my absence|over ?night|on my shift)$$',
    'what broke',
  ),
  form(
    '^^(?:the )?(?:pager|alert|alarm|monitor|monitoring|dashboard|phone) (?:says|said|shows|showed|reports|reported|complains about|complained about) (.{2,60}?)[.,;:!?] ?(?:what (?:is|was) (?:it|that|this|wrong|up|going on|happening)|what happened|why(?: is that)?)$$',
    'why $1',
  ),
  form(
    "^^(?:please )?(?:give me |tell me |i need )?(?:the )?root cause of (?:the |this |that |today's |yesterday's |last night's )*(?:incident|outage|problem|issue|trouble|failures?)(?: (?:today|yesterday|last night))?(?:,? (?:in|as) (?:one|a(?: single)?|two|three) (?:short )?(?:sentences?|lines?|words?))?(?: please| pls)?$$",
    'what is the root cause',
  ),
  form(
    '^^(?:which|what) (?:place|spot|service|component|part|thing) (?:should|shall|must|do) (?:i|we) (?:check|look at|look into|start with|start at|begin with)(?: first)?$$',
    'where should I look first',
  ),
  form(
    '^^what (?:makes|is making|made) (?:the |our )?(.{2,60}?) (?=(?:give|return|fail|answer|throw|send|respond|crash|time out)\\b)',
    'why does $1 ',
  ),
  form(
    '^^what (?:was|is) the time (?:that )?it took (?:before|until|till) (.{3,60}?)$$',
    'how long did it take until $1',
  ),
  form(
    `^^(?:the )?${SERVICE} (?:gave|returned|sent|threw|answered(?: with)?) (?:us |back )?(?:a |some |many )?([45](?:\\d\\d|xx))s?,? (?:so )?what (?:is|was) (?:behind (?:it|that|this)|the (?:reason|cause))$$`,
    'why did $1 return $2',
  ),
  form(
    `^^(?:the )?${SERVICE} is (down|slow|failing|broken),? (?:so )?(?:what (?:is|was) (?:the )?(?:reason|cause)|why)$$`,
    'why is $1 $2',
  ),
  form(
    '^^(.{3,60}?) (?:is|are) (failing|broken|down),? (?:since how (?:much time|long)|how long)(?: already)?$$',
    'for how long have $1 been $2',
  ),
  form('\\bsince how much time\\b', 'for how long'),
  form(
    "^^what(?: is|'s) (?:it|the thing) that(?: is|'s|has|'ve)? (?:stopped working|not working|broken?|failing|fails|gone wrong|down)$$",
    'what broke',
  ),
  form(
    '^^(?:what|which (?:one|part|thing)) (?:has |is it that )?(?:stopped working|stopped functioning|gave up|went down|fell over)$$',
    'what broke',
  ),
  form(
    '^^something (?:happened|went wrong|broke|was off|was wrong) (?:at |around )?(?:about |around )?(\\d{1,2}:\\d{2})[,.:;-]* ?(?:so )?what (?:was|is) (?:it|that|this)$$',
    'what happened around $1',
  ),
  form(
    '^^(?:at |around |about )*(\\d{1,2}:\\d{2})[,:;-]+ ?what (?:was going on|went on|happened|was that|was it|was wrong)(?: there| then| here)?$$',
    'what happened around $1',
  ),
  form(
    '^^(?:today|yesterday|earlier) (?:the )?(.{2,40}?) (?:had|has) (?:a |some )?(?:problem|problems|trouble|issue|issues|outage|an outage), what (?:was|is) (?:it|that|this)$$',
    'what went wrong in $1 today',
  ),
  form("\\b(?:did not|didn't|do not|don't|could not|couldn't) (?:succeed|go through|work out)\\b", 'failed'),
  form('\\b(?:ended up|ended) (?:unsuccessfully|failing|in failure)\\b', 'failed'),
  form(
    '^^(?:which|what) services? (?:has |have )?(?:caused|cause|causes|started|triggered) (?:this|it|that|all this|the whole thing)$$',
    'which service is the root cause',
  ),
  form(
    `^^(?:did|does|is|was|has|have) (?:the |a |our )?(?:new |latest )?(?:release|deployment|rollout|deploy|update) of (?:the )?${SERVICE} (?:cause[ds]?|do|done|did|break|broke|broken|trigger(?:ed)?|bring|behind|responsible for|to blame|at fault|the (?:cause|reason|culprit))(?: (?:of |for )?(?:this|it|that|the \\w+|all this))?$$`,
    'was the deployment of $1 the cause',
  ),
  form(
    `^^(?:is|was) it (?:the )?${SERVICE} (?:release|deployment|rollout|deploy|update|version) that (?:is|was) (?:guilty|to blame|at fault|responsible|the (?:cause|culprit|reason))$$`,
    'was the deployment of $1 the cause',
  ),
  form(
    '^^(?:is|was) (?:the )?(?:trouble|problem|issue|error|fault) (?:coming )?(?:from|in|with) (?:the |our |our own )?(.{2,30}?), (?:from |in |with )?(?:the |our |our own )?(.{2,30}?),? or (?:from |in |with )?(?:the |our |our own )?(.{2,30}?)$$',
    'is it the $1, the $2 or the $3',
  ),
]

/** Who calls whom. */
const DEPENDENCIES: readonly PlainForm[] = [
  form(
    `^^if (?:the )?${SERVICE} (?:is|goes|went|was|dies|died)(?: gone| down| away| offline| dead| out| lost)?,? (?:which|what) (?:other )?(?:${SERVICES}) (?:would |will |do )?(?:notice|suffer|break|fail|stop|feel it|are affected|be affected|are hit|get hit|go down)(?: it| too| as well)?$$`,
    'which services call $1',
  ),
  form(
    `\\b((?:which|what) (?:other )?${SERVICES}|who) (?:that )?(?:touch|touches|hit|talk to|talks to|speak to|speaks to|query|queries|depend on|rely on) (?=[a-z])`,
    '$1 use ',
  ),
  form(
    `\\b((?:which|what) (?:other )?${SERVICES}|who) (?:that )?(?:sends?|makes?|issues?) (?:calls?|requests?|traffic|queries) to\\b`,
    '$1 call',
  ),
  form(
    `^^(?:the )?${SERVICE} is (?:called|used|queried|contacted) (?:by|from) (?:which|what) ${SERVICES}$$`,
    'which services call $1',
  ),
  form(
    `^^(?:list |show |name )?(?:the |which |what )?${SERVICES} (?:that )?(?:are |is |get |gets )?(?:called|contacted|used|queried) (?:by|from) (?:the )?${SERVICE}$$`,
    'which services does $1 call',
  ),
  form(
    `^^(?:with|to) (?:which|what|whom) (?:${SERVICES} )?(?:does|do) (?:the )?${SERVICE} (?:speak|talk|communicate|connect)$$`,
    'which services does $1 call',
  ),
  form(
    `^^(?:on )?(?:which|what) (?:other )?(?:things|${SERVICES}) (?:does|do|is|are) (?:the )?${SERVICE} (?:need|require|rely on|dependent(?: on)?|depend(?: on)?)(?: (?:in order )?to (?:work|run|function))?$$`,
    'what does $1 depend on',
  ),
  form(
    `^^(?:the )?${SERVICE} (?:sits on|runs on|uses|stores its data in|writes to|is on) (?:which|what) (databases?|stores?|cache|broker)(?:, .{0,30})?$$`,
    'which $2 does $1 use',
  ),
  form(`^^(?:what|who) are the (?:users|clients|callers|consumers) of (?:the )?${SERVICE}$$`, 'who uses $1'),
  form(`^^(?:which|what) ${SERVICES} work with (?=[a-z])`, 'which services use '),
  form(
    '^^(\\S{3,60}), (?:which|what|who)(?: services?)? (?:is|are) (?:consuming|reading) (?:it|that|from it)$$',
    'who consumes $1',
  ),
]

/** How a thread goes on. */
const FOLLOW_UPS: readonly PlainForm[] = [
  // "How many for nordic-noir" counts nothing of its own.
  form(
    '^^how (?:many|much) (for|of|on|in|from) (?:the )?(?!(?:them|those|these|it|that|this|last|past|total|all|our|my|which|what|today|yesterday|the)\\b)([\\w.-]{2,60})$$',
    'and $1 $2?',
  ),
  form(
    `^^(?:now )?(?:the )?(?:very )?same(?: thing| question| number| count| query| figure| again| one)?,? (?:but )?(?:with|for|on|of|in) (?!the\\b|last\\b|past\\b|today\\b|yesterday\\b)${SERVICE}(?: please| instead)?$$`,
    'and $1?',
  ),
  form('^now ([a-z][a-z0-9]*-[a-z0-9-]{1,40})$$', 'and $1?'),
  form(`^^(?:now )?(?:also|too|as well)(?: for| of| on| with)? ${SERVICE}$$`, 'and $1?'),
  form(`^^(?:now )?${SERVICE},? (?:also|too|as well)(?:, please| please)?$$`, 'and $1?'),
  form('^^how about (?=\\S)', 'what about '),
  form(
    `^^(?!(?:why|what|how|when|who|where|which|yes|no|ok|so|today|yesterday|now|and|but|only|since|before|after|until|till|by|from|even|just|back|right|well|go|show|tell|do)\\b)${SERVICE},? then$$`,
    'and $1?',
  ),
  form(
    '^^(?:ok )?(?:make|let) (?:it|that|this)(?: be)? (?:the last )?(an?|one|two|three|half an|\\d{1,3}) ?(hours?|minutes?|mins?|h|m|days?)(?: instead| please| long)?$$',
    'same for the last $1 $2',
  ),
  form('^^(?:and )?(?:what (?:is|was) )?the cause(?: of (?:it|that|this))?(?: then)?$$', 'what is the root cause'),

  form(`^^how is it (?:for|with|on|in) ${SERVICE}$$`, 'and $1?'),
  form(
    '^^(?:now )?(?:just |only )?(?:for|in|over) (?:the )?(?:past|last) (\\d{1,3} ?[a-z]{1,8}) (?:the same|same thing|again)(?: please)?$$',
    'same for the last $1',
  ),
]

export const ASKING_FORMS: readonly PlainForm[] = [
  ...INCIDENT_FORMS,
  ...LEAD_INS,
  ...OF_SERVICES,
  ...SHARES,
  ...CHANGES_BEFORE,
  ...VERBS,
  ...TROUBLE,
  ...STATES,
  ...IMPACT,
  ...DEPENDENCIES,
  ...PROJECT,
  ...FOLLOW_UPS,
]
