/**
 * Further ways of asking, and the plain way of asking the same: of callers and stores, of codes that still come, of where
 * something comes from. Like those of paraphrases.ts they only take the place of a question that could not be answered.
 */
import type { Paraphrase } from './paraphrases.ts'

export const EVERYDAY_PARAPHRASES: readonly Paraphrase[] = [
  // "Who calls web the most?": callers are told with how often they call.
  [
    /^(?:so |and |but |ok )*(?:who|what|which (?:service|services|client|clients|one)) (?:calls?|called|is calling|uses?|used|hits?) (?:the |our )?([\w.-]{2,60}) (?:the )?most(?: often| frequently)?(?=\W*$)/g,
    'who calls $1',
  ],
  // A pool without a name is one of connections.
  [
    /^(?:so |and |but |hey |ok )*(is|are|was|were) (?:the |our |its )?pools? (?=(?:of |in |on |at )?[\w.-]{2,60} ?(?:too high|high|maxed out|saturated|exhausted|full|used up|empty)?\W*$)/g,
    '$1 the connection pool ',
  ],
  // "Is the gpu maxed out?", "connection pool of web saturated?": against what is everyday.
  [
    /^(?:so |and |but |hey |ok )*(?:is|are|was|were) (?:the |our )?((?:[\w.-]{2,40} ){1,5}?)(?:too high|high|elevated|maxed out|saturated|exhausted|pegged|used up|(?<=pool (?:[\w.-]{2,40} ){0,3})full|at (?:its|the|their) limit|at capacity)(?: (?:right now|now|currently|at the moment))?(?=\W*$)/g,
    'is $1 higher than usual',
  ],
  [
    /^(?:so |and |but |hey |ok |the )*((?:[\w.-]{2,40} ){1,5}?)(?:maxed out|saturated|exhausted|pegged|at (?:its|the|their) limit)(?=\W*\?\W*$)/g,
    'is $1 higher than usual',
  ],
  // "Who is calling web?", "which services does web call directly?"
  [/\b(who|what|which services?) (?:is|are) (?:currently |all |still )?(?:calling|invoking|querying)\b/g, '$1 calls'],
  [/\b(call|use|depend on|talk to|calls|uses|talks to) (?:directly|itself|straight)(?=\W*$)/g, '$1'],
  [
    /\b(?:which|what) (database|db|data ?store|store|cache|broker) (?:is|sits|stands|runs|lies) (?:behind|under|below) (?:the |our )?(\S{2,60})(?=\W*$)/g,
    'which $1 does $2 use',
  ],
  // "Are students locked out right now?"
  [
    /^(?:so |and |but |ok )*(is|are|were|was) (?:the |our |all |any |some )?([a-z]{3,20}s|anyone|anybody|people) (?:being |still |currently )*(?:locked|shut|kept|thrown|kicked|cut) (?:out|off)\b/g,
    '$1 $2 affected',
  ],
  // "p95 before vs after the rollout"
  [/\bbefore (?:vs\.?|versus|against|or|then) after\b/g, 'before and after'],
  [/\bbefore and after (?:version |v)?\d+\.\d+(?:\.\d+)*(?=\W*$)/g, 'before and after the release'],
  // "Where do most warnings come from?"
  [
    /\bwhere (?:do|did) (?:the )?most (?:of (?:the |our )?)?(.{3,40}?) (?:come|originate|stem) from\b/g,
    'which service has the most $1',
  ],
  [
    /\b(?:who|what) (?:logs|logged|writes|wrote) (?:the )?most (?=errors|warnings|lines|logs)/g,
    'which service has the most ',
  ],
  [/\bresponses\b(?= (?:by|per|of|with|from|on)\b)/g, 'requests'],
  // "Is web still answering 503?"
  [
    /^(?:so |and |but |ok )*(?:is|are) (?:the |our )?(\S{2,60}) (?:still )?(?:answering|returning|giving|sending|throwing|responding with|serving)(?: with| us)?(?: any)? ([45](?:\d\d|xx))s?\b/g,
    'any $2s of $1 in the last 5 minutes',
  ],
  // "Is web sending?"
  [
    /^(?:so |and |but |ok )*(?:is|are) (?:the |our )?(\S{2,60}) (?:sending|logging|reporting|emitting)(?: (?:anything|something|data|logs|telemetry))?(?: (?:now|at all|right now|at the moment))?(?=\W*$)/g,
    'is $1 still sending',
  ],
  // "Where did MSG-1234 get lost?", "upload F-1234: what was wrong?"
  [
    /^(?:so |and |but |ok )*(?:where|how|why|when) (?:did|was|is|has|were) (?:the )?(?:[a-z]+ )?([a-z]{1,8}[-_]?\d{3,}) (?:get |got |go |been |be |not )?[a-z]{3,20}(?=\W*$)/g,
    'what happened to $1',
  ],
  [
    /^(?:[a-z]+ )?([a-z]{1,8}[-_]?\d{3,})\s*[:,-]? ?(?:what (?:was|is|went|has gone) (?:wrong|the (?:problem|issue|matter|reason))|what happened|why|what about it)(?=\W*$)/g,
    'what happened to $1',
  ],
  // "Which component was at fault?"
  [
    /\b(?:which|what) (?:service|component|system|part|team) (?:is|was|were) (?:really |actually )?(?:at fault|to blame|guilty|responsible|the one)(?=\W*$)/g,
    'what is the root cause',
  ],
  // "Which services were affected by the cv problem?", "… does the bidding problem hit?"
  [
    /\b(which|what) (services?|components?|systems?) (?:were|are|was|is|got|have been) (?:also )?(affected|hit|impacted|touched|drawn in|involved)(?: by| in| with| from| during) (?:the |this |that |our )?(?:\S+ ){0,3}?(?:problem|issue|incident|outage|trouble|failure|failures|mess|disruption)(?=\W*$)/g,
    '$1 $2 are affected',
  ],
  [
    /\b(which|what) (services?|components?|systems?) (?:does|did|do) (?:the |this |that |our )?(?:\S+ ){0,3}?(?:problem|issue|incident|outage|trouble|failure|failures|mess|disruption) (?:affect|hit|impact|touch|reach|concern)(?=\W*$)/g,
    '$1 $2 are affected',
  ],
  // "How do we prevent a repeat of this?"
  [
    /^(?:so |and |ok )*(?:how|what) (?:do|can|could|should|would) (?:we|i|one) (?:do to )?(?:prevent|avoid|keep) (?:a repeat|this|that|it|such a thing|the same)(?: (?:of (?:this|that|it)|again|from happening|happening|happening again|from happening again|in (?:the )?future|next time))*(?=\W*$)/g,
    'what should we do',
  ],
  // "Services that send us telemetry", "name all the services we run"
  [
    /^(?:so |and |please |pls )*(?:(?:can you |could you )?(?:name|list|tell|show|give|enumerate)(?: me| us)? )?(?:all )?(?:the |our )?(services|components|systems|apps|applications)(?: (?:that|which))?(?: we)? (?:send(?:s|ing)?(?: us| you)?(?: any| their)?(?: (?:telemetry|data|logs|traces|metrics|something|anything))?|run|have|operate|own|use|know|see|monitor|are (?:running|known|there|connected|instrumented))(?=\W*$)/g,
    'which services do we have',
  ],
  [
    /^(?:so |and |please |pls )*(?:which|what) (?:service|component|system|app)s? (?:logs?|writes?|sends?|emits?|produces?) (?:the )?most(?: (lines|logs|log lines|records|messages))?(?=\W*$)/g,
    'which service has the most log lines',
  ],
  // "The last 20 minutes against the 20 before"
  [
    /\b(?:of |in |over |for )?(?:the )?last (\d{1,3}) (minutes?|mins?|hours?) (?:against|vs\.?|versus|compared (?:to|with)|and|or) (?:the )?(?:\1|same)(?: (?:minutes?|mins?|hours?))? (?:before|earlier|prior)(?: (?:that|them|it))?\b/g,
    'in the last $1 $2 compared with the $1 $2 before that',
  ],
  // "Did the errors of web stop after 20:03?"
  [
    /^(?:so |and |but |ok )*(?:did|have|has) (?:the )?(errors?|failures?|warnings?|exceptions?|timeouts?|\d{3}s) (?:of|in|on|from|at) (?:the )?(\S{2,60}) (?:stop(?:ped)?|end(?:ed)?|cease(?:d)?|disappear(?:ed)?|go away|gone away|go|gone)(?: (?:after|since|at|from|by) (\d{1,2}:\d{2}(?::\d{2})?))(?=\W*$)/g,
    'did $1 of $2 decrease since $3',
  ],
  // "Did search get slower with 7.12.0?"
  [
    /\b(?:get|got|become|became|grow|grown|gotten) (slower|faster|worse|better) (?:with|after|since|because of|due to|by|from|in) (?:the )?(?:new |last |latest )?(?:release|version|deployment|rollout|deploy|(?:version |release |v)?\d+\.\d+(?:\.\d+)*(?: release)?)(?=\W*$)/g,
    'get $1 since the release',
  ],
  [
    /\bbefore and after (?:the )?(?:\d+\.\d+(?:\.\d+)*) (?:release|version|deployment|rollout)\b/g,
    'before and after the release',
  ],
  // "Is it because of the new template-renderer?", "was job-search 5.3.0 the reason?"
  [
    /^(?:so |and |but |ok )*(?:is|was) (?:it|this|that|all this) (?:because of|due to|caused by|from|down to) (?:the )?(?:new|latest|last|recent) (?:version of |release of )?(\S{2,60})(?=\W*$)/g,
    'was the deployment of $1 the cause',
  ],
  [
    /^(?:so |and |but |ok )*(?:is|was) (?:the )?(\S{2,60}) (?:version |release |v)?\d+\.\d+(?:\.\d+)*(?: release)? (?:the |to )?(?:reason|cause|culprit|blame|trigger)(?=\W*$)/g,
    'was the deployment of $1 the cause',
  ],
  // "Open websocket connections": as they are now.
  [/\b(?:open|live|concurrent|simultaneous) (?=[a-z]+ )/g, 'active '],
]
