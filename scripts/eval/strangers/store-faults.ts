/**
 * What stores that several services share refuse, in the words of their products: to their clients, and in their own
 * lines where the product writes one.
 */
import type { Random } from '../synthetic/random.ts'
import type { Level } from './system.ts'

export const STORE_FAULTS = ['read_only', 'store_disk', 'too_many', 'locks', 'store_gone', 'connection_leak'] as const
export type StoreFault = (typeof STORE_FAULTS)[number]
/** Refusals that are the clients' own doing come on quiet days too. */
export const STORE_QUIET = ['calm', 'surge', 'deploy', 'duplicates'] as const
export type StoreQuiet = (typeof STORE_QUIET)[number]

export type Product = 'postgres' | 'mysql' | 'redis' | 'mongo'
export const PRODUCTS: readonly Product[] = ['postgres', 'postgres', 'mysql', 'redis', 'mongo']

export interface Told {
  /** What the product answers; `{n}` a number. Null: it answers late. */
  readonly answer: string | null
  /** What it writes each time. Null: nothing. */
  readonly line: { readonly level: Level; readonly text: string } | null
  /** What it writes once, when it begins. */
  readonly notice: { readonly level: Level; readonly text: string } | null
}

const silent = (answer: string | null, notice: string | null = null): Told => ({
  answer,
  line: null,
  notice: notice === null ? null : { level: 'INFO', text: notice },
})
const spoken = (answer: string, level: Level, text: string, notice: string | null = null): Told => ({
  ...silent(answer, notice),
  line: { level, text },
})

const STANDBY = 'cannot execute UPDATE in a read-only transaction'
const NO_SPACE = 'could not extend file "base/16384/{n}": No space left on device'
const SLOTS = 'sorry, too many clients already'

type Telling = Readonly<Record<Exclude<StoreFault, 'connection_leak'> | 'duplicates', Told>>
export const TOLD: Readonly<Record<Product, Telling>> = {
  postgres: {
    read_only: spoken(STANDBY, 'ERROR', `${STANDBY} STATEMENT: UPDATE items SET state = $1`, 'entering standby mode'),
    store_disk: spoken(NO_SPACE, 'ERROR', `${NO_SPACE} HINT: Check free disk space.`),
    too_many: spoken(`FATAL: ${SLOTS}`, 'ERROR', SLOTS),
    locks: {
      answer: null,
      line: { level: 'INFO', text: 'process {n} still waiting for ShareLock on transaction {n} after 1000.{n} ms' },
      notice: null,
    },
    store_gone: silent('connect: connection refused (0x0000274D/10061)', 'received fast shutdown request'),
    duplicates: spoken(
      'duplicate key value violates unique constraint "items_pkey"',
      'ERROR',
      'duplicate key value violates unique constraint "items_pkey"',
    ),
  },
  mysql: {
    read_only: silent(
      'Error 1290: The MySQL server is running with the --read-only option so it cannot execute this statement',
      'Semi-sync replication switched OFF.',
    ),
    store_disk: spoken(
      "Error 1114: The table 'items' is full",
      'ERROR',
      'Disk is full writing binlog.{n}. Waiting for someone to free space',
    ),
    too_many: silent('Error 1040: Too many connections'),
    locks: silent('Error 1205: Lock wait timeout exceeded; try restarting transaction'),
    store_gone: silent('dial tcp 10.0.{n}.7:3306: connect: connection refused', 'Received SHUTDOWN from user root'),
    duplicates: silent("Error 1062: Duplicate entry '{n}' for key 'PRIMARY'"),
  },
  redis: {
    read_only: silent(
      "READONLY You can't write against a read only replica.",
      'REPLICAOF 10.0.{n}.7:6379 enabled (user request)',
    ),
    store_disk: spoken(
      'MISCONF Redis is configured to save RDB snapshots, but is currently not able to persist on disk.',
      'WARN',
      'Write error saving DB on disk: No space left on device',
    ),
    too_many: silent('ERR max number of clients reached'),
    locks: silent(null),
    store_gone: silent('dial tcp 10.0.{n}.7:6379: connect: connection refused', 'User requested shutdown...'),
    duplicates: silent('ERR value is not an integer or out of range'),
  },
  mongo: {
    read_only: silent('MongoServerError: not primary', 'Starting an election, since we have seen no PRIMARY'),
    store_disk: spoken(
      'MongoServerError: available disk space of {n} bytes is less than required minimum',
      'ERROR',
      'available disk space of {n} bytes is less than required minimum',
    ),
    too_many: silent('MongoServerSelectionError: connection {n} to 10.0.{n}.7:27017 closed'),
    locks: silent(null, 'index build: starting on items'),
    store_gone: silent('MongoNetworkError: connect ECONNREFUSED 10.0.{n}.7:27017', 'shutting down with code:0'),
    duplicates: silent('E11000 duplicate key error collection: app.items'),
  },
}

/** What a store writes all day. */
export const ROUTINE: Readonly<Record<Product, readonly string[]>> = {
  postgres: ['checkpoint complete: wrote {n} buffers', 'automatic vacuum of table "app.public.items": {n} removed'],
  mysql: ['page_cleaner: {n}ms intended loop took {n}ms', 'Access granted for app@10.0.{n}.9'],
  redis: ['{n} changes in 60 seconds. Saving...', 'Background saving terminated with success'],
  mongo: ['Connection accepted {n}', 'Slow query: find items {n}ms'],
}

export function storeLine(random: Random, product: Product, level: Level, text: string, atMs: number): string {
  const said = filled(random, text)
  const time = new Date(atMs).toISOString()
  switch (product) {
    case 'postgres':
      return `${time.slice(0, 23).replace('T', ' ')} UTC [${random.int(20, 900)}] app@main ${level === 'INFO' ? 'LOG' : level}:  ${said}`
    case 'mysql':
      return `${time} ${random.int(2, 90)} [${level === 'INFO' ? 'Note' : level === 'WARN' ? 'Warning' : 'ERROR'}] [MY-${random.int(10_000, 14_000)}] [Server] ${said}`
    case 'redis':
      return `1:M ${time.slice(11, 23)} ${level === 'INFO' ? '*' : '#'} ${said}`
    case 'mongo':
      return JSON.stringify({ t: time, s: level.charAt(0), c: 'STORAGE', ctx: `conn${random.int(1, 90)}`, msg: said })
  }
}

export function filled(random: Random, text: string): string {
  return text.replace(/\{n\}/g, () => String(random.int(1, 4_000)))
}
