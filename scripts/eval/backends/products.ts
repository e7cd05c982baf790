/** Products that keep data or pass messages on: what they answer in trouble, and how they write of themselves. */
import type { Random } from '../synthetic/random.ts'
import type { Role } from './system.ts'

/** What a client is told. `{n}` a number. */
export type Trouble = 'read_only' | 'disk_full' | 'locked' | 'refused' | 'too_many' | 'timeout'

export interface Product {
  readonly short: string
  readonly system: string
  readonly roles: readonly Role[]
  readonly answers: Readonly<Record<Trouble, string>>
  readonly routine: readonly string[]
  /** What it writes itself of a trouble; nothing where it has no such line. */
  readonly writes: Partial<Record<Trouble | 'slow' | 'evicting', string>>
  readonly frame: (random: Random, isError: boolean, text: string, atMs: number) => string
}

const time = (atMs: number): string => new Date(atMs).toISOString()
const refused = 'dial tcp 10.2.{n}.9: connect: connection refused'
const timeout = 'context deadline exceeded while awaiting a reply'

const POSTGRES: Product = {
  short: 'pg',
  system: 'postgresql',
  roles: ['database', 'replica'],
  answers: {
    read_only: 'ERROR: cannot execute INSERT in a read-only transaction (SQLSTATE 25006)',
    disk_full: 'ERROR: could not extend file "base/16401/{n}": No space left on device (SQLSTATE 53100)',
    locked: 'ERROR: canceling statement due to lock timeout (SQLSTATE 55P03)',
    refused,
    too_many: 'FATAL: remaining connection slots are reserved for non-replication superuser connections',
    timeout: 'ERROR: canceling statement due to statement timeout (SQLSTATE 57014)',
  },
  routine: [
    'checkpoint starting: time',
    'checkpoint complete: wrote {n} buffers',
    'automatic vacuum of table "app.public.entries"',
  ],
  writes: {
    read_only: 'cannot execute INSERT in a read-only transaction',
    disk_full: 'could not extend file "base/16401/{n}": No space left on device',
    locked: 'canceling statement due to lock timeout',
    too_many: 'remaining connection slots are reserved for non-replication superuser connections',
    timeout: 'canceling statement due to statement timeout',
    slow: 'duration: {n}00.{n} ms  statement: SELECT * FROM entries WHERE state = $1',
  },
  frame: (random, isError, text, atMs) =>
    `${time(atMs).replace('T', ' ').slice(0, 23)} UTC [${random.int(40, 900)}] ${isError ? 'ERROR' : 'LOG'}:  ${text}`,
}

const MARIA: Product = {
  short: 'maria',
  system: 'mysql',
  roles: ['database', 'replica'],
  answers: {
    read_only: 'ERROR 1290 (HY000): The MariaDB server is running with the --read-only option',
    disk_full: 'ERROR 1021 (HY000): Disk full (/tmp/#sql_{n}); waiting for someone to free some space',
    locked: 'ERROR 1205 (HY000): Lock wait timeout exceeded; try restarting transaction',
    refused: "ERROR 2002 (HY000): Can't connect to server on 'db' (115)",
    too_many: 'ERROR 1040 (08004): Too many connections',
    timeout: 'ERROR 1969 (70100): Query execution was interrupted (max_statement_time exceeded)',
  },
  routine: ['InnoDB: Buffer pool(s) dump completed', 'InnoDB: page_cleaner: 1000ms intended loop took {n}ms'],
  writes: { disk_full: 'Disk is full writing ./binlog.{n}. Waiting for someone to free space' },
  frame: (random, isError, text, atMs) =>
    `${time(atMs).slice(0, 19).replace('T', ' ')} ${random.int(1, 90)} [${isError ? 'ERROR' : 'Note'}] ${text}`,
}

const CASSANDRA: Product = {
  short: 'ring',
  system: 'cassandra',
  roles: ['database'],
  answers: {
    read_only: 'Unavailable: Cannot achieve consistency level QUORUM',
    disk_full: 'WriteFailure: 1 of 2 replicas failed to execute the write',
    locked: 'WriteTimeout: CAS operation timed out - contention',
    refused: 'NoHostAvailable: all hosts tried for query failed',
    too_many: 'OverloadedException: too many in-flight native transport requests',
    timeout: 'ReadTimeout: operation timed out - received only 0 responses',
  },
  routine: ['Compacted {n} sstables to level 1', 'G1 Young Generation GC in {n}ms'],
  writes: {
    disk_full: 'Not enough space for compaction, estimated sstables = {n}',
    slow: '{n} operations were slow in the last 5000 msecs',
  },
  frame: (random, isError, text, atMs) =>
    `${isError ? 'ERROR' : 'INFO '} [CompactionExecutor:${random.int(1, 40)}] ${time(atMs).replace('T', ' ').slice(0, 23)} ${text}`,
}

const REDIS: Product = {
  short: 'redis',
  system: 'redis',
  roles: ['cache'],
  answers: {
    read_only: "READONLY You can't write against a read only replica.",
    disk_full: 'MISCONF Redis is configured to save RDB snapshots, but it is currently not able to persist on disk.',
    locked: 'BUSY Redis is busy running a script.',
    refused,
    too_many: 'ERR max number of clients reached',
    timeout: 'redis: i/o timeout',
  },
  routine: ['{n} changes in 300 seconds. Saving...', 'Background saving terminated with success'],
  writes: { disk_full: 'Write error saving DB on disk: No space left on device' },
  frame: (random, isError, text, atMs) =>
    `${random.int(1, 9)}:M ${new Date(atMs).getUTCDate()} May 2026 ${time(atMs).slice(11, 23)} ${isError ? '#' : '*'} ${text}`,
}

const MEMCACHED: Product = {
  ...REDIS,
  short: 'mc',
  system: 'memcached',
  answers: { ...REDIS.answers, disk_full: 'SERVER_ERROR out of memory storing object', locked: timeout, timeout },
  routine: ['slab class {n}: moved 1 page'],
  writes: {},
  frame: (_random, _isError, text) => text,
}

const KAFKA: Product = {
  short: 'kafka',
  system: 'kafka',
  roles: ['broker'],
  answers: {
    read_only: 'NotLeaderOrFollowerException: for requests intended only for the leader',
    disk_full: 'KafkaStorageException: Disk error when trying to access log file on the disk.',
    locked: timeout,
    refused: 'Connection to node 1 could not be established. Broker may not be available.',
    too_many: 'ThrottlingQuotaExceededException: the throttling quota has been exceeded',
    timeout: 'TimeoutException: Expiring {n} record(s) for events-0: 30000 ms has passed since batch creation',
  },
  routine: [
    '[GroupCoordinator 1]: Stabilized group workers generation {n}',
    '[ReplicaManager broker=1] Shrinking none',
  ],
  writes: {
    disk_full:
      '[ReplicaManager broker=1] Error while writing to checkpoint file /data/recovery-point-offset-checkpoint',
  },
  frame: (_random, isError, text, atMs) =>
    `[${time(atMs).slice(0, 23).replace('T', ' ')}] ${isError ? 'ERROR' : 'INFO'} ${text}`,
}

const NATS: Product = {
  ...KAFKA,
  short: 'nats',
  system: 'nats',
  answers: {
    ...KAFKA.answers,
    disk_full: 'nats: insufficient storage resources available',
    timeout: 'nats: timeout',
    refused: 'nats: no servers available for connection',
  },
  routine: ['JetStream snapshot of stream events took {n}ms'],
  writes: { disk_full: 'JetStream failed to store a msg on stream events: no space left on device' },
  frame: (_random, isError, text, atMs) =>
    `[1] ${time(atMs).slice(0, 23).replace('T', ' ')} [${isError ? 'ERR' : 'INF'}] ${text}`,
}

export const PRODUCTS: readonly Product[] = [POSTGRES, MARIA, CASSANDRA, REDIS, MEMCACHED, KAFKA, NATS]

export function filled(random: Random, text: string): string {
  return text.replace(/\{n\}/g, () => String(random.int(2, 900))).replace(/\{id\}/g, () => random.hex(10))
}
