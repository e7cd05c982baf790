/** Ways of asking how something is and who is hit, and the plain way of asking the same. Part of `asking-forms.ts`. */
import { form, OUTAGE, type PlainForm, SERVICE, SERVICES } from './plain-form.ts'

/** For how long people could not do something, and how long something was in trouble: how long that lasted. */
const LENGTHS: readonly PlainForm[] = [
  // Since when there is none: since the last one.
  form(
    '^^since when (?:have|has|are|were|is|was) (?:there )?(?:been )?(?:no|not any) (?:more )?([a-z-]{3,30}?)s? (?:been |being )?(sent|[a-z]{3,20}ed|written|paid|sold)(?: any ?more)?$$',
    'when was the last $1 $2',
  ),
  form(
    `^^(?:for )?how long (?:were|was|are|is|have|has|could|did|can) (?:the |our |all |most )?(?:we|they|people|everyone|anyone|nobody|[a-z]{3,20}s)(?: been)?(?: still)? (?:unable to|not able to|not be able to|could not|not|prevented from|fail(?:ed|ing)? to) (?!slow|healthy|sending|reporting|logging).{2,60}$$`,
    'how long did it last',
  ),
  form(
    `^^(?:for )?how long (?:has|have|was|were|did) (?:the |this |that |our )?(?:[a-z-]{2,20} ){1,3}(?:thing|${OUTAGE})(?: been)? (?:going on|ongoing|lasting|last|there|around|open|happening)(?: (?:for|now|in total))?$$`,
    'how long has it been going on',
  ),
  form(
    `^^(?:for )?how long (?:was|were|has|have) (?:the |our )?([a-z]{3,20}) (?:been )?(?:broken|out|affected|failing|impacted)(?: (?:in total|altogether|overall|for|now|so far|today))*$$`,
    'how long did it last',
  ),
]

const NO_TROUBLE =
  'without (?:any |an? |getting |hitting |seeing |running into |constant |further |more )*(?:errors?|failures?|failing|faults?|time-?outs?|timing out|problems?|issues?|trouble|hiccups?|hitches|interruptions?|disruptions?)(?: or (?:errors?|failures?|time-?outs?|problems?|issues?))?'
const AT_PRESENT = '((?: (?:at (?:the|this) moment|right now|now|currently|again|today|at present))*)'

/** "Can people pay without timeouts?" asks whether there is trouble, which is no other condition. */
const UNTROUBLED: readonly PlainForm[] = [
  form(`^^(can|could) (.{3,80}?) ${NO_TROUBLE}${AT_PRESENT}$$`, '$1 $2$3'),
  form(
    `^^(is|are) (.{3,60}?) (?:(?:currently|now|still|all|again|even) )*(?:running|working|going(?: through| out)?|operating|coming (?:in|through)|being (?:processed|served|handled)|up|served|processed|handled|performing|behaving)(?: again)? ${NO_TROUBLE}${AT_PRESENT}$$`,
    '$1 $2 working$3',
  ),
  form(
    `^^(do|does) (.{3,60}?) (?:currently |now |still )*(?:run|work|go (?:through|out)|come (?:in|through)|get (?:through|out)|finish|complete|succeed|end|pass|proceed|operate)s? ${NO_TROUBLE}${AT_PRESENT}$$`,
    '$1 $2 work$3',
  ),
]

/** What to do first, and the whole of what happened. */
const INCIDENT: readonly PlainForm[] = [
  form(
    '^^(?:any |an? |do you have (?:an? |any )?|got (?:an? |any )?)?(?:proposals?|suggestions?|ideas?|recommendations?|advice) (?:for|on|about|how to) (?:an? |the |do an? )?(?:quick )?(?:workaround|fix|mitigat\\w+|solution|repair|solve|next steps?)(?: (?:it|this|that))?(?: or (?:an? )?(?:workaround|fix|mitigation|solution))?$$',
    'what should we do next',
  ),
  form(
    '^^what is the (?:very )?(?:first|next|best|most important) (?:thing|step|action|move) (?:that )?(?:for (?:me|us) )?(?:i|we|one|to) ?(?:should|can|could|must|need to|have to|do|take|check)?(?: (?:do|take|check|look at|try))?(?: (?:now|first|next|here))*$$',
    'what should we do next',
  ),
  form(
    '^^where (?:would|should|do|could|must|shall) (?:you|i|we|one) (?:best |better )?(?:look|start|begin|check|dig|search)(?: (?:looking|digging|searching|checking|to look|first|now|next|at first))*(?:,? (?:as|if) .{2,40})?$$',
    'what should we do next',
  ),
  form(`\\b(?:the )?(today|yesterday)['\u2019]?s (${OUTAGE})\\b`, 'the $2 $1'),
  form(
    '^^(?:is there )?(?:anything|something) (?:else )?(?:that )?(?:i|we) (?:should|need to|have to|must|can) (?:still )?(?:follow up on|follow up|clean up|take care of|look into|fix|repair|do)(?: now| still)?$$',
    'what should we do next',
  ),
  form(
    '^^is there (?:still )?(?:anything|something) (?:left )?(?:that )?(?:i|we|for us|for me) ?(?:should|need to|have to|must|can|to)? (?:follow up on|clean up|take care of|look into|fix|repair|do)(?: now| still)?$$',
    'what should we do next',
  ),
  form(
    '^^(?:anything|something|is anything|is something) (?:red|burning|on fire|smoking|alarming|firing)(?: (?:right now|now|at the moment))?$$',
    'is anything broken right now',
  ),
  form(
    '^^has (?:it|this|that|everything|the system|all) recovered(?: (?:by now|now|yet|already|again))?$$',
    'is it over',
  ),
]

const TELLS =
  '^^(?:can|may|should|could|shall) (?:i|we) (?:safely )?(?:tell|promise|say|write|report|confirm|assure)(?: to)?(?: (?:the |our |my )?[a-z]+(?: [a-z]+)?)?? that'
const VERSIONED = '(?:release|version|deploy(?:ment)?|rollout|update|upgrade)'

/** How something is, and whether it goes on. */
export const STATES: readonly PlainForm[] = [
  form('\\ball right\\b', 'ok'),
  form('\\b(is|are|was|has|have) (.{2,60}?) by now$$', '$1 $2 now'),
  form(
    '^^(?:version |release )?(v?\\d+(?:\\.\\d+)+)[,:;-]* (when|since when|at what time|what time) (did|was|is|has) (?:it|that|this|the|that one|this one)(?: one| version| release)? (.{2,40}?)$$',
    '$2 $3 $1 $4',
  ),
  form(
    `^^did (?:the |our )?(?:new |latest |last )*([a-z][\\w.-]{1,60}) ${VERSIONED} (?:make|made) (?:it|that|things|everything) (slower|faster)$$`,
    'did $1 get $2 with the release',
  ),
  form(
    '^^(?:is it |are we |is everything )?still (?:down|broken|failing|going on|on) or (?:is it |already )?(?:fixed|ok|fine|over|back|resolved|solved|up|recovered)(?: (?:now|again|already))*$$',
    'is it still going on',
  ),
  form(
    "^^(?:is there )?(?:anything|anyone|anybody|something|any (?:service|component|host|sender)s?) (?:that )?(?:we|you|i) (?:have not|haven't|did not|didn't|do not|don't) (?:hear|heard|see|seen|get anything|got anything|have anything) ?(?:of|from)?(?: (?:in|for) (?:a while|some time|a long time|long)| lately| any ?more| recently)*$$",
    'is anything not reporting',
  ),
  form('^\\(?(?:y ?/ ?n|yes ?/ ?no)\\)?[\\s?.!]*$', ''),
  form('[,;.?!]?(?: -)? \\(?(?:y ?/ ?n)\\)?[\\s?.!]*$', '?'),
  form(
    '\\b(?:hand|dish|giv|serv|spit|spitt|churn|throw)(?:ing|e)? (?:out |back |up )?(?=(?:[1-5]\\d\\d|[45]xx)s?\\b)',
    'returning ',
  ),
  form(
    `^^did (?:the |our |its |that |this )*(?:new |latest |last )*(?:v?\\d[\\d.]* )?${VERSIONED}(?: (?:of|to) v?\\d[\\d.]*)? (?:speed up|sped up|speed) (?:the |our )?(.{2,40}?)(?: up)?$$`,
    'did $1 get faster with the release',
  ),
  // "Root cause of tonights trouble": of tonight.
  form(`\\b(tonight|today|yesterday)s (${OUTAGE})\\b`, 'the $2 $1'),
  form("\\b(?:of )?(tonight|today|yesterday)(?:'s|s) (?=[a-z])", ''),
  form('\\bof (?:the|this|that) (?:night|shift)\\b', ''),
  form('\\b(?:dead|dlq)[- ]?lettered\\b', 'sent to dead letters'),
  form('\\bevery now and (?:then|again)\\b|\\bnow and (?:then|again)\\b|\\bfrom time to time\\b', ''),
  // "Can I tell the mayor that reports work?": what is to be told is asked.
  form(`${TELLS} (?:the |our )?([a-z][\\w -]{2,60}?) (is|are|was|were|has|have) (.{2,80}?)$$`, '$2 $1 $3'),
  form(
    `${TELLS} (?:the |our )?([a-z][\\w -]{2,60}?) (work|works|run|runs|go through|goes through|succeed|succeeds)( .{2,40}?)?$$`,
    'do $1 $2$3',
  ),
  form(
    `^^when did (?:we|you|i|anyone|anybody) (?:last )?(?:hear|see|get (?:anything|something|a sign|logs|data))(?: anything)? (?:from|of) (?:the |our )?${SERVICE}(?: last| for the last time)?$$`,
    'when was $1 last seen',
  ),
  form(
    `^^did (?:the |our |its |that |this )*(?:new |latest |last )*(?:v?\\d[\\d.]* )?${VERSIONED}(?: (?:of|to) v?\\d[\\d.]*)? (?:slow|slowed) (?:down )?(?:the |our )?(.{2,40}?)(?: down)?$$`,
    'did $1 get slower with the release',
  ),
  form(
    `^^did (?:the |our |its |that |this )*(?:new |latest |last )*(?:v?\\d[\\d.]* )?${VERSIONED}(?: (?:of|to) v?\\d[\\d.]*)? (?:make|made) (?:the |our )?(.{2,40}?) (slower|faster)$$`,
    'did $1 get $2 with the release',
  ),
  form(
    `^^(?:is|are|has|have|did) (?:the |our )?(.{2,40}?) (?:been |become |got |get |gotten |any )*(slower|faster) than before (?:the |its )?(?:${VERSIONED} )?v?(?:\\d+(?:\\.\\d+)+)(?: (?:came|went (?:out|live)|was (?:released|deployed)|is out))?$$`,
    'did $1 get $2 with the release',
  ),
  // "It's 3am and I am alone": the clock of who asks, and no window.
  form(
    "^(?:(?:so|hi|hey),? )?it(?: is|'s) (?:now |already |almost |past )?\\d{1,2}(?::\\d\\d)? ?(?:am|pm|o'?clock)(?: in the (?:morning|night|evening))?(?:,| and| -|;|:) ",
    '',
  ),
  // "When was it all fixed?", "when did everything start working again?": the end, and no beginning.
  form(
    '^^(?:when|(?:at )?what time) (?:was|were|is|are|has|have) (?:it|this|that|everything|things|all of (?:it|this|that)|we) (?:all |finally |completely |been )*(?:fixed|solved|resolved|repaired|restored|over|sorted(?: out)?|back(?: to normal)?|ok again|good again)$$',
    'when was it over',
  ),
  form(
    '^^(?:when|(?:at )?what time) (?:did|has|have|was|were) (?:it|this|that|everything|things|we|the (?:system|site|shop|app|whole thing)) (?:all |finally |completely )*(?:start|started|begin|began|begun|get|got|come|came|go|went|be|been) (?:back to )?(?:to work|working|to be ok|normal|ok|fine|healthy)(?: again)?$$',
    'when was it over',
  ),
  form(
    '^^(?:when|(?:at )?what time) (?:did|has|have) (?:the |our )?(.{2,40}?) (?:finally )?(?:start|begin|started|begun) (?:to (?:work|succeed|go through)|working|succeeding|going through) again$$',
    'when did $1 recover',
  ),
  // "Could it have been the rollout of web?": a suspicion.
  form(
    '^^(?:could|can|may|might) (?:it|this|that) (?:have been|be) (?=the \\S+ (?:rollout|release|deployment|update|upgrade))',
    'was it ',
  ),
  form(
    `^^(?:is there |was there |has there been |did we get )?(?:any |a |some )?new(?:er)? (?:version|release|build|rollout) (?:of|for|on) (?:the )?${SERVICE}((?: (?:today|tonight|yesterday|recently|this (?:morning|evening|afternoon)))?)$$`,
    'was there a release of $1$2',
  ),
  form(
    `^^(?:is there |was there |has there been |did we get )?(?:any |a |some )?new(?:er)? ${SERVICE} (?:version|release|build|rollout)((?: (?:today|tonight|yesterday|recently|this (?:morning|evening|afternoon)))?)$$`,
    'was there a release of $1$2',
  ),
  form(
    '^^(?:was|were) there (?:any|a|some) changes? (?:right |just |shortly |directly )?before (?:it|this|that|the (?:incident|outage|problem|trouble)) (?:broke|started|began|failed|happened|all started)$$',
    'was anything deployed right before it broke',
  ),
  form("\\b(anything|something|nothing|what(?: is|'s)?) the matter with\\b", '$1 wrong with'),
  form(
    '^^how much (?:damage|harm) (?:did|has|does|was) (?:it|this|that|the (?:[a-z-]{2,30} )?(?:thing|problem|incident|outage|failure|bug|mess)) (?:do|done|cause|caused)(?: so far)?$$',
    'how bad was it',
  ),
  form(
    '^^(?:which|what) (?:of our )?services (?:suffered|suffer|were dragged down|were hit|got hit|broke|failed|fail) because of (?:the )?\\S{2,60}(?: outage| problem| failure)?$$',
    'which services were affected',
  ),
  // "Which services make up our shop?"
  form(
    `^^(?:which|what|(?:list|name|show)(?: me)?(?: all)?(?: the)?) ${SERVICES}(?: that)? (?:make up|makes up|belong to|form|constitute|compose|are (?:a )?part of|run) (?:the|our|this|my) (?!.*\\b(?:chain|incident|outage|failures?|errors?|trouble|problem|issue|flow|path|trace|call|cluster|region|zone|node|host|namespace|group|team)\\b)[a-z]+(?: [a-z]+){0,2}$$`,
    'which services are there',
  ),
  form(`^^${SERVICE} (?:restarted|rebooted|came back up) (?:at what time|when)$$`, 'when did $1 restart'),
  form(`^^what (?:does|do) ${SERVICE} measure$$`, 'which metrics of $1'),
  form(
    '^^(?:something|anything) (?:went|goes|is|has gone) wrong(?: (?:today|tonight|this hour|earlier|just now|here))?,? what(?: was it| is it)?$$',
    'what broke',
  ),
  form(
    `^^(?:is |are |does )?${SERVICE} still (?:throwing|returning|getting|seeing|having|giving|serving|answering|throw|return|answer)(?: with)? (?:any )?([45](?:\\d\\d|xx))s?$$`,
    'still $2s on $1',
  ),
  ...LENGTHS,
  ...UNTROUBLED,
  ...INCIDENT,
  form(
    '^^where (?:do|does|did|are) (?!most\\b)(?:all )?(?:the |these |our |those )?([^\\ue000?]{0,40}?\\b(?:errors?|failures?|[45]\\d\\ds?|timeouts?|exceptions?)\\b[^\\ue000?]{0,40}?) (?:come|coming|originate|originating|stem)(?: from)?$$',
    'why are there $1',
  ),
  form('^^(?:all )?(?:gone|over|fixed|solved|resolved|finished)(?: now| already| yet| by now)?$$', 'is it over'),
  form(
    `^^is (?:the |this |that |our )?(?:[a-z][\\w-]{2,20} ){0,2}(?:problem|trouble|issue|outage|incident) (?:over|gone|solved|fixed|resolved|finished)(?: now| already| yet| by now)?$$`,
    'is it over',
  ),
  form(
    '^^(?:did|has) (?:the |our )?([a-z][\\w.]*[-_][\\w.-]+) (?:go|gone) down((?: at any point| at some point| today| tonight| yesterday| last night)?)$$',
    'was $1 down$2',
  ),
  form(
    '^^anything (?:strange|odd|weird|unusual|suspicious|abnormal) (?:in|about|with|on) (?:the )?(\\S+[._]\\S+)(?: numbers?| values?| metrics?| readings?| graph)?$$',
    'anything unusual about $1',
  ),
  form(
    '^^(?:does|do|did|is) (?:the |our )?([a-z][\\w.]*[-_][\\w.-]+) (?:behave|behaving|behaved|act|acting) (?:oddly|strangely|weirdly|unusually|odd|strange|weird)$$',
    'anything unusual about $1',
  ),
  form(
    '^^how (?:high|big|large|far) (?:did|does|has|have) (?:the |our )?(.{2,60}?) (?:get|got|gotten|become|grow|grown|run|climb|went|go)$$',
    'maximum of $1',
  ),
  form(
    '^^how (hot|warm|cold|full|deep|long|busy|old) (?:did|does|has|have) (?:the |our )?(.{2,60}?) (?:get|got|gotten|become|grow|grown|run|climb|went|go)$$',
    'maximum $1 of $2',
  ),
  form(
    '^^how many (?!services\\b|requests\\b|different\\b)([a-z]{3,20}s) (?:were|are|got|have been) (?:hit|affected|impacted|hurt) by failed requests$$',
    'how many different $1 had failed requests',
  ),
  form('^^(?:is|are) (?:the |our )?(.{2,60}?) (?:getting|becoming) busier$$', 'are requests of $1 going up'),
  form('^^(?:is|are) (?:the |our )?(.{2,60}?) (?:getting|becoming) quieter$$', 'are requests of $1 going down'),
  form('^^(?:the |our )?(.{3,60}?)[:,] ?(?:is it |are they )?(?:going )?up or down$$', 'trend of $1'),
  form(
    '\\b(?:going|gone|trending|moving|heading|creeping) (?:up|down)(?: or (?:going |trending )?(?:up|down|flat|sideways|stable|steady|not)){1,2}(?=[\\s?.!,]|$)',
    'going up',
  ),
  form(
    '\\b(rising|growing|increasing|climbing|falling|dropping|shrinking) or (?:flat|sideways|stable|steady|constant|not)(?=[\\s?.!,]|$)',
    '$1',
  ),
  form(
    '^^(?:are there|are we (?:getting|seeing|having)|do we (?:get|see|have)|is there|are you seeing) (?:more and more|ever more|steadily more|increasingly many) (.{2,60}?)(?=[\\s?.!]*$| (?:in|over|since|during|within|between|after|at|right now|now|today)\\b)',
    'is the number of $1 going up',
  ),
  form(
    '^^(?:are there|are we (?:getting|seeing|having)|do we (?:get|see|have)|is there|are you seeing) (?:fewer and fewer|less and less|ever fewer|steadily fewer) (.{2,60}?)(?=[\\s?.!]*$| (?:in|over|since|during|within|between|after|at|right now|now|today)\\b)',
    'is the number of $1 going down',
  ),
  form(
    '^^(?:does|do|did|is|are|has|have) (?:the )?(\\S+[._]\\S+)(?: of \\S+)? (?:show|look|seem|had|doing|behaving|looking)(?:s|ed)? (?:anything |something )?(?:unusual|odd|strange|weird|abnormal|suspicious|off)(?:ly)?$$',
    'anything unusual about $1',
  ),
  form(
    `^^(?:have|has) (?:we|you|they) (?:got )?(?:the |that |this )?(?:${OUTAGE}|it|that|this) behind (?:us|you|them)(?: now| already| yet)?$$`,
    'is it over',
  ),
  form(
    '^^how available (?:is|was|were|are|has|have) (?:the |our )?(.{2,60}?)(?: been)?(?=$| (?:in|over|since|during|within|for|between|after|before|today|yesterday)\\b|[,?])',
    'availability of $1',
  ),
  form('^^(?:is|are) (?:the |our )?(.{2,60}?) (?:coming|going) back(?: up)?$$', 'is $1 going up'),
  form(
    '^^(?:does|do|is|are) (?:anything|something|anyone|any service) not (?:report|send|log|reporting|sending|logging)(?: any ?more| now| at all)?$$',
    'is anything not reporting',
  ),
  form(
    '^^compared (?:with|to) (?:the time |how it was )?before (\\d{1,2}:\\d{2}),? (?:does|has|have|do|are|is) (?:the )?(.{2,60}?) (?:got|have|had|get|seeing|see|having)? ?more (errors|warnings|failures|requests)(?: now)?$$',
    'are there more $3 in $2 than before $1',
  ),
  form(
    '^^(?:does|do|did) (?:it|this|that|the problem) (?:still )?happen(?: (?:right now|now|at the moment|any ?more))$$',
    'is it happening right now',
  ),
  form(
    '^^(?:the )?(?:start and end|beginning and end)(?: time)?(?: of (?:it|this|that|the .{2,30}))?$$',
    'from when to when was the incident',
  ),
  form(
    '^^(?:do|does) (?:the |our )?(.{2,60}?) (?:still fail|fail still|keep failing|keep on failing|continue to fail)$$',
    'is $1 still failing',
  ),
  form(
    '^^(?:has|have|is|are|did) (?:the |our )?(.{2,60}?) (?:come|gone|got|get|go|gotten|went|back) (?:back )?to normal(?: again)?$$',
    'did $1 recover',
  ),
  form(
    '^^has (?:it|that|this|(?:the |all the |all this )?(?:trouble|problem|issue|incident|outage|mess)) (?:ended|stopped|gone away|passed|been (?:solved|resolved|fixed|repaired|sorted(?: out)?|cleared(?: up)?|dealt with|taken care of))(?: by now| now| already| yet)?$$',
    'is it over',
  ),
  form('^^(?:is|are|was|were) there (?:something|anything) (?:that is |which is )?(?=[a-z])', 'is anything '),
  form('^^is it possible (?:again )?(?:now )?for (.{2,40}?) to (.{2,60}?)(?: again)?$$', 'can $1 $2 again'),
  form('\\bnot (?:usual|normal)\\b', 'unusual'),
  form(
    '^^(?:do|does|are|is) (.{2,60}?) (?:become|becoming|getting|get|going) (?:less|fewer|lower|smaller|shorter)$$',
    'are $1 going down',
  ),
  form(
    '^^(?:do|does|are|is) (.{2,60}?) (?:become|becoming|getting|get) (?:more|higher|longer|bigger|larger)$$',
    'is $1 growing',
  ),
  form(
    '^^(?:has|have|is|are|did|does|do) (?:the |our )?(.{2,60}?) (?:been getting|getting|get|got|gotten|receiving|seeing) (less|fewer|more) (traffic|requests?|calls?|errors?|load)\\b',
    'did $3 of $1 go $2',
  ),
  form('^did (traffic|requests?|calls?|errors?|load) of (.{2,60}?) go (?:less|fewer)\\b', 'did $1 of $2 decrease'),
  form('^did (traffic|requests?|calls?|errors?|load) of (.{2,60}?) go more\\b', 'did $1 of $2 increase'),
  form(
    '^^did (?:something|anything|anyone|anybody) stop (?:to report|reporting|to send|sending|to log|logging)(?: .{0,20})?$$',
    'is anything not reporting',
  ),
  form(
    `^^(?:is|are) (?:the |our )?${SERVICE} (?:still )?(?:up and running|running|alive|running ok|running fine)(?: (?:right now|now|at the moment))?$$`,
    'is $1 up',
  ),
  form(
    `^^does (?:the |our )?${SERVICE} (?:still )?(?:live|work as it should|work as expected|do its job|function as it should)$$`,
    'is $1 working',
  ),
  form(
    "\\bwhat(?: is|'s) (?:the )?(?:condition|health|shape|state|status) of (?:the )?(?=\\S{2,60}[\\s?.!]*$)",
    'how is ',
  ),
  form(`\\bwhat(?: is|'s) ${SERVICE}'s? (?:condition|health|shape|state|status)$$`, 'how is $1'),
  form(
    `^^do we (?:still )?(?:get|receive|have) (?:any )?(?:logs|data|telemetry|records|lines)(?: coming in)? (?:from|of) (?:the )?${SERVICE}$$`,
    'is $1 still sending logs',
  ),
]

/** Who and what is hit. */
export const IMPACT: readonly PlainForm[] = [
  form(
    `^^how (?:much (?:damage|harm|mischief)|far-reaching) (?:did|was|has|is) (?:it|this|that|all this|the (?:\\S{2,40} )?${OUTAGE}) ?(?:do|done|cause|caused|make|made)?(?: so far| in total| altogether)?$$`,
    'what was the impact',
  ),
  // "Which services feel it besides web?", "what parts of the system are hit by the card trouble?"
  form(
    `^^(?:(?:which|what)(?: of (?:our|the))? |(?:(?:list|name|show|give me) )?(?:all )?(?:the )?)(?:${SERVICES}|parts)(?: that| which)?(?: of (?:the|our) [a-z]{3,20})? (?:(?:is|are|was|were|got|have|has|had|also|all|being|been) )*(?:feel(?:s|ing)?|felt|suffer(?:s|ed|ing)?|notic(?:e|es|ed)|aff?ected|hit|impacted|dragged (?:in|down|along)) (?:it |this |that )?(?:(?:by|from|under|because of|besides|except|apart from|other than) )?(?:the )?(?:(?:refus|reject|declin|fail|drop|deni|abort|delay)(?:ed|ing) )?(?!in\\b|on\\b|during\\b|since\\b|between\\b|by\\b|today\\b)[a-z][\\w-]{1,30}(?: (?:trouble|problems?|issues?|outage|incident|failures?|thing|mess))?$$`,
    'which services are affected',
  ),
  form(
    '^^(?:is|was|are|were) (?:it |this |that )?(?:just |only )(?:one|a single) ([a-z]{3,20}) (?:(?:is |was )?(?:hit|affected|impacted|broken|failing|concerned),? )?or (?:all|every|everyone|several|others)(?: .{2,20})?$$',
    'which $1s are affected',
  ),
  form(
    '^^(?:(?:is|was) it |did it hit |does it hit )?(?:just |only )(?!one\\b)[\\w-]{2,30} or (?:all|every|other|the other|all the|all other) (?:of the |the )?([a-z]{3,20})$$',
    'which $1 are affected',
  ),
  form(
    '^^(?:did|does|do) (?:every|each|all)(?: of)?(?: the| our)? ([a-z]{3,20}) (?:suffer|fail|get hit|have (?:it|trouble|problems|errors)|break|see (?:it|that|errors)),? or (?:is it |was it )?(?:just|only) .{2,30}$$',
    'which $1 are affected',
  ),
  form(
    '^^(?:were|was|are|is) (?:[a-z]{3,20} in )?(?:all|every|each)(?: of)?(?: the| our)? ([a-z]{3,20}) (?:hit|affected|impacted|broken|failing),? or (?:is it |was it )?(?:just|only) .{2,30}$$',
    'which $1 are affected',
  ),
  form(
    `^^(which|what) (${SERVICES}) (?:have |had )?suffer(?:ed|s)?(?: from .{2,40}?)?(?: too| as well)?$$`,
    '$1 $2 are affected',
  ),
  form(
    `^^(which|what) (${SERVICES}|parts?) (?:did|does|do|has|have) (?:it|this|that|the ${OUTAGE}) (?:affect|hit|impact|touch|reach)(?:ed)?$$`,
    '$1 $2 are affected',
  ),
  form(
    '^^whom? (?:does|did|do|is) (?:it|this|that) (?:affect|hit|impact|touch|reach|hitting|affecting)$$',
    'who is affected',
  ),
  form(
    '^^who(?: all)? (?:is|are) (?:being hit|feeling the effects|feeling this|suffering)(?: (?:by|of|from|with) (?:it|this|that|all this))?(?:, .{0,30})?$$',
    'who is affected',
  ),
  form(
    `^^(?:did|does|do|is|are) (?:it|this|that|the (?:\\S+ )?${OUTAGE}) (?:also )?(?:touch|concern|reach|hitting|affecting|have an (?:effect|impact) on) (?:the |our )?(.{3,60}?)(?: too| as well)?$$`,
    'is $1 affected',
  ),
  form(
    '^^(?:did|does|do) (?:the |our )?(.{3,60}?) (?:also )?(?:get (?:hit|affected|impacted)|suffer)(?: (?:by|from) (?:it|this|that))?(?: too| as well)?$$',
    'was $1 affected',
  ),
  form(
    '^^(?:the )?number of ([a-z][^?]{2,60}?) (?:that (?:are|were|got|have been) |who (?:are|were|got) )?(?:hit|affected|impacted|touched) by (?:it|this|that|the (?:incident|outage|problem|issue))$$',
    'how many $1 are affected',
  ),
]
