/** What happens in the online supermarket beside the requests of its customers: picking, vans, notices, stock files. */

import type { SystemByConventions } from './conventions.ts'
import { DEPOTS, MINUTE_MS, PRODUCTS, REGIONS, SERVICES, VERSIONS } from './grocery-names.ts'
import { eachArrival, eachTick, type Trace } from './scribe.ts'

export interface Grocery extends SystemByConventions {
  readonly onsetMs: number
  readonly releaseMs: number
  readonly restartMs: number
  readonly shelfMs: number
}

const TOPIC = { 'messaging.system': 'kafka', 'messaging.destination.name': 'orders.placed' }

/** An order that was placed goes to the warehouse and to the customer's phone. */
export function placed(system: Grocery, startMs: number, parent: Trace, order: string, region: string): void {
  const { random, scribe } = system
  const step = { service: 'order-desk', name: 'orders.placed publish', startMs, parent, attributes: TOPIC }
  system.call(step, 'producer', (trace) => {
    const depot = DEPOTS[region] ?? ''
    const pickMs = startMs + random.logNormal(140, 0.5)
    const attributes = { ...TOPIC, region, depot }
    const picked = { service: 'pick-floor', name: 'orders.placed process', startMs: pickMs, parent: trace, attributes }
    system.serve(picked, 'consumer', (inner) => {
      const saved = system.store('pick-floor', 'postgresql', 'INSERT pick_lists', pickMs + 2, inner, 9)
      const durationMs = saved.durationMs + random.logNormal(18, 0.4)
      const list = `PL-${order.slice(3)}`
      const text = `pick list ${list} created for order ${order} at ${depot}: ${random.integer(6, 48)} items`
      scribe.log('pick-floor', pickMs + durationMs, 'INFO', text, {}, inner)
      system.remember('pickList', list, startMs)
      return { status: 200, durationMs }
    })
    notice(system, startMs, trace, order, region)
    return { status: 200, durationMs: random.logNormal(3, 0.2) }
  })
}

function notice(system: Grocery, startMs: number, parent: Trace, order: string, region: string): void {
  const { random, scribe, restartMs } = system
  const isAway = startMs > restartMs - 41_000 && startMs < restartMs
  const readMs = (isAway ? restartMs : startMs) + random.logNormal(110, 0.5)
  const kind = random.pick(['push', 'push', 'push', 'mail', 'mail', 'sms'])
  const attributes = { ...TOPIC, region, 'notice.kind': kind }
  const step = { service: 'doorbell', name: 'orders.placed process', startMs: readMs, parent, attributes }
  system.serve(step, 'consumer', (inner) => {
    const durationMs = random.logNormal(kind === 'mail' ? 160 : 62, 0.4)
    const isRefused = random.chance(0.07)
    const lost = kind === 'mail' ? 'mailbox full, mail bounced' : 'device token expired, notice dropped'
    const text = isRefused ? `${lost} (order ${order})` : `${kind} sent: order ${order} confirmed`
    scribe.log('doorbell', readMs + durationMs, isRefused ? 'WARN' : 'INFO', text, {}, inner)
    return { status: 200, durationMs }
  })
}

/** A picker scans what goes into a crate. */
function scan(system: Grocery, startMs: number): void {
  const { random, scribe } = system
  const region = random.pick(REGIONS)
  const depot = DEPOTS[region] ?? ''
  const parent = { traceId: scribe.newTrace(), spanId: '' }
  const attributes = { 'http.request.method': 'POST', 'http.route': '/scans', region, depot }
  const step = { service: 'pick-floor', name: 'POST /scans', startMs, parent, attributes }
  system.serve(step, 'server', (trace) => {
    const found = system.store('pick-floor', 'postgresql', 'UPDATE pick_items', startMs + 1, trace, 6)
    const durationMs = found.durationMs + random.logNormal(5, 0.3)
    const say = (severity: 'DEBUG' | 'INFO' | 'WARN', text: string) =>
      scribe.log('pick-floor', startMs + durationMs, severity, text, {}, trace)
    const product = random.pick(PRODUCTS)
    if (random.chance(0.03)) {
      say('WARN', `unknown barcode 40${random.integer(10_000_000, 99_999_999)} scanned at ${depot}`)
      return { status: 404, durationMs }
    }
    if (random.chance(0.06)) say('INFO', `${product} not on the shelf, substituted (${depot})`)
    else if (random.chance(0.05)) say('INFO', `crate finished by picker P-${random.integer(11, 46)} (${depot})`)
    else say('DEBUG', `scan ok ${product}`)
    return { status: 200, durationMs }
  })
}

/** A van tells where it is. */
function position(system: Grocery, startMs: number): void {
  const { random, scribe } = system
  const region = random.pick(REGIONS)
  const van = `VAN-${String(random.integer(1, 24)).padStart(2, '0')}`
  const parent = { traceId: scribe.newTrace(), spanId: '' }
  const http = { 'http.request.method': 'PUT', 'http.route': '/vans/{van}/position' }
  const attributes = { ...http, region, 'van.id': van }
  const step = { service: 'van-router', name: 'PUT /vans/{van}/position', startMs, parent, attributes }
  system.serve(step, 'server', (trace) => {
    const durationMs = random.logNormal(12, 0.35)
    const atMs = startMs + durationMs
    if (random.chance(0.05)) {
      const text = `${van} is ${random.integer(6, 35)} min behind its plan (${region})`
      scribe.log('van-router', atMs, 'WARN', text, {}, trace)
    } else if (random.chance(0.12))
      scribe.log('van-router', atMs, 'INFO', `delivery stop done by ${van} (${region})`, {}, trace)
    return { status: 202, durationMs }
  })
}

/** Single lines: the calendar of slots, stock files, the release and the restart. */
function singles(system: Grocery): void {
  const { random, scribe, startMs, endMs, onsetMs, releaseMs, restartMs, shelfMs } = system
  eachTick({ fromMs: startMs + 25_000, toMs: shelfMs, everyMs: 2 * MINUTE_MS }, random, (timeMs) => {
    const depot = random.pick(Object.values(DEPOTS))
    const isOld = random.chance(0.12)
    const text = isOld ? `stock file of ${depot} is older than 10 minutes` : `stock file of ${depot} imported`
    scribe.log('shelf-sync', timeMs, isOld ? 'WARN' : 'INFO', `${text}: ${random.integer(900, 1600)} rows`)
  })
  eachTick({ fromMs: startMs + 70_000, toMs: endMs, everyMs: 4 * MINUTE_MS }, random, (timeMs) => {
    const vans = random.integer(14, 22)
    scribe.log('van-router', timeMs, 'INFO', `routes planned for ${vans} vans in ${random.integer(900, 2400)} ms`)
  })
  eachTick({ fromMs: startMs + 50_000, toMs: endMs, everyMs: 6 * MINUTE_MS }, random, (timeMs) => {
    const documents = random.integer(41_200, 41_900)
    scribe.log('catalogue-api', timeMs, 'INFO', 'search index refreshed', { documents })
  })
  scribe.log('slot-planner', onsetMs - 9000, 'INFO', 'slot calendar extended: next-week is open for booking')
  scribe.log('catalogue-api', releaseMs, 'INFO', 'catalogue-api 8.15.0 started', { ranking: 'v3' })
  scribe.log('doorbell', restartMs - 41_000, 'INFO', 'SIGTERM received, closing consumer')
  scribe.log(
    'doorbell',
    restartMs,
    'INFO',
    `doorbell ${VERSIONS['doorbell']} started, ${SERVICES.length} settings read`,
  )
}

export function runBackground(system: Grocery): void {
  const { random, startMs, endMs } = system
  const range = { fromMs: startMs, toMs: endMs - 2000 }
  eachArrival({ ...range, meanMs: 3200 }, random, (timeMs) => scan(system, timeMs))
  eachArrival({ ...range, meanMs: 6000 }, random, (timeMs) => position(system, timeMs))
  singles(system)
}
