/**
 * Finds warnings and errors in which a store, a cache or a broker refuses what was asked of it. Many of them write no
 * line about it themselves, and their clients hand on the words of the protocol without a name ("READONLY You can't
 * write against a read only replica."). The words tell which product refused, and names tell which service that is.
 */
import { SEVERITY_WARN } from './log-news.ts'
import type { CallsOrNot, Quote } from './log-quotes.ts'
import type { StemActivity } from './log-view.ts'
import { partsOf } from './service-names.ts'

interface Product {
  /** What only this product answers. */
  readonly refusal: RegExp
  /** Found anywhere in a service's name. */
  readonly name: RegExp
  /** As a whole part of a service's name. */
  readonly part?: string
  /** What such a thing is called where names do not say the product, as a whole part of a service's name. */
  readonly role: 'cache' | 'database' | 'broker'
}

/** Longer lines are cut, because expressions below look back. */
const CHARS_MAX = 400
/** A word that a service and its own store share in their names. */
const SHARED_PART_MIN = 4

const ROLES: Readonly<Record<Product['role'], readonly string[]>> = {
  cache: ['cache'],
  database: ['db', 'sql', 'rds', 'aurora', 'database'],
  broker: ['broker', 'queue'],
}

const PRODUCTS: readonly Product[] = [
  {
    refusal:
      /\bREADONLY You can't write|\bOOM command not allowed|\bMISCONF \w+|\bCLUSTERDOWN\b|\bLOADING \w+ is loading|\bNOREPLICAS\b|\bmax number of clients reached/,
    name: /redis|valkey|keydb|elasticache/i,
    role: 'cache',
  },
  {
    refusal:
      /in a read-only transaction|too many clients already|connection slots are reserved|the database system is (?:starting up|shutting down|in recovery)|could not (?:extend|write) (?:to )?file|canceling statement due to|terminating connection due to|PSQLException|PG::\w+|\bpq: /,
    name: /postgres|psql|timescale|cockroach|yugabyte/i,
    part: 'pg',
    role: 'database',
  },
  {
    refusal:
      /--(?:super-)?read-only option|\bToo many connections\b|Lock wait timeout exceeded|Deadlock found when trying|MySQL server has gone away|The table .{1,80} is full|\bER_[A-Z]{3,}/,
    name: /mysql|mariadb|percona|vitess/i,
    role: 'database',
  },
  {
    refusal: /NotWritablePrimary|\bnot (?:primary|master)\b|PrimarySteppedDown|Mongo\w{0,20}(?:Error|Exception)/,
    name: /mongo|documentdb/i,
    role: 'database',
  },
  {
    refusal:
      /NOT_ENOUGH_REPLICAS|NotEnoughReplicas|NOT_LEADER|NotLeader|LEADER_NOT_AVAILABLE|LeaderNotAvailable|Broker may not be available/,
    name: /kafka|redpanda/i,
    part: 'msk',
    role: 'broker',
  },
  {
    refusal: /connection\.blocked|PRECONDITION_FAILED|resource alarm|RESOURCE_ERROR/,
    name: /rabbit|amqp/i,
    part: 'mq',
    role: 'broker',
  },
  {
    refusal:
      /cluster_block_exception|read-only-allow-delete|flood.stage|es_rejected_execution|search_phase_execution|circuit_breaking_exception/,
    name: /elasticsearch|opensearch/i,
    part: 'es',
    role: 'database',
  },
]

/** Lines in which a service was refused by another one, where names leave one service that it can be. */
export function refusalsIn(stems: readonly StemActivity[], services: readonly string[], calls: CallsOrNot): Quote[] {
  const stores = PRODUCTS.map((product) => ({ product, names: namedAfter(product, services) }))
  return stems.flatMap((stem) => {
    if (stem.severity < SEVERITY_WARN) return []
    const text = stem.template.slice(0, CHARS_MAX)
    const peers = new Set<string>()
    for (const { product, names } of stores) {
      if (names.length === 0 || names.includes(stem.service) || !product.refusal.test(text)) continue
      const peer = theOne(stem.service, names, calls)
      if (peer !== null) peers.add(peer)
    }
    return [...peers].map((peer): Quote => ({ stem, peer }))
  })
}

/** Services whose names say the product; where none does, those whose names say its role. */
function namedAfter({ name, part, role }: Product, services: readonly string[]): string[] {
  const has = (service: string, parts: readonly string[]): boolean =>
    partsOf(service).some((word) => parts.includes(word))
  const exact = services.filter((service) => name.test(service) || (part !== undefined && has(service, [part])))
  return exact.length > 0 ? exact : services.filter((service) => has(service, ROLES[role]))
}

/** Of several stores, the one that the service calls, else the one that is named after it. */
function theOne(service: string, names: readonly string[], calls: CallsOrNot): string | null {
  const possible = names.filter((name) => calls(service, name) !== false)
  const called = possible.filter((name) => calls(service, name) === true)
  const among = called.length > 0 ? called : possible
  if (among.length <= 1) return among[0] ?? null
  const own = new Set(partsOf(service).filter((part) => part.length >= SHARED_PART_MIN))
  const named = among.filter((name) => partsOf(name).some((part) => own.has(part)))
  return named.length === 1 ? (named[0] ?? null) : null
}
