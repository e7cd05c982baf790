/**
 * Words that people type when they ask about telemetry, as the forms that readings look for. A word that nothing knows
 * and that is one slip of the fingers away from one of these is taken for it.
 */
export const TYPED_WORDS: readonly string[] =
  `abnormal about above below under until abnormally aborted absent absolute acceptance accepted access according account accounts across acting
  action actions active activity actual actually adding address advice affect affected afternoon afterwards against
  alerts allowed almost already alright alternative altogether always amazing amount amounts analysis another answer
  answered answering answers anybody anymore anyone anything anyway anywhere appear appeared application applications
  approval approved around arrived arriving asking aspect aspects assistant assume attempt attempted attempts
  attribute authentication authorization available average awesome backend backends backlog balance bandwidth became
  because become becoming before beginning behave behaves behaving behaviour behind besides better between beyond
  bigger biggest billed bleeding blocked booted bought bounce bounced breakdown breaks brilliant brings broken broker
  brokers brought bucket budget builds bumped burning busier busiest business caches called caller callers calling
  cancel cancellation cancelled candidates cannot capacity captured carrying catalogue category caused causes causing
  ceased certain certificate certificates chance change changed changes charge charged charges cheapest checkout
  chronology cheers choose chosen client clients climbed climbing closed cluster clusters colder colleague colleagues
  combined coming common commonest commonly compare compared comparing comparison complain complained complete
  completed completion component components compose concern concerned concerning condition confidence confident config
  confirm connect connected connection connections consumed consumer consumers consumes consumption contact contain
  container containers containing contains context controller conversion cooler correct correction correctly costly
  counted counter counters counting counts course covering create created credential credentials credit critical
  culprit culprits curious current currently customer customers daemon damage damaged dashboard dashboards database
  databases deadlock deadlocks dearest decline declined declines decrease decreased deeper deepest default degraded
  degrees delayed delete deletes deliver delivered delivery denial denied depend dependencies dependency depends
  deploy deployed deploying deployment deployments describe descriptors details development differ difference
  different direction directly disappeared discarded disconnected discount display disruption distance distinct
  distribution divided downgraded downtime drained draining dropped duplicate duration durations during earlier
  earliest earned earnings effects either elapsed elevated emitted emitting emptier emptiest encountered endpoint
  endpoints english entire entitlement entries enumerate environment equals erratic errored erroring errors evening
  events everybody everyday everyone everything everywhere evicted eviction exactly example examples exceed exceeding
  except exception exceptions excluding execute execution exhausted exists exiting expected expensive experience
  experienced expired explain explanation explanations external failed failing failover failure failures fallen
  falling faster fastest features fetched fetches fewest fields fifteen figure filled filling filter filters finding
  finish finished firewall firing flowing following forced foreign fraction french frequency frequent frequently
  frontend fuller fullest function further garbage gateway general generally generate generated german getting
  gigabytes goroutines gotten granted greater greatest greetings grouped growing guests guilty handle handled handler
  handling happen happened happening happens harder hardest harmed harmless having health healthier healthy heavier
  heaviest heavily helped helpful higher highest histogram history holding hostname hotfix hotter hundred ignore
  ignoring immediately impact impacted improving incident incidents include includes including income incoming
  increase increased individually information ingested initial insert inserts inside install installed instance
  instances instead instructions internal interval invalid investigate investigation investigator involved issued
  issues itself kicked killed kilobytes kilograms kubernetes lacking laggier lagging languages larger largest lasted
  lasting lately latencies latency latest launched leader leadership leading leaving length lengths levels lighter
  lightest likely limits linked listed listening little logged logging longer longest looked looking lookups losing
  loudest lovely lowest mailed mainly making malformed matter maximum meaning meanings meanwhile measure measured
  mechanism median meeting megabytes memory mention mentioned mentioning mentions message messages messaging method
  metric metrics microservice midnight migration million millis milliseconds minimum minute minutes missed misses
  missing mistake mitigate moment momentarily moments monitor morning mostly moving namespace needed neither network
  newest nobody noisiest normal normally nothing notice noticed number numbers occupancy occurred occurrences offline
  oldest ongoing online oomkilled opened operation operations operator ordered orders ordinary original originate
  others outage outages outliers outset outside overall overloaded overview parameters partition passed pattern
  patterns paused payment payments pegged pending people percent percentage percentile percentiles perfect performance
  perhaps period permission permissions person phrase piling placed planned platform platforms please poorest popular
  portion possible posted postgres postmortem preceding precisely prefer present presently president pressure prevent
  previous prices priciest primary private problem problems proceeds process processed processing processor produce
  produced produces production projects prompt properly proportion publish published publishing pulled pushed quantile
  quantities quantity quarter queries question questions queues quicker quickest quickly radius ranked rather ratios
  reached reading really reason reasons reattempted reboot rebooted rebooting reboots receive received receiving
  recent recently recommend record recorded records recover recovered recovering recovery recreated recycling
  redeliver redelivered redone redrive refresh refund refunded refusal refusals refused regarding register registered
  regress reject rejected rejection related relation relative release released releases reliable reload remaining
  remarks remote remove removed repair repaired repeat repeated repeatedly replay replicas replication report reported
  reporting reports reprocess request requested requests requeue required resend resent reserve reserved resolution
  resolve resolved resolving resource respawn respectively respond responded responding response responses responsible
  restart restarted restarting restarts restore restored resubmit resubmitted result results resume retention retried
  retries return returned returning returns revenue revenues revert reverted revision rising rollback rolled rolling
  rollout rollouts roughly routes runner running sample samples saturated saturation saying schedule scheduled search
  searches second seconds secret seeing seemed select sending separate separated separately sequence series serious
  seriously served server servers service services serving session sessions settings settled several severe severity
  shallowest shares shipped shorter shortest shortly should showing shrank shrink shutdown shutting signal signed
  sigterm silence silent simple single sitrep situation skipped slowed slower slowest slowly slowness sluggish smaller
  smallest smoothly software solved somebody someone something somewhere sorted source sources spanish spared speedier
  spending spends spikes spoken spread stable standing stands started starting starts statements stats status statuses
  stayed steadily steady stopped storage stored stores strange strangely stream streams stretch strike struck submit
  submitted subscribers succeed succeeded succeeding succeeds success successful successfully suddenly suffer suffered
  suffering suffers suggest summarise summarize summary summed support supposed survived suspect suspects suspicious
  switch synonyms system systems tables taking takings technologies telemetry template templates tenant tenants
  terabytes terminated thanks theirs things thirty though thread threads threshold throttled throttling through
  throughout throughput thrown throws timeline timeout timeouts timestamp tiniest together tokens tomorrow tonight
  totals touched towards traced traces traffic transactions trigger triggered trouble troubled troubles turned
  turnover twenty typical typically unable unauthorized unavailable understand unhealthy unique unlock unreachable
  unsuccessful unusual unusually update updated updates upgrade upgraded upgrades upload uploaded upstream urgent
  usually values vanished various version versions versus viewed viewers violates violation visited volume waiting
  wanted warmer warning warnings weakest whether window windows within without wonder workaround worked worker workers
  working worried worrying writes writing written yesterday younger`.split(/\s+/)
