/** Metrics of the wind farms: sessions, telegrams, power, wind, bids, prices, orders, alarms, parts, memory, durations. */
import { durationsOf } from './conventions.ts'
import { eachTick } from './scribe.ts'
import type { WindFarmBase } from './windfarm-base.ts'
import { BROKERS, FARMS } from './windfarm-names.ts'

const EVERY_MS = 40_000
const BOUNDS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const WITH_DURATIONS = ['ops-gateway', 'fleet-api', 'turbine-link', 'bid-desk', 'work-orders']

export function sendWindFarmMetrics(base: WindFarmBase): void {
  const { random, scribe, startMs, endMs } = base
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    const range = { fromMs, toMs: timeMs }
    sendUse(base, timeMs)
    sendLink(base, range)
    sendFarms(base, timeMs)
    sendMarket(base, range)
    sendOffice(base, range)
    for (const service of WITH_DURATIONS) scribe.point(service, durationsOf(scribe, service, BOUNDS_S, range))
    fromMs = timeMs
  })
}

interface Range {
  readonly fromMs: number
  readonly toMs: number
}

function sendUse({ random, scribe, startMs }: WindFarmBase, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const minutes = (timeMs - startMs) / 60_000
  for (const [service, megabytes, percent] of [
    ['ops-gateway', 92, 11],
    ['fleet-api', 486, 24],
    ['turbine-link', 238, 19],
    ['wind-forecast', 1420 + 6 * minutes, 47],
    ['bid-desk', 612, 21],
    ['alarm-desk', 705, 14],
  ] as const) {
    const value = Math.round(megabytes * 1e6 * (0.985 + 0.03 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value })
    const used = percent + random.integer(-30, 40) / 10
    scribe.point(service, { ...gauge, name: 'process.cpu.percent', unit: '%', value: used })
  }
}

/** Two who have the same client id take the session from each other. */
function sendLink(base: WindFarmBase, { fromMs, toMs: timeMs }: Range): void {
  const { scribe, gaps } = base
  for (const [kind, broker] of Object.entries(BROKERS)) {
    const lost = gaps.filter((gap) => gap.fromMs >= fromMs && gap.fromMs < timeMs).length
    const delta = { type: 'delta', timeMs, startMs: fromMs, attributes: { broker } } as const
    const value = kind === 'onshore' ? lost : 0
    scribe.point('turbine-link', { ...delta, name: 'mqtt.session.takeovers', unit: '{takeover}', value })
    const farms = FARMS.filter((farm) => farm.kind === kind)
    let taken = 0
    for (const { name } of farms)
      taken += (base.taken.get(name) ?? []).filter((at) => at >= fromMs && at < timeMs).length
    scribe.point('turbine-link', { ...delta, name: 'telegrams.taken', unit: '{telegram}', value: taken })
  }
  for (const farm of FARMS) {
    const attributes = { farm: farm.name }
    const age = { name: 'telegram.age', unit: 's', value: base.ageS(farm, timeMs), attributes }
    scribe.point('turbine-link', { type: 'gauge', timeMs, ...age })
  }
}

function sendFarms(base: WindFarmBase, timeMs: number): void {
  const { random, scribe, startMs, endMs } = base
  const gauge = { type: 'gauge', timeMs } as const
  const progress = (timeMs - startMs) / (endMs - startMs)
  for (const farm of FARMS) {
    const attributes = { farm: farm.name }
    const megawatts = base.megawatts(farm, timeMs)
    scribe.point('fleet-api', { ...gauge, name: 'farm.power', unit: 'MW', value: megawatts, attributes })
    const running = farm.turbines - random.integer(0, 2)
    scribe.point('fleet-api', { ...gauge, name: 'turbines.running', unit: '{turbine}', value: running, attributes })
    const usual = 6 + (farm.kind === 'offshore' ? 4.4 : 0.6) + (farm.rise / farm.megawatts) * 4 * progress
    const wind = Math.round((usual + random.integer(-4, 4) / 10) * 10) / 10
    scribe.point('wind-forecast', { ...gauge, name: 'wind.speed', unit: 'm/s', value: wind, attributes })
  }
}

function sendMarket({ random, scribe, startMs }: WindFarmBase, { fromMs, toMs: timeMs }: Range): void {
  const gauge = { type: 'gauge', timeMs } as const
  const minutes = (timeMs - startMs) / 60_000
  const placed = scribe.told('bid-desk', /^bid placed$/, { fromMs, toMs: timeMs })
  for (const [market, price] of [
    ['intraday', 71 + 0.3 * minutes],
    ['day-ahead', 64],
  ] as const) {
    const attributes = { market }
    const value = placed.filter((log) => log.attributes['market'] === market).length
    const delta = { type: 'delta', timeMs, startMs: fromMs, attributes } as const
    scribe.point('bid-desk', { ...delta, name: 'bids.placed', unit: '{bid}', value })
    const euros = Math.round((price + random.integer(-120, 120) / 100) * 100) / 100
    scribe.point('bid-desk', { ...gauge, name: 'market.price', unit: 'EUR/MWh', value: euros, attributes })
  }
  let settled = 0
  for (const { message } of scribe.told('settlement', / settled, /, { fromMs: startMs, toMs: timeMs }))
    settled += Number(/, ([\d.]+) MWh, imb/.exec(message)?.[1] ?? 0)
  const total = { type: 'cumulative', timeMs, startMs, name: 'energy.settled', unit: 'MWh' } as const
  scribe.point('settlement', { ...total, value: Math.round(settled * 10) / 10 })
}

function sendOffice(base: WindFarmBase, { toMs: timeMs }: Range): void {
  const { random, scribe, startMs, darkMs } = base
  const gauge = { type: 'gauge', timeMs } as const
  const all = { fromMs: 0, toMs: timeMs }
  const [come, done] = [/^order CO-\d+ of \S+: /, / carried out at |parked after/]
  const waiting =
    scribe.told('curtail-desk', come, all).length -
    scribe.told('curtail-desk', done, all).filter(({ message }) => !message.includes('not carried out')).length
  scribe.point('curtail-desk', { ...gauge, name: 'orders.waiting', unit: '{order}', value: Math.max(0, waiting) })
  const minutes = (timeMs - startMs) / 60_000
  for (const [rank, usual] of [
    ['minor', 41],
    ['major', 17],
    ['critical', 3],
  ] as const) {
    const value = usual + random.integer(-2, 2)
    scribe.point('alarm-desk', { ...gauge, name: 'alarms.open', unit: '{alarm}', value, attributes: { rank } })
  }
  for (const [port, crews] of [
    ['Port Ansel', 4],
    ['Rockhaven', 2],
  ] as const) {
    const value = crews - (random.chance(0.3) ? 1 : 0)
    scribe.point('work-orders', { ...gauge, name: 'crews.free', unit: '{crew}', value, attributes: { base: port } })
  }
  for (const [part, stock, used] of [
    ['pitch-battery', 64, 0.2],
    ['yaw-brake-pad', 120, 0.35],
    ['gearbox-filter', 37, 0.1],
    ['slip-ring', 9, 0],
  ] as const) {
    const value = stock - Math.floor(minutes * used)
    scribe.point('work-orders', { ...gauge, name: 'parts.stock', unit: '{part}', value, attributes: { part } })
  }
  if (timeMs >= darkMs) return
  const height = Math.round((1.3 + 0.006 * minutes + random.integer(-8, 8) / 100) * 100) / 100
  scribe.point('boat-watch', { ...gauge, name: 'wave.height', unit: 'm', value: height })
}
