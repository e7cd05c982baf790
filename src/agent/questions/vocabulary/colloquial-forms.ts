/**
 * Idioms of everyday speech, and the plain way of asking the same: "or not yet", "dies in a timeout", "roll something
 * out", "stop the bleeding". Part of `plain-forms.ts`. None takes a condition away or adds one.
 */
import { PARTICIPLE } from './participles.ts'
import { form, OUTAGE, type PlainForm, SERVICE } from './plain-form.ts'

const CURRENCY = '(?:eur|euros?|usd|us dollars?|dollars?|gbp|pounds|chf|francs|money|cash|€|\\$)'
const SIZES =
  '(?:kilobytes|megabytes|gigabytes|bytes|kb|mb|gb|kbytes|mbytes|euros?|eur|usd|dollars?|gbp|pounds|cents|minutes|seconds|hours|pages|kg|km|kwh|litres|liters)'
const NOW = '(?: (?:now|right now|at the moment|currently|again|today))?'
const CLOCK = '\\d{1,2}:\\d{2}(?::\\d{2})?(?: ?(?:am|pm|utc|z)\\b)?'
const SOMEONE = '(?:we|you|they|anyone|anybody|someone|somebody|people|one of us|one of you)'
const IT = '(?:it|this|that|things|everything|all this|all that|all of this|the [a-z-]{2,20})'

export const COLLOQUIAL_FORMS: readonly PlainForm[] = [
  // "Can they pay again or not yet": both answers are open anyway.
  form(
    '(?<=^(?:so |and |but |ok )*(?:(?:can|could|is|are|does|do|did|has|have|was|were) .{3,120}?|.{3,40} still .{3,30}?)),? or (?:is it |are they )?not(?: yet)?$$',
    '',
  ),
  form(
    `^^tell me (?:whether|if) (?:the |our )?((?:[a-z][\\w.-]{1,40} ){1,4}?)works(?: (again|now|at all))?$$`,
    'does $1work $2',
  ),
  // "Uploads still timing out?"
  form(
    `^^((?!(?:is|are|was|were|do|does|did|has|have|it|this|that|what|who|which|why|how|when|anything|anyone|nothing|any|no|not)\\b)(?:[a-z][\\w.-]{1,40} ){1,3})still ((?!(?:the|a|an|in|on|of|at|there|up|down|ok|fine)\\b)[a-z]{3,20}ing(?: out| up| down)?|broken|down|stuck|blocked|slow|affected)${NOW}$$`,
    'are $1still $2',
  ),
  // "Is it just eu-west that times out?", "is only eu-west failing?": which of them.
  form(
    `^^(?:is|was) (?:it )?(?:just|only) (.{2,40}?) (?:that|which|who) (?:is |are )?(?:times? out|timing out|fails?|failing|broken|affected|has (?:problems|errors|trouble|timeouts)|have (?:problems|errors|trouble|timeouts)|down|slow|hit)${NOW}$$`,
    'is only $1 affected',
  ),
  // "What part of the uploads dies in a timeout?"
  form(
    `\\b(?:what|which|how big a|how large a) (?:part|portion|proportion|fraction|slice) of (?=(?:all )?(?:the |our )?[a-z])`,
    'what share of ',
  ),
  form(
    '\\b(?:dies?|died|dying|ends?|ended|ending|runs?|ran|running) (?:in|with|into) (?:an? )?(?:timeouts?|time-outs?)\\b',
    'timed out',
  ),
  form(`(?<=\\bwhat share of .{3,160}?)[?,]? ?(?:in )?(?:percent|per cent|%|percentage)$$`, ''),
  // "Did anyone roll something out just before it broke?"
  form(
    `^^(?:did|has|have) ${SOMEONE} (?:roll(?:ed)?|push(?:ed)?|ship(?:ped)?|put) (?:something|anything|stuff|a change|changes) (?:out|live|to prod(?:uction)?|through)\\b`,
    'was anything deployed',
  ),
  form(
    `^^(?:did|has|have) ${SOMEONE} (?:roll(?:ed)? out|deploy(?:ed)?|release(?:d)?|ship(?:ped)?) (?:something|anything|stuff|a change)\\b`,
    'was anything deployed',
  ),
  form(
    `\\b(was (?:anything|something) deployed) (?:just|right|shortly|directly) before (?:it|this|that|everything|things|all this) (?:broke|started|began|happened|went wrong|went down|failed)$$`,
    '$1 right before it broke',
  ),
  // "It is the new web that breaks the uploads, right?"
  form(
    `^^(?:it is|it's|its|that is|this is) (?:the )?new ${SERVICE} (?:that|which) (?:broke|breaks|is breaking|kills|killed|causes|caused|ruins|ruined|makes|made) .{2,60}?,? ?(?:right|correct|isn't it|isnt it|no|is it not)?$$`,
    'is the release of $1 to blame',
  ),
  form(
    `^^is (?:it )?(?:the )?new ${SERVICE} (?:that is |that's )?(?:to blame|the (?:cause|culprit|reason|problem)|at fault|behind (?:it|this|that))$$`,
    'is the release of $1 to blame',
  ),
  // "Quickest way to get checkouts going again?", "what can I do to stop the bleeding?"
  form(
    `^^(?:(?:what is|what's|whats) )?(?:the )?(?:quickest|fastest|best|shortest|easiest|safest) way (?:to|of) (?:get(?:ting)? .{2,40}? (?:going|working|running|back|up|moving|flowing)(?: again)?|(?:fix|fixing|stop|stopping|end|ending|repair|repairing|recover|recovering|mitigate|mitigating)(?: (?:from )?${IT})?)${NOW}$$`,
    'what should we do next',
  ),
  form(
    `^^(?:what|how) (?:can|could|should|do|must|would) (?:i|we|one)(?: do)? (?:now |first |here )*(?:to )?(?:stop (?:the )?bleeding|get (?:${IT}|us|back) (?:back )?(?:up|running|online|on track|going|working|up and running|under control)(?: again)?|put (?:out the|this) fire|put (?:it|this) out|make it stop|get (?:out of|rid of|over) (?:it|this|that))${NOW}$$`,
    'what should we do next',
  ),
  form('^^stop (?:the )?bleeding[,:]? (?:how|what now|what do (?:i|we) do)$$', 'what should we do next'),
  // "What services do we have here, names only"
  form(
    '(?<=^.{8,120}?),? (?:just (?:the )?names?|names? only|only (?:the )?names?|the names? only|just their names?)$$',
    '',
  ),
  form(
    '^^(which|what) (services|components|systems) (?:do|have) (?:we|you) (?:have|got|run|see) (?:here|around here|in here|in this project|in total|at all)$$',
    'which services do we have',
  ),
  // "When did a return go through the last time?"
  form(
    '^^(?:at )?(?:what time|when) (?:did|was) (?:an? |the )?(.{3,40}?) (?:go|went|come|came|get|got) through (?:last|most recently|(?:for )?the last time)$$',
    'when was the last successful $1',
  ),
  // "Last thing heard from web was at?"
  form(
    `^^(?:the )?last (?:thing|sign|news|word|message|line|log|log line|sign of life|we|anything) ?(?:we |i |you |that (?:we|you) )?(?:heard|seen|saw|got|received|came|arrived|read|had)? ?(?:from|of) (?!life\\b)${SERVICE} (?:was |is )?(?:at|when|at what time|at when)$$`,
    'when was $1 last seen',
  ),
  form(
    `^^when (?:did|have|had) (?:we|you|i|anyone) (?:last |lastly )?(?:hear|heard|see|seen|get|got) (?:anything |something |the last (?:thing|word|message|line) )?(?:from|of) ${SERVICE}(?: (?:last|for the last time|the last time))?$$`,
    'when was $1 last seen',
  ),
  // "Anything red in web today": errors.
  form(
    '^^(?:is |was )?(?:there )?(anything|something|everything|all) (?:is )?red (?=(?:in|on|at|for|of) )',
    'any errors ',
  ),
  // "How busy was POST /orders, requests in the last hour"
  form(
    '^^how busy (?:is|was|were|are|has been|have been) (.{2,60}?),? (?:requests|in requests|in numbers)(?= (?:in|over|during|since|between)\\b|$)',
    'how many requests on $1',
  ),
  // "What time did web come back after its restart"
  form(
    `^^(?:at )?(?:what time|when) (?:did|was|has) ${SERVICE} (?:come |came |be |been )?(?:back|up|back up|up again|online|alive)(?: again)? (?:after|from|following) (?:its|the|that) (?:restart|reboot|crash|redeploy)$$`,
    'when did $1 restart',
  ),
  // "What's up with the cpu of web": of a reading, whether it is as every day.
  form(
    "^^(?:what is|what's|whats|what) (?:up|wrong|going on|happening|the matter|the deal) with (?:the )?((?:cpu|memory|heap|disk|load|latency|queue|backlog|lag|pool|ram|battery|temperature)(?: (?:usage|depth|length|size|level))?(?: (?:of|on|in|at) (?:the )?[\\w.-]{2,60})?)" +
      NOW +
      '$$',
    'is the $1 unusual',
  ),
  // "Which service got slow since 14:05?": against the time before.
  form(
    '^^(which|what) (services?|components?|operations?|routes?|endpoints?) (?:got|became|went|turned|has become|have become|has gotten|have gotten) slow\\b(?!er|est)',
    '$1 $2 got slower',
  ),
  // "Which caller makes the most requests to web"
  form(
    `^^(?:which|what) (?:caller|client service|calling service|upstream|service) (?:makes|sends|does|fires|issues|causes) (?:the )?most (?:requests|calls|traffic)(?: of all)? (?:to|on|at|against|into) ${SERVICE}$$`,
    'which service calls $1 most',
  ),
  // "Why do cards get declined most of the time, top reason?"
  form(
    '^^why (?:do|does|did|are|were|is|was) (?:the |our )?(.{2,50}?) (?:get |got )?([a-z]{3,20}(?:ed|en)) (?:most of the time|mostly|most often|usually|most|in most cases)(?:,? (?:the )?(?:top|main|most common|biggest|most frequent) (?:reasons?|causes?))?$$',
    'most common reasons why $1 were $2',
  ),
  form(
    '^^(?:the )?(?:top|main|most common|biggest|most frequent) (?:reasons?|causes?) (?:why|that|for which) (.{2,50}?) (?:is|are|was|were|get|got) ([a-z]{3,20}(?:ed|en))$$',
    'most common reasons why $1 were $2',
  ),
  // "How many cards got ordered": were ordered.
  form(
    '\\b(how many (?:[a-z][\\w-]{1,30} ){1,4}?)got (?=(?:[a-z]{3,20}ed|sent|paid|sold|lost|written|shipped|done)\\b)',
    '$1were ',
  ),
  form(
    '\\b(how many (?:[a-z][\\w-]{1,30} ){1,4}?were [a-z]{3,20}(?:ed|en)) (?:successfully|with success|ok|without (?:problems?|trouble|issues?))\\b',
    '$1',
  ),
  form('\\b(how (?:many|much) .{2,60}?)went out\\b', '$1were sent'),
  form(
    '\\b(average|avg|mean|median|largest|biggest|smallest|max|maximum|total) size of (?:an? |the |all )?(.{3,60}?) in (kb|mb|gb|tb|kib|mib|gib|bytes)\\b',
    '$1 $3 of $2',
  ),
  // "Kidsroom is on the phone. How many of their orders …": whose they are.
  form(
    '^^(?:the )?([a-z][\\w-]{2,30}) (?:is|are) (?:on the (?:phone|line)|calling|complaining|asking|shouting|waiting|angry|nagging)[.,;:!]+ ?(.{3,160}?)\\b(?:of )?their (?=[a-z])',
    '$2$1 ',
  ),
  form(
    `^^(?:what is|what's|whats|which was|how big (?:is|was)) (?:the )?(?:damage|toll|harm)(?: (?:of|from|by) (?:the |this |that )?${OUTAGE})?(?: (?:so far|until now|by now|up to now|in total|altogether))?$$`,
    'what is the impact',
  ),
  // "Worth of the lost orders, in euros": money, and no count of them.
  form(
    `^^(?:(?:what is|what's|whats|what was|show me|give me|tell me) )?(?:the )?(?:total |overall |combined )*(?:worth|value|sum|amount) of (?:all )?(.{3,100}?),? (?:in )?${CURRENCY}$$`,
    'how much money in $1',
  ),
  form(
    `^^(?:(?:what is|what's|whats|what was|show me|give me|tell me) )?(?:the )?(?:total |overall |combined )*worth of (?:all )?(?!(?:it|that|this|them|those|these)\\b)(?=[a-z])`,
    'how much money in ',
  ),
  // "In which zone do most picks time out?"
  form(
    '^^(?:in|at|on|from|for|by|with) (?:which|what) (.{2,40}?) (?:do|does|did|are|were|have|get|got) (?:the )?most (.{2,40}?) (?:time out|timed out|timing out|run into (?:a )?timeouts?)(?= (?:in|since|during|between|over|today|before|after)\\b|[\\s?.!]*$)',
    'which $1 has the most $2 timeouts',
  ),
  // "Slowest query on orders, how many ms": the unit of a number that is asked for already.
  form(
    '(?<=^(?:.{1,60} )?(?:slowest|fastest|longest|average|mean|median|p\\d{2,3}|max|maximum|duration|latency|took|takes?)\\b.{2,120}?),? (?:and )?(?:in )?how (?:many|much) (?:ms|milliseconds|seconds|secs?|minutes)$$',
    '',
  ),
  form(
    `\\b(?:right |just |shortly |directly )?after (${CLOCK}),? (?:and )?(?:until|till|up to|but before|and before) (?=${CLOCK})`,
    'between $1 and ',
  ),
  // "Did web go silent because of the outage?": what it wrote last tells why.
  form(
    `^^(?:did|has|is|was) ${SERVICE} (?:go |gone |went |become |fall |fallen |been )?(?:silent|quiet|stop|stopped)(?: (?:sending|logging|reporting))? (?:because of|due to|as a result of|on account of) .{3,60}$$`,
    'why did $1 go silent',
  ),
  form(
    '^^(?:since when|when) (?:are|is|were|was) (?:there )?no(?: more| free)? ([a-z][\\w .-]{2,40}?) (?:left|available|free)$$',
    'when did $1 run out',
  ),
  // "Printer with least paper?", "the carrier we print most labels for?"
  form(
    '^^(?:the )?([a-z][a-z-]{2,30}) with (?:the )?(least|lowest|most|highest|fewest|smallest|biggest|largest) (?=[a-z])(?=.{3,60}$)',
    'which $1 has the $2 ',
  ),
  form(
    '^^(?:the )?([a-z][a-z-]{2,30}?),? (?:that )?(we|you|they|people|customers|users) ([a-z]{3,20}) (?:the )?most (.{2,40}?) (?:for|with|to|from|at|on|in|through|via)$$',
    'which $1 do $2 $3 most $4 for',
  ),
  // "Packed and held parcels since 10:00": two counts of one thing.
  ...(['failed', PARTICIPLE] as const).flatMap((first) =>
    (['failed', PARTICIPLE] as const).map((second) =>
      form(
        `^^(?:(?:how many|(?:the )?(?:number|count) of|show me|give me) )?(?:both )?(?:the )?(${first}) (?:and|vs\\.?|versus|against) (?:the )?(${second}) ([a-z]{3,20}s)(?: (?:were there|did we have|were|are there))?(?=(?: (?:in|since|between|before|after|during|over|from|today|yesterday|until|so far|this|last|past|within|on|at)\\b(?!.{0,80}\\b(?:by|per|for each|for every)\\b).{0,80})?[\\s?.!]*$)`,
        `how many $3 ${first === 'failed' ? '' : 'were '}$1 and how many $3 ${second === 'failed' ? '' : 'were '}$2`,
      ),
    ),
  ),
  // "Label printing, median before and after the label-hub 3.8.0 release"
  form(
    `\\bbefore and after (?:the )?${SERVICE} v?\\d{1,4}(?:\\.\\d{1,4}){1,3} (?:release|version|rollout|deploy|deployment)\\b`,
    'before and after the $1 release',
  ),
  form(
    '^^(?:the )?([a-z][\\w/ -]{2,40}), (?:the )?(p\\d{2,3}|median|average|mean)(?: latency| duration| time)?(?= (?:before|after|in|since|between|during|over|now|by)\\b|[\\s?.!]*$)',
    '$2 latency of $1',
  ),
  // The last hour is meant where no time is named.
  form(
    '^^how (?:did|has|have) (?:the |our )?(.{3,60}?) (?:develop|evolve|progress|trend)(?:ed)? over the (?:last|past) hour$$',
    '$1 over time',
  ),
  // "How did the queue develop over the last hour?"
  form(
    '^^how (?:did|has|have|does|do) (?:the |our )?(.{3,60}?) (?:develop|evolve|progress|trend)(?:ed|s)?(?: over (?:the )?(?:course of )?time)?(?= (?:over|in|during|since|between|before|after|from|today)\\b|[\\s?.!]*$)',
    '$1 over time',
  ),
  // "Are more desks getting occupied at the north site?"
  form(
    '^^(?:are|is) more (?:of the |of our )?([a-z][a-z-]{2,30}) (?:getting|being|becoming) ([a-z]{3,20}(?:ed|en|ied|free|full|busy|empty))(?= |[\\s?.!]*$)(.{0,60}?)$$',
    'are $2 $1$3 going up',
  ),
  form(
    '^^(?:are|is) (?:fewer|less) (?:of the |of our )?([a-z][a-z-]{2,30}) (?:getting|being|becoming) ([a-z]{3,20}(?:ed|en|ied|free|full|busy|empty))(?= |[\\s?.!]*$)(.{0,60}?)$$',
    'are $2 $1$3 going down',
  ),
  // "How many bookings failed on web and how many orders on api": the verb is said once.
  form(
    '(?<=^(?:so |and |ok )*how many [a-z][\\w -]{2,40} (?:failed|were [a-z]{3,20}(?:ed|en)|got [a-z]{3,20}(?:ed|en)) (?:on|in|at|of|to|by) [\\w.-]{2,60}),? and how many ([a-z][\\w-]{2,30}) (?=(?:on|in|at|of|to|by) [\\w.-]{2,60}[\\s?.!]*$)',
    ' and how many failed $1 ',
  ),
  // "Does web fail on everything or only on certain routes?"
  form(
    `^^(?:does|do|is|are) ${SERVICE} (?:fail|failing|broken|affected|throw errors|break) (?:on|for|with|in|at) (?:everything|all|all (?:routes|endpoints|requests|operations)|every (?:route|endpoint|request)),? or (?:is it )?(?:just|only) (?:on |for |with |in )?(?:certain|some|a few|one|single|specific|particular|one of the|part)(?: of (?:them|it))?(?: (?:routes?|endpoints?|requests?|operations?|calls?))?$$`,
    'failed requests of $1 by route',
  ),
  form(
    `^^(?:is it |does it (?:affect|hit) )?(?:all|every) (?:routes?|endpoints?) of ${SERVICE} or (?:just|only) (?:some|one|a few|certain ones)$$`,
    'failed requests of $1 by route',
  ),
  // "Bookings: how many were saved, how many not saved"
  form(
    '^^(?:the |our )?([a-z][a-z-]{2,30}s)[:,-] ?how many (?:were |got |are )?([a-z]{3,20}(?:ed|en|t|d)),? (?:and |or )?(?:how many )?(?:were |got |are )?(not [a-z]{3,20}(?:ed|en|t|d)|(?!not\\b)[a-z]{3,20}(?:ed|en|t|d))$$',
    'how many $1 were $2 and how many $1 were $3',
  ),
  // "Is p95 of web higher since 14:05 than before?"
  form(
    '^^(?:is|are|was|were) (?:the |our )?(.{3,60}?) (?:higher|worse|longer|bigger|slower|up) (since \\S{1,20}|now|after \\S{1,20}) (?:than|compared (?:to|with)) (?:it was |they were )?before(?: (?:that|it|then))?$$',
    'did $1 go up $2',
  ),
  form(
    '^^(?:is|are|was|were) (?:the |our )?(.{3,60}?) (?:lower|better|shorter|smaller|faster|down) (since \\S{1,20}|now|after \\S{1,20}) (?:than|compared (?:to|with)) (?:it was |they were )?before(?: (?:that|it|then))?$$',
    'did $1 go down $2',
  ),
  // "Check-ins that went through": how many.
  form(
    '^^(?:the |all |all the )?([a-z][a-z-]{2,30}s) (?:that|which|who) (went through|succeeded|made it|worked|got through)(?= (?:in|since|between|before|after|during|over|today|from|until)\\b|[\\s?.!]*$)',
    'how many $1 $2',
  ),
  form(
    '^^(what|who|which services?) else (?=(?:depends?|calls?|uses?|needs?|relies|rely|talks? to|is called|does|do) )',
    '$1 ',
  ),
  // "Orders since 5": the hour.
  form('\\b(since|before|after|until) (1?\\d|2[0-3])(?= ?[,?.!]?$)', '$1 $2:00'),
  // "Is acme able to log in?"
  form('^^(?:is|are) (?:the |our )?(.{2,40}?) (?:still |again |now )?able to (?=[a-z])', 'can $1 '),
  // "One in how many uploads times out?"
  form('^^(?:1|one) in how many (?:of (?:the |our )?)?(?=[a-z])', 'what share of '),
  form('^^(?:1|one) out of how many (?=[a-z])', 'what share of '),
  form('(?<=^what share of .{2,60}?) (?:times|time|is timing|are timing) out\\b', ' timed out'),
  // "Half hour before" behind a window: before that one.
  form('^^(?:and )?(?:the |in the )?half(?: an| a)? hour before$$', '30 minutes before that'),
  form('^^(?:and )?(?:the |in the )?(?:an )?hour before$$', '60 minutes before that'),
  form('^^(?:and )?(?:the |in the )?(\\d{1,3}) ?(?:minutes?|mins?|min|m) before$$', '$1 minutes before that'),
  form(
    `^^(?!(?:what|who|which|anything|something|nothing|it|that|they|this)\\b)${SERVICE} (?:was |got |has been )?restarted(?: (?:at some point|at all|today|recently|lately|ever|once|sometime|in between))?$$`,
    'did $1 restart',
  ),
  // "Top 3 tenants by archived kilobytes", "archived kilobytes by tenant": added up.
  form(
    `^^(?:the )?top (?:\\d{1,2}|three|four|five|ten) ([a-z][a-z-]{2,20}?)s? by (?:total )?([a-z]{3,16}ed) (${SIZES})$$`,
    'total $3 $2 by $1',
  ),
  form(`^^(?:the )?(?!total)([a-z]{3,16}ed) (${SIZES}) (by|per) (?=[a-z])`, 'total $2 $1 $3 '),
  form('^^(?:and )?(?:the )?(5|10|15|20|25|30|40|45|60|90) before$$', '$1 minutes before that'),
]
