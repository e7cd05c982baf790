/** What clouds' monitors call their metrics: of each kind of component other words. */
import type { Kind } from './system.ts'

export type Quantity =
  | 'requests'
  | 'faults'
  | 'rejected'
  | 'latency'
  | 'throttles'
  | 'concurrency'
  | 'coldStarts'
  | 'processor'
  | 'memory'
  | 'consumed'
  | 'hits'
  | 'misses'
  | 'depth'
  | 'age'
  | 'sent'
  | 'received'

type Words = Partial<Record<Quantity, string>>

export interface Vocabulary {
  readonly words: Readonly<Record<Kind, Words>>
  /** Before a name, with what stands between. */
  readonly prefixes: Readonly<Record<Kind, string>>
  readonly spelling: 'camel' | 'snake' | 'dotted'
  readonly inSeconds: boolean
}

const AMAZON: Record<Kind, Words> = {
  gateway: { requests: 'Count', faults: '5XXError', rejected: '4XXError', latency: 'Latency' },
  function: {
    requests: 'Invocations',
    faults: 'Errors',
    latency: 'Duration',
    throttles: 'Throttles',
    concurrency: 'ConcurrentExecutions',
    coldStarts: 'InitCount',
    memory: 'MemoryUtilization',
  },
  container: {
    requests: 'RequestCount',
    faults: 'HTTPCode_Target_5XX_Count',
    rejected: 'HTTPCode_Target_4XX_Count',
    latency: 'TargetResponseTime',
    processor: 'CPUUtilization',
    memory: 'MemoryUtilization',
  },
  table: {
    requests: 'RequestCount',
    faults: 'SystemErrors',
    latency: 'SuccessfulRequestLatency',
    throttles: 'ThrottledRequests',
    consumed: 'ConsumedReadCapacityUnits',
  },
  database: {
    requests: 'Queries',
    faults: 'FailedQueries',
    latency: 'QueryLatency',
    processor: 'CPUUtilization',
    concurrency: 'DatabaseConnections',
  },
  cache: {
    requests: 'GetTypeCmds',
    hits: 'CacheHits',
    misses: 'CacheMisses',
    latency: 'GetTypeCmdsLatency',
    processor: 'EngineCPUUtilization',
  },
  bucket: { requests: 'AllRequests', faults: '5xxErrors', latency: 'FirstByteLatency' },
  queue: {
    depth: 'ApproximateNumberOfMessagesVisible',
    age: 'ApproximateAgeOfOldestMessage',
    sent: 'NumberOfMessagesSent',
    received: 'NumberOfMessagesDeleted',
  },
  stream: { age: 'IteratorAge', sent: 'IncomingRecords', received: 'GetRecords.Records' },
  outside: { requests: 'Requests', faults: 'Faults', rejected: 'Errors', latency: 'Latency' },
}
const AZURE: Record<Kind, Words> = {
  gateway: {
    requests: 'TotalRequests',
    faults: 'FailedRequests',
    rejected: 'UnauthorizedRequests',
    latency: 'Duration',
  },
  function: {
    requests: 'FunctionExecutionCount',
    faults: 'Http5xx',
    rejected: 'Http4xx',
    latency: 'HttpResponseTime',
    throttles: 'Http429',
    coldStarts: 'InstanceStartCount',
    memory: 'MemoryWorkingSetPercentage',
  },
  container: {
    requests: 'Requests',
    faults: 'Http5xx',
    rejected: 'Http4xx',
    latency: 'ResponseTime',
    processor: 'CpuPercentage',
    memory: 'MemoryPercentage',
  },
  table: {
    requests: 'TotalRequests',
    faults: 'ServiceErrors',
    latency: 'ServerSideLatency',
    throttles: 'ThrottledRequests',
    consumed: 'TotalRequestUnits',
  },
  database: {
    requests: 'batch_requests',
    faults: 'failed_requests',
    latency: 'query_duration',
    processor: 'cpu_percent',
    concurrency: 'sessions_count',
  },
  cache: { requests: 'totalcommandsprocessed', hits: 'cachehits', misses: 'cachemisses', latency: 'cacheLatency' },
  bucket: { requests: 'Transactions', faults: 'ServerErrors', latency: 'SuccessE2ELatency' },
  queue: { depth: 'ActiveMessages', sent: 'IncomingMessages', received: 'CompleteMessage' },
  stream: { depth: 'ConsumerLag', sent: 'IncomingMessages', received: 'OutgoingMessages' },
  outside: { requests: 'dependencies/count', faults: 'dependencies/failed', latency: 'dependencies/duration' },
}
const COMMON: Words = { requests: 'requests', faults: 'faults', rejected: 'errors', latency: 'latency' }
const SERVED: Words = {
  ...COMMON,
  throttles: 'throttles',
  concurrency: 'in_flight',
  processor: 'cpu',
  memory: 'memory',
}
const WAITING: Words = { depth: 'backlog', age: 'oldest_message_age', sent: 'published', received: 'acknowledged' }
/** One set of words for whatever is on the map. */
const MAP: Record<Kind, Words> = {
  gateway: COMMON,
  function: { ...SERVED, coldStarts: 'cold_starts' },
  container: SERVED,
  table: { ...COMMON, throttles: 'throttles', consumed: 'consumed_units' },
  database: SERVED,
  cache: { ...COMMON, hits: 'hits', misses: 'misses' },
  bucket: COMMON,
  queue: WAITING,
  stream: WAITING,
  outside: COMMON,
}
const GOOGLE_SERVED: Words = {
  requests: 'request_count',
  faults: 'error_count',
  latency: 'request_latencies',
  concurrency: 'container/max_request_concurrencies',
  coldStarts: 'container/startup_count',
  processor: 'container/cpu/utilizations',
  memory: 'container/memory/utilizations',
  throttles: 'rejected_request_count',
}
const GOOGLE_API: Words = { requests: 'api/request_count', faults: 'api/error_count', latency: 'api/request_latencies' }
const GOOGLE_WAITING: Words = {
  depth: 'num_undelivered_messages',
  age: 'oldest_unacked_message_age',
  sent: 'topic/send_message_operation_count',
  received: 'ack_message_count',
}
const GOOGLE: Record<Kind, Words> = {
  gateway: { requests: 'https/request_count', faults: 'https/error_count', latency: 'https/total_latencies' },
  function: {
    ...GOOGLE_SERVED,
    requests: 'function/execution_count',
    faults: 'function/failed_count',
    latency: 'function/execution_times',
  },
  container: GOOGLE_SERVED,
  table: { ...GOOGLE_API, throttles: 'api/throttled_count', consumed: 'document/read_count' },
  database: {
    requests: 'database/query_count',
    latency: 'database/query_latencies',
    processor: 'database/cpu/utilization',
    concurrency: 'database/num_backends',
    faults: 'database/error_count',
  },
  cache: {
    requests: 'commands/calls',
    hits: 'stats/cache_hits',
    misses: 'stats/cache_misses',
    latency: 'commands/usec',
  },
  bucket: GOOGLE_API,
  queue: GOOGLE_WAITING,
  stream: GOOGLE_WAITING,
  outside: { requests: 'egress/request_count', faults: 'egress/error_count', latency: 'egress/latencies' },
}

const of = (prefix: (kind: Kind) => string): Record<Kind, string> => ({
  gateway: prefix('gateway'),
  function: prefix('function'),
  container: prefix('container'),
  table: prefix('table'),
  database: prefix('database'),
  cache: prefix('cache'),
  bucket: prefix('bucket'),
  queue: prefix('queue'),
  stream: prefix('stream'),
  outside: prefix('outside'),
})
const AMAZON_PARTS: Record<Kind, string> = {
  gateway: 'ApiGateway',
  function: 'Lambda',
  container: 'ECS',
  table: 'DynamoDB',
  database: 'RDS',
  cache: 'ElastiCache',
  bucket: 'S3',
  queue: 'SQS',
  stream: 'Kinesis',
  outside: 'ApplicationSignals',
}
const GOOGLE_PARTS: Record<Kind, string> = {
  gateway: 'loadbalancing',
  function: 'cloudfunctions',
  container: 'run',
  table: 'firestore',
  database: 'cloudsql',
  cache: 'redis',
  bucket: 'storage',
  queue: 'pubsub',
  stream: 'pubsub',
  outside: 'vpc',
}
const plain = of(() => '')

export const VOCABULARIES: readonly Vocabulary[] = [
  { words: AMAZON, prefixes: plain, spelling: 'camel', inSeconds: false },
  { words: AMAZON, prefixes: of((kind) => `AWS/${AMAZON_PARTS[kind]}/`), spelling: 'camel', inSeconds: false },
  {
    words: AMAZON,
    prefixes: of((kind) => `aws_${AMAZON_PARTS[kind].toLowerCase()}_`),
    spelling: 'snake',
    inSeconds: false,
  },
  { words: AZURE, prefixes: plain, spelling: 'camel', inSeconds: false },
  { words: AZURE, prefixes: of(() => 'azure_'), spelling: 'snake', inSeconds: true },
  {
    words: GOOGLE,
    prefixes: of((kind) => `${GOOGLE_PARTS[kind]}.googleapis.com/`),
    spelling: 'dotted',
    inSeconds: false,
  },
  { words: MAP, prefixes: plain, spelling: 'dotted', inSeconds: true },
  { words: MAP, prefixes: of(() => 'component.'), spelling: 'dotted', inSeconds: false },
  { words: MAP, prefixes: of(() => 'monitor_'), spelling: 'snake', inSeconds: true },
]
