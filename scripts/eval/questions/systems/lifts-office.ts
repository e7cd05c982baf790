/** What goes on without requests: invoices that are written one by one, and dates of inspections for the registry. */
import type { Severity } from '../records.ts'
import type { Lifts } from './lifts.ts'
import { eachArrival, eachTick } from './scribe.ts'

/** The spans of this program have no kinds. */
function writeInvoices({ random, scribe, startMs, endMs, lifts }: Lifts): void {
  let number = 70_412
  eachArrival({ fromMs: startMs + 1500, toMs: endMs - 12_000, meanMs: 7400 }, random, (timeMs) => {
    number += 1
    const { tenant, tier } = random.pick(lifts)
    const kind = random.pick(['maintenance', 'maintenance', 'maintenance', 'repair', 'callout'])
    const invoice = `INV-${number}`
    const trace = { traceId: scribe.newTrace(), spanId: scribe.newSpan() }
    const durationMs = random.logNormal(kind === 'repair' ? 2600 : 1250, 0.3)
    const tell = (afterMs: number, severity: Severity, text: string) =>
      scribe.log('billing-run', timeMs + afterMs, severity, text, {}, trace)
    const euros = kind === 'maintenance' ? random.integer(90, 420) : random.integer(150, 2900)
    if (random.chance(0.07))
      tell(durationMs, 'WARN', `invoice ${invoice} for ${tenant} held back: order number missing`)
    else {
      tell(durationMs - 200, 'INFO', `invoice ${invoice} for ${tenant} written: ${euros} EUR ${kind}`)
      if (random.chance(0.04)) tell(durationMs, 'ERROR', `invoice ${invoice} for ${tenant} not mailed: mailbox is full`)
    }
    scribe.span({
      ...{ ...trace, parentSpanId: '', service: 'billing-run', name: 'write invoice', kind: 'unspecified' },
      ...{ startMs: timeMs, durationMs: Math.round(durationMs * 1000) / 1000, isEntry: true },
      attributes: { 'tenant.id': tenant, 'contract.tier': tier, 'invoice.kind': kind },
    })
  })
}

export function runOffice(system: Lifts): void {
  const { random, scribe, startMs, darkMs } = system
  writeInvoices(system)
  eachTick({ fromMs: startMs + 4000, toMs: darkMs - 5000, everyMs: 9000 }, random, (timeMs) => {
    const { lift } = random.pick(system.lifts)
    if (random.chance(0.06))
      scribe.log('registry-sync', timeMs, 'WARN', `registry slow for ${lift}: ${random.integer(31, 88) / 10} s`)
    else scribe.log('registry-sync', timeMs, 'INFO', `date of ${lift} sent, receipt ${random.integer(20_000, 89_999)}`)
  })
}
