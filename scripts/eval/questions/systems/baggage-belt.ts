/** Where bags travel: the handler of airline messages, screening, sortation; and the job that bills the airlines. */
import type { Severity } from '../records.ts'
import type { Baggage } from './baggage.ts'
import { ALL_AIRLINES, type Bag, BELTS, onSpan } from './baggage-names.ts'
import { eachTick, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const SPOOL = '/var/spool/typeb'
const STORES_LOST = 0.76
const LOOKUPS_LOST = 0.68

/** A message about a bag is taken from the queue and written to the spool, as long as there is room. */
export function storeMessage(system: Baggage, startMs: number, parent: Trace, bag: Bag): void {
  const { random, scribe, onsetMs } = system
  const attributes = { 'message.type': 'BSM', 'queue.name': 'bsm.in', ...onSpan(bag) }
  const step = { service: 'typeb-handler', name: 'store message', startMs, parent, attributes }
  system.serve(step, (trace) => {
    const durationMs = random.logNormal(34, 0.35)
    const isLost = startMs >= onsetMs && random.chance(STORES_LOST)
    if (isLost) {
      const text = `BSM for bag ${bag.tag} not stored: ${SPOOL}/in: No space left on device, put back into bsm.in`
      scribe.log('typeb-handler', startMs + durationMs, 'ERROR', text, {}, trace)
      return { status: 500, durationMs }
    }
    scribe.log('typeb-handler', startMs + durationMs, 'INFO', `BSM for bag ${bag.tag} stored`, {}, trace)
    return { status: 200, durationMs }
  })
}

/** Others ask for the message of a bag; each look-up writes to a journal on the same disk, three times in vain. */
export function findMessage(system: Baggage, startMs: number, parent: Trace, bag: Bag): Outcome {
  const { random, scribe, onsetMs } = system
  const attributes = { 'message.type': 'BSM', ...onSpan(bag) }
  const step = { service: 'typeb-handler', name: 'find message', startMs, parent, attributes }
  return system.serve(step, (trace) => {
    if (startMs < onsetMs || !random.chance(LOOKUPS_LOST)) return { status: 200, durationMs: random.logNormal(19, 0.4) }
    const durationMs = 1200 + random.logNormal(90, 0.4)
    const text = `look-up of bag ${bag.tag} failed after 3 attempts: ${SPOOL}/journal: No space left on device`
    scribe.log('typeb-handler', startMs + durationMs, 'ERROR', text, {}, trace)
    return { status: 500, durationMs }
  })
}

/** A bag is sent to its chute, or where people read its tag. */
function route(system: Baggage, startMs: number, parent: Trace, bag: Bag): void {
  const { random, scribe } = system
  const belt = random.pick(BELTS)
  const attributes = { ...onSpan(bag), 'belt.line': belt }
  const step = { service: 'sort-controller', name: 'route bag', startMs, parent, attributes }
  system.serve(step, (trace) => {
    const readMs = random.logNormal(42, 0.3)
    const tell = (afterMs: number, severity: Severity, text: string) =>
      scribe.log('sort-controller', startMs + afterMs, severity, text, {}, trace)
    if (random.chance(0.035)) tell(readMs, 'WARN', `no read of bag ${bag.tag} on ${belt}, scanned a second time`)
    const found = findMessage(system, startMs + readMs, trace, bag)
    const durationMs = readMs + found.durationMs + random.logNormal(12, 0.3)
    if (found.status >= 500) {
      const where = `diverted to manual coding MC-${random.integer(1, 2)}`
      tell(durationMs, 'ERROR', `Bag ${bag.tag} of ${bag.flight} not routed: typeb-handler gave no message, ${where}`)
      system.remember('divertedBag', bag.tag, startMs)
      system.remember('divertedTrace', trace.traceId, startMs)
      return { status: 500, durationMs }
    }
    if (random.chance(0.11)) {
      tell(
        durationMs,
        'INFO',
        `Bag ${bag.tag} of ${bag.flight} put into early-bag store, lane E${random.integer(1, 6)}`,
      )
      return { status: 200, durationMs }
    }
    const chute = `C${random.integer(10, 29)}`
    if (random.chance(0.04)) tell(durationMs, 'WARN', `Bag ${bag.tag} goes round again: chute ${chute} is full`)
    else tell(durationMs, 'INFO', `Bag ${bag.tag} of ${bag.flight} routed to chute ${chute} via ${belt}`)
    return { status: 200, durationMs }
  })
}

/** A bag is screened and goes on to sortation. */
export function screen(system: Baggage, atMs: number, bag: Bag): void {
  const { random, scribe, restartMs } = system
  const isDown = atMs >= restartMs - 21_000 && atMs < restartMs
  const startMs = isDown ? restartMs + random.integer(900, 14_000) : atMs
  const scanner = `SC-${String(random.integer(1, 12)).padStart(2, '0')}`
  const attributes = { ...onSpan(bag), 'scanner.id': scanner }
  const root = { traceId: scribe.newTrace(), spanId: '' }
  const step = { service: 'screening-gw', name: 'screen bag', startMs, parent: root, attributes }
  system.serve(step, (trace) => {
    const durationMs = random.logNormal(870, 0.25)
    const tell = (severity: Severity, text: string) =>
      scribe.log('screening-gw', startMs + durationMs, severity, text, {}, trace)
    if (random.chance(0.07)) tell('WARN', `bag ${bag.tag} sent to level 3, image of ${scanner} not clear`)
    else {
      tell('INFO', `bag ${bag.tag} cleared at level 1 by ${scanner}`)
      route(system, startMs + durationMs + random.integer(300, 2500), trace, bag)
    }
    return { status: 200, durationMs }
  })
}

/** Batches of handled bags are billed, until the job goes silent. */
export function runBilling({ random, scribe, startMs, darkMs }: Baggage): void {
  eachTick({ fromMs: startMs + 11_000, toMs: darkMs + 1000, everyMs: 46_000 }, random, (timeMs) => {
    const airline = random.pick(ALL_AIRLINES)
    const bags = random.integer(12, 90)
    const fields = { airline, bags, amount_eur: Math.round(bags * random.integer(310, 420)) / 100 }
    if (random.chance(0.14)) {
      const missing = { airline, bags: random.integer(1, 4) }
      scribe.log('billing-job', timeMs - 900, 'WARN', 'tariff for oversize missing, billed as standard', missing)
    }
    scribe.log('billing-job', timeMs, 'INFO', 'batch billed', fields)
  })
}

/** What the handler says of its disk before there is no room left. */
export function tellOfDisk({ scribe, captureMs, onsetMs, diskAt }: Baggage): void {
  const reloaded = 'configuration reloaded: raw_capture=on (NET-77, all telegrams are kept for the network team)'
  scribe.log('typeb-handler', captureMs, 'INFO', reloaded)
  for (const part of [0.35, 0.6, 0.8, 0.95]) {
    const atMs = captureMs + part * (onsetMs - captureMs)
    const text = `spool ${SPOOL} is ${Math.round(diskAt(atMs))}% full, raw telegrams grow fastest`
    scribe.log('typeb-handler', atMs, 'WARN', text)
  }
}
