/** What goes on without requests: frames of machines, invoices, inspections in the workshop, fuel cards of trucks. */
import type { Severity, Values } from '../records.ts'
import { eachArrival, eachTick, NO_TRACE, roundMs } from './scribe.ts'
import type { ToolHire } from './toolhire.ts'
import { FRAMES, hirer, MECHANICS, truckOf } from './toolhire-names.ts'

/** Each machine tells where it is and how it does. */
function takeFrames(system: ToolHire): void {
  const { random, scribe, startMs, endMs } = system
  eachArrival({ fromMs: startMs + 800, toMs: endMs - 1000, meanMs: 2700 }, random, (timeMs) => {
    const { machine, category, depot } = hirer(random)
    const root = { ...NO_TRACE, traceId: scribe.newTrace() }
    const attributes = { ...FRAMES, 'machine.category': category, 'modem.firmware': random.pick(['4.1', '4.1', '4.3']) }
    const step = { service: 'fleet-telematics', name: 'machine.frames process', startMs: timeMs, parent: root }
    system.serve({ ...step, attributes }, 'consumer', (trace) => {
      const tell = (afterMs: number, severity: Severity, text: string, more: Values = {}) =>
        scribe.log('fleet-telematics', timeMs + afterMs, severity, text, { machine, category, depot, ...more }, trace)
      if (random.chance(0.012)) {
        tell(2, 'ERROR', 'frame dropped: checksum is wrong')
        return { status: 500, durationMs: 3 }
      }
      const saved = system.store('fleet-telematics', 'clickhouse', 'INSERT frames', timeMs + 2, trace, 5)
      const atMs = 3 + saved.durationMs + random.logNormal(4, 0.4)
      const ticket = random.integer(1, 100)
      if (ticket <= 3) tell(atMs, 'WARN', 'machine left its site', { km: random.integer(1, 40) })
      else if (ticket <= 6) tell(atMs, 'WARN', 'battery is low', { volts: random.integer(102, 115) / 10 })
      else tell(atMs, 'INFO', 'frame stored', { fuel_pct: random.integer(4, 100), engine_h: random.integer(60, 6200) })
      return { status: 200, durationMs: atMs + 1 }
    })
  })
}

/** Invoices: the spans of this service have no kinds. */
function renderInvoices({ random, scribe, startMs, endMs }: ToolHire): void {
  let number = 771_300
  eachArrival({ fromMs: startMs + 3000, toMs: endMs - 8000, meanMs: 9500 }, random, (timeMs) => {
    number += 1
    const { account } = hirer(random)
    const kind = random.pick(['hire', 'hire', 'hire', 'damage', 'fuel', 'late-return'])
    const pages = random.integer(1, 9)
    const durationMs = random.logNormal(kind === 'damage' ? 2300 : 850, 0.3)
    const trace = { traceId: scribe.newTrace(), spanId: scribe.newSpan() }
    const tell = (severity: Severity, text: string) =>
      scribe.log('invoicing', timeMs + durationMs, severity, text, { kind, account }, trace)
    if (random.chance(0.05)) tell('WARN', `invoice INV-${number} held: purchase order number is missing`)
    else if (random.chance(0.03)) tell('ERROR', `invoice INV-${number} not mailed: mailbox is full`)
    else tell('INFO', `invoice INV-${number} mailed: ${random.integer(24, 1900)} GBP, ${pages} pages`)
    scribe.span({
      ...{ ...trace, parentSpanId: '', service: 'invoicing', name: 'render invoice', kind: 'unspecified' },
      ...{ startMs: timeMs, durationMs: roundMs(durationMs), isEntry: true },
      attributes: { 'invoice.kind': kind, 'customer.account': account },
    })
  })
}

/** Who writes lines only: inspections, and fuel cards until the partner's server shows another key. */
function writeLines(system: ToolHire): void {
  const { random, scribe, startMs, endMs, darkMs } = system
  eachArrival({ fromMs: startMs + 2000, toMs: endMs, meanMs: 12_500 }, random, (timeMs) => {
    const { machine } = hirer(random)
    const who = random.pick<string>(MECHANICS)
    if (random.chance(0.13)) {
      const why = random.pick(['brakes', 'hydraulic hose', 'hydraulic hose', 'emergency stop'])
      scribe.log('workshop', timeMs, 'WARN', `inspection of ${machine} by ${who} failed: ${why}`)
    } else if (random.chance(0.03)) {
      scribe.log('workshop', timeMs, 'ERROR', `report on ${machine} not printed: label printer is offline`)
    } else {
      const minutes = random.integer(9, 58)
      scribe.log('workshop', timeMs, 'INFO', `inspection of ${machine} by ${who} passed in ${minutes} minutes`)
    }
  })
  eachTick({ fromMs: startMs + 4000, toMs: darkMs - 5000, everyMs: 14_000 }, random, (timeMs) => {
    const litres = random.integer(140, 1900) / 10
    if (random.chance(0.07)) scribe.log('fuel-sync', timeMs, 'WARN', `card of ${truckOf(random)} refused: wrong PIN`)
    else scribe.log('fuel-sync', timeMs, 'INFO', `${truckOf(random)} refuelled: ${litres} litres of diesel`)
  })
}

export function runYard(system: ToolHire): void {
  takeFrames(system)
  renderInvoices(system)
  writeLines(system)
}
