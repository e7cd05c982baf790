/** Words about how the system is: its state, what a question takes for granted, what went silent. */

export const STATE = {
  still: `
    still
    is {it|this|that|the {incident|outage|problem|issue|trouble}|everything|all} {over|still going on|going on|
      fixed|resolved|solved|gone|finished|done|back|back up|ongoing|happening|behind us|under control|mitigated|
      history|sorted|sorted out|repaired|through|past}
    {has|have|did|does} {it|this|that|the {incident|outage|problem|issue|trouble|service|system|shop|site}|
      thing|everything|we|all} {recovered|recover|stopped|stop|ended|end|gone away|go away|cleared up|
      been resolved|been fixed|been solved|resolved|healed|heal|calmed down|settled|settle|gotten better|
      improved|come back|normalised|normalized|returned to normal|passed|subsided|sorted itself out}
    ongoing
    {solved|sorted out|under control}
    recovered
    back to normal
    resolved
    fixed yet
    over yet
    over by now
    recovered {by now|yet}
    gone now
    still {going on|happening|ongoing|broken|failing|down|open|there|the case|a problem|an issue|bad|slow|
      active|bleeding|burning}
    are we {out of the woods|through|still down|still affected|still having|back|recovered|past it|over it|
      clear|in the clear}
    all clear
    continuing
    does it {persist|continue|go on}
    persist
    persists
    in progress
    currently ongoing
  `,
  state: `
    {going|coming|getting|went|go} {through|well} [{again|now}]
    {looking|look} {good|ok|okay|fine|bad|healthy|well}
    {how|what} {is|are} {thing|everything|it|we|production|prod|the {system|site|shop|platform|service|
      situation|state|status|health}} [{doing|looking|going|holding up|running|like}]
    how {is it going|are we doing|do thing look|does it look|does everything look|do we look|healthy}
    {all|everything} {good|ok|okay|fine|green|quiet|calm|well|clear|in order|alright|normal|under control|
      healthy|nominal|up|working|running}
    all {systems|} {go|green}
    up and running
    in good {shape|health}
    business as usual
    go back to {sleep|bed}
    sleep
    sleep well
    need to {worry|get up|be worried|do anything|act}
    should {i|we} {worry|be worried|be concerned|be alarmed|care}
    {anything|something|nothing} to {worry about|be worried about|see here|report}
    have to {worry|get up|act}
    safe to {sleep|go|leave|close}
    can {i|we} {relax|go home|close the laptop|rest|sleep}
    status {check|report|quo|now|update}
    health {check|report|status}
    healthy
    ok
    okay
    fine
    working
    operational
    functional
    functioning
    green
    nominal
    stable
    calm
    alive
    available
    current {state|status|situation|health}
    state of {thing|play|affairs|the system|production}
    doing
    running {fine|ok|okay|well|smoothly|normally}
    behaving
    holding up
    performing
    responsive
    reachable
    online
    in order
    unhealthy
    thumbs {up|down}
    {calmed|cooled|settled|quieted|quietened|simmered} down
    {are|is} {we|it|everything|all} {getting better|recovering}
    getting better or {not|worse}
    {alright|all right|status|state|up|normal|health|good}
  `,
  premise_down: `
    {down|unavailable|dead|offline|unreachable|unresponsive|not responding|not working|not available}
    {not answering|not reachable|stuck|hanging|hung|frozen|inaccessible|out of service|not up|gone|timing out}
  `,
  premise_crashed: `
    {panic|panicked|panicking|crash|crashed|crashing|crash looping|crashloop|crashlooping|die|died|dying|blew up|blow up|fell over}
    {falling over|went down|killed|exited|oomkilled|oom killed|segfault|keel over|keeled over|terminated}
    {collapse|collapsed}
    {fall|falls|fallen|keel|tip|topple} over
    {conk|conked|pass|passed} out
  `,
  premise_slow: `
    slow to {respond|answer|load}
    loading slowly
    {slow|slower|slowness|sluggish|laggy|slowly|slow down|slowed down|slowed|slowing down|taking long}
    {taking so long|take so long|takes so long|taking forever|takes forever|take forever|taking ages}
    {takes ages|degraded|crawling|dragging|unresponsive lately|latency problem|latency issue|high latency}
    {bad latency|not fast|performance problem|performance issue|struggling|so slow}
  `,
  premise_failing: `
    {failing|broken|faulty|erroring|throwing error|has problem|has issue|have problem|in trouble}
    {having problem|having issue|having trouble|misbehaving|flapping|acting up|act up|acting weird}
    {acting strange|acting funny|playing up|sick|unwell|bad|wrong|borked|buggy|unstable|not ok|not okay}
    {not healthy|not fine|not well|returning error|on fire|burning|hurting|suffering|struggling with|impaired}
    {unreliable|flaky|choking|melting|melting down|messed up|busted}
  `,
  premise_lagging: `
    {lagging|lag|behind|backed up|falling behind|backlogged|running late|piling up|queueing up|queuing up}
  `,
  premise_restarted: `
    {restarted|restart|restarting|rebooted|reboot|came back up|start again|started again|recycled}
  `,
  unusual: `
    {anything|something} {unusual|strange|odd|weird|wrong|suspicious|abnormal|fishy|off|out of the ordinary|
      noteworthy|notable|interesting|funny|peculiar|remarkable|concerning|worrying|alarming|bad|amiss|special}
    {unusual|anomaly|anomalies|anomalous|abnormal|abnormality|abnormalities|strange|weird|suspicious|odd}
    {oddity|oddities|outlier|out of the ordinary|out of the norm|irregularity|irregularities|peculiar|fishy}
    {deviation|stand out|stands out|standing out|sticks out|red flag|problem|issue|trouble|any problem}
    {any issue|any trouble|concern|hiccup|hiccups|glitch|glitches|wrong}
  `,
  silent: `
    {went|gone|go|going|fell|is|are|has been|been|turned|become|became} {silent|quiet|dark|mute|missing}
    {stopped|stop|stops|no longer|quit|ceased|not|isn t|still} {sending|reporting|logging|delivering|emitting|
      talking|producing|writing|transmitting|talking to us}
    {last|most recent|latest|newest|final} {seen|heard|log|report|send|sign of life|life sign|heartbeat|message|
      record|line|log line|signal|data|data point|entry} {of|from|by}
    last {seen|heard|heard of|heard from|send|report|log|sent|reported|logged|wrote|written}
    sign of life
    silent
    mute
    {stopped|no} {log|data|telemetry|signal|output|heartbeat}
    missing {log|data|signal|telemetry}
    still {sending|reporting|logging|delivering|emitting|alive|talking|producing log|writing log}
    newest line
    {is|are} {all|every} [{of our|of the|our|the|one|two|three|four|five|six|seven|eight|nine|ten|twelve}] {service|component|app|host|sender} {sending|logging|reporting|emitting|alive|there|delivering|up}
    {not|never} {sent|logged|reported|written|delivered|emitted} {anything|any|a line|a log|a record|data|since}
    {heard nothing|no sign|nothing heard|nothing} from
    {send|sent|sending|log|logged|logging|report|reported|reporting|emit|emitted|emitting|deliver|delivered|write|
      wrote|writing} {nothing|no longer|no data|no telemetry|no log|no signal} [{any more|anymore|now|at all|since}]
    {sent|send|log|report|emit|deliver|write} {anything|data|log} {any more|anymore}
    {any|anyone|anything} {silent|quiet|mute|dark}
    quiet since
    gone missing
  `,
} as const satisfies Record<string, string>
