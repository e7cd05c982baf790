/** Words of systems that pass messages: names, products, partners, and what is said of trouble. */
import type { Unit } from './plan.ts'

export const NOUNS = [
  'parcel',
  'claim',
  'booking',
  'reading',
  'sample',
  'loan',
  'ticket',
  'invoice',
  'permit',
  'refund',
]
export const CONSUMER_WORDS = [
  'stock',
  'pricing',
  'fraud',
  'labels',
  'audit',
  'search-index',
  'points',
  'mailer',
  'routing',
  'archive',
  'allocation',
  'dunning',
] as const
export const LOOKUP_WORDS = ['customers', 'catalog', 'rates', 'geo', 'limits', 'entitlements'] as const
export const JOB_WORDS = ['settlement', 'reconcile', 'cleanup', 'statements', 'rollup', 'exports'] as const
export const PARTNERS: readonly (readonly [string, string])[] = [
  ['api.paywell.example', '/v2/charges'],
  ['hooks.northfreight.example', '/events'],
  ['rest.clearbank-uk.example', '/transfers'],
  ['gateway.smsline.example', '/messages'],
  ['ingest.taxoffice.example', '/filings'],
]

const WORKER: Partial<Record<Unit['role'], string>> = { consumer: 'worker', job: 'job', command: 'svc', lookup: 'svc' }
const capital = (word: string): string =>
  word.replace(/(^|-)(\w)/gu, (_, _dash, letter: string) => letter.toUpperCase())
export const NAMINGS: readonly ((word: string, role: Unit['role']) => string)[] = [
  (word) => word,
  (word, role) => (WORKER[role] === undefined ? word : `${word}-${WORKER[role]}`),
  (word, role) => (role === 'broker' ? word : `prod.${word.replace('-', '_')}`),
  (word, role) => (role === 'broker' ? word : `${capital(word)}${role === 'consumer' ? 'Consumer' : 'Service'}`),
  (word, role) => (role === 'consumer' ? `${word}-consumer` : word),
  (word) => `mp-${word}`,
]

export interface BrokerKind {
  readonly system: string
  readonly names: readonly string[]
  /** Partitions that are read in order, or queues whose readers compete. */
  readonly isLog: boolean
  readonly routine: readonly string[]
  /** Of its own slowness. */
  readonly slow: readonly string[]
  readonly regroup: readonly string[]
  readonly left: string
  readonly client: { readonly timeout: string; readonly regroup: readonly string[] }
}

const LOG_CLIENT = {
  timeout: 'Expiring 1 record(s) for {channel}-{n}: 10000 ms has passed since batch creation',
  regroup: [
    '[Consumer groupId={group}] Attempt to heartbeat failed since group is rebalancing',
    '[Consumer groupId={group}] Revoke previously assigned partitions {channel}-{n}',
    '[Consumer groupId={group}] Member was removed: time between subsequent calls to poll() was longer than max.poll.interval.ms',
  ],
}
const QUEUE_CLIENT = {
  timeout: 'publish to {channel} was not confirmed within 10000 ms',
  regroup: [
    'channel of consumer on {channel} closed by server, reconnecting',
    'consumer on {channel} cancelled: missed heartbeats from client, resubscribing',
  ],
}

export const BROKERS: readonly BrokerKind[] = [
  {
    system: 'kafka',
    names: ['kafka', 'event-bus', 'kafka-broker'],
    isLog: true,
    routine: [
      '[GroupMetadataManager brokerId={n}] Removed 0 expired offsets in 2 milliseconds.',
      '[ProducerStateManager partition={channel}-{n}] Wrote producer snapshot at offset {n}{n}',
      '[LocalLog partition={channel}-{n}] Rolled new log segment at offset {n}{n} in 3 ms.',
    ],
    slow: [
      '[ReplicaManager broker={n}] Shrinking ISR for partition {channel}-{n} from 1,2,3 to {n}',
      '[RequestHandler] Append to {channel}-{n} took {n}{n}00 ms',
    ],
    regroup: [
      '[GroupCoordinator {n}]: Preparing to rebalance group {group} in state PreparingRebalance with old generation {n}{n}',
      '[GroupCoordinator {n}]: Stabilized group {group} generation {n}{n}',
    ],
    left: '[GroupCoordinator {n}]: Member consumer-{group}-{n} in group {group} has failed, removing it from the group',
    client: LOG_CLIENT,
  },
  {
    system: 'pulsar',
    names: ['pulsar', 'stream-hub'],
    isLog: true,
    routine: ['[persistent://public/default/{channel}] Closed ledger {n}{n}', 'Rolled over cursor ledger {n}{n}'],
    slow: ['Slow BK write for persistent://public/default/{channel}: {n}{n}00 ms'],
    regroup: ['[{channel}][{group}] Consumer disconnected, redistributing keys', '[{channel}][{group}] Added consumer'],
    left: '[{channel}][{group}] Removed consumer after keep-alive timeout',
    client: LOG_CLIENT,
  },
  {
    system: 'rabbitmq',
    names: ['rabbitmq', 'rabbit', 'mq'],
    isLog: false,
    routine: ['accepting AMQP connection <0.{n}{n}.0>', 'closing AMQP connection <0.{n}{n}.0> (vhost: /)'],
    slow: [
      'queue {channel}: write to message store took {n}{n}00 ms',
      'memory resource limit alarm cleared, flow control still active for {n} connections',
    ],
    regroup: ['missed heartbeats from client, timeout: 20s', 'consumer {group} on queue {channel} cancelled'],
    left: 'Consumer {group} on channel {n} has timed out waiting for delivery acknowledgement. Timeout used: 60000 ms',
    client: QUEUE_CLIENT,
  },
  {
    system: 'nats',
    names: ['nats', 'jetstream', 'bus'],
    isLog: false,
    routine: ["JetStream cluster new stream leader for '{channel}'", 'STATS in_msgs={n}{n} slow_consumers=0'],
    slow: [
      "JetStream stream '{channel}' readloop processing time: {n}.{n}s",
      "Internal subscription on '{channel}' took too long",
    ],
    regroup: ["Consumer '{group}' on '{channel}' lost interest", "Consumer '{group}' on '{channel}' resumed"],
    left: "Consumer '{group}' ack wait exceeded on '{channel}', redelivering",
    client: QUEUE_CLIENT,
  },
  {
    system: 'aws_sqs',
    names: ['queues', 'sqs-bridge'],
    isLog: false,
    routine: ['poll loop {n}: {n} messages moved', 'refreshed queue attributes of {channel}'],
    slow: ['SendMessage {channel} took {n}{n}00 ms', 'retrying SendMessage {channel}: InternalError'],
    regroup: ['receiver {group} of {channel} restarted long poll'],
    left: 'visibility timeout of {n} message(s) in {channel} expired, receiver {group}',
    client: QUEUE_CLIENT,
  },
]

/** Sentences of one system. `{id}`, `{n}` and names are filled in. */
export interface Phrases {
  readonly got: string
  readonly done: string
  readonly failed: string
  readonly dead: string
  readonly twice: string
  readonly parse: string
  readonly setting: string
  readonly expired: string
  readonly ahead: string
  readonly refused: string
  readonly disk: string
  readonly crash: string
}

export const PHRASES: readonly Phrases[] = [
  {
    got: 'received {noun} {id}',
    done: '{verb} finished {noun} {id} in {ms} ms',
    failed: 'attempt {attempt} for {noun} {id} failed: {reason}',
    dead: 'giving up on {noun} {id}, sent to {dead}',
    twice: '{noun} {id} was handled before, skipping',
    parse: "field 'total' in event schema {schema}: expected number but got object",
    setting: 'required setting {setting} has no value',
    expired: 'message is older than its time to live of 60 s (created {stamp})',
    ahead: 'creation time {stamp} lies in the future',
    refused: 'total {total} is not acceptable for {noun} {id}',
    disk: "ENOSPC: no space left on device, write '/var/spool/{word}/{id}.part'",
    crash: 'panic: runtime error: index out of range [{n}] with length 0 in ({word}.Handle)',
  },
  {
    got: 'consuming {id}',
    done: '{id} {verb} ok, took {ms}ms',
    failed: 'handler error on {id} (delivery {attempt}): {reason}',
    dead: 'max deliveries reached, {id} -> {dead}',
    twice: 'duplicate delivery of {id} ignored',
    parse: 'deserialization failed, schema {schema} of writer does not match: missing required property total',
    setting: 'KeyError: {setting}',
    expired: 'stale message dropped, stamp={stamp} max_age=60s',
    ahead: 'clock skew: message stamped {stamp} is ahead of now',
    refused: 'validation failed for {id}: total={total} must be positive',
    disk: 'OSError: [Errno 28] No space left on device: /data/tmp/{id}',
    crash: 'Unhandled exception: NullReferenceException at {word}.Pipeline.Step{n}, process exits with code 134',
  },
  {
    got: 'Start of {verb} for {id}',
    done: 'End of {verb} for {id} after {ms} ms',
    failed: '{verb} could not complete for {id}, try {attempt}, cause: {reason}',
    dead: 'Retries exhausted for {id}; parked in {dead}',
    twice: 'Idempotency key {id} already seen',
    parse: 'JsonMappingException: Cannot construct instance of Money from schema {schema} (path total)',
    setting: 'IllegalStateException: property {setting} must not be null',
    expired: 'TTL exceeded, message time {stamp}',
    ahead: 'message time {stamp} is later than the time of this host',
    refused: 'BusinessRuleException: negative or empty total {total} on {noun} {id}',
    disk: 'java.io.IOException: No space left on device',
    crash: 'java.lang.OutOfMemoryError: Java heap space',
  },
]
export const SETTINGS = ['payout.account', 'TEMPLATE_BUCKET', 'routing.region.default', 'HMAC_SECRET_NAME'] as const
