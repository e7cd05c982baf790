/** What is asked about trouble: what, why, since when, how bad, what to do, in which order. */

export const TROUBLE = {
  what_broke: `
    what {broke|fails|has broken|is broken|is breaking|is failing|failed|has failed|is down|went down|is wrong|
      went wrong|has gone wrong|is going wrong|is going on|is happening|happened|has happened|is up|
      is not working|is unhealthy|is degraded|is burning|is acting up|is misbehaving|blew up|fell over|died|
      is messed up|is borked|is hosed|is busted|crashed|stopped working|got broken|seems broken|is on fire}
    what {is|was} the {problem|issue|matter|trouble|fault|failure|incident|outage|story|deal|main problem|
      main issue|big problem|actual problem|real problem|breakage|root of the problem}
    {which|what} <component> {broke|is broken|is failing|failed|is down|is at fault|is to blame|is responsible|
      is the {problem|culprit|issue|bad one|offender|weak link|source|origin}|is faulty|is unhealthy|
      is misbehaving|is sick|has problem|has issue|is in trouble|went down|is guilty|needs attention|is dying|
      is the one}
    where {is|was|lie|does} the {problem|fault|issue|failure|trouble|bug|break|root}
    {something|everything|stuff|thing|all} {is|are|seem|look} {broken|wrong|down|failing|off|borked}
    {name|identify|find|pinpoint|locate|spot} the {faulty|broken|failing|guilty|bad|unhealthy} {service|
      component|one}
    {faulty|broken|guilty|failing|unhealthy|culprit|offending} {service|component}
    what is {all this|this mess|this about|the alert about|the page about|behind the alert}
    tell me what is wrong
    what the {hell|heck} {is going on|happened|is happening}
    what is {breaking|killing|hurting|wrong with} {us|everything|production|prod|the site|the shop|the system}
    sitrep
    situation report
    situation
    {give me|any} {rundown|summary}
    what do we {have|know}
    walk me through the {problem|issue}
    tl dr
    tldr
    in a nutshell
    the gist
    brief me
    bring me up to speed
    catch me up
    fill me in
    what did i miss
    what am i looking at
    anything {broken|failing|down|burning|on fire}
    is anything {broken|failing|down|burning}
    {did|has|have} {anything|something} {break|broken|fail|failed|go wrong|gone wrong|blow up|blown up}
    anything {break|breaks|broke|go wrong|went wrong|blow up|blew up}
    what went {bust|haywire|sideways|kaput|boom|pear-shaped|belly up}
    what {needs|need} {attention|fixing}
    {what are the problems|whose fault|who broke|incident|outage|describe the incident|summarize the incident}
    {summary of the incident|something broke|we have a problem|got paged|i was paged|on fire}
    {what matters most|which is the worst problem}
    {which|which one|what} is the most {important|urgent|critical|serious|severe|pressing}
    {which|which one|what} is the most {important|urgent|critical|serious|severe|pressing} {one|problem|issue|thing}
    {alert fired|what do you see|site is down|is broken|are broken}
  `,
  why: `
    why
    how come
    how is it that
    for what reason
    on what account
    what is {blocking|stalling|choking|holding up|holding back|starving|overloading|hammering}
    what {caused|is causing|cause|has caused|triggered|is triggering|provoked|led to|leads to|brought down|
      took down|started|is responsible|is to blame|is behind|lies behind|is slowing down|slows down|makes|
      is making|made|killed|is killing|drove|is driving|explains|could explain|produced|
      set off}
    what {is|was|were|are} the {[root|underlying|real|actual|true|original|likely|probable|ultimate|main|
      initial|technical] {cause|reason|origin|source|culprit|trigger|explanation}}
    {root|underlying|real|actual|true|likely|probable|ultimate|original} {cause|reason|source|culprit}
    {cause|reason|origin|source|explanation} {of|for|behind}
    culprit
    rca
    reason
    explanation
    root of
    {who|which <component>|what <component>} {caused|causes|is causing|started|triggered|is to blame|
      is responsible|is at fault|is guilty|is behind|is the culprit|broke|is dragging|is slowing}
    where {did|does|do|is} {it|this|that|the {problem|failure|error|issue|trouble|incident}|these|they|
      those} {start|come from|coming from|originate|stem from|begin|arise}
    {caused|triggered|brought on|provoked} by what
    due to what
    because of what
    any {idea|clue|theory|guess|hint} {why|what}
    no idea why
    explain {the {incident|problem|outage|failure|error|issue}|why|what happened}
    who {is|are} {to blame|responsible|at fault|guilty|the culprit}
    whose fault
    what gives
    how did {this|that|it} {happen|come about}
    post mortem
    postmortem
    trace {it|this|that} back
    what is {it|this|that} caused by
    what is at the {root|bottom}
    blame
    {trace|track|follow} {it|this|that|them} {down|back} to
    {at|to} the {origin|bottom|root}
    origin
    {diagnose|troubleshoot|investigate|debug|analyse|analyze|look into|dig into|figure out|find out}
    {get to the bottom of|drill into|examine|research}
  `,
  since_when: `
    {since when|from when|as of when|since what time|from what time|when exactly|since which {time|moment|minute}}
    {when|what time|at what time|at what point|from when|what moment|at which time|at which point|
      which minute} {did|has|have|was|were|does|do|is} <it> {start|started|starting|begin|began|begun|break|
      broke|happen|happened|go wrong|gone wrong|fail|failing|kick off|set in|come up|turn bad|go bad|appear|
      occur|go down|go south|hit|go off|first {start|fail|happen|occur|appear|break|show up}}
    {when|what time|at what time} {did|have|has} {it|this|that|we|they|thing|everything} {all|} {start|begin|
      break|go wrong|go down|go south|go bad|fail}
    [exact|precise|actual] {start|onset|beginning|begin|start time|starting time|
      starting point} {of the {incident|outage|problem|issue|trouble|failure}|of {this|it|that}}
    onset
    start time
    time of onset
    moment it {broke|started|began}
    time it {broke|started|began}
    when it {broke|started|began}
    first sign of {trouble|failure|problem|the incident}
    when was the {start|onset|beginning|first failure|first sign}
    how long ago did {it|this|that|the {incident|outage|problem|issue}} {start|begin|break}
    when did
    what time did
    at what time did
    began when
    started when
    start when
    broke when
    begin when
    how long ago
  `,
  how_long: `
    how long {has|have|is|was|are|were} {user|customer|people|client|visitor|patient|passenger|everyone|<component>}
    how long {ongoing|down|broken|failing}
    {until|till} when
    how long {has|have|is|was|were|are} {it|this|that|we|they|thing|the {incident|outage|problem|issue|trouble|
      shop|site|system|disruption|degradation|service}|everything}
    how long did {it|this|that|we|the {incident|outage|problem|issue|trouble|disruption}} {last|go on|persist|
      continue|take to recover|suffer|have}
    how {many minute|many hour|much time} {has|have|did|is|was|were|are} {it|this|that|we|they|the {incident|
      outage|problem|issue|site|shop|system}}
    for how {many minute|many hour|much time|long}
    since how {long|many minute}
    how many minute {of outage|of downtime|down}
    downtime
    {duration|length} of {the {incident|outage|problem|issue|disruption|trouble}|this|it|downtime}
    how {long|much} {already|so far|altogether|in total}
    {outage|incident} {duration|length}
    total {outage|downtime}
    when {did|was|is|has} <it> {end|ended|over|stop|stopped|recover|recovered|fixed|resolved|solved|go away|
      gone|clear up|finish|finished|repaired|mitigated}
    {end|recovery} {of the {incident|outage|problem}|time}
    when did {we|it|thing|everything} {recover|get back|come back|return to normal|go back to normal}
    recover
    recovery
    back to normal when
    how many minute
    {lasted|last|lasting} how long
    time since {the first failure|first failure|it broke|it began|it started|the beginning|the start}
    {the issue|the incident|the outage|issue|incident|outage} lasted
    {how long has this been going on|how long has it been going on|how long has it been|how long has this been}
    {how long is it going on|how long has it lasted|how long have we been|how long is this going on}
    {how long were we down|how long has it been down|how long has it been broken|how long have we had}
  `,
  next_step: `
    {what|which} {should|can|could|must|shall|do|would|might|ought|thing should} <someone> {do|check|look at|
      look into|try|fix|investigate|inspect|restart|suggest|recommend|advise|start with|focus on|tackle|
      prioritise|prioritize|propose|look for}
    {which|what} {log|service|metric|trace|dashboard|graph|thing|one} {should|must|shall|do} {i|we} {look at|check|look into|read|open|
      start with|watch|look for}
    what to {do|check|look at|look into|try|fix|inspect|look for|investigate|restart}
    what {is there|would there be|else} to {do|try|check}
    what {needs|has|have|need} to be done
    what can be done
    what would {help|fix|you do|be the fix|be your next step}
    {where|with what} {do|should|can|could|would|shall|to} [{i|we|you}] {start|begin|look|dig|check|focus}
    how {do|can|could|should|would|shall|might} {i|we|you|one} {fix|resolve|solve|mitigate|remedy|repair|stop|
      stabilise|stabilize|recover|handle|address|deal with|get|make|bring|restore|help|contain|cure|prevent|avoid}
    keep {it|this|that} from {happening|coming back|recurring|occurring} [again]
    how to {fix|resolve|solve|mitigate|remedy|repair|stop|stabilise|stabilize|recover|handle|address|deal with|
      get|make|restore|help|contain}
    {where|what} do {i|we} {have|need} to {look|check|start|begin|do|fix|look at|look into}
    next {step|action|move|thing to do}
    {first|immediate|concrete|best|right|possible|quickest|corrective} {action|step|fix|measure|remedy|
      thing to do|thing to check|thing to try|move}
    first aid
    what {now|next|then|first|helps|action}
    now what
    [any] {advice|suggestion|recommendation|remedy|mitigation|runbook|playbook|workaround|action item|
      action plan|plan of action|remediation|countermeasure|tip}
    any idea {what to do|how to fix}
    got any {advice|suggestion|idea}
    quick fix
    your {advice|suggestion|recommendation|proposal}
    how would you {fix|proceed|go about|approach}
    how {to|do we|do i|should we|should i} proceed
    {who|whom|which team|which on call} {should|do|can|must|to|would} [{i|we}] {call|page|wake|contact|escalate|
      wake up|ping|alert|notify|talk to}
    should {i|we} {roll back|rollback|restart|scale|revert|failover|page|wake|escalate|worry about fixing|
      reboot|redeploy}
    {fix|stop|repair} {it|this|that|the problem}
    the fix
    would a {restart|rollback|reboot} help
    does a {restart|rollback} help
    will a {restart|rollback} {help|fix}
    what {do|would} you {recommend|suggest|advise|propose}
    what is {the fix|the remedy|the next step|your advice|your recommendation|best to do}
    {what should i check first|which action}
    who {needs|has} to {do what|act|do something|step in}
    what {must|has to|have to|needs to|need to} {be done|happen}
    what {is|would be} {sensible|reasonable|wise|best|the best|the right|the way forward|the way out}
    {proposal|idea|suggestion} for {a|the} {workaround|fix|solution|remedy}
    {proposal|proposals|way out|way forward|counter measure|remedial action|emergency measure}
    how {can|could|might|should} {this|it|that} be {fixed|solved|resolved|repaired|mitigated|stopped|addressed|remedied}
    {restart|reboot|rollback|roll back|scale|failover} or {raise|scale|restart|wait|roll|rollback|grow|increase|leave}
    what {do|would} you do
    what would you {do|try|check|look at}
    {todo|to do|action plan|plan of action}
  `,
  impact: `
    {got|get|are|were|was|is|been} {hit|hurt}
    how {bad|severe|serious|big|large|badly|widespread|far reaching|terrible|critical|grave|much impact|
      much damage|much harm|much of the traffic|hard} [{is|was|are|were} [{it|this|that|we|thing|the {incident|
      outage|problem|issue|damage|impact|situation}}]]
    impact
    blast radius
    {who|what|whom} {is|was|are|were} {affected|hit|impacted|suffering|hurt|hit by this}
    who {suffer|suffered|notices|feels it|is feeling it|gets hurt}
    how many {user|customer|request|client|people|person|tenant|patient|merchant|order|visitor|account|session|
      of our user|of our customer} {are|were|is|was|have been|got|get|do|did|has been} {affected|impacted|hit|
      hurt|suffering|having problem|having trouble|notice|noticing|see error|seeing error}
    how many {user|customer|client|people|person|tenant|patient|merchant|visitor|account} {suffer|notice|
      see an error|saw an error|got an error|saw error|got error|get error|met error|ran into error|see error}
    {severity|extent|scope|magnitude|size|gravity} of {the {incident|outage|problem|issue|damage|impact}|this|it}
    damage
    harm
    fallout
    consequence
    collateral
    extent
    what {share|part|percentage|fraction|portion} {of {user|customer|request|traffic|the request|our user|
      our customer}} {is|are|was|were} affected
    {customer|user|business|client} {impact|facing|facing impact|effect}
    toll
    how much {damage|traffic} {is|was} {affected|lost|failing}
    {affected|impacted|are affected|is affected|were affected|was affected|which service is affected}
    {what was|how much was} {lost|damaged|broken}
    {which user is affected|which customer is affected|which service is impacted}
  `,
  timeline: `
    {who|what|which service} {fail|fails|break|breaks|died|dies|fell over|started} first
    timeline
    time line
    chronolog{y|ically|ical}
    {sequence|order|course|chain|series|succession|history|progression} of {event|the {incident|outage|failure}|
      failure|thing}
    what happened {when|first|next|and when|in which order|in what order|step by step|minute by minute}
    {step|minute|play|blow|moment} by {step|minute|play|blow|moment}
    in {what|which} {order|sequence}
    in [a] chronological order
    {walk|run|take|talk|guide|step} {me|us} through
    story of {the|this|last} {incident|outage|night|evening|day|morning|trouble|failure|mess}
    how did {it|this|that|the {incident|outage|problem|failure|trouble}|thing} {unfold|develop|evolve|spread|
      propagate|progress|go down|play out|escalate|ripple|cascade}
    {which|what} <component> {failed|broke|went down|fell over|was hit|was affected|went bad} first
    {who|what|which} {failed|broke|went down|was hit|fell over|started failing|was affected|came} first
    who {followed|was next|came next}
    recap
    chain of {event|failure}
    history of {the {incident|outage}|this}
    reconstruct
    how it {unfolded|started and spread|spread}
    order in which
    domino
    cascade
    {chronology|chronological}
    {incident|outage|event} {log|protocol|diary|journal|record} with {time|times|timestamp}
    incident log
  `,
  mechanism: `
    {is|was} {it|this|that|the problem|the cause|the issue} [rather|more|really|actually|caused by] {[a|an|the|
      our] {database|db|network|code|dns|disk|memory|cpu|infrastructure|application|bug|hardware|config|
      configuration|storage|certificate|tls|connection pool|pool|deploy bug|load|traffic|capacity|timeout|leak|
      memory leak|query|slow query|lock|third party|external dependency|dependency|provider}} [problem|issue|
      related|thing|bug|failure]
    {database|db|network|code|app|application} {or|vs} {[a|an|the] {network|db|database|code|application|
      infrastructure|disk|memory|cpu}}
    what {kind|type|sort|class|category|nature} of {problem|failure|fault|issue|incident|trouble|
      error is behind|outage|bug} [is {it|this|that}]
    mechanism
    nature of the {problem|fault|failure|incident}
    failure mode
    {database|db|network|code|disk|memory|infrastructure|dns|config|configuration} {problem|trouble|fault}
    network {issue|problem} a db
    how {exactly|} {does|did|is} it {fail|failing|break|breaking}
    in what way
    what is it {failing|dying|suffering} {with|from|of|on}
    technically
    resource {problem|exhaustion}
    what resource
    which resource
    ran out of what
    what did it run out of
    what ran out
    infrastructure or
  `,
  deploy_cause: `
    {did|could|can|might|would|may} {a|an|the|our|some|any|the last|the latest|the new|the recent|that|this|
      last night} <deployment> {cause|break|trigger|do|have caused|have broken|be|be the cause|be to blame|
      be the reason|introduce|kill|explain|lead to|be behind}
    {is|was|were} {it|this|that|the {incident|outage|problem|failure}} {[caused by|due to|because of|related to|
      triggered by|linked to|after] {a|an|the|our|some|any|the last|the latest|the new|a recent|a bad|
      a new}} <deployment>
    {is|was} {a|an|the|our|some|any|the last|the latest|the new|the recent|a recent|
      that} <deployment> {to blame|at fault|responsible|the cause|guilty|the culprit|the reason|involved|
      behind {it|this|that}}
    {caused by|related to|because of|due to|triggered by|correlate with|coincide with|line up with|linked to|
      following|blame on|thanks to} {a|an|the|our|any|the last|the latest|a recent|a new} <deployment>
    {bad|broken|faulty|recent|guilty|culprit} {release|deploy|deployment|rollout|push}
    culprit deploy
    release related
    deploy related
    deployment related
    change related
    did {we|someone|somebody|anyone|anybody} {ship|deploy|release|push|change|break|roll out} {something|
      anything|it|this}
    {which|what} {deploy|deployment|release|rollout|change} {caused|broke|triggered|is to blame|did this|
      is responsible|is the culprit|introduced}
    {after a deploy|after a release|after a deployment}
  `,
} as const satisfies Record<string, string>
