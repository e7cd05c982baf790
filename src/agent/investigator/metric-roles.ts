/**
 * What a metric measures, read from its name (conventions of OpenTelemetry, Prometheus, CloudWatch). A metric whose
 * name says nothing is `other`: it is compared like the rest, but says nothing about the mechanism.
 */
export type MetricRole =
  | 'processor'
  | 'memory'
  | 'disk'
  | 'network'
  | 'threads'
  | 'pool'
  | 'errors'
  | 'success'
  | 'latency'
  | 'traffic'
  | 'waiting'
  | 'refusals'
  | 'cache'
  /** What is sent, and what is received, for each answer (metric-answers.ts). No name of a metric says so. */
  | 'gives'
  | 'takes'
  | 'other'

/**
 * Work that is under way or waits: requests at once, messages not yet handled and how old they are. It grows when who does
 * it is slow, or when more is asked.
 */
const WAITING =
  /concurren(?:t|cy|cies)|in.?flight|(?:database|client|current|open).?connections|num.?backends|sessions|backlog|(?:consumer(?:.?group)?|records).?lag|undelivered|unacked|messages?.?visible|active.?messages|iterator.?age|age.?of.?oldest|oldest\S{0,20}age/

/** The first match counts: "memory.limit" before "limit", "duration" before "requests". */
const ROLES: readonly (readonly [RegExp, MetricRole])[] = [
  [/(?:duration|latency|time|requests?|responses?)(?:[._](?:seconds|milliseconds|ms))?[._]count$/, 'traffic'],
  [/(?:requests?|responses?)[._](?:seconds|milliseconds|ms)(?:[._](?:max|mean|avg|p?\d+))?$/, 'latency'],
  [/success\w{0,20}(?:latenc|duration|time)/, 'latency'],
  [/success|availability|apdex|uptime/, 'success'],
  [/(?:cpu|cfs|processor)\S{0,40}throttl/, 'processor'],
  [/throttl|(?:^|\D)429(?:\D|$)|rate.?limited/, 'refusals'],
  // Messages that were given up are failures of who reads them, and no messages that pass.
  [/error|fail|fault|exception|5_?xx|4_?xx|rejected|dropped|timeout|dead.?letter|(?:to.?|[._-])dlq/, 'errors'],
  [/(?:cache|keyspace)[._]?(?:hit|miss)|(?:^|[._/])(?:hits|misses)(?:[._](?:sum|total|count))?$/, 'cache'],
  [WAITING, 'waiting'],
  [
    /duration|latenc(?:y|ies)|response.?time|execution.?time|elapsed|\bp(?:50|90|95|99)\b|wait.?time|(?:^|[._/])usec/,
    'latency',
  ],
  [/pool|connections?[._](?:used|active|idle|pending|max)|hikari/, 'pool'],
  [/cpu|processor|load(?:avg|.?1\b|.?5\b)/, 'processor'],
  [/memory|\bmem\b|heap|rss|working.?set|\bgc\b|swap/, 'memory'],
  [/disk|filesystem|\bfs\b|iops|volume|inode|io[._](?:read|write|time)/, 'disk'],
  [/network|socket|bytes[._](?:sent|received)|receive|transmit|packet|tcp|bandwidth/, 'network'],
  [/thread|goroutine|file.?descriptor|open.?files|queue/, 'threads'],
  [/(?:^|[._])time(?:[._]|$)/, 'latency'],
  [/responses?[._](?:total|count|per)|[._]rq[._]/, 'traffic'],
  [/(?:cold.?|init\w{0,10}.?|startup.?|instance.?)(?:starts?|count)(?:$|[._/])|instance.?start.?count/, 'other'],
  [
    /requests?|calls?|rate|throughput|\bqps\b|\brps\b|invocations?|queries|transactions|commands|cmds|messages|records|consumed|published|acknowledged|count|load/,
    'traffic',
  ],
]

/** Returns what a metric measures (load, errors, latency, saturation …), by its name. */
export function metricRole(name: string): MetricRole {
  const lower = name.toLowerCase()
  return ROLES.find(([words]) => words.test(lower))?.[1] ?? 'other'
}

/** Attributes that make a count of requests one of failures: a server's status, an outcome, a flag. */
const OF_FAILURES =
  /(?:^|,)[\w.]{0,40}(?:(?:status|code)[\w.]{0,20}=5(?:\d\d|xx)|code_class=5|(?:outcome|result|status|classification)=(?:error|fail\w{0,6}|server_error)|error=true|success=false)(?:,|$)/

/** Whether attributes say that what is measured are failures. */
export function isOfFailures(attributes: string): boolean {
  return OF_FAILURES.test(attributes.toLowerCase())
}

/** The same by its attributes as well: requests answered 500 are failures, whatever their metric is called. */
export function roleOf(name: string, attributes: string): MetricRole {
  const role = metricRole(name)
  return role === 'traffic' && isOfFailures(attributes) ? 'errors' : role
}

/** Roles that describe a component's own resources. They do not spread along calls as failures and waiting do. */
export function isResource(role: MetricRole): boolean {
  return role === 'processor' || role === 'memory' || role === 'disk' || role === 'threads' || role === 'pool'
}

/** Metrics of the machine, which everything on it shares. */
export function isHostMetric(name: string): boolean {
  return /(?:^|[._])(?:node|host|vm|ec2)[._]/.test(name.toLowerCase())
}

/** What stands in front of others and hands their answers on: managed gateways and balancers, by their own or their metrics' names. */
const HANDS_ON = /(?:^|[^a-z])(?:(?:api)?gateway|ingress|(?:load)?balanc(?:er|ing)|elb|alb|frontdoor|cdn)(?:[^a-z]|$)/

/** Whether a name is that of a gateway or a balancer. */
export function isOfGateway(name: string): boolean {
  return HANDS_ON.test(
    name
      .replace(/([a-z0-9])(?=[A-Z])/g, '$1_')
      .toLowerCase()
      .replace(/(api|load|front)[_.-]/g, '$1'),
  )
}
