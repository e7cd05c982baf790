/**
 * Calls of stores whose spans do not name a host ("UPDATE orders"). Which store they reach is not recorded. But when one
 * store alone newly tells of trouble in its own lines, calls that fail or wait since then speak about that one.
 */
import type { OperationActivity } from '../../telemetry/index.ts'
import type { Finding } from './findings.ts'
import { handedToCallee, isOfCall } from './peer-calls.ts'
import { sumOf } from './stats.ts'

/** Statements and commands, followed by what they are about. `GET /orders` is a request, and no command. */
const STATEMENT =
  /^(?:SELECT|INSERT|UPDATE|DELETE|MERGE|UPSERT|REPLACE|COMMIT|GET|SET|DEL|MGET|MSET|INCR|HGET|HSET|HMGET|HMSET|LPUSH|RPOP|ZADD|ZRANGE|EVAL|find|insert|update|delete|aggregate|query)\s[^/\s]/
/** The same, also without what they are about, and messages: what clients' spans of stores and brokers are called. */
const ASKED =
  /^(?:SELECT|INSERT|UPDATE|DELETE|MERGE|UPSERT|REPLACE|COMMIT|GET|SET|DEL|MGET|MSET|INCR|HGET|HSET|HMGET|HMSET|LPUSH|RPOP|ZADD|ZRANGE|EVAL|find|insert|update|delete|aggregate|query|publish|send)(?:$|\s[^/\s])|^\S+ (?:publish|send)$/
/** Whether an operation is called as what is asked of stores and brokers is. `GET /orders` is a request. */
export function isStatement(operation: string): boolean {
  return ASKED.test(operation)
}

/** If at least this share of an operation's spans has no children, it calls nobody that sends spans. */
const LEAVES_SHARE = 0.95
/** From this evidence on, in nats, a store tells of trouble; with this share of it another one does as well. */
const TELLS_MIN = 12
const OTHER_SHARE = 0.5

/** Operations (`service\u0000operation`) that ask a store which no span names. */
export function unnamedStoreCalls(operations: readonly OperationActivity[]): ReadonlySet<string> {
  const calls = new Set<string>()
  for (const { service, operation, peers, calls: counts, leaves } of operations) {
    if (peers.length > 0 || !STATEMENT.test(operation)) continue
    if (sumOf(leaves) >= LEAVES_SHARE * sumOf(counts)) calls.add(`${service}\u0000${operation}`)
  }
  return calls
}

/** Gives the store that tells of trouble what such calls show. Unchanged where none does, or several do. */
export function sharedWithStore(
  findings: readonly Finding[],
  calls: ReadonlySet<string>,
  stores: readonly string[],
): Finding[] {
  const store = calls.size === 0 ? null : tellingOne(findings, stores)
  if (store === null) return [...findings]
  return findings.flatMap((finding) =>
    isOfCall(finding) && calls.has(`${finding.service}\u0000${finding.subject}`)
      ? handedToCallee(finding, store)
      : [finding],
  )
}

/** The store that newly says something, or stopped writing, if it is one alone. */
function tellingOne(findings: readonly Finding[], stores: readonly string[]): string | null {
  const told = new Map<string, number>()
  for (const { kind, service, strength } of findings) {
    if ((kind !== 'log_new' && kind !== 'silence') || !stores.includes(service)) continue
    told.set(service, Math.max(strength, told.get(service) ?? 0))
  }
  const [first, second] = [...told].sort(([, a], [, b]) => b - a)
  if (first === undefined || first[1] < TELLS_MIN) return null
  return second !== undefined && second[1] >= OTHER_SHARE * first[1] ? null : first[0]
}
