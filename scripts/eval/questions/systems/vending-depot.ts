/** What goes on without requests: boxes of coins that are counted, texts to drivers, and modems of machines. */
import type { Severity } from '../records.ts'
import { eachArrival, eachTick } from './scribe.ts'
import type { Vending } from './vending.ts'
import { SORTERS } from './vending-names.ts'

/** The sorters: the spans of this service have no kinds. */
function countBoxes({ random, scribe, startMs, endMs }: Vending): void {
  let box = 51_040
  eachArrival({ fromMs: startMs + 1500, toMs: endMs - 30_000, meanMs: 8500 }, random, (timeMs) => {
    box += 1
    const sorter = random.pick<string>(SORTERS)
    const currency = random.pick(['EUR', 'EUR', 'EUR', 'SEK', 'DKK'])
    const isRejected = random.chance(0.05)
    const isAgain = !isRejected && random.chance(0.1)
    const durationMs = random.logNormal(sorter === 'S3' ? 9800 : 6100, 0.2) + (isAgain ? 4000 : 0)
    const trace = { traceId: scribe.newTrace(), spanId: scribe.newSpan() }
    const tell = (afterMs: number, severity: Severity, text: string) =>
      scribe.log('coin-counter', timeMs + afterMs, severity, text, {}, trace)
    if (isAgain) tell(durationMs / 2, 'WARN', `box ${box} on ${sorter} counted again: sums differ`)
    const coins = random.integer(60, 940)
    if (isRejected) tell(durationMs, 'WARN', `box ${box} on ${sorter} rejected: seal is broken`)
    else tell(durationMs, 'INFO', `box ${box} counted on ${sorter}: ${coins} coins in ${currency}`)
    scribe.span({
      ...{ ...trace, parentSpanId: '', service: 'coin-counter', name: 'count box', kind: 'unspecified' },
      ...{ startMs: timeMs, durationMs: Math.round(durationMs * 1000) / 1000, isEntry: true },
      attributes: { sorter, currency },
    })
  })
}

/** Who writes lines only: texts to drivers, and modems until the carrier ends the session. */
export function runDepot(system: Vending): void {
  const { random, scribe, startMs, endMs, darkMs } = system
  countBoxes(system)
  eachArrival({ fromMs: startMs + 2000, toMs: endMs, meanMs: 5200 }, random, (timeMs) => {
    const driver = `dr-${random.integer(11, 34)}`
    const what = random.pick(['tour-changed', 'tour-changed', 'stop-added', 'key-reminder', 'cash-pickup'])
    if (random.chance(0.08)) {
      scribe.log('driver-text', timeMs, 'WARN', `text ${what} to ${driver} held back: driver is off duty`)
      return
    }
    if (random.chance(0.04)) {
      scribe.log('driver-text', timeMs, 'ERROR', `text ${what} to ${driver} not delivered: number is barred`)
      return
    }
    scribe.log('driver-text', timeMs, 'INFO', `text ${what} sent to ${driver}: ${random.integer(40, 300)} characters`)
  })
  eachTick({ fromMs: startMs + 5000, toMs: darkMs - 4000, everyMs: 11_000 }, random, (timeMs) => {
    const { machine } = random.pick(system.machines)
    if (random.chance(0.12))
      scribe.log('modem-watch', timeMs, 'WARN', `${machine} signal is weak: -${random.integer(104, 114)} dBm`)
    else scribe.log('modem-watch', timeMs, 'INFO', `${machine} online: -${random.integer(58, 99)} dBm`)
  })
}
