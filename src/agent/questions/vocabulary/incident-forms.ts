/**
 * Everyday ways of asking about an incident and what surrounds it: for how long, since when, who is dragged along, whose
 * suspicion is right, what was released and restarted, and the plain way of asking the same. Part of `asking-forms.ts`.
 */
import { form, OUTAGE, type PlainForm, SERVICE } from './plain-form.ts'

const BEYOND_REPAIR =
  '(?:out of (?:order|service)|out|dead|kaputt|broken|on strike|unusable|lying dead|not (?:working|running))'
const SAYS =
  '(?:thinks?|says?|said|believes?|claims?|suspects?|blames?|bets? on|guess(?:es)?|insists?|is sure|am sure|are sure|tells? me)'
const WHO = '(?:(?:my|our|the|one|some|another) )?(?:[a-z]{1,20} ){1,2}?'
const IT_IS = "(?: (?:that|it was|it is|it's|its|it must be|it has to be))*"
const TO_BLAME =
  '(?: (?:is|was|are|were) (?:guilty|to blame|at fault|responsible|behind it|the (?:cause|culprit|reason|problem))| did it| broke it| caused it)?'
const RELEASE = '(?:update|upgrade|release|rollout|deployment|deploy|version|build)'
const TROUBLE = `(?:it|this|that|all this|(?:the |this |that |our )?(?:[\\w-]{2,30} ){0,2}?${OUTAGE})`
const HIT =
  '(?:hit|affected|concerned|touched|hurt|struck|impacted|involved|(?:dragged|pulled|brought|taken) (?:down|in|along))'
const AS_WELL = '(?: (?:too|also|as well|either))*'
const PEOPLE =
  '(?:customers?|clients?|citizens?|guests?|patients?|users?|callers?|members?|passengers?|tenants?|students?|buyers?|merchants?|people|boss)'

/** How long something is out, since when, and when it was well for the last time. */
const MOMENTS: readonly PlainForm[] = [
  form(
    '^^still (rising|growing|climbing|increasing|going up|falling|dropping|shrinking|decreasing|going down|getting (?:worse|better|more|less|slower|faster))(?: (?:now|or not))?$$',
    'is it still $1',
  ),
  form(
    `^^(?:for |since )?how long (?:is|are|was|were|has|have|had) (?:the |our |all |these )*([a-z][\\w.-]{1,40}(?: [a-z][\\w.-]{1,30}){0,2}?)(?: been)? (?:(?:already|now|really) )*${BEYOND_REPAIR}(?: (?:already|now|so far|for))*$$`,
    'how long was $1 failing',
  ),
  form(
    '\\b(?:from|since|starting(?: at)?) (?:what|which) (?:time|moment|minute|hour|point)(?: on(?:wards?)?)\\b',
    'since when',
  ),
  form(
    '^^(when|at what time|what time) (was|were|did) (?:the |our )?last (?:good|ok|okay|proper|working|intact|clean|correct) (?!(?:version|release|build|state|value|backup|day|line|config)\\b)(?=[a-z])',
    '$1 $2 the last successful ',
  ),
  form(
    `^^(?:when|at what time|what time) (?:did|has) (?:the |our )?${SERVICE} (?:last )?(?:write|written|log|logged|send|sent|print|printed|emit|emitted|produce|produced) (?:its |the |a )?(?:very )?(?:last|latest|most recent|final) (?:line|record|entry|log line|log entry|log|sign of life|span|thing)$$`,
    'when was $1 last seen',
  ),
  form(
    `^^(?:(?:all|the|how many|number of|count of) )*(?:log )?(?:lines|records|entries) (?:that )?(?:(?:were|was|written|logged|sent|printed|left|wrote|did) )*(?:by|of|from) ${SERVICE} before (?:it|they) (?:(?:went|got|fell|turned|became|was|stopped|died|disappeared) ?)(?:quiet|silent|dark|mute|sending|logging|writing)?$$`,
    'how many log lines of $1',
  ),
  form(
    `^^(?:when|at what time|what time) (?:was|is|were) (?:the |our )?${SERVICE} (?:up|back|back up|online|running) again$$`,
    'when did $1 come back',
  ),
  form(
    `^^(?:when|at what time|what time) (?:was|is|were) (?:the |our )?${SERVICE} back (?:up|online|alive)(?: again)?$$`,
    'when did $1 come back',
  ),
  form('^^(what|when|where|why|who|how) exactly (?=[a-z])', '$1 '),
  form(
    '^^(is|are) (?:the |our )?(.{2,60}?) still (?:timing out|running into (?:a )?timeouts?|hanging|getting (?:a )?timeouts?)$$',
    '$1 $2 still failing',
  ),
]

/** Who and what else is hit. */
const OTHERS: readonly PlainForm[] = [
  form(
    `^^(?:what|who|which (?:other |of our )?(?:services?|ones?|systems?))(?: (?:else|also|all|other))* (?:is|are|was|were|gets|got|has been|have been) (?:(?:also|being) )*(?:dragged|pulled|brought|taken|torn) (?:down|in|along)${AS_WELL} (?:by|with|through|because of) (?:the )?${SERVICE}$$`,
    'services hit by the $1 failure',
  ),
  form(
    `^^(is|are|was|were) (?:the |our |its )?(.{3,60}?)(?: also| too)? ${HIT} (?:by|in|from|through) ${TROUBLE}${AS_WELL}$$`,
    '$1 $2 affected',
  ),
  form(
    `^^(which|what) (?!services?\\b|components?\\b|systems?\\b)([a-z]{3,30}s) (?:is|are|was|were|got|have been) (?:being )?${HIT} (?:by|from|through|in) ${TROUBLE}$$`,
    '$1 $2 are affected',
  ),
  form(
    `^^(which|what) (?!services?\\b|components?\\b|systems?\\b)([a-z]{3,30}s) (?:have|had|suffer(?:ed)? from|struggle with|feel) (?:the|this|that) (?:[\\w-]{2,30} ){0,2}?(?:problem|trouble|outage|mess|disruption)$$`,
    '$1 $2 are affected',
  ),
  form(
    `^^(?:is|was|are|were) (?:it |this |that )?(?:just |only )(?:one|a single) ([a-z]{3,20}) (?:is |was )?${HIT},? or (?:also )?(?:the )?(?:others?|rest)(?: ones?| of them)?${AS_WELL}$$`,
    'which $1s are affected',
  ),
  form(
    `^^whose [a-z][a-z -]{1,40}? (?:does|do|did) (?:the )?${SERVICE} (?:send|handle|process|serve|deliver|store|print|forward|carry|answer|render|check)$$`,
    'who calls $1',
  ),
]

/** Whose suspicion is right, and whether what was released did it. */
const BLAME: readonly PlainForm[] = [
  form(
    `^^${WHO}${SAYS}${IT_IS} (?:the |our )?(?:new |last |latest )?(.{2,50}?)${TO_BLAME},? (?:and |but |while )?${WHO}${SAYS}${IT_IS} (?:the |our )?(?:new |last |latest )?(.{2,50}?)${TO_BLAME},? (?:so )?(?:who(?: of (?:them|us))? is right|which (?:one )?is it|what is it|who is it|which one)$$`,
    'was it $1 or $2',
  ),
  form(
    "^^(?:is )?(?:that|this|it)(?: is|'s| was)? (?:then )?(?:what|the thing that|the one that) (?:broke|killed|took down|stopped) (?:the |our )?(.{2,60}?)$$",
    'did that break $1',
  ),
]

/** What was released, installed and restarted. */
const RELEASES: readonly PlainForm[] = [
  form(
    `^^(?:when|at what time|what time) (?:came|went|got|was|did) (?:the |our )?${SERVICE} (?:version )?(v?\\d+(?:\\.\\d+)+) (?:(?:come|go|get|put|rolled|brought|set) )?(?:into|in|to|on|onto|live|out)(?: (?:the|to|production|prod|live|use|operation))*$$`,
    'when was $1 $2 released',
  ),
  form(
    `^^(?:when|at what time|what time) (?:came|went) (?:the |our )?(?:new |latest |last )${SERVICE}(?: ${RELEASE})? (?:into|in|to|on|live|out)(?: (?:production|prod|live|use|operation))?$$`,
    'when was $1 released',
  ),
  form(
    `^^what (?:was|is|came|changed) (?:all )?(?:in|with|inside) (?:the |that |this |our )?(?:last |latest |new )?(?!last\\b|latest\\b|new\\b)${SERVICE} ${RELEASE}(?:,? and when(?: (?:was|did|is) (?:it|that)(?: (?:come|go live|happen|released))?)?)?$$`,
    'what was released of $1',
  ),
  form(
    `^^(?:did|has|have) (?:someone|somebody|anyone|anybody|we|you|they|the team) (?:just )?(?:install|put in|bring in|upload)(?:ed)? (?:an? |the |any )?(?:new |fresh |other )*(?:version|release|update|build|software)(.{0,40}?)$$`,
    'was there a release$1',
  ),
  form(
    '^^(?:which|what) (?:deployments?|services?|pods?|containers?|apps?|components?|workers?|instances?) (?:had|has|have|saw|got|did have|made) (?:an? |any )?(?:pod |container |process |service )?(?:restarts?|reboots?)((?: (?:today|tonight|yesterday|earlier|recently|lately|this (?:morning|afternoon|evening)))*)$$',
    'which services restarted$1',
  ),
  form(
    '^^(?:something|someone|one of them|an? (?:service|pod|container)|some (?:service|pod|container)) (?:(?:has|was|got|just|been) )*(?:re-?started|rebooted)((?: (?:today|tonight|yesterday|earlier|recently|lately|this (?:morning|afternoon|evening)))*)(?: i (?:think|guess|believe))?(?: -|,|;|:|\\.) ?(?:which|what|who) .{0,60}$$',
    'which services restarted$1',
  ),
]

/** "Was web logging errors before noon": whether lines came. */
const LOGGED: readonly PlainForm[] = [
  form(
    `^^(?:was|were|has|had|is) (?:the |our )?${SERVICE} (?:been )?(?:already |also |still )?(?:logging|writing|throwing|reporting|producing|emitting|printing|spitting out) (?:any |already )?(errors|warnings|exceptions)(?= (?:before|until|up to|at|around|between|during|in)\\b)`,
    'did $1 log $2',
  ),
]

/** "Did anyone ship something today", "has somebody deployed anything this morning". */
const SHIPPED: readonly PlainForm[] = [
  form(
    `^^(?:did|has|have) (?:someone|somebody|anyone|anybody|we|you|they|the team|any team) (?:just |maybe |perhaps )?(?:ship(?:ped)?|deploy(?:ed)?|release(?:d)?|push(?:ed)?|roll(?:ed)? out|put out|install(?:ed)?) (?:anything|something|things|stuff|any ?(?:new )?(?:code|version|release)s?|an? (?:new )?(?:version|release|build))(?: new)?( (?:today|tonight|yesterday|earlier|recently|lately|overnight|this (?:morning|afternoon|evening)|in the last .{2,20}))*$$`,
    'was there a release$1',
  ),
]

/** What stands around a question: who waits for it, in which words it is to be answered. */
const AROUND: readonly PlainForm[] = [
  form(
    `^^(?:the |my |our )?(?:management|managers?|boss|bosses|leadership|team lead|head of [a-z]+|ceo|cto|coo|support|customer service|auditors?|stakeholders) (?:wants?|needs?|asks? for|asked for|would like|demands?|expects?|is asking for) (?:to (?:have|see|get) )?(?:an? |the )?(?:short |quick |brief )*(?=(?:time ?line|summary|overview|recap|rundown|sitrep|status update|chronology)\\b)`,
    '',
  ),
  form(
    '(?<=\\b(?:time ?line|summary|overview|recap|rundown|chronology|happened|story)\\b.{0,60}) in (?:a few|few|some|two|three|four|five|\\d{1,2}|simple|plain|short) (?:short |simple )?(?:lines|sentences|words|points|bullets|bullet points|steps)$$',
    '',
  ),
  form(
    `(?:,| -|;) ?(?:the |my |a |our )?${PEOPLE} (?:is |are |keeps? )?(?:already |still )?(?:waiting|waits?|on the (?:other )?(?:phone|line)|calling|calls|asking|asks|angry|complaining|standing here|nagging)(?: (?:for|on|at|about|here|already|me|us) ?.{0,30})?$$`,
    '',
  ),
  form(
    '^.{0,70}?\\b(?:phones?|inbox|mailbox|hotline|help ?desk|service desk|chat|queue|office|counter) (?:is |are )?(?:full of|full with|flooded (?:with|by)|overrun (?:with|by)) (?=[a-z])',
    '',
  ),
  form(
    '^^(?:i|we) (?:just )?(?:got|have|received|was sent|were sent) (?:this|that|it|the following)(?: (?:line|message|error))? (?:from|by) (?:the |our |a |my )?[a-z]+(?: [a-z]+)?[,;:] (?=[a-z])',
    '',
  ),
  form(
    "^^what(?: is|'s) (?:up |going on |the matter )?with (?:the |our |this )?((?:[a-z]{2,20} ){0,2}(?=[a-z-]*\\d)[a-z]{1,6}-?\\d{3,12})$$",
    'what happened to $1',
  ),
  form(
    '^^what does (?:it|that|this) mean,?:? (?:when (?:it|we|i|you|they|the log|somebody|the system) (?:says?|sees?|reads?|gets?|shows?|writes?),?:? )?([^\\ue000?]{4,200}?)(?:,? in (?:easy|simple|plain|normal|other|human|everyday) (?:words|terms|english|language))?$$',
    'what does "$1" mean',
  ),
  form(
    '(?<=\\b(?:mean|means|explain|meaning|is|about)\\b.{1,200}),? in (?:easy|simple|plain|normal|human|everyday) (?:words|terms|english|language)$$',
    '',
  ),
]

export const INCIDENT_FORMS: readonly PlainForm[] = [
  ...AROUND,
  ...MOMENTS,
  ...OTHERS,
  ...BLAME,
  ...RELEASES,
  ...SHIPPED,
  ...LOGGED,
]
