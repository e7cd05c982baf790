/**
 * What one asks in any incident, in words that name nothing of the project, and the plain way of asking the same. Each
 * form is a whole question: "what still works?", "are there two separate problems?", "who is hammering us?". Part of
 * `plain-forms.ts`.
 */
import { form, OUTAGE, type PlainForm, SERVICE } from './plain-form.ts'

const NOW = '(?: (?:now|right now|at the moment|currently|here))?'
const PEOPLE = '(?:people|users|customers|clients|everyone|everybody|our (?:users|customers|clients))'
const PLACE = '(pod|node|host|instance|machine|replica|container|server|vm)'
const GROUP = '(user|customer|client|tenant|account|merchant|caller|consumer)'
const RELEASE = '(?:deploy|deployment|release|rollout|new version|upgrade)'
const SINCE =
  '((?:the )?(?:last |latest |new )?(?:deploy|deployment|release|rollout|\\d{1,2}:\\d{2})(?: of [a-z][\\w.-]{1,40})?)'
const ALL = '(?:it|that|everything|things|all|requests|the system)'
const MESSAGES = '(?:error|failure|exception) (?:messages?|lines?|texts?|logs?)'

export const ON_CALL_FORMS: readonly PlainForm[] = [
  form(
    `^^what(?:'s| is| does)? still (?:works?|working|up|running|fine|ok|okay|healthy|good)${NOW}$$`,
    'what is not affected',
  ),
  form(
    `^^(?:is|was|are) (?:there )?(?:anything|something) else (?:broken|wrong|failing|down|off|going on)(?: (?:besides|apart from|aside from|other than|than) (?:this|that|it|the [a-z]{3,20}))?${NOW}$$`,
    'what else is broken',
  ),
  form(
    `^^(?:are|were) (?:there|these|those|they) (?:really |maybe |actually )?(?:two|2|several|multiple|more than one|different|separate) (?:separate |different |independent |unrelated )?(?:problems|issues|incidents|outages|causes|things)(?: (?:here|going on|at once|at the same time))?$$`,
    'what else is broken',
  ),
  form(
    `^^is (?:there|it|this) (?:only |just )?(?:more than one|more than a single) ${OUTAGE}$$`,
    'what else is broken',
  ),
  form(
    `^^is (?:it|this|that) (?:all )?(?:only |just )?(?:one|a single|the same) ${OUTAGE} or (?:two|2|several|more|many|different ones|separate ones|multiple)(?: .{2,20})?$$`,
    'what else is broken',
  ),
  form(
    `^^what (?:are|do|will|would) ${PEOPLE} (?:seeing|see|experiencing|experience|getting|get|noticing|notice)(?: of (?:it|this|that))?${NOW}$$`,
    'what is the impact',
  ),
  form(
    '^^(?:which|what)(?: (?:kinds?|sorts?|types?) of)? errors (?:(?:are there |do (?:we|people|users|customers|clients|they) (?:see|get|have) |were there )?(?:on|at|from|for|in)|do(?:es)?) ((?:(?:get|post|put|patch|delete|head) )?/[^\\s?]{1,200})(?: (?:return|give|throw|have|answer with|give back|send back))?$$',
    'which error codes does $1 return',
  ),
  form(
    `^^what (?:did|was the last (?:thing|line)(?: that)?) ${SERVICE} (?:say|said|log|logged|write|wrote|print|printed|report|reported)(?: (?:last|at last|at the end|before it (?:stopped|went silent|died|crashed|went down)))?$$`,
    'last log line of $1',
  ),
  form(
    `^^(?:are|is) (?:we|anyone|anybody|${PEOPLE}) still (?:getting|seeing|hitting|having|receiving) (?:any )?(5xx|4xx|\\d{3}s?|errors|timeouts|failures)${NOW}$$`,
    'are there still $1',
  ),
  form(
    `^^in how many (?:log )?(?:lines?|records?|entries|messages) (?:does|did|do) ${SERVICE} (?:say|mention|log|write|have) (.{2,60})$$`,
    'how many log lines of $1 say $2',
  ),
  form(
    `^^how many (?:log )?lines (?:did|has|have|does) ${SERVICE} (?:write|written|log|logged|print|printed|send|sent|emit|produce)((?: .{2,40})?)$$`,
    'how many log records of $1$2',
  ),
  form(
    `^^(?:(?:what is|what was|whats) )?(?:the )?reason (?:why |that )?${SERVICE} (?:was|got|has been|is) (?:terminated|killed|stopped|evicted|restarted|shut down|rebooted|recreated)$$`,
    'why did $1 restart',
  ),
  form(
    `^^why (?:was|got|has) ${SERVICE} (?:been )?(?:terminated|killed|stopped|evicted|shut down|rebooted|recreated)(?: (?:at|around|about) \\d{1,2}:\\d{2})?$$`,
    'why did $1 restart',
  ),
  form(
    `^^(?:is|are|has|have|did|do|does) (?:the |our )?((?:get|post|put|patch|delete)? ?/\\S{1,80}|(?:get|post|put|patch|delete) \\S{1,80}) (?:become |got |get |gotten |been |now |any )*(?:slower|faster) since (?:the )?(?:release|rollout|deploy|deployment|update|upgrade) of ${SERVICE}$$`,
    'p95 of $1 before and after the release of $2',
  ),
  form(
    `^^did (?:the )?(?:release|rollout|deploy|deployment|update|upgrade) of ${SERVICE} (?:make|slow down) (?:the |our )?((?:get|post|put|patch|delete) \\S{1,80}|/\\S{1,80})(?: slower| faster| slow)?$$`,
    'p95 of $2 before and after the release of $1',
  ),
  form(
    `^^(?:.{0,20} )?(?:got|was|been|were|am) (?:paged|called|woken(?: up)?|alerted|pinged) (?:for|about|by|because of|on|over) .{2,60}[,.;:-]+ ?(?:what is it|what is that|what is wrong|what is up|what is going on|what happened|why|what broke)$$`,
    'what broke',
  ),
  form(
    `^^(?:http |response )?(?:status )?codes (?:of|from|at) ${SERVICE},? (?:broken down|breakdown|counts?|counted|each|split|distribution|by count)$$`,
    'requests of $1 by status code',
  ),
  form(
    `^^(?:(?:which|what|list|show)(?: me)? (?:the )?)?metrics (?:that are |are )?(?:sent|reported|emitted|exported|written) by ${SERVICE}$$`,
    'which metrics does $1 send',
  ),
  form(
    `^^how (?:are|is|were|was) (?:the |our )?([a-z][a-z -]{2,40}?) (?:distributed|spread|split|divided|shared) (?:over|across|by|among|between|per) (?:the |our |all )?([a-z][a-z -]{2,24}?)s?$$`,
    '$1 by $2',
  ),
  form(
    `^^(?:which|what) (?:external|outside|third[- ]party) (?:company|companies|partners?|providers?|vendors?) (?:does|do) ${SERVICE} (?:depend on|call|use|talk to|need|rely on)$$`,
    'which outside hosts does $1 talk to',
  ),
  form(
    `^^(?:and )?who else (?:suffers?|is hit|is affected|is down|fails?|is failing|breaks?) (?:while|when|because|since|as) ${SERVICE} (?:is|was) (?:in trouble|down|failing|broken|slow|ill|sick|out)$$`,
    'which services were affected',
  ),
  form(
    `^^(?:list|show|which|what|give me)(?: me)?(?: all)?(?: the)?(?: our)? (?:customer )?([a-z]{3,20}?)s? (?:with|that have|that had|who have|who had|having) (?:at least one|at least 1|any|some|a|one or more) failed ([a-z]{3,20}?)s?$$`,
    'failed $2s by $1',
  ),
  form(
    ' for (?:the|my|our) (?:\\d{1,2}(?::\\d{2})? ?(?:am|pm) |morning |daily |weekly )?(?:stand-?up|standup|meeting|handover|hand-over|boss|manager|post-?mortem|review call)$$',
    '',
  ),
  form(
    `^^(?:if|when|suppose|imagine|what if) ${SERVICE} (?:is|was|were|goes|went|gets|got|would be|should be) (?:gone|down|dead|off|offline|away|stopped|killed|broken|unavailable|unreachable),? (?:then )?(?:what|who|which services?)(?: else)? (?:would |will |does |do )?(?:also )?(?:stops?|breaks?|fails?|suffers?|dies?|goes? down|be affected|be hit|is affected|is hit|be down)(?: working| too| as well)?$$`,
    'who depends on $1',
  ),
  form(
    `^^(?:.{0,60} )?(?:got|get|gets|saw|see|sees|shows|showed|has|have|had|received) (?:the message |an? )?("[^"]{3,120}")[,.;:!]+ (?:what|so what) (?:does|did) (?:this|that|it|this message|that message|the message) (?:mean|say|tell (?:us|me)|stand for)$$`,
    'what does $1 mean',
  ),
  form(
    `^^(?:to )?what (?:value )?(?:is|was) ([a-z][a-z\\d]*_[\\w.]+) (?:set|configured|changed)(?: to)?(?: (?:now|currently|at the moment))?(?:,? and what (?:was it|is it) (?:before|now|set to before))?$$`,
    'when was $1 changed',
  ),
  form(
    `^^how (many [a-z][a-z -]{2,30}?) (?:has|did) (?:this|it|that|the outage|the incident) cost(?: us)?(?: (?:so far|until now|up to now|in total|altogether))?$$`,
    'how $1 failed since it started',
  ),
  form(
    `^^why did ${SERVICE} (?:go down|stop|die|disappear|shut down|bounce|go away|exit) (?:at|around|about) (\\d{1,2}:\\d{2})$$`,
    'why was $1 restarted at $2',
  ),
  form(
    '^^when (?:is|are|does|do|was|were|gets?|did) (?:an? |the |our )?[a-z][a-z -]{1,30} ("[^"]{3,80}")$$',
    'what does $1 mean',
  ),
  form(
    '^^who (?:turned|switched|flipped|toggled|enabled|disabled) (?:the )?([a-z0-9][\\w.-]{2,60})(?: (?:on|off|back))*(?: again)?$$',
    'who changed $1',
  ),
  form(
    '^^(?:(?:quick|short|full|complete|a) )*list of (?:all )?(?:the )?services(?: (?:(?:in|of|on) (?:this|the|our) .{2,30}|we (?:have|run)))?$$',
    'list the services',
  ),
  form(
    `^^(?:who|which services?|what) (?:publish(?:es)?|produces?|writes?|puts?) (?:messages |events )?(?:in|on)?to (?:the )?([a-z][\\w.-]{2,60})(?: (?:topic|queue|exchange|stream))?$$`,
    '$1 publish by service',
  ),
  form(
    '^^how many ([a-z]{3,20}) (?:had|have|got|saw) (?:at least one|an?|any) (failed|refused|rejected|declined|cancelled|lost) ([a-z-]{3,20})$$',
    'distinct $1 with $2 $3s',
  ),
  form(`^^how bad is it (?:for|at|on|in) ${SERVICE}$$`, 'how many requests of $1 failed'),
  form(
    `^^(?:log )?(?:levels|severities) (?:of|for|in) ${SERVICE}(?:,? how many (?:of )?each)?$$`,
    'log records of $1 by level',
  ),
  form(
    `^^is (?:it )?only (?:one|a single one) of (?:the )?${SERVICE} (instance|pod|host|node|replica|container)s failing(?:[?,.]* which(?: one)?)?$$`,
    'failed requests of $1 by $2',
  ),
  form(
    '^^when did (?:the )?(first|last) (.{3,50}?) fail to be ([a-z]{3,20}ed|sent|written|sold|paid|made)$$',
    'when was the $1 $2 not $3',
  ),
  // "Is it slower since the release?", "more errors since 14:10?"
  form(`^^(?:is|are) ${ALL} (?:any |much )?slower (?:since|after) ${SINCE}$$`, 'did latency go up after $1'),
  form(`^^(?:is|are) ${ALL} (?:any |much )?faster (?:since|after) ${SINCE}$$`, 'did latency go down after $1'),
  form(
    `^^(?:(?:is|are) there |(?:do|did) we (?:see|have|get) )?more ([a-z][a-z -]{2,30}) (?:since|after) ${SINCE}$$`,
    'did $1 increase after $2',
  ),
  form(
    `^^(?:is|are) (?:the |our )?([a-z][a-z0-9 /_.:{}-]{2,60}) (?:any |much )?(?:higher|worse|up) (?:since|after) ${SINCE}$$`,
    'did $1 go up after $2',
  ),
  form(
    `^^(?:is|are) (?:the |our )?([a-z][a-z0-9 /_.:{}-]{2,60}) (?:any |much )?(?:lower|down|better) (?:since|after) ${SINCE}$$`,
    'did $1 go down after $2',
  ),
  form('^^how (?:bad|serious|severe) is (?:it|this|that),? on a scale(?: .{2,30})?$$', 'how bad is it'),
  form(
    `^^is (?:it|this|that) (?:hitting |affecting )?(?:all|every) ([a-z]{3,14}) or (?:just |only )?(?:some|a few|certain ones|part of them)$$`,
    'are all $1 affected',
  ),
  form(
    `^^(?:which|what) (${PEOPLE}|tenants|accounts|merchants) (?:should|must|do|can|shall) (?:we|i)(?: have to| need to)? (?:notify|tell|inform|warn|contact|call|write to|email|apologi[sz]e to)$$`,
    'which $1 are affected',
  ),
  // "Network issue?", "database problem?"
  form(
    '^^(?:an? )?(network|dns|database|db|disk|memory|cpu|certificate|storage|connection pool) (?:issue|problem|trouble|related)s?$$',
    'is it the $1',
  ),
  form(
    '^^(?:is|are) (?:the |our |any |a )?(?:db |database )?connection pools? (?:full|exhausted|maxed(?: out)?|used up|empty|saturated|starved|out of connections|the problem)$$',
    'is it the connection pool',
  ),
  // "Is it one bad node?", "which pod is the bad one?", "is one host worse than the others?"
  form(
    `^^is (?:it|this|that) (?:just |only |maybe |all )?(?:a|an|one|a single|just one) (?:bad |broken |sick |single |faulty )?${PLACE}$$`,
    'error rate by $1',
  ),
  form(
    `^^(?:which|what) ${PLACE}s? (?:is|are|looks?|seems?|has) (?:the |a )?(?:bad|broken|sick|faulty|problem|failing|guilty|unhealthy|wrong)(?: one| problem)?$$`,
    'error rate by $1',
  ),
  form(
    `^^(?:is|are) (?:one|any|some|a single)(?: of the| of our)? ${PLACE}s? (?:doing )?(?:worse|slower|more broken|failing more) than (?:the )?(?:others?|rest)$$`,
    'error rate by $1',
  ),
  form(
    '^^(?:are )?(?:any|some) (?:pods?|containers?|instances?|services?|nodes?|processes) (?:restarting|restarted|crashing|crashed|bouncing|being restarted|crash ?looping)$$',
    'did anything restart',
  ),
  form(
    `^^(?:which|what) ${GROUP}s? (?:is|are) (?:hammering|flooding|spamming|overloading|hitting|bombarding)(?: us| the (?:system|api|platform))?(?: (?:the )?(?:most|hardest))?$$`,
    'which $1 has the most requests',
  ),
  form(
    `^^who(?: is|'s)? (?:(?:hammering|flooding|spamming|overloading|bombarding)(?: us| the (?:system|api|platform))?(?: the most)?|(?:sending|sends|causing|making) (?:us )?(?:the )?most (?:of the )?(?:traffic|requests|load|calls))$$`,
    'which customer has the most requests',
  ),
  form(
    '^^(?:any|are there any|do we see any|see any) (?:weird|odd|strange|unusual|unexpected|funny) (?:http )?(?:status(?:es)?|status codes?|response codes?|http codes?|codes)$$',
    'requests by status code',
  ),
  form(
    `^^is (?:the )?${OUTAGE} (?:more )?(?:upstream|downstream)(?: or (?:downstream|upstream))?(?: (?:of|from) .{2,40})?$$`,
    'what broke',
  ),
  form(
    '^^(?:(?:give|show|get|find|send)(?: me| us)? )?(?:the |an? |one |any )?trace[- ]?id(?: of| for| from)(?: an?| one| any| some)? (?:failed|failing|broken|bad|slow) (?:request|call|one)s?$$',
    'show me a failed trace',
  ),
  // "Which errors started after the deploy?"
  form(
    `^^(?:which|what) errors? (?:(?:have |has )?(?:started|began|begun|appeared|came up|come up|popped up|showed up)|(?:is|are) new) (?:since|after|with) (?:the |our |this )?(?:last |latest )?${RELEASE}$$`,
    'new errors after the deployment',
  ),
  form('^^(?:which|what) errors? (?:is|are) new (?:today|now|here)$$', 'which errors are new'),
  form('^^(?:should we )?roll ?back,? (?:yes )?or (?:not|no|fix forward|wait)$$', 'should we roll back'),
  form(
    `^^(?:which|what)(?:'s| is| are)?(?: the| our)? (?:slowest (?:dependency|dependencies|callee|downstream(?: service)?)|(?:dependency|dependencies|downstream(?: services?)?) (?:is|are) (?:the )?slow(?:est)?)$$`,
    'which service is the slowest',
  ),
  form(
    '^^(?:what|which) came first,? (?:the )?(?:errors?|failures?|latency|slowness|slow requests|timeouts) or (?:the )?(?:errors?|failures?|latency|slowness|slow requests|timeouts)$$',
    'what happened when',
  ),
  form(
    '^^did (?:the )?(?:errors?|failures?|latency|slowness|response times?) (?:go up|rise|start|begin|come|increase|appear) (?:before|after) (?:the )?(?:errors?|failures?|latency|slowness)(?: or (?:after|before)(?: it| them)?)?$$',
    'what happened when',
  ),
  form(
    `^^what (?:did|do) the (?:logs?|lines?) (?:say|show|tell)(?: us)? (?:at the (?:moment|time) |right |just |exactly )?(?:when |that |as )?(?:it|this|everything|things|the (?:outage|incident|trouble|problem)) (?:broke|began|started|happened|went wrong|went down)$$`,
    'first errors since it started',
  ),
  form('(?<=^^when will .{2,40}?),? (?:by itself|on its own|by themselves|alone|without us)$$', ''),
  form(
    '^^where (?:is|does|goes) (?:the |all the |most of the )?time (?:spent|go|lost)(?: (?:in|of|for) (?:the |our )?slow(?:est)? (?:requests?|traces?|calls?|ones))$$',
    'show the slowest trace',
  ),
  // "Top-ups booked over the web, no amex": without it.
  form(
    '(?<=[a-z\\d]), no (?=(?!(?:matter|one|idea|problems?|rush|hurry|worr(?:y|ies)|answer|response|wait|thanks|need|doubt|way|longer|more|clue|reason|luck|sorry|i|it|that|what|how|which|when|really|just|only)\\b)[a-z\\d])',
    ', but no ',
  ),
  form(
    '(?<=[a-z\\d]), not (?=(?!(?:counting|including|yet|now|sure|again|at|just|only|even|so|really|too|bad|good|ok|all|many|much|that|what|how|which|when|if|until|before|after|since|because|like|working|down|up|responding|sending)\\b)[a-z\\d])',
    ', but not ',
  ),
  // "Came back 503", "with a 503 back".
  form('\\b(?:came|come|comes|coming|got|going|went) back (?:with |as )?(?:an? )?(?=[1-5]\\d\\d\\b)', 'with status '),
  // "What's the story with order O-7?"
  form(
    "^^what(?:'s| is|s| was)? (?:the )?(?:story|deal|matter|situation|status) (?:with|on|of|behind|about) (?=.{0,40}\\d)",
    'what happened to ',
  ),
  // "Receipt-mailer quiet?", "has web gone quiet?"
  form(
    '^^(?:is |has |did )?(?:the |our )?([a-z][\\w.-]{2,40}) (?:gone |went |go |been )?(?:quiet|mute|dark)(?: (?:now|lately|again|today|or not))?$$',
    'is $1 silent',
  ),
  form(
    '^^is ([a-z][\\w .-]{1,40}?) (?:doing )?(?:worse(?: off)?|better(?: off)?) than ([a-z][\\w .-]{1,40}?) (?:in|on|for|at|with|regarding|when it comes to) (?:the )?(?:number of )?([a-z][\\w -]{2,40})$$',
    'does $1 have more $3 than $2',
  ),
  // "How often do check-ins get refused, in percent": a share.
  form(
    '^^how often (?:do|does|did|are|is|were) (.{2,50}?) (?:get |got |getting )?([a-z]{3,20}(?:ed|en|nt))(.{0,40}?),? (?:in|as a) (?:percent(?:age)?|%)$$',
    'what percentage of $1 were $2$3',
  ),
  form(
    '^^how often (?:do|does|did) (.{2,50}?) (fail)(.{0,40}?),? (?:in|as a) (?:percent(?:age)?|%)$$',
    'what percentage of $1 failed$3',
  ),
  // "When was the queue deepest?"
  form(
    '^^(when|at what time|what time) (was|is|were) (.{2,60}?) (?:deepest|fullest|longest|biggest|largest|worst|busiest|hottest|at its (?:deepest|fullest|longest|worst))$$',
    '$1 $2 $3 at its highest',
  ),
  form(
    '^^(when|at what time|what time) (was|is|were) (.{2,60}?) (?:emptiest|shallowest|shortest|smallest|coldest|at its (?:emptiest|shortest|smallest|coldest))$$',
    '$1 $2 $3 at its lowest',
  ),
  form(',? (?:all|the whole|this whole) (?:evening|night|morning|afternoon)(?: long)?$$', ''),
  // "When did the last recording get uploaded fine?"
  form(
    '^^(when|at what time|what time) did (?:the |our )?(first|last|latest|earliest) (.{2,50}?) (?:get|got) ([a-z]{2,20}(?:ed|en|nt|ld|ut)|sent|put|lost|cut)(.{0,60}?)(?: (?:fine|ok|okay|properly|correctly|all right|alright))?$$',
    '$1 was the $2 $3 $4$5',
  ),
  // "Did refunds fail more after 18:24?"
  form(
    '^^(?:did|do|have|has) (?:the |our |more )?([a-z][\\w -]{2,40}?) (?:fail(?:ed)?|break|error)(?: (?:more|more often|a lot more|much more|worse|way more)) (after|since) (.{2,60}?)$$',
    'did failed $1 go up after $3',
  ),
  // "Declined cards per decline reason": the reason that their lines carry.
  form(
    '\\b(by|per|for each) (?:the )?(?:decline|refusal|rejection|failure|error|cancell?ation|denial|block|return|bounce|hold|drop|skip|abort) reasons?\\b',
    '$1 reason',
  ),
  form(
    '^^(?:what|which) reasons? (?:do|did|does) (?:we|they|it|the service) (?:give|have|name|state|report|log) (?:when|if|why|for|that) (?:an? |the )?(.{3,60}?) (?:is|are|was|were|gets?|got) ([a-z]{3,20}(?:ed|en|nt|ld))$$',
    '$1 $2 by reason',
  ),
  // "Top 3 flights by bags loaded": of the bags, by flight.
  form(
    '^^(?:the )?top (\\d{1,2}) ([a-z]{3,20})s by (?:number of |count of )?([a-z]{3,20}s [a-z]{3,20}(?:ed|en|nt|ld))((?: (?:since|in|between|today|before|after|during|over).{1,40})?)$$',
    '$3 by $2, top $1$4',
  ),
  // "List all the networks we charge through": which ones there are.
  form(
    '^^(?:list|name|show|show me|give me|tell me) (?:all (?:of )?)?(?:the |our )?(?:different )?([a-z]{3,20}s) (?:that |which )?(we|people|they|customers|users) ([a-z]{3,20}(?: (?:through|with|at|on|to|from|by|in|for))?)$$',
    'what $1 do $2 $3',
  ),
  // "Reminder mails stopped?"
  form(
    '^^(?!(?:what|who|when|why|how|which|has|have|did|is|are|was|were)\\b)(?:the |our )?([a-z][\\w -]{2,40}?) (?:has |have )?stopped(?: (?:coming|arriving|going out|being sent))?$$',
    'did the $1 stop',
  ),
  // "Mail queue depth - going up since when"
  form(
    '^^(?:the |our )?([a-z][\\w. -]{2,50}?)(?: -|,|:)? (?:is |has been |been )?(?:going up|rising|growing|climbing|increasing|up)(?: -|,)? since when$$',
    'when did the $1 start growing',
  ),
  form(
    '^^(?:the |our )?([a-z][\\w. -]{2,50}?)(?: -|,|:)? (?:is |has been |been )?(?:going down|falling|dropping|sinking|decreasing|down)(?: -|,)? since when$$',
    'when did the $1 start falling',
  ),
  // "Codec breakdown of relay allocations"
  form(
    '^^(?:the )?([a-z][a-z_.-]{2,20}) (?:breakdown|split|distribution|mix) (?:of|for) (?:the |all )?(.{3,80})$$',
    '$2 by $1',
  ),
  // "Implausible temperatures - more of them lately?"
  form(
    '^^([a-z][\\w -]{3,60}?)(?: -|,|:|\\.\\.\\.) (?:are there |is there |any )?more(?: of (?:them|those|these|it))? (?:lately|recently|now|than before|than usual)$$',
    'are $1 increasing',
  ),
  form(
    '^^([a-z][\\w -]{3,60}?)(?: -|,|:|\\.\\.\\.) (?:are there |is there |any )?(?:less|fewer)(?: of (?:them|those|these|it))? (?:lately|recently|now|than before|than usual)$$',
    'are $1 decreasing',
  ),
  // "Slowest 5 submissions"
  form(
    '^^(?:show |list |give me |what are )?(?:me )?(?:the )?(?:top )?(?:slowest (\\d{1,2})|(\\d{1,2}) slowest) (?!(?:requests?|traces?|calls?|queries|spans?|endpoints?|routes?|services?|operations?)\\b)([a-z][a-z-]{2,30}s)((?: (?:today|in|since|between|over|during|last).{0,40})?)$$',
    '$1$2 slowest requests of $3$4',
  ),
  // "P99 of POST /submit, now and before 18:20": on both sides of that moment.
  form(
    '^^(.{5,100}?),? now (?:and|vs\\.?|versus|compared (?:to|with)) before ((?:the )?.{2,40})$$',
    '$1 before and after $2',
  ),
  form(
    '^^(.{5,100}?),? before (\\d{1,2}:\\d{2}) (?:vs\\.?|versus|compared (?:to|with)) (?:now|after|after (?:that|it)|since|since (?:then|that)|later)$$',
    '$1 before and after $2',
  ),
  // "Raw capture got switched on when?"
  form(
    '^^(?:the |our )?([a-z][\\w -]{2,40}?) (?:got|was|were|has been|have been) ([a-z]{3,20}(?:ed|en|nt)(?: (?:on|off|up|down|in|out))?) when$$',
    'when was $1 $2',
  ),
  // "Booking horizon: what was it changed to, and when"
  form(
    '^^(?:the |our )?([a-z][\\w. -]{2,40}?)(?::| -|,) what (?:was|is|has) (?:it|that|this) (?:been )?(?:changed|set|switched|raised|lowered|put)(?: to)?(?: now)?(?:(?: &| and|,).{0,40})?$$',
    'when was the $1 changed',
  ),
  form(
    '^^who (?:restarted|killed|rebooted|bounced) (?:the |our )?(.{2,40}?)(?:,? and (?:when|at what time|why))?$$',
    'why did $1 restart',
  ),
  form('(?: plus|,| with) (?:the )?time of (?:it|that)$$', ' and when'),
  form('^^(show|list|give)( me)? (?:a few|some|a couple of|several) (?!errors|logs|lines|of)', '$1$2 3 '),
  // "Which pod of web was replaced, and why?"
  form(
    '^^(?:which|what) (?:pods?|instances?|replicas?|containers?|nodes?) of (?:the )?(.{2,40}?) (?:was|were|got|has been|have been) (?:restarted|replaced|stopped|killed|rebooted|recycled|evicted)(?:,? and why)?$$',
    'why did $1 restart',
  ),
  form(
    "^^(?:was|were|did) (?:the )?([a-z][\\w.-]{2,40})(?:'s|s)? (?:pod|instance|replica|container)s? (?:restarted|restart|replaced|killed|rebooted|recycled|evicted)(?:,? and why)$$",
    'why did $1 restart',
  ),
  // "When did water flow peak and how high?"
  form(
    '^^when did (?:the )?(.{2,50}?) peak((?: (?:in|on|at|of|for) .{2,40}?)?)(?:,? and|,)? (?:how high|at what(?: value)?|what was it|how much|at how (?:much|many))$$',
    '$1 peak$2 and when',
  ),
  // "… for the postmortem", "need the …": who asks, and what for, asks for nothing.
  form(
    ' for (?:the|my|our|a) (?:post-?mortem|report|ticket|status page|summary|write-?up|incident report|timeline doc|handover)$$',
    '',
  ),
  form('^^(?:i |we )?need (?:to know |to see )?(?=(?:the|a|which|how|all|every)\\b)', ''),
  form(
    '^^(?:the )?(?:running |current |live |deployed )?versions? of (?:each|every|all|all the|all our|our) (?:services?|components?|apps?)$$',
    'what versions are running',
  ),
  form(
    '^^(?:which|what) versions? (?:does|do|is|are|did) (?:each|every|all|all the|our) (?:services?|components?|apps?) (?:run|running|on|use|using)$$',
    'what versions are running',
  ),
  form('^^(?:the )?(?:last|final|dying) words (?:of|from) (?:the )?([a-z][\\w.-]{1,40})$$', 'last log line of $1'),
  form(
    '^^(did|has) (.{2,40}?) (restart|restarted|reboot|rebooted) (?:to|in order to|so as to) [a-z]{3,20}(?: .{2,30})?$$',
    '$1 $2 $3',
  ),
  // "What would break if price-book went away?"
  form(
    '^^(?:what|who|which services?) (?:would|will|does|might) (?:break|suffer|fail|be hit|be affected|stop working|go down|notice) (?:if|when) (?:the |our )?([a-z][\\w.-]{1,40}) (?:went|goes|go|is|was|were) (?:away|down|offline|gone|dead|lost|unavailable)$$',
    'who calls $1',
  ),
  form(
    '^^(?:can|could|should|may) (?:we|i|you) blame (?:the |our )?(.{2,50}?) for (?:the |this|that|it|all).{0,40}$$',
    'is the $1 to blame',
  ),
  // "Somebody touched low_slot_threshold. Where, and to which value?"
  form(
    '^^(?:somebody|someone|who|anybody) (?:touched|changed|modified|set|altered) (?:the )?([a-z]\\w*(?:[_.-]\\w+)+)(?:[.,;]? .{0,50})?$$',
    'when was $1 changed',
  ),
  form(
    '^^(failures?|errors?|timeouts?|refusals?|retries) (of|in|on|from|at) (.{3,60}?), (?:count (?:them|those)|how many|the number)$$',
    'how many $1 $2 $3',
  ),
  form(
    '^^how many ([a-z]{3,20}s) (got|had|received|have|made|sent|placed) at least (?:one|a single|1) ([a-z][a-z -]{2,40}?)(?: sent)?$$',
    'how many different $1 $2 $3',
  ),
  // "Which came first, the release or the errors?"
  form(
    '^^(?:which|what) (?:came|was|happened) first,? (?:the )?(.{2,50}?(?:release|deploy(?:ment)?|rollout|upgrade|change)) or (?:the )?(?:errors?|failures?|outage|incident|trouble|problems?|timeouts?)$$',
    'did the errors start before or after the $1',
  ),
  form(
    '^^(?:which|what) (?:came|was|happened) first,? (?:the )?(?:errors?|failures?|outage|incident|trouble|problems?|timeouts?) or (?:the )?(.{2,50}?(?:release|deploy(?:ment)?|rollout|upgrade|change))$$',
    'did the errors start before or after the $1',
  ),
  // "(queued ones too)"
  form(
    ' ?\\((?:the )?[a-z]{3,20}(?: ones)? (?:too|as well|included)\\)| ?\\((?:including|incl\\.?|with) (?:the )?[a-z]{3,20}(?: ones)?\\)',
    '',
  ),
  // "What wallets are in use here?"
  form(
    '^^(?:what|which) ([a-z]{3,20}s) (?:are|is) (?:in use|used|being used|around)(?: (?:here|there|now|today))?$$',
    'which $1 do people use',
  ),
  // "Five slowest drop-offs"
  form(
    '^^(?:show |list |give me )?(?:me )?(?:the )?(two|three|four|five|ten) slowest (?!(?:requests?|traces?|calls?|queries|spans?|endpoints?|routes?|services?|operations?)\\b)([a-z][a-z-]{2,30}s)((?: (?:today|in|since|between|over|during|last).{0,40})?)$$',
    '$1 slowest requests of $2$3',
  ),
  form(
    '^^(?:show |list |give me )?(?:me )?(?:the )?slowest (two|three|four|five|ten) (?!(?:requests?|traces?|calls?|queries|spans?|endpoints?|routes?|services?|operations?)\\b)([a-z][a-z-]{2,30}s)((?: (?:today|in|since|between|over|during|last).{0,40})?)$$',
    '$1 slowest requests of $2$3',
  ),
  // "Viewers on web: trending down?"
  form(
    '^^(?:the |our )?(?!(?:is|are|what|which|how)\\b)([a-z][\\w. -]{2,50}?)(?::| -|,)? (?:trending|going|heading) (?:down|downwards)$$',
    'is $1 falling',
  ),
  form(
    '^^(?:the |our )?(?!(?:is|are|what|which|how)\\b)([a-z][\\w. -]{2,50}?)(?::| -|,)? (?:trending|going|heading) (?:up|upwards)$$',
    'is $1 rising',
  ),
  // "Errors of web before and after the deploy": both numbers, and no list.
  form(
    '^^((?:the )?(?:number of )?(?:errors?|warnings?|failures?|exceptions?|error lines) (?:(?:of|in|from|on|at) .{2,60}? )?)before (?:and|vs\\.?|versus|or|against) after (?!(?:it|that|this)$)(.{2,60}?)$$',
    'compare $1before and after $2',
  ),
  // "Top 3 error messages with counts", "how many distinct error messages?"
  form(
    `^^(?:the |our )?(top \\d{1,2}|most (?:common|frequent)) ${MESSAGES}(?: (?:with|and)(?: their)? (?:counts?|numbers?|how often))?$$`,
    '$1 error lines',
  ),
  form(
    `^^how many (?:(?:different|distinct|unique) (?:kinds of |types of )?(?:${MESSAGES}|errors)|(?:kinds|types|sorts) of (?:${MESSAGES}))(?: (?:are there|do we have|do we see|are we seeing|did we have))?$$`,
    'errors by message',
  ),
]
