/**
 * Products that many systems keep their data in or send messages through: what only they answer, how they are called,
 * and how they write. A store whose name says nothing (`vault1`) is known by its own lines.
 */
import type { StemActivity } from './log-view.ts'
import { partsOf } from './service-names.ts'

export interface Product {
  /** What only this product answers. */
  readonly refusal: RegExp
  /** How only this product writes its own lines. */
  readonly lines: RegExp
  /** Found anywhere in a service's name. */
  readonly name: RegExp
  /** As a whole part of a service's name. */
  readonly part?: string
  /** What such a thing is called where names do not say the product, as a whole part of a service's name. */
  readonly role: 'cache' | 'database' | 'broker'
}

const ROLES: Readonly<Record<Product['role'], readonly string[]>> = {
  cache: ['cache'],
  database: ['db', 'sql', 'rds', 'aurora', 'database'],
  broker: ['broker', 'queue'],
}

export const PRODUCTS: readonly Product[] = [
  {
    refusal:
      /\bREADONLY You can't write|\bOOM command not allowed|\bMISCONF \w+|\bCLUSTERDOWN\b|\bLOADING \w+ is loading|\bNOREPLICAS\b|\bmax number of clients reached/,
    lines: /^(?:<\*>|\d{1,7}):[CMSX] /,
    name: /redis|valkey|keydb|elasticache/i,
    role: 'cache',
  },
  {
    refusal:
      /in a read-only transaction|too many clients already|connection slots are reserved|the database system is (?:starting up|shutting down|in recovery)|could not (?:extend|write) (?:to )?file|canceling statement due to|terminating connection due to|PSQLException|PG::\w+|\bpq: /,
    lines: /\b(?:LOG|STATEMENT|HINT|DETAIL|CONTEXT|FATAL): {2}\S/,
    name: /postgres|psql|timescale|cockroach|yugabyte/i,
    part: 'pg',
    role: 'database',
  },
  {
    refusal:
      /--(?:super-)?read-only option|\bToo many connections\b|Lock wait timeout exceeded|Deadlock found when trying|MySQL server has gone away|The table .{1,80} is full|\bER_[A-Z]{3,}/,
    lines: /\[MY-[\d<*>]{1,9}\]|\[InnoDB\]|\bInnoDB: /,
    name: /mysql|mariadb|percona|vitess/i,
    role: 'database',
  },
  {
    refusal: /NotWritablePrimary|\bnot (?:primary|master)\b|PrimarySteppedDown|Mongo\w{0,20}(?:Error|Exception)/,
    lines: /"s":"[A-Z\d<*>]{1,3}","c":"[A-Z<*>_-]{1,12}"/,
    name: /mongo|documentdb/i,
    role: 'database',
  },
  {
    refusal:
      /NOT_ENOUGH_REPLICAS|NotEnoughReplicas|NOT_LEADER|NotLeader|LEADER_NOT_AVAILABLE|LeaderNotAvailable|Broker may not be available/,
    lines:
      /\[(?:Broker id|KafkaServer id|ReplicaManager broker|GroupCoordinator|GroupMetadataManager broker|Controller id)\b/,
    name: /kafka|redpanda/i,
    part: 'msk',
    role: 'broker',
  },
  {
    refusal: /connection\.blocked|PRECONDITION_FAILED|resource alarm|RESOURCE_ERROR/,
    lines: /<0\.(?:\d{1,7}|<\*>)\.0>/,
    name: /rabbit|amqp/i,
    part: 'mq',
    role: 'broker',
  },
  {
    refusal:
      /cluster_block_exception|read-only-allow-delete|flood.stage|es_rejected_execution|search_phase_execution|circuit_breaking_exception/,
    lines: /\[o\.(?:e|opensearch)\.\w/,
    name: /elasticsearch|opensearch/i,
    part: 'es',
    role: 'database',
  },
]

/** Longer lines are cut: how a product writes shows at the beginning. */
const CHARS_MAX = 200

/** The products that services are, by their own lines. */
export function productsByLines(stems: readonly StemActivity[]): ReadonlyMap<string, Product> {
  const found = new Map<string, Product>()
  for (const { service, template } of stems) {
    if (found.has(service)) continue
    const text = template.slice(0, CHARS_MAX)
    const product = PRODUCTS.find(({ lines }) => lines.test(text))
    if (product !== undefined) found.set(service, product)
  }
  return found
}

/** Readings that a client sends of its own connections. */
const CLIENT_METRIC = /client|pool|hikari/i

/** The products that services without spans are, by the names of what an exporter reads there (`postgresql_commands_total`). */
export function productsByMetrics(
  rows: readonly { readonly service: string; readonly metric: string }[],
  untraced: readonly string[],
): ReadonlyMap<string, Product> {
  const found = new Map<string, Product>()
  for (const { service, metric } of rows) {
    if (found.has(service) || !untraced.includes(service) || CLIENT_METRIC.test(metric)) continue
    const product = PRODUCTS.find(({ name }) => name.test(metric))
    if (product !== undefined) found.set(service, product)
  }
  return found
}

/**
 * Services that are this product by their name or by their lines. Where there is none, those whose names say its role,
 * unless their lines say another product.
 */
export function servicesOf(
  product: Product,
  services: readonly string[],
  byLines: ReadonlyMap<string, Product>,
): string[] {
  const has = (service: string, parts: readonly string[]): boolean =>
    partsOf(service).some((word) => parts.includes(word))
  const { name, part, role } = product
  const isIt = (service: string): boolean =>
    name.test(service) || (part !== undefined && has(service, [part])) || byLines.get(service) === product
  const exact = services.filter(isIt)
  return exact.length > 0
    ? exact
    : services.filter((service) => has(service, ROLES[role]) && byLines.get(service) === undefined)
}

/** Services that are one of the products, by their name or by their lines. */
export function storesAmong(services: readonly string[], byLines: ReadonlyMap<string, Product>): string[] {
  return services.filter(
    (service) =>
      byLines.has(service) ||
      PRODUCTS.some(({ name, part }) => name.test(service) || (part !== undefined && partsOf(service).includes(part))),
  )
}
