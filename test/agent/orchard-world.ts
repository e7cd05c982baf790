/** An orchard whose crates are weighed and shipped, whose payouts are approved or declined, and whose labels have languages. */
import type { LogRow, PointRow, World } from '../../scripts/eval/questions/records.ts'
import { END_MS, worldOf } from './trade-world.ts'

const COUNTRIES = ['de', 'se', 'pl', 'fr', 'gb'] as const
const LANGUAGES = ['de', 'fr', 'en', 'it'] as const

/** An hour of it; prices fail from minute 25 to 45, payouts from minute 50 on. */
export function orchard(): World {
  const plain = worldOf({
    gateway: 'orchard-gate',
    routes: { 'POST /crates': 'crate-scale', 'POST /payouts': 'payout-svc', 'GET /prices': 'price-api' },
    failing: 'GET /prices',
    store: 'postgresql',
  })
  const logs: LogRow[] = [...plain.logs]
  const points: PointRow[] = []
  const add = (
    minute: number,
    service: string,
    severity: LogRow['severity'],
    body: string,
    attributes: LogRow['attributes'] = {},
  ): void => {
    logs.push({
      ...{ timeMs: END_MS - (60 - minute) * 60_000, service, severity, isSeveritySent: true, message: body, body },
      ...{ attributes, traceId: '', spanId: '', version: '1.0.0', instance: `${service}-1` },
    })
  }
  const point = (minute: number, name: string, unit: string, value: number): void => {
    points.push({
      ...{ timeMs: END_MS - (60 - minute) * 60_000, startMs: END_MS - 3_600_000, service: 'crate-scale' },
      ...{ name, unit, type: 'gauge', value, buckets: null, attributes: {} },
      ...{ version: '1.0.0', instance: 'crate-scale-1' },
    })
  }
  for (let minute = 1; minute <= 40; minute++) {
    const grower = minute % 2 === 0 ? 'northfield' : 'hillside'
    const lang = LANGUAGES[minute % LANGUAGES.length] ?? 'en'
    const crate = `CR-${7000 + minute}`
    add(minute, 'crate-scale', 'INFO', 'crate weighed', { crate, grower, lang, kg: minute, ripeness: minute / 50 })
    add(minute, 'price-api', 'INFO', 'price shown', { country: COUNTRIES[minute % COUNTRIES.length] ?? 'de' })
    add(minute, 'crate-scale', 'INFO', `label of ${crate} printed, ${minute % 5} stripes`)
    const amount = `${(minute * 10).toFixed(2)} EUR`
    if (minute % 4 === 0) add(minute, 'payout-svc', 'WARN', `Payout PO-${minute} of ${amount} declined: limit reached`)
    else add(minute, 'payout-svc', 'INFO', `Payout PO-${minute} of ${amount} approved`)
    if (minute > 30) add(minute, 'crate-scale', 'INFO', `crate ${crate.replace('70', '69')} shipped`, { truck: 'T-4' })
    if (minute % 8 === 0) add(minute, 'crate-scale', 'WARN', `crate late for ${crate}: ${minute}.5 s behind`)
    if (minute % 10 === 0) add(minute, 'crate-scale', 'INFO', `pallet PA-${minute} opened for ${grower}`)
  }
  for (let minute = 1; minute <= 59; minute++) {
    point(minute, 'pallets.open', '{pallet}', 17)
    point(minute, 'process.memory.usage', 'By', 2e8 + (minute % 3) * 1e6)
    point(minute, 'process.cpu.percent', '%', (minute < 40 ? 20 : 95) + (minute % 3))
  }
  for (const minute of [12, 13, 14])
    add(minute, 'crate-scale', 'ERROR', `label of CR-${7000 + minute} not printed: no ink`)
  for (const minute of [57, 58, 59])
    add(minute, 'crate-scale', 'ERROR', `pallet PA-${minute} not closed: strap missing`)
  for (const minute of [31, 33, 35, 36])
    add(minute, 'crate-scale', 'ERROR', 'tree not grafted: frost', {
      grower: minute % 2 === 0 ? 'northfield' : 'hillside',
    })
  for (const minute of [5, 6, 7, 8]) {
    add(minute, 'payout-svc', 'INFO', `Shipment SH-${minute} of 10.00 EUR received`)
    add(minute, 'payout-svc', 'INFO', `Quote QU-${minute} made: 99.00 EUR to ship`)
  }
  add(20, 'price-api', 'WARN', 'stopping: node is drained for a new kernel')
  add(21, 'price-api', 'INFO', 'price-api 1.0.0 started')
  // Payouts fail in the last ten minutes.
  const spans = plain.spans.map((span) =>
    span.name === 'POST /payouts' && span.startMs >= END_MS - 600_000
      ? { ...span, isFailed: true, isError: true, attributes: { 'http.response.status_code': 503 } }
      : span,
  )
  return { ...plain, logs, points, spans }
}
