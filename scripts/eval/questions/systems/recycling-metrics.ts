/** Metrics of the recycling works by names of Prometheus: terminals, yards, containers, slots, machines, notices, memory. */
import type { Random } from '../../../demo/random.ts'
import { durationsOf } from './conventions.ts'
import type { Scribe } from './scribe.ts'
import { eachTick } from './scribe.ts'

const EVERY_MS = 60_000
const MINUTE_MS = 60_000
const BOUNDS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  readonly onsetMs: number
  readonly restartMs: number
}

/** Counters only grow; they are kept from one tick to the next. */
type Counters = Map<string, number>

export function sendRecyclingMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  const counters: Counters = new Map()
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendUse(source, timeMs, counters)
    sendYards(source, timeMs)
    sendCity(source, timeMs)
    count(source, { fromMs, toMs: timeMs }, counters)
    for (const service of ['citizen-api', 'pickup-planner', 'billing-desk']) {
      const histogram = durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs })
      scribe.point(service, { ...histogram, name: 'http_request_duration_seconds' })
    }
    fromMs = timeMs
  })
}

function sendUse({ random, scribe, startMs, restartMs }: Source, timeMs: number, counters: Counters): void {
  const gauge = { type: 'gauge', timeMs } as const
  const sinceMs = timeMs - (timeMs < restartMs ? startMs : restartMs)
  const grown = (timeMs < restartMs ? 610 : 190) + sinceMs / 18_000
  for (const [service, megabytes, share] of [
    ['citizen-api', 322, 0.21],
    ['pickup-planner', 268, 0.17],
    ['route-dispatch', 741, 0.12],
    ['scale-gateway', 583, 0.08],
    ['billing-desk', 196, 0.1],
    ['bin-sensors', grown, 0.14],
  ] as const) {
    const value = Math.round(megabytes * 1e6 * (0.96 + 0.08 * random.next()))
    scribe.point(service, { ...gauge, name: 'process_resident_memory_bytes', unit: 'By', value })
    const isAgain = service === 'bin-sensors' && timeMs >= restartMs
    const key = `cpu ${service}${isAgain ? ' again' : ''}`
    const used = (counters.get(key) ?? 0) + (share + random.integer(-3, 3) / 100) * (EVERY_MS / 1000)
    counters.set(key, used)
    const cpu = { name: 'process_cpu_seconds_total', unit: 's', type: 'cumulative', timeMs } as const
    scribe.point(service, { ...cpu, startMs: isAgain ? restartMs : startMs, value: Math.round(used * 100) / 100 })
  }
}

/** Terminals of two depots lose their link, trucks wait there and invoices are put aside. */
function sendYards({ random, scribe, onsetMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const lateMinutes = Math.max(0, (timeMs - onsetMs) / MINUTE_MS)
  for (const [depot, terminals, usual, growth] of [
    ['hafen', 3, 4, 0.6],
    ['suedring', 2, 3, 0.4],
    ['nordpark', 4, 5, 0],
    ['westtor', 2, 2, 0],
  ] as const) {
    const attributes = { depot }
    const isCut = growth > 0 && timeMs >= onsetMs
    const linked = { name: 'scale_terminals_connected', unit: '{terminal}', value: isCut ? 0 : terminals }
    scribe.point('scale-gateway', { ...gauge, ...linked, attributes })
    const waiting = Math.max(0, Math.round(usual + growth * lateMinutes) + random.integer(-1, 1))
    scribe.point('route-dispatch', {
      ...{ ...gauge, name: 'depot_trucks_waiting', unit: '{truck}', value: waiting, attributes },
    })
    const aside = Math.round(growth * 4.5 * lateMinutes) + random.integer(0, 2)
    scribe.point('billing-desk', { ...gauge, name: 'invoices_on_hold', unit: '{invoice}', value: aside, attributes })
  }
  const onRoad = { name: 'trucks_on_route', unit: '{truck}', value: random.integer(17, 24) }
  scribe.point('route-dispatch', { ...gauge, ...onRoad })
}

function sendCity({ random, scribe, startMs, endMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const progress = (timeMs - startMs) / (endMs - startMs)
  for (const [material, fill, growth] of [
    ['glass', 57, 11],
    ['paper', 74, 9],
    ['plastic', 66, 4],
    ['textiles', 31, 2],
  ] as const) {
    const value = Math.round((fill + growth * progress + random.integer(-8, 8) / 10) * 10) / 10
    scribe.point('bin-sensors', {
      ...{ ...gauge, name: 'container_fill_percent', unit: '%', value, attributes: { material } },
    })
  }
  for (const [district, slots, booked] of [
    ['altstadt', 64, 31],
    ['lindenau', 118, 22],
    ['birkenfeld', 97, 14],
    ['rosental', 41, 18],
  ] as const) {
    const value = Math.round(slots - booked * progress) + random.integer(-1, 1)
    scribe.point('pickup-planner', {
      ...{ ...gauge, name: 'pickup_slots_free', unit: '{slot}', value, attributes: { district } },
    })
  }
  for (const [machine, euros, paid] of [
    ['bahnhof', 920, 410],
    ['markthalle', 680, 190],
    ['stadtbad', 455, 120],
  ] as const) {
    const value = Math.round(euros - paid * progress) + random.integer(-4, 4)
    scribe.point('deposit-returns', {
      ...{ ...gauge, name: 'deposit_machine_cash_euros', unit: 'EUR', value, attributes: { machine } },
    })
  }
  for (const [channel, low, high] of [
    ['sms', 3, 14],
    ['mail', 11, 37],
  ] as const) {
    const value = random.integer(low, high)
    scribe.point('notice-sender', {
      ...gauge,
      name: 'notices_queued',
      unit: '{notice}',
      value,
      attributes: { channel },
    })
  }
}

/** What lines told between two ticks, as counters that never go down. */
function count(
  { scribe, startMs }: Source,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  counters: Counters,
): void {
  const counter = { type: 'cumulative', timeMs: toMs, startMs } as const
  const told = (service: string, pattern: RegExp) =>
    scribe.logs.filter(
      (log) => log.service === service && log.timeMs >= fromMs && log.timeMs < toMs && pattern.test(log.message),
    )
  const add = (key: string, more: number) => {
    const now = (counters.get(key) ?? 0) + more
    counters.set(key, now)
    return now
  }
  for (const depot of ['hafen', 'suedring', 'nordpark', 'westtor']) {
    const stored = told('scale-gateway', new RegExp(`^weighing W-\\d+ stored: .* depot ${depot},`))
    const value = add(`weighings ${depot}`, stored.length)
    const name = { name: 'weighings_stored_total', unit: '{weighing}' }
    scribe.point('scale-gateway', { ...counter, ...name, value, attributes: { depot } })
  }
  let pieces = 0
  for (const { message } of told('deposit-returns', /^refund .* paid/))
    pieces += Number(/(\d+) bottles/.exec(message)?.[1])
  const value = add('bottles', pieces)
  scribe.point('deposit-returns', { ...counter, name: 'deposit_bottles_total', unit: '{bottle}', value })
}
