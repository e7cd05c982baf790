/** How an answer is cut: order, statistics, groups, comparison, and how a question goes on from the last one. */

export const SHAPE = {
  trend: `
    {over time|trend|trending|increase|increased|increasing|rise|rising|risen|rose|grow|growing|grew|grown}
    {growth|decrease|decreased|decreasing|drop|dropped|dropping|fall|falling|fell|fallen|shrinking|shrink}
    {decline of|getting worse|getting better|becoming worse|worse|better|going up|going down|gone up|gone down}
    {went up|went down|coming down|coming up|came down|climbing|climb|climbed|go up|go down|come down|spike}
    {spiking|chart|graph|plot|histogram|time series|timeseries|development of|evolution|evolve|develop}
    {more than before|spiked|surge|surging|uptick|upward|downward|curve|leak|leaking|creeping up|ramping up}
    {piling up|soar|soaring|jump|jumped|jumping|improve|improved|improving|worsen|worsened|worsening}
    {deteriorate|deteriorating|double|doubled|double since|trajectory|get worse|get better|gotten worse}
    {gotten better|escalating|slope|fluctuate|fluctuating}
  `,
  compare: `
    {compare|compared|compared to|compared with|comparing|comparison|versus|vs|v|difference between|differ}
    {differs|than before|than usual|than normal|relative to|against|than|different than|how does compare}
    {contrast|side by side|in comparison|difference|set against|as opposed to|twice as many|as many as}
    {before and after|opposed to}
  `,
  highest: `
    {most|highest|largest|biggest|worst|top|maximum number|greatest|noisiest|loudest|busiest|chattiest}
    {more than other|most often|most frequent|most common|most active|heaviest|popular|leading|topmost}
    {most heavily|hardest hit|hardest|worst hit|number one|ranking|rank|ranked|chief|predominantly|mostly}
    {champion|winner|worst offender|worst offenders|top offender|dominates|dominate|most talkative}
    {most verbose|peaked|spammiest|hottest|most affected}
  `,
  lowest: `
    {least|lowest|smallest|fewest|best|bottom|quietest|minimum number|rarest|least often|lightest|most quiet}
    {tiniest|least busy|weakest|coldest}
  `,
  slowest: `
    {slowest|longest|most time|highest latency|longest running|slowest request|worst latency|slowest trace}
    {longest trace|longest request|slowest span|laggiest|most slowly|longest lasting|longest duration}
    {most sluggish|slowest call|longest call}
  `,
  fastest: `
    {fastest|quickest|shortest|lowest latency|speediest|snappiest|best latency}
  `,
  mean: `
    {average|mean|avg|on average|typically|typical|averaged|arithmetic mean|the mean of|avg of}
    {average value of|in the mean|mean value}
  `,
  median: `
    {median|p50|50th percentile|fiftieth percentile|half of the request|50 percentile|middle value}
  `,
  p75: `
    {p75|75th percentile|75 percentile}
  `,
  p90: `
    {p90|90th percentile|90 percentile|percentile 90|ninetieth percentile}
  `,
  p95: `
    {p95|95th percentile|percentile 95|95 percentile|95th|ninety fifth percentile|p 95|95 th percentile}
  `,
  p99: `
    {p99|99th percentile|percentile 99|99 percentile|tail latency|99th|ninety ninth percentile|p 99}
    {tail latencies|the tail}
  `,
  p999: `
    {p999|99 9th percentile|p99 9|three nine}
  `,
  max: `
    how {high|far up} {did|does|has|is|was}
    {maximum|max|peak|peaked|at most|upper bound|high water mark|highest value|topped out|top out|ceiling}
    {worst case|record high|highest point|most ever|maximal|maxed|maximum value|peak value|top value}
    largest value
  `,
  min: `
    how low {did|does|has|is|was}
    {minimum|min|at least|lower bound|lowest value|trough|floor|best case|record low|lowest point|minimal}
    {minimum value|smallest value}
  `,
  last_value: `
    {last|latest|current|most recent|newest|present} {value|reading|level|number|measurement|point|figure|
      state of}
    current
    currently at
    right now at
    stand at
    stands at
    at the moment at
    where does stand
  `,
  by: `
    {per|by|for each|for every|grouped by|group by|grouped per|broken down by|break down by|breakdown by}
    {break it down by|break that down by|break them down by|break this down by|breakdown per|break down per}
    {split by|split into|split up by|split it by|split that by|split them by|split this by|group that by}
    {group it by|group them by|group this by|of each|each|across|by each|per each|distribution by}
    {distribution of|distribution over|distribution across|separated by|separately for|separately by|sorted by}
    {divided by|divide by|sliced by|slice by|partitioned by|aggregated by|aggregate by|counted by|count by}
    {bucketed by|segmented by|segment by|itemised by|itemized by|listed by|individually for|one row per}
    {a row per|for all of the|according to|drill down by|pivot by|ordered by|in each}
  `,
  which: `
    {which|what|who|whose|whom}
  `,
  service_noun: `
    {service|component|app|application|microservice|system component}
  `,
  operation_noun: `
    {endpoint|operation|route|path|url|api|span name|handler|api endpoint|page|method}
  `,
  severity_noun: `
    {severity|level|log level|severity level}
  `,
  status_noun: `
    {status code|response code|http status|http code|http status code|return code|status|http response|code}
    http
  `,
  environment_noun: `
    {environment|env}
  `,
  oldest: `
    {oldest|earliest|first|very first}
  `,
  newest: `
    {newest|latest|last|recent|most recent|very last|freshest|final|most recently}
  `,
  not: `
    {not|except|excluding|without|other than|but not|apart from|exclude|ignoring|besides}
  `,
  more: `
    {more|next|next page|show more|the rest|older one|continue|go on|keep going|any more|and more|show me more}
    {older|further|another page|additional|give me more|next batch|more please|more of those|more of them}
    and the next
  `,
  sure: `
    {are you {sure|certain|positive|confident|serious|kidding}|how {sure|certain|confident|reliable is that|
      reliable is this|do you know|can you tell|did you find|did you get|did you come}|what is {the|
      your} evidence|prove it|why do you think|really|evidence|proof|confidence|certainty|you sure|
      is that {right|correct|true|certain|for sure}|what makes you {think|say|believe}|on what {basis|evidence}|
      based on what|justify|back that up|can i trust|can we trust|show your work|show the evidence|
      show me the evidence|convince me|how trustworthy|any doubt}
  `,
  before_that: `
    {before that|before this|before then|prior to that|prior to this|the hour before|hour before}
    {the window before|the day before|earlier than that|further back|and earlier|the period before}
    {minute before|previously|the time before|beforehand|leading up to that|before it|the previous one}
  `,
  after_that: `
    {after that|after this|after then|and later|afterwards|later|afterward|subsequently|following that}
    {since that|after it|thereafter}
  `,
  since_onset: `
    {since|from when|ever since|from the moment|after} {it|this|that|thing|the {incident|problem|outage|trouble|
      issue|failure|disruption}|everything|all this|it all} {started|began|broke|happened|went wrong|begun|
      start|begin|failed|kicked off|hit|went bad|went down|went south}
    {since|from|after} the {onset|start|beginning|incident|outage|failure|problem|breakage|trouble|
      first failure|issue|start of the {incident|outage|problem|trouble}|beginning of the {incident|outage|
      problem}}
    since then
    {during|throughout|in|within|over the course of|in the course of|amid} the {incident|outage|trouble|
      disruption|failure|problem|degradation|downtime}
    while it was {broken|down|failing|going on|happening}
    as long as it {lasted|lasts}
    from the start of the {incident|outage|problem}
  `,
  since_deploy: `
    {since|after|following} [the|its|that|our|last|the last|the latest|its last] {rollback|deploy|deployment|
      release|rollout|new version|upgrade|update|version change|last rollback|last deploy|last deployment|
      last release|last rollout|latest deploy|latest release|latest deployment}
  `,
  those: `
    {those|these|them|their|its|that service|the same|said|that one|that|this|it|there|this one|such|ones}
  `,
  only: `
    {only|just|filter|restrict|limit to|narrow down|narrow|focus on|only those|restrict to|restricted to}
    {filter to|filter by|filter for|filter on|narrow it down to|narrow to|narrow that to|limited to}
    {limit it to|limit that to|solely|exclusively|nothing but|keep only|keep just|zoom in on|zoom into}
    {limit this to|reduce to|confined to|specifically}
  `,
  about: `
    {what about|how about|and|same for|also|and what about|and how about|and for|now|then|same|but|and in}
    {same question for|the same for|same thing for|likewise for|ditto for|and with|now for|now the same for}
    {as well as|similarly for|repeat for|repeat that for|repeat it for|again for|again but for|do the same for}
    {now do|now with|and now|and those of|and on|and of|instead for|same but for|same with|as for}
  `,
  yes_no: `
    {yes or no|answer yes or no|true or false}
  `,
} as const satisfies Record<string, string>
