/**
 * Finds warnings and errors in which a store, a cache or a broker refuses what was asked of it. Many of them write no
 * line about it themselves, and their clients hand on the words of the protocol without a name ("READONLY You can't
 * write against a read only replica."). The words tell which product refused, and names tell which service that is.
 */
import type { CallsOrNot, Quote } from './log-quotes.ts'
import { type LogView, SEVERITY_WARN } from './log-view.ts'
import { partsOf } from './service-names.ts'
import { stoppedAmong } from './stopped-writers.ts'
import { PRODUCTS, type Product, productsByLines, servicesOf, storesAmong } from './store-products.ts'

/** Longer lines are cut, because expressions look back. */
const CHARS_MAX = 400
/** A word that a service and its own store share in their names. */
const SHARED_PART_MIN = 4
/** Nobody answers there. */
const NOBODY_THERE =
  /connection refused|ECONNREFUSED|no route to host|EHOSTUNREACH|connection reset|ECONNRESET|server closed the connection|host is down/i

/** Only who writes is answered so. */
const OF_WRITING =
  /read.?only|NotWritablePrimary|not (?:primary|master)|PrimarySteppedDown|could not (?:extend|write)|is full\b|MISCONF|NotEnoughReplicas|NOT_ENOUGH_REPLICAS/i

/** What is known of stores besides their names and their lines. */
export interface KnownStores {
  /** The products of which exporters send readings. */
  readonly byMetrics: ReadonlyMap<string, Product>
  /** Of each service, the stores that it writes to. */
  readonly written: ReadonlyMap<string, ReadonlySet<string>>
}
const NOTHING_KNOWN: KnownStores = { byMetrics: new Map(), written: new Map() }

/**
 * Lines in which a service was refused by another one, where names and the other's own lines leave one service that it
 * can be. That nobody answered is said of a store that stopped writing.
 */
export function refusalsIn(
  view: Pick<LogView, 'stems' | 'totals'>,
  services: readonly string[],
  calls: CallsOrNot,
  { byMetrics, written }: KnownStores = NOTHING_KNOWN,
): Quote[] {
  const byLines = new Map([...byMetrics, ...productsByLines(view.stems)])
  const stores = PRODUCTS.map((product) => ({
    refusal: product.refusal,
    names: servicesOf(product, services, byLines),
  }))
  const gone = { refusal: NOBODY_THERE, names: stoppedAmong(storesAmong(services, byLines), view.totals) }
  const troubled = new Set(view.stems.filter(({ severity }) => severity >= SEVERITY_WARN).map(({ service }) => service))
  return view.stems.flatMap((stem) => {
    if (stem.severity < SEVERITY_WARN) return []
    const text = stem.template.slice(0, CHARS_MAX)
    const peers = new Set<string>()
    for (const { refusal, names } of [...stores, gone]) {
      if (names.length === 0 || names.includes(stem.service) || !refusal.test(text)) continue
      const wrote = OF_WRITING.test(text) ? written.get(stem.service) : undefined
      const peer = theOne(stem.service, names, calls, { wrote, troubled })
      if (peer !== null) peers.add(peer)
    }
    return [...peers].map((peer): Quote => ({ stem, peer }))
  })
}

/**
 * Of several stores, the one that the service calls (of a refused write: that it writes to), else the only one that tells of
 * trouble itself, else the one named after the service.
 */
function theOne(
  service: string,
  names: readonly string[],
  calls: CallsOrNot,
  { wrote, troubled }: { readonly wrote: ReadonlySet<string> | undefined; readonly troubled: ReadonlySet<string> },
): string | null {
  const possible = names.filter((name) => calls(service, name) !== false)
  const called = possible.filter((name) => calls(service, name) === true)
  const written = called.filter((name) => wrote?.has(name) === true)
  const among = written.length > 0 ? written : called.length > 0 ? called : possible
  if (among.length <= 1) return among[0] ?? null
  const [telling, ...others] = among.filter((name) => troubled.has(name))
  if (telling !== undefined && others.length === 0) return telling
  const own = new Set(partsOf(service).filter((part) => part.length >= SHARED_PART_MIN))
  const named = among.filter((name) => partsOf(name).some((part) => own.has(part)))
  return named.length === 1 ? (named[0] ?? null) : null
}
