/** Questions as they are typed into a chat in a hurry, and the same in whole words. Part of `plain-forms.ts`. */
import { form, type PlainForm } from './plain-form.ts'

/** Numbers that people round a length of time to. */
const ROUND = '(?:5|10|15|20|25|30|40|45|60|90|120)'
const FEW = '(?:\\d{1,3}|two|three|four|five|six|ten|twenty)'
const ID = '(?=[a-z_-]{0,20}\\d|[a-z]{1,8}\\d)[a-z]{1,12}[-_]?\\d[\\w-]{2,30}'
const APPEAR = 'occur|happen|appear|show up|come up|pop up|come in|arrive|get logged'
const TROUBLE_NOUN =
  '(?:errors?|failures?|problems?|issues?|trouble|incident|outage|symptoms?|signs?|warnings?|failed requests?)'
const STATISTIC = '(?:p\\d{2,3}|avg|average|mean|median|min|max|minimum|maximum)'
const RECORD = '(?:line|log|record|message|error|warning|entry|event|request|span|trace)s?'

export const SHORTHAND: readonly PlainForm[] = [
  // "Logins last 20 vs prev 20": the two windows are beside each other.
  form(
    `(?<=[a-z0-9)}]),? (?:in the |over the )?(?:last|past) (${ROUND})(?: ?(minutes?|mins?|m))? (?:vs\\.?|versus|against|and) (?:the )?(?:prev|previous|prior|last) \\1(?: ?(?:minutes?|mins?|m))?$$`,
    ' in the last $1 minutes vs the $1 minutes before that',
  ),
  // "POST /login hits, last 20": minutes, as a number of records stands before what it counts.
  form(
    `(?<!^(?:so |and |please )*(?:show|list|give|print|get|tail|what|which)\\b.{0,120})(?<=[a-z0-9)}]), (?:in the |over the |for the )?(?:last|past) (${ROUND})$$`,
    ' in the last $1 minutes',
  ),
  form(`^^(?:the )?(${ROUND}) before (?:that|it|those)$$`, '$1 minutes before that'),
  // "Last 5 requests to web": those, and not how many there were.
  form(
    `^^(?:the )?(last|latest|newest|most recent|first|oldest|earliest) (${FEW}) (?=(?:(?:failed|failing|successful|slow) )?(?:requests|calls|traces|spans|[1-5]\\d\\ds|[1-5]xxs?)(?![\\w.-]))`,
    'show the $1 $2 ',
  ),
  form(
    '^^(?:the )?(latest|newest|most recent|oldest|earliest) (?=(?:(?:failed|failing|successful|slow) )?(?:request|call|trace|[1-5]\\d\\d)(?: (?:of|to|on|for|from|with|by)\\b|[\\s?.!]*$))',
    'show the $1 ',
  ),
  // "Which service fails most and how much": its number stands beside it.
  form(
    '(?<=\\b(?:which|who|most|top|slowest|worst|busiest|highest|biggest)\\b.{3,120}),? and (?:by )?how (?:much|many|often|slow|bad|badly|high)(?: (?:is|are|was|were) (?:it|they|that|there)| each| of each| of them)?$$',
    '',
  ),
  // "P50/p95/p99 of web": several numbers of one thing.
  form(`(?<![\\w.-])(${STATISTIC}) ?(?:/|\\|) ?(?=${STATISTIC}(?![\\w.-]))`, '$1, '),
  form('(?<![\\w.-])(p\\d{2,3}) (?=p\\d{2,3} (?:of|for|on)\\b)', '$1 and '),
  form('(?<![\\w.-])(p\\d{2,3}) (?=p\\d{2,3}(?: and|,) p\\d{2,3}\\b)', '$1, '),
  // "Time per charge by network": how long each takes.
  form(
    '^^(?:(?:what is|whats|show|show me) )?(?:the )?(?:average |mean |typical )?(?:time|seconds|milliseconds|ms) (?:per|for each|for every|each) (?=[a-z][\\w.-]{2,40} (?:by|per|for|of|on|in)\\b)',
    'average latency per ',
  ),
  // "Latency pre vs post 4.8.0".
  form('\\bpre ?(?:vs\\.?|versus|and|&|/) ?post (?=v?\\d{1,4}\\.\\d)', 'before and after '),
  // "Is web dropping requests?" asks whether it fails, and not for a trend.
  form(
    `^^(?:is|are) (?:the |our )?([a-z][\\w.-]{1,60}) (?:still |currently |now )?(?:dropping|losing|swallowing|failing) (?:any |some |the |its |our )?(?:requests|calls|connections|traffic)(?: (?:now|right now|at the moment|again|today))?$$`,
    'is $1 failing',
  ),
  // "Did the web release have anything to do with it?" asks for its guilt, and not for what is to be done.
  form(
    "^^(?:did|does|do|has|have|could|can|might) ((?:the |our |that |this |yesterday's |today's )?(?:[a-z][\\w.-]{1,60} ){0,4}?(?:release|deploy|deployment|rollout|update|upgrade|version|change|migration|flag|config|patch|v?\\d{1,4}(?:\\.\\d{1,4}){1,3})) (?:have|had|got) (?:(?:anything|something|much) )?(?:to )?do with (?=[a-z0-9])",
    'did $1 cause ',
  ),
  // "Did we deploy anything before that?" asks for releases.
  form(
    '^^(?:did|have|has) (?:we|you|they|anyone|anybody|someone|somebody|the team) (?:deploy(?:ed)?|released?|ship(?:ped)?|push(?:ed)?|roll(?:ed)? out) (?:anything|something)(?: new)? (?:(?:right|just|shortly) )?before (?:that|it|this)(?: (?:started|began|broke|happened))?$$',
    'any deploys before the outage',
  ),
  form(
    '^^(?:did|have|has) (?:we|you|they|anyone|anybody|someone|somebody) (?:change|changed|touch|touched|edit|edited|modify|modified) (?:the |any |some |a )?(?:config(?:uration)?|settings?|flags?|feature flags?)(?= |[?.!]|$)',
    'any config changes',
  ),
  // "Can I restart it?" asks for advice: nothing here restarts anything.
  form(
    '^^(?:can|could|may|shall) (?:i|we) (?:just |safely |simply )?(?=(?:restart|reboot|kill|bounce|roll back|rollback|revert|scale|fail over)\\b)',
    'should i ',
  ),
  // "When did the first X appear", "when did X first appear": the first of them.
  form(
    `^^when did (?:the |our )?(?:very )?(first|last) (?!${TROUBLE_NOUN}\\b|time\\b)(.{2,80}?) (?:${APPEAR})(?= (?:on|in|at|of|from|since|today|yesterday)\\b|[\\s?.!]*$)`,
    'when was the $1 $2',
  ),
  form(
    `^^when did (?:the |our )?(?!(?:${TROUBLE_NOUN}|it|this|that|we|they|you|i|things|everything)\\b)(.{2,80}?) (first|last) (?:${APPEAR})(?= (?:on|in|at|of|from|since|today|yesterday)\\b|[\\s?.!]*$)`,
    'when was the $2 $1',
  ),
  // "How far behind is the indexer": its lag, and not what it calls.
  form(
    '^^how (?:far|much|long) (?:behind|delayed) (?:is|are) (?:the |our )?([a-z][\\w.-]{1,60})(?: (?:now|right now|at the moment))?$$',
    'what is the lag of $1',
  ),
  // "And did it matter?" behind a release asks for its guilt.
  form(
    '(?<=\\b(?:deploy|releas|roll|chang|ship|push)[a-z]{0,8}\\b.{0,80}),? and (?:did|does|could|might) (?:it|that|they|any of (?:it|that|them)) (?:matter|break (?:anything|something|it|things)|cause (?:it|this|that|any (?:trouble|problems|errors))|do any harm|have anything to do with (?:it|this|that))$$',
    '? did it cause the outage',
  ),
  // "What did C-2071 do", "history of C-2071".
  form(
    `^^(?:history|timeline|story|life) of (?:(?:order|customer|user|request|job|ticket) )?(${ID})$$`,
    'what happened to $1',
  ),
  form(
    `^^what (?:did|does|has) (?:(?:order|customer|user|request|job) )?(${ID}) (?:do|did|done)$$`,
    'what happened to $1',
  ),
  // "What does web log?": what it says, and not how many lines.
  form(
    `^^what(?: exactly)? (?:does|do|did|is|are) (?:the )?([a-z][\\w.]{0,40}[-_][\\w.-]{1,60}) (?:say|saying|log|logging|write|writing|print|printing|tell us|telling us|output)(?: exactly| in its logs?)?$$`,
    'top log messages of $1',
  ),
  form(
    `^^what (?:does|do|did|is|are) (?:the )?(?:logs?|log lines|lines|output) of (?:the )?([a-z][\\w.-]{1,60}) (?:say|saying|tell us|show)$$`,
    'top log messages of $1',
  ),
  form(
    '^^(?:what else could (?:it|this|that) (?:still )?be|(?:are there |any )?(?:other|further|alternative) (?:explanations?|suspects?|candidates?|hypothes[ei]s|causes?))$$',
    'how sure are you',
  ),
  // "Is 2.10.0 the reason?": whether that release is to blame.
  form(
    '^^(?:is|was|could) (?:version |release |the )?(v?\\d{1,4}(?:\\.\\d{1,4}){1,3}) (?:be )?(?:the |our )?(?:reason|cause|culprit|problem|issue|trigger|one to blame|to blame|responsible)$$',
    'did release $1 cause the outage',
  ),
  // "Redis slow?"
  form('^^([a-z][\\w.-]{2,40}) (slow|down|failing|broken|healthy)\\?$$', 'is $1 $2'),
  form('^^who else (?=(?:calls?|uses?|depends? on|talks? to|needs?)\\b)', 'who '),
  form('\\b(?:kafka )?consumer lag (?=(?:of|for|on|in) )', 'lag '),
  // "Search vs suggest traffic".
  form(
    '^^([a-z][\\w/.-]{1,40}) (?:vs\\.?|versus) ([a-z][\\w/.-]{1,40}) (traffic|load|volume)$$',
    'requests on $1 vs $2',
  ),
  // "Result codes and how often": each of them.
  form(
    '^^(?:the |all |which )?([a-z][\\w.-]{1,30} [a-z]{2,20} (?:code|type|kind|name|version|status|reason)|[a-z][\\w.-]{1,30} (?:code|type|kind|reason))s?(?:,? and|,? with)? how (?:often|many)(?: each| of each)?$$',
    'count by $1',
  ),
  // "Rate-limited tenants": which they were.
  form(
    '^^(?:the |our |any |all )?(?:rate[- ]?limited|throttled) (?!requests|calls|errors|responses)([a-z][\\w-]{2,30}s)$$',
    'which $1 were rate limited',
  ),
  form(
    '^^(which|what) ([a-z][\\w-]{2,30}) (?:was|were|is|are|got|get|gets|being) (?:being )?throttled\\b',
    '$1 $2 were rate limited',
  ),
  // "Do I need to wake the database team?" asks whether it is their part that broke.
  form(
    '^^(?:do|should|shall|must) (?:i|we) (?:need to |have to |really need to )?(?:wake(?: up)?|call(?: in)?|page|ping|involve|bother|escalate to|get) (?:the |our )?(db|database|dba|postgres|mysql|redis|network|networking|storage|disk|memory|security|certificate|dns|firewall|load balancer|third party|provider|vendor) (?:team|guys|people|folks|on-?call|on call|admins?|crew)(?: (?:up|in|for this|about this))?$$',
    'could it be the $1',
  ),
  // "What happened right before?": before the trouble that was told.
  form(
    '^^what (?:happened|changed|was going on|was different) (?:right |just |shortly |immediately |directly )?before(?: (?:it|that|this))?$$',
    'what changed before it started',
  ),
  // "Not web" behind a number: without it.
  form(
    '^(?:but )?not (?:the )?(?!(?:sure|really|now|yet|bad|good|working|ok|okay|healthy|that|this|it|many|much|all|so|at|any|only|just|quite|too|the|a|an)\\b)([a-z][\\w.-]{1,60})$$',
    'without $1',
  ),
  // "Number of distinct values of plan": how many plans there are, and not how often each is.
  form('\\b(distinct|different|unique) values (?:of|for|in) (?:the )?(?=[a-z])', '$1 '),
  form('^^(?:the )?(?:number|count) of (?:distinct|different|unique) (?=[a-z])', 'how many different '),
  // "The highest number of errors": the most, whatever else is called a number.
  form(
    '\\b(?:the )?(?:highest|largest|biggest|greatest|maximum|max) (?:number|count|amount) of (?=(?:failed |successful |slow )?(?:requests?|calls|errors|warnings|failures|log ?lines|logs|timeouts)\\b)',
    'the most ',
  ),
  form(
    '\\b(?:the )?(?:lowest|smallest|minimum|min) (?:number|count|amount) of (?=(?:failed |successful |slow )?(?:requests?|calls|errors|warnings|failures|log ?lines|logs|timeouts)\\b)',
    'the fewest ',
  ),
  // "Top 3 tenants by requests": those with the most of them.
  form(
    '\\b((?:top|worst)(?: \\d{1,2})? [a-z][\\w.-]{1,40}(?: [a-z][\\w.-]{1,30})?) by (?:the )?(?:(?:number|count|amount) of )?(?=(?:(?:failed|successful|total|slow) )?(?:requests?|calls|errors|warnings|failures|log lines|logs|lines|hits|traces|spans)\\b)',
    '$1 with the most ',
  ),
  // "Warn and above", "everything from warn up".
  form('\\b(warn|warning|error|info)s? (?:and|or) (?:above|up|upwards?|higher|over)\\b', '$1 or worse'),
  form(
    '\\b(?:(?:everything|anything|all|all lines|lines|logs) )?from (warn|warning|error) (?:up|upwards?|on up)\\b',
    '$1 or worse',
  ),
  // "Which errors are new?"
  form(
    '^^(?:which|what) (errors|warnings|messages|log lines|lines|exceptions) (?:are|is) new$$',
    'new $1 since it started',
  ),
  form(
    '^^(?:did|has|have) (?:any|some|a) (?:pods?|containers?|services?|instances?|hosts?|process(?:es)?) (?:been )?(?:restart|restarted|reboot|rebooted)$$',
    'any restarts',
  ),
  form(
    '^^(?:is )?any(?:thing|body)? (?:in a )?(?:crash[- ]?loop(?:s|ing)?|restarting|flapping)(?: again| right now| now)?$$',
    'how many restarts',
  ),
  // "All pods of web or just one?"
  form(
    '^^(?:is it )?(?:all|every|one|a single|each) (pod|instance|host|replica|node)s? of ([a-z][\\w.-]{1,60}) or (?:just |only )?(?:one|some|a few|all|all of them)$$',
    'error rate of $2 by $1',
  ),
  // "Can we fail over?" asks for advice like "should we roll back?".
  form(
    '^^(?:should|can|could|shall|may) (?:i|we) (?:just |already )?(?:fail ?over|scale(?: up| out)?|drain(?: it)?|cordon(?: it)?)$$',
    'what should i do',
  ),
  // "Traffic normal?", "is traffic up?": how much there is, and not how it goes.
  form(
    '^^(?:is )?(?:the |our )?(?:traffic|load|request (?:rate|volume|count)) (?:normal|ok|okay|usual|as usual|unusual)(?: (?:now|right now))?$$',
    'is the number of requests normal',
  ),
  form(
    '^^is (?:the |our )?(?:traffic|load|request (?:rate|volume|count)) (?:up|higher|high|going up|rising|increasing)(?: (?:now|right now))?$$',
    'are requests rising',
  ),
  form(
    '^^is (?:the |our )?(?:traffic|load|request (?:rate|volume|count)) (?:down|lower|low|going down|falling|dropping)(?: (?:now|right now))?$$',
    'are requests falling',
  ),
  // "Which routes are failing?" asks for them, one by one.
  form(
    '^^(?:which|what) (routes?|endpoints?|operations?|apis?|paths?|urls?) (?:are|is|were|was) (?:(?:currently|now|still|all) )?(?:failing|affected|broken|impacted|hit|erroring|down|throwing errors|returning errors)(?: (?:now|right now|by (?:it|this|that|the (?:outage|incident|problem))))?$$',
    'failed requests by $1',
  ),
  form(
    '^^(?:which|what) (routes?|endpoints?|operations?|apis?|paths?|urls?) (?:are|is|were|was) (?:(?:currently|now|still) )?(?:slow|slowest|the slowest)(?: (?:now|right now))?$$',
    'p95 by $1',
  ),
  // "Is the new version of web worse?" compares it with the one before.
  form(
    '^^is (?:the )?(?:new|latest|current) (?:version|release) of ([a-z][\\w.-]{1,60}) (?:any )?(?:worse|better|broken|less stable|more stable|buggy|bad)(?: (?:than (?:the )?(?:old|last|previous)(?: one)?|than before))?$$',
    'error rate by version of $1',
  ),
  form(
    '^^is (?:the )?(?:new|latest|current) (?:version|release) of ([a-z][\\w.-]{1,60}) (?:any )?(?:slower|faster|slow|fast)(?: (?:than (?:the )?(?:old|last|previous)(?: one)?|than before))?$$',
    'p95 by version of $1',
  ),
  // "Describe web": how it is, as its bare name asks.
  form(
    '^^(?:describe|summari[sz]e|tell me about|what (?:do you know|can you (?:tell|say)(?: me)?) about) (?:the )?([a-z][\\w.]{1,40}-[\\w.-]{1,40}|[a-z][\\w.]{2,40})(?: service)?$$',
    '$1',
  ),
  form(
    '^^when did (?:we|you|they|it) first (?:see|get|log|have|notice) (?!it\\b|this\\b|that\\b|them\\b|errors\\b|problems\\b|trouble\\b)(?=\\S)',
    'when was the first ',
  ),
  // "Web 3.9.0 since when?"
  form('^^([a-z][\\w.-]{1,60}) v?(\\d{1,4}(?:\\.\\d{1,4}){1,3}) since when$$', 'since when does $1 run $2'),
  // "Is north worse than south?"
  form(
    '^^(?:is|are) ([\\w.-]{2,40}) (?:any |much |a lot )?(?:worse|more broken|less stable|more affected) than ([\\w.-]{2,40})$$',
    'does $1 fail more than $2',
  ),
  form('^^(?:is|are) ([\\w.-]{2,40}) (?:any |much |a lot )?better than ([\\w.-]{2,40})$$', 'error rate $1 vs $2'),
  // "Who returns 404?"
  form(
    '^^(?:who|which services?|what) (?:returns?|returned|is returning|answers?(?: with)?|sends?|gives?|throws?) (?:the |an? |all the |those )?([1-5]\\d\\ds?|5xx|4xx)$$',
    '$1 by service',
  ),
  form(
    '^^(?:top|most (?:common|frequent)|which) error (?:status )?codes?(?: (?:are|is) (?:returned|there))?$$',
    'failed requests by status code',
  ),
  form(
    '^^(?:top|most (?:common|frequent)|which) (?:status |http |response |http status |return ){1,2}codes?(?: (?:are|is) (?:returned|there))?$$',
    'requests by status code',
  ),
  form('\\bright (?:this|at this|in this) (?:moment|second|minute|instant|very moment)\\b', 'right now'),
  // "Client requests" are requests: clients are who sends them.
  form('(?<![\\w.-])(?:client|incoming|inbound|http|api) (?=requests?\\b)', ''),
  form('^^(?:over|for|in|during) (?:the )?(?:whole|entire|full) hour$$', 'in the last hour'),
  // "Which services did it drag down?"
  form(
    '^^(?:which|what) (services|systems|components|apps|routes|endpoints) did (?:it|this|that) (?:drag down|take down|bring down|pull down|take out|knock out|affect|hit|impact|break|hurt|reach)(?: too| as well| with it)?$$',
    'which $1 are affected',
  ),
  // "What is the share of those in all its requests?"
  form(
    "^^(?:what(?: is|'s| was) )?(?:the |their |its )?(?:share|percentage|part|fraction|proportion)(?: of (?:those|them|these|that|it))?(?: (?:is|was) (?:that|it))?(?: (?:in|of|among) (?:all(?: of)? )?(?:its |the |their )?(?:requests|calls|total|traffic))?$$",
    'as a percentage',
  ),
  // "Just got paged." before a question.
  form(
    "^(?:(?:i|we|i was|we were|i am|we are|i've been|we've been|just|have|has|been|got|getting|was|were) ){1,4}(?:paged|woken(?: up)?|alerted|pinged)(?: (?:by|for|about|because of) [^.,!?;:]{2,60})?[.,!;:-]+ (?=(?:are|is|what|whats|which|how|when|why|who|did|does|do|any|show|where|since|can)\\b)",
    '',
  ),
  form('\\b(?:other|apart|different) (?:than|from) (?:an? |the )?(?=[1-5]\\d\\d\\b)', 'except '),
  // "Any in the last five minutes?"
  form(
    '^^any(?: more| others?)?(?: of (?:them|those|these))? (?=(?:in|since|during|over|after|before|between|within) )',
    'how many of them ',
  ),
  form('^^how many (?=(?:in|since|during|over|between|within|before|after) (?:the |\\d))', 'how many of them '),
  // "Worst route?"
  form(
    '^^(?:and )?(?:the )?(worst|slowest|busiest|fastest|biggest) (routes?|endpoints?|services?|hosts?|pods?|tenants?|customers?|regions?|operations?|versions?)$$',
    'which $2 is the $1',
  ),
  // "Group them" behind lines: by what they say.
  form(
    '^^(?:group|cluster|summari[sz]e|dedupe|aggregate|bucket) (?:them|those|these)(?: by (?:message|pattern|text|template))?$$',
    'what is the most frequent one',
  ),
  // "Who solved the problem?", "how did it recover?"
  form(
    '^^(?:what|who) (?:fixed|resolved|solved|cured|ended|stopped) (?:it|this|that|the (?:outage|incident|problem|issue))(?: in the end)?$$',
    'what fixed it',
  ),
  form(
    '^^how (?:was|were|did) (?:it|this|that|things|the (?:outage|incident|problem|issue)) (?:get )?(?:fixed|resolved|solved|mitigated|better|recover|resolve|heal|go away)(?: in the end)?$$',
    'what fixed it',
  ),
  form(
    '^^(?:how|why) did the (?:outage|incident|trouble|problem|issue|errors) (?:stop|end|go away|recover|get (?:fixed|resolved))$$',
    'what fixed it',
  ),
  form(
    '^^when (?:was|were|did) (?:it|that|the (?:release|deploy|deployment|change|version)) (?:get )?(?:rolled back|reverted|undone|backed out)$$',
    'when was the rollback',
  ),
  // "Was it rolled back?", "was web rolled back?"
  form(
    '^^(?:was|has|is|did) (?:it|that|this|the (?:new |latest |last )?(?:release|deploy|deployment|change|version)|anything|something) (?:been |get |got |already )?(?:rolled back|reverted|downgraded)(?: (?:today|yet|already|now))?$$',
    'was there a rollback',
  ),
  form(
    '^^(?:was|were|is|has|have|did|when was|when did) (?:the |our )?([a-z][\\w.]{1,40}-[\\w.-]{1,40}|[a-z][\\w.]{2,40}) (?:been |get |got |already )?(?:rolled back|reverted|downgraded)(?: (?:today|yet|already|now|since))?$$',
    'was there a rollback of $1',
  ),
  // "Is it one tenant or all?" is told by how many fail of each.
  form(
    '^^(?:is|was) (?:it|this|that) (?:just |only )?(?:one|a single|all|every|some|a few) (tenant|customer|client|merchant|region|user|zone|country|browser|device|platform|plan|channel)s? or (?:is it |just |only )?(?:all|everyone|everybody|one|some|several|a few|many|more)(?: of them)?$$',
    'failed requests by $1',
  ),
  // "Mailer last line ts", "web: its last error at?", "last declined card, timestamp".
  form(
    `^^([a-z][\\w.-]{1,60})(?:[:,]| -)? (?:the |its )?(?:very )?(last|first|newest|oldest|latest|earliest) (?:log )?(${RECORD})(?: was| came| is)?,? (?:ts|timestamp|time|what time|at|when|at when|at what time)$$`,
    'when was the $2 $3 of $1',
  ),
  form(
    '^^(?:the )?(last|first|newest|oldest|latest) ([a-z][^,?:]{2,60}),? (?:ts|timestamp|at when|at what time)$$',
    'when was the $1 $2',
  ),
  // "Mailer back up at": when it came back.
  form(
    '^^([a-z][\\w.-]{1,60}) (?:is )?back(?: up| online| again)?,? (?:at|when|since when|at what time)$$',
    'when did $1 come back up',
  ),
  // "Whole evening instead": from its beginning.
  form(
    '^^(?:for |over |do )?(?:the )?(?:whole|entire|full) (morning|afternoon|evening)(?= ?$| instead| please)',
    'this $1',
  ),
  // "Hi, two things: how many … and …".
  form(
    '^(?:(?:hi|hello|hey|ok|so)(?: all| there| team)?[,.! ]+)?(?:i have |got )?(?:two|three|2|3|a couple of|a few|some) (?:quick |short |more |other )?(?:things|questions|qs)(?: please)? ?[:,-] ?(?=[a-z])',
    '',
  ),
  // "Bookings refused, n?"
  form(
    '^^(?!how\\b|what\\b|which\\b|when\\b|why\\b|who\\b|is\\b|are\\b|did\\b|does\\b)(.{4,90}?)(?:,| -|:) ?(?:n|#|cnt)(?: ?[=?]| please|$)[\\s?.!]*$',
    'how many $1',
  ),
]
