/** Words about what there is: services, versions, deployments, messages, dependencies, metrics, changes. */

export const PROJECT = {
  delivery: `
    {are|is} {the|all|our|my} {log|data|record|telemetry|trace} {arriving|coming in|flowing|getting in|
      coming through|delayed|missing}
    intake {health|status|problem}
    {source|stream} {health|status}
    {ingestion|intake|pipeline|collector} {problem|health|status|issue|lag|error}
    ingestion
    being ingested
    ingested
    {delivery health|health of our source|health of our log source|health of the source|why do i see no log}
    {why do i not see|why am i not seeing|why do we not get|why do not we get|where are my log}
    {where are the log|where are our log|where is my data|where are my trace|log are not showing up}
    {not showing up|no data is arriving|no log are arriving|being rejected|rejected by the intake}
    {rejected by intake|dropped by the intake|refused by the intake|which source|any source|which stream}
    {any stream|which drain|any drain|did a source|source still|are all source|all source|no log arriving}
    {intake key|is data arriving|are log arriving|are record rejected|record being rejected|no telemetry}
  `,
  coverage: `
    {which|what|list|show|name|how many} {service|component|system|app} {are there|exist|do we have|do we run|
      do you know|do you see|send|are sending|is sending|report|are reporting|are known|are connected|
      are monitored|make up|are instrumented|is there}
    {which|what} {service|component|system|app} {do|does|are|is} {we|you|it|this} {monitor|watch|see|know|run|have|
      monitoring|watching|running}
    list {service|all service|the service}
    what {data|telemetry|signal} {do|is|are}
    which {data|telemetry|signal}
    what {can you see|is monitored|do we monitor|do you monitor|do you have access to}
    service inventory
    inventory of service
    {what is connected|show service|show all service|name the service|what data|what telemetry|what signal}
    {do we have trace|do we have metric|do we have log|do you have trace|do you have metric|do you have log}
    {do you see trace|is connected|are connected|service do you know|service do you see|service are known}
    {what component|coverage|how many service|number of service}
  `,
  versions: `
    [{which|what|current|running|deployed|installed|active}] {version|release|build|image|image tag|
      version number|software version|app version}
    {version|release|build} of
    what is {deployed|installed|running|live} {where|on}
  `,
  deployment: `
    {deployment|deploy|deployed|deploying|redeploy|redeployed|release|released|rollout|roll out|rolled out}
    {rolling out|rolling update|shipped|ship|rollback|rolled back|roll back|reverted|new version|change record}
    {config change|configuration change|scaled|upgrade|upgraded|canary|pushed to production|went live|go live}
    {was|were|been|got|get|gets} [last|recently|lately|just] {updated|upgraded}
    {anybody|anyone|somebody|someone|who} {updated|upgraded|deployed|released}
    {push to prod|version change|version changed|change its version|change version|changed version}
    {changed its version|changed their version|switch version|switched version}
    {was|is|were|has|have|had} there [been] {a|an|any|some} [new|recent|other|earlier] {release|build|version}
    {any|some|another|recent|last|latest|previous|next} [new|recent|other] {release|build}
    {a|the} {release|build} {in|during|before|after|today|yesterday|tonight|near|around|shortly|recently}
    when was the [last|latest|most recent] {release|build}
    {what|anything|something|nothing|code|version|build|release|change|who} [new|just] went out
    {config|configuration|setting|settings|parameter|flag|feature flag|feature toggle} {change|changed|changes|
      update|updated|reload|reloaded|switched|flipped|toggled|push|pushed}
    {change|changes} {to|of|in} [the|our|any] {config|configuration|setting|settings|feature flag}
  `,
  meaning: `
    what {does|do|did|is|would|could|might} {mean|it mean|this mean|that mean|this tell|this telling|this about}
    what does
    what is {this|that|it} {error|message|line|log line|warning|exception|telling|trying to tell|saying|
      supposed to mean|all about}
    meaning
    {explain|interpret|decode|decipher|translate|clarify|make sense of|elaborate on|describe} [{this|the|that|
      me|to me|these|following|this one}] [{error|message|line|log line|log|warning|exception|entry}]
    where {does|do|did|is} {this|the|that|it|these} [{message|error|line|warning|log line}] {come from|
      coming from|originate|stem from}
    {make|makes} of {this|that|it}
    stand for
    signify
    indicate
    in plain {english|words}
    is {this|that} bad
    telling {me|us}
    who {writes|logs|emits|prints|produces|says} {this|that}
    {mean|means|meant|meaning of|what is the meaning of|where does the message}
  `,
  callers: `
    {who|what|which service|which|whom} {call|calls|use|uses|talk to|talks to|depend on|depends on|rely on|
      relies on|hit|invoke|invokes|consume|consumes|query|queries|connect to|connects to|request|needs|need}
    called from
    get called by
    incoming {call|edge|dependency|dependencies|connection}
    in front of
    {caller|callers|upstream|called by|used by|gets called by|get called by|consumer|consumers|dependent}
    {dependents|client|clients|invoked by|consumed by|queried by|needed by|depended on by|relied on by}
    {callers of|client of|clients of}
  `,
  callees: `
    {depend on|depends on|depending on|rely on|relies on|relying on|dependency|dependencies|downstream|callee}
    {callees|does call|talk to|talks to|talking to|calls to|connect to|connects to|backend of|backends}
    {call out to|outgoing call|outgoing dependency|behind}
    {what|who} {come|comes|is|sits} {after|next after|behind|downstream}
  `,
  topology: `
    {service|call|dependency|system} {map|graph|topology|diagram|tree}
    topology
    architecture
    who calls whom
    who talks to whom
    how do the service connect
    how {are|is} {the service|everything|service} {connected|wired|linked}
  `,
  metrics_list: `
    {which|what|list|list all|list the|show|show all|available|all} metric
    metric {of|for|from}
    metric {are there|do we have|name|exist|available|do you have|do you know}
    {gauge|counter} do we have
  `,
  changes: `
    what {changed|has changed|change|is new|is different|differs|was changed|got changed|have changed}
    {anything|something} {new|changed|different}
    new {pattern|message|error|log line|exception|warning|type of|kind of}
    what is new in the log
    which log line disappeared
    {changes|changed|change} since
    different from
    difference to
    {disappeared|vanished|no longer logged|first time|never seen before|never before|not seen before}
  `,
  patterns: `
    {pattern|kind of {error|log|message|warning|exception|failure}|type of {error|log|message|warning|
      exception}|sort of {error|message}|class of error|category of error}
    {most {common|frequent|often seen}|top|biggest|main|predominant|prevailing|dominant|typical|
      recurring} {error|message|warning|log|exception|log message|error message|complaint|failure message}
    {which|what} {error|warning|exception|message|error message|log message}
    what are the {error|warning|exception|message}
    error message
    {summarize|summarise|summary of|cluster|group|categorise|categorize|aggregate|digest of|
      overview of} [the] {log|error|warning|message|exception}
    {error|log|message} {summary|overview|digest|breakdown|statistics}
    what is it {logging|complaining about|saying|writing}
    what {do|does} {the|its|their} log {say|tell|show|contain}
    what {does|do} log
    what is {logged|in the log}
    what do the {error|log|warning} say
    in the log
    {log|report|write|emit|say} as {error|warning|exception}
    complain about
    complaining about
    complains about
    what is it logging
    {what kind of error|error type|cluster}
  `,
} as const satisfies Record<string, string>
