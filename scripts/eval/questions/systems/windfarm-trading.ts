/** Forecasts of the wind, bids on the market, settlement of what was made. */
import type { Values } from '../records.ts'
import { eachTick, roundMs, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'
import type { WindFarmBase } from './windfarm-base.ts'
import { farmValues } from './windfarm-field.ts'
import { FARMS, type Farm, MARKETS, TRADERS } from './windfarm-names.ts'

const STALE_S = 60
const EXCHANGE = 'api.exchange.example'

/** A nowcast needs a fresh telegram, a forecast only the runs of the weather service. */
function predict(base: WindFarmBase, startMs: number, parent: Trace, farm: Farm, isNow: boolean): Outcome {
  const { random, scribe } = base
  const name = isNow ? 'POST /nowcasts' : 'GET /forecasts/{farm}'
  const to = { service: 'wind-forecast', name, startMs, parent, attributes: farmValues(farm) }
  return base.through('bid-desk', to, (trace) => {
    const read = base.store('wind-forecast', 'clickhouse', 'SELECT runs', startMs + 4, trace, 16)
    const durationMs = read.durationMs + random.logNormal(isNow ? 118 : 44, 0.35)
    const atMs = startMs + durationMs
    if (!isNow) {
      const run = random.chance(0.1) ? '06Z' : '12Z'
      if (run === '06Z') scribe.log('wind-forecast', atMs - 3, 'WARN', 'run 12Z is late, taking 06Z', {}, trace)
      const hours = random.pick([24, 36, 36, 48])
      scribe.log('wind-forecast', atMs, 'INFO', `forecast of ${farm.name} from run ${run}, ${hours} hours`, {}, trace)
      return { status: 200, durationMs }
    }
    const ageS = base.ageS(farm, startMs)
    if (ageS > STALE_S) {
      const text = `nowcast of ${farm.name} refused, live production is ${ageS} s old, limit ${STALE_S} s`
      scribe.log('wind-forecast', atMs, 'ERROR', text, {}, trace)
      return { status: 503, durationMs }
    }
    const text = `nowcast of ${farm.name}: ${base.megawatts(farm, startMs)} MW in 15 minutes`
    scribe.log('wind-forecast', atMs, 'INFO', text, {}, trace)
    return { status: 200, durationMs }
  })
}

/** The exchange takes it; now and then it is asked a second time. */
function exchange(base: WindFarmBase, startMs: number, trace: Trace, method: string, data: Values): Outcome {
  const { random, scribe } = base
  const attributes = { 'http.request.method': method, 'server.address': EXCHANGE }
  const out = { service: 'bid-desk', name: method, startMs, parent: trace }
  const first = random.chance(0.05)
  const codes = (status: number) => ({ ...attributes, 'http.response.status_code': status })
  if (!first)
    return base.call({ ...out, attributes: codes(200) }, 'client', () => ({
      ...{ status: 200, durationMs: random.logNormal(145, 0.4) },
    }))
  const failed = base.call({ ...out, attributes: codes(504) }, 'client', () => ({ status: 504, durationMs: 2000 }))
  scribe.log(
    'bid-desk',
    startMs + failed.durationMs,
    'WARN',
    'exchange did not answer in 2 s, asking again',
    data,
    trace,
  )
  const second = { ...out, startMs: startMs + failed.durationMs + 5, attributes: codes(200) }
  const done = base.call(second, 'client', () => ({ status: 200, durationMs: random.logNormal(160, 0.3) }))
  return { status: 200, durationMs: failed.durationMs + 5 + done.durationMs }
}

/** What the desk does with a request of a trader. */
export function bid(base: WindFarmBase, startMs: number, parent: Trace, name: string, farm: Farm): Outcome {
  const { random, scribe, releaseMs } = base
  const [market, trader] = [random.pick(MARKETS), random.pick(TRADERS)]
  const values = { ...farmValues(farm), 'market.name': market, 'trader.desk': trader }
  const to = { service: 'bid-desk', name, startMs, parent, attributes: values }
  return base.through('ops-gateway', to, (trace) => {
    const read = base.store('bid-desk', 'microsoft.sql_server', 'SELECT positions', startMs + 3, trace, 6)
    const ownMs = read.durationMs + random.logNormal(startMs < releaseMs ? 26 : 21, 0.3)
    const id = `B-${20_900 + base.next()}`
    const [mwh, euros] = [random.integer(4, 90), random.integer(3100, 9400) / 100]
    const data = { bid: id, farm: farm.name, market, trader, mwh, euros }
    const say = (timeMs: number, severity: 'INFO' | 'WARN' | 'ERROR', text: string, fields: Values = data) =>
      scribe.log('bid-desk', timeMs, severity, text, fields, trace)
    if (name === 'GET /positions') {
      return { status: 200, durationMs: ownMs + random.logNormal(startMs < releaseMs ? 60 : 41, 0.3) }
    }
    if (name === 'DELETE /bids/{id}') {
      const done = exchange(base, startMs + ownMs, trace, 'DELETE', { market })
      const durationMs = ownMs + done.durationMs
      if (random.chance(0.08)) {
        say(startMs + durationMs, 'WARN', 'bid is filled already, not withdrawn', { market, trader })
        return { status: 409, durationMs }
      }
      say(startMs + durationMs, 'INFO', 'bid withdrawn', { market, trader })
      return { status: 204, durationMs }
    }
    if (random.chance(0.06)) {
      say(startMs + ownMs, 'WARN', 'bid refused: gate is closed')
      return { status: 409, durationMs: ownMs }
    }
    if (random.chance(0.04)) {
      say(startMs + ownMs, 'WARN', 'bid refused: price is outside the limits')
      return { status: 422, durationMs: ownMs }
    }
    let known = predict(base, startMs + ownMs, trace, farm, market === 'intraday')
    let durationMs = ownMs + known.durationMs
    if (known.status === 503) {
      say(startMs + durationMs, 'WARN', 'no nowcast, asking again')
      known = predict(base, startMs + durationMs + 400, trace, farm, true)
      durationMs += 400 + known.durationMs
    }
    if (known.status === 503) {
      say(startMs + durationMs, 'ERROR', `bid not placed: no nowcast of ${farm.name}`)
      base.remember('lostBid', id, startMs)
      base.remember('lostBidTrace', trace.traceId, startMs)
      return { status: 503, durationMs }
    }
    const done = exchange(base, startMs + durationMs, trace, 'POST', data)
    durationMs += done.durationMs
    say(startMs + durationMs, 'INFO', 'bid placed')
    base.remember('placedBid', id, startMs)
    return { status: 201, durationMs }
  })
}

/** Quarter hours are settled farm by farm: spans without kinds, nothing of HTTP. */
export function runSettlement(base: WindFarmBase): void {
  const { random, scribe, startMs, endMs } = base
  eachTick({ fromMs: startMs + 2000, toMs: endMs - 6000, everyMs: 9000 }, random, (timeMs) => {
    const farm = random.pick(FARMS)
    const market = random.pick(MARKETS)
    const traceId = scribe.newTrace()
    const trace = { traceId, spanId: scribe.newSpan() }
    const durationMs = random.logNormal(market === 'intraday' ? 880 : 560, 0.3)
    scribe.span({
      ...{ ...trace, parentSpanId: '', service: 'settlement', name: 'settle_quarter', kind: 'unspecified' },
      ...{ startMs: timeMs, durationMs: roundMs(durationMs), isError: null, isFailed: false, isEntry: true },
      attributes: { farm: farm.name, owner: farm.owner, market },
    })
    const atMs = timeMs + durationMs
    if (random.chance(0.07)) {
      const text = `meter reading of ${farm.name} missing, quarter estimated from the turbines`
      scribe.log('settlement', atMs - 20, 'WARN', text, {}, trace)
    }
    if (random.chance(0.03)) {
      scribe.log(
        'settlement',
        atMs,
        'ERROR',
        `quarter of ${farm.name} not settled, price file is incomplete`,
        {},
        trace,
      )
      return
    }
    const [mwh, short] = [random.integer(60, 700) / 10, random.integer(-40, 40) / 10]
    const text = `quarter of ${farm.name} settled, ${market}, ${mwh.toFixed(1)} MWh, imbalance ${short.toFixed(1)} MWh`
    scribe.log('settlement', atMs, 'INFO', text, {}, trace)
  })
}
