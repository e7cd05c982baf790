/**
 * Ways of asking, and the plain way of asking the same. They are only put in their place where a question could not be
 * answered as it was put, and none of them takes a condition away.
 */
export type Paraphrase = readonly [said: RegExp, plain: string]

export const PARAPHRASES: readonly Paraphrase[] = [
  // How it is asked for says nothing about what.
  [/[,;]? ?\(?\b(?:y\/n|yes or no|yes\/no)\b\)?/g, ''],
  [/[,;:]? ?\b(?:both|all) numbers?\b/g, ''],
  // "Which 3 requests to web were the slowest?"
  [
    /\bwhich (\d{1,2}|two|three|four|five|ten) (.{3,60}?) (?:were|was|are|is|had been) (?:the )?(slowest|fastest|longest)\b/g,
    'show the $1 $3 $2',
  ],
  [
    /\bwhich (?:requests?|calls?) (.{3,60}?) (?:were|was|are|is) (?:the )?(slowest|longest)\b/g,
    'show the $2 requests $1',
  ],
  // "Top 5 log messages by count."
  [/^(?=(?:.{1,40} )?top )(.{3,60}) by (?:count|frequency|occurrences?)(?=\W*$)/g, '$1'],
  // "Requests that did not return 201", "… that were not 200".
  [
    /\b(?:(?:that|which) )?(?:(?:did|do|does|have|has|were|was|are|is) )?not (?:(?:return|get|give|answer|respond|end|finish|produce|receive)(?:ed|d)?(?: (?:up|with|in|as|an?|the|http|status|code)){0,4} )(\d{3}|[1-5]xx)\b(?: (?:or|and|nor)(?: an?)? (\d{3}|[1-5]xx)\b)?/g,
    'without status $1 $2',
  ],
  [/\b(?:that|which) (?:are|were|is|was) not (?:an? )?(?:status )?(\d{3}|[1-5]xx)s?\b/g, 'without status $1'],
  // "Lines that are not info", "non-info lines".
  [
    /\b(?:that|which) (?:are|were|is|was) not (?:of |at |on )?(?:level |severity )?(trace|debug|info|warn|warning)s?\b/g,
    'with a level other than $1',
  ],
  [
    /\bnon[ -](trace|debug|info|warn|warning) ((?:log )?(?:lines|records|entries|messages|logs))\b((?: (?:of|from|in) [\w.-]{2,60})?)/g,
    '$2$3 with a level other than $1',
  ],
  // "How many requests of web did not fail?"
  [
    /\bhow many (?=requests\b)(.{3,80}?) (?:that |which )?(?:did|do|have|has) not (?:fail(?:ed)?)(?=\W*$| (?:in|since|between|over|today|during)\b)/g,
    'how many successful $1',
  ],
  // What was released.
  [
    /\b(?:has|have|did) (?:anybody|anyone|somebody|someone|we|you|they|any of us) (?:just |recently )?(?:updated?|upgraded?|deploy(?:ed)?|released?|roll(?:ed)? out|install(?:ed)?|ship(?:ped)?|push(?:ed)?)(?: (?:something|anything|sth))?\b/g,
    'was anything deployed',
  ],
  [
    /\b(when|what time) (was|were|did) (.{2,60}?) (?:last )?(?:updated?|upgraded?|released?|rolled out|installed|shipped|pushed|go live|went live|put live)\b/g,
    '$1 $2 $3 deployed',
  ],
  // "Median response of web": how long it takes to answer.
  [
    /\b(median|mean|average|avg|max|maximum|min|minimum|typical|p\d{2,3}|slowest|longest) (?:response|reply|answer)s?\b(?! (?:time|code|size|status))/g,
    '$1 response time',
  ],
  // "Are errors on web higher than before 14:10?"
  [
    /\b(?:are|is|were|was) (?:there )?(.{3,60}?) (?:now )?(?:higher|more frequent|more often|up|worse) than (?:it was |they were )?(?:before|until) (\d{1,2}:\d{2}(?::\d{2})?)/g,
    'did $1 increase since $2',
  ],
  [
    /\b(?:are|is|were|was) (?:there )?(.{3,60}?) (?:now )?(?:lower|less frequent|less often|down|fewer) than (?:it was |they were )?(?:before|until) (\d{1,2}:\d{2}(?::\d{2})?)/g,
    'did $1 decrease since $2',
  ],
  [/\b(?:are|is|were|was) there more (.{3,60}?) than before (\d{1,2}:\d{2}(?::\d{2})?)/g, 'did $1 increase since $2'],
  // "Did the import run in the last 20 minutes?": whether it said anything.
  [
    /^(?:so |and |hey )*(?:did|has|have) (?:the )?([a-z][\w.-]{2,60}(?: job| cron ?job| task| batch)?) (?:run|ran|executed?|log(?:ged)?(?: anything)?|said anything|done anything|wr(?:ite|ote|itten) anything)(?= (?:in|since|after|between|within|during|over|today|at|yet)\b|\W*$)/g,
    'any log records of $1',
  ],
  [
    /\b(slower|faster) than (?:it (?:was|were) |they were |usual )?before (?:the )?(\d{1,2}:\d{2}(?::\d{2})?)/g,
    '$1 since $2',
  ],
  [
    /^(?:so |and |hey )*(?:does|do|is|are) (.{2,60}?) still (?:send(?:ing)?|log(?:ging)?|writ(?:e|ing)|emit(?:ting)?|produc(?:e|ing)|report(?:ing)?)(?: (?:any |some |its |their )?(?:logs?|lines?|anything|something|data|telemetry|records?|messages?))?(?=\W*$)/g,
    'is $1 still sending',
  ],
  [
    /\b(?:did|has|have|had) any (?:of the )?(?:pods?|instances?|replicas?|containers?|nodes?|tasks?) (?:of|in|for|from) (?:the )?(\S+) (restart\w*|crash\w*|die|died)/g,
    'did $1 $2',
  ],
  [
    /\bhow long (?:is|are|was|were|has|have) (?:the |our )?(?!it\b|this\b|that\b)(.{2,40}?) (?:been )?(?:already )?(broken|down|failing|unavailable|degraded|out)(?: (?:already|now|so far|yet))*(?=\W*$)/g,
    'how long has $1 been $2',
  ],
  // "Does web have errors?", "did web log any warnings after 14:10?"
  [
    /^(?:so |and |but |hey )*(?:does|do|did|has|have|had) (?:the |our )?(.{2,60}?) (?:still )?(?:have|had|get|got|see|seen|saw|log|logged|throw|thrown|show|shown) (?:any |some )?(errors?|warnings?|exceptions?)(?! (?:rate|ratio|budget|code|message|page)s?\b)/g,
    'any $2 in $1',
  ],
  // "Does web work right now?", "is web fixed?"
  [
    /^(?:so |and |but |hey )*(?:does|do) (?:the |our )?(.{2,60}?) (?:still )?(?:work|function)(?: (?:again|now|right now|ok|fine|properly|normally|at the moment))*(?=\W*$)/g,
    'is $1 working',
  ],
  [
    /^(?:so |and |but |hey )*is (?:the |our )?(?:(?:problem|issue|trouble|incident) (?:with|in|of|on) (?:the |our )?)?(.{2,60}?) (?:fixed|repaired|resolved|solved|mended)(?: (?:again|now|right now|yet|already))*(?=\W*$)/g,
    'is $1 working',
  ],
  // Amounts that lines state.
  [
    /\bhow much (memory|ram|disk|cpu|space|heap|time) did (\S+) (?:use|need|take|consume)d? at (?:most|the most)\b/g,
    'max $1 used of $2',
  ],
  [/\bin how many (different )?/g, 'how many different '],
  [/\bfrom how many (different )?/g, 'how many different '],
  // "How many 502s did the agents get when sending replies", "error rate for opening attachments": the route says it.
  [
    /\bhow many ((?:[1-5]\d\d|[1-5]xx)s?|errors|failures|timeouts) did (?:the |our )?[a-z]{3,20}s (?:get|see|have|receive|hit|run into)\b/g,
    'how many $1',
  ],
  [
    /\b(?:when|while|on|for|of|by|with) (?:sending|opening|loading|getting|doing|using|accessing|visiting|calling|fetching) (?:the |their |our |an? )?(?=[a-z])/g,
    'on ',
  ],
  [/\bturned (?:down|away)\b/g, 'declined'],
]
