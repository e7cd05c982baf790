/** Beside the auctions: impressions and clicks over Kafka, creatives, payouts to publishers, exports of reports. */
import { AD_FORMATS, anyCampaign, type Campaign, PUBLISHERS } from './adexchange-names.ts'
import type { SystemByConventions } from './conventions.ts'
import type { Scribe, Trace } from './scribe.ts'
import { eachArrival, eachTick } from './scribe.ts'

type Exchange = SystemByConventions & {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  isWrong(timeMs: number): boolean
}
export interface Shown {
  readonly publisher: string
  readonly format: string
  readonly device: string
  readonly campaign: Campaign
}

/** What the pixel takes goes to the sink over Kafka. */
function publish(exchange: Exchange, startMs: number, parent: Trace, kind: string, shown: Shown): void {
  const { random, scribe, restartMs } = exchange
  const topic = { 'messaging.system': 'kafka', 'messaging.destination.name': 'ad.events' }
  const sent = { service: 'track-pixel', name: 'ad.events publish', startMs, parent, attributes: topic }
  exchange.call(sent, 'producer', (trace) => {
    const soonMs = startMs + random.logNormal(240, 0.6)
    const isHeld = soonMs >= restartMs - 9000 && soonMs < restartMs
    const pickMs = isHeld ? restartMs + random.integer(200, 2500) : soonMs
    const attributes = { ...topic, 'event.kind': kind, 'publisher.name': shown.publisher }
    const taken = { service: 'event-sink', name: 'ad.events process', startMs: pickMs, parent: trace, attributes }
    exchange.serve(taken, 'consumer', (inner) => {
      const fields = { kind, publisher: shown.publisher, campaign: shown.campaign.id }
      if (random.chance(0.045)) {
        const durationMs = random.logNormal(6, 0.3)
        scribe.log('event-sink', pickMs + durationMs, 'WARN', 'duplicate event dropped', fields, inner)
        return { status: 200, durationMs }
      }
      const saved = exchange.store('event-sink', 'clickhouse', 'INSERT events', pickMs + 1, inner, 14)
      const durationMs = saved.durationMs + random.logNormal(5, 0.3)
      scribe.log('event-sink', pickMs + durationMs, 'INFO', 'event stored', fields, inner)
      return { status: 200, durationMs }
    })
    return { status: 200, durationMs: random.logNormal(3, 0.2) }
  })
}

function pixel(exchange: Exchange, startMs: number, kind: 'imp' | 'view' | 'click', shown: Shown): void {
  const { random, scribe } = exchange
  const { publisher, format, device, campaign } = shown
  const who = { 'publisher.name': publisher, 'ad.format': format, 'device.type': device, 'campaign.id': campaign.id }
  const attributes = { 'http.request.method': 'GET', 'http.route': `/${kind}`, ...who }
  const root = { traceId: scribe.newTrace(), spanId: '' }
  exchange.serve(
    { service: 'track-pixel', name: `GET /${kind}`, startMs, parent: root, attributes },
    'server',
    (trace) => {
      const durationMs = random.logNormal(kind === 'click' ? 11 : 5, 0.35)
      const fields = { publisher, campaign: campaign.id, format }
      if (kind === 'click' && random.chance(0.17)) {
        const text = 'click discarded, too soon after the impression'
        scribe.log('track-pixel', startMs + durationMs, 'WARN', text, fields, trace)
        exchange.remember('discardedTrace', trace.traceId, startMs)
        return { status: 403, durationMs }
      }
      const texts = { imp: 'impression counted', view: 'view counted', click: 'click counted' }
      scribe.log('track-pixel', startMs + durationMs, 'INFO', texts[kind], fields, trace)
      publish(exchange, startMs + durationMs, trace, kind, shown)
      return { status: kind === 'click' ? 302 : 204, durationMs: durationMs + 4 }
    },
  )
}

/** What people do with an ad that was sold. */
export function watch(exchange: Exchange, startMs: number, shown: Shown): void {
  const { random } = exchange
  if (!random.chance(0.92)) return
  const seenMs = startMs + random.logNormal(1400, 0.5)
  pixel(exchange, seenMs, 'imp', shown)
  if (random.chance(0.42)) pixel(exchange, seenMs + random.logNormal(1900, 0.4), 'view', shown)
  if (random.chance(0.16)) pixel(exchange, seenMs + random.logNormal(5200, 0.7), 'click', shown)
}

function creative(exchange: Exchange, startMs: number): void {
  const { random, scribe, releaseMs } = exchange
  const isNew = random.chance(0.62)
  const format = random.pick(AD_FORMATS)
  const id = `cr-${random.integer(30_100, 38_900)}`
  const campaign = anyCampaign(random)
  const [method, route] = isNew ? ['POST', '/creatives'] : ['GET', '/creatives/{id}']
  const who = { 'ad.format': format, 'campaign.id': campaign.id }
  const attributes = { 'http.request.method': method, 'http.route': route, ...who }
  const root = { traceId: scribe.newTrace(), spanId: '' }
  const step = { service: 'creative-check', name: `${method} ${route}`, startMs, parent: root, attributes }
  exchange.serve(step, 'server', (trace) => {
    if (!isNew) return { status: random.chance(0.05) ? 404 : 200, durationMs: random.logNormal(16, 0.35) }
    const slow = format === 'video' && startMs >= releaseMs ? 1.9 : 1
    const durationMs = random.logNormal((format === 'video' ? 620 : 210) * slow, 0.3)
    const fields = { creative: id, campaign: campaign.id, format }
    if (random.chance(0.15)) {
      const reason = random.pick([
        'landing page not reachable',
        'landing page not reachable',
        'text too small',
        'sound on start',
      ])
      scribe.log('creative-check', startMs + durationMs, 'WARN', 'creative rejected', { ...fields, reason }, trace)
      exchange.remember('rejectedCreative', id, startMs)
      return { status: 422, durationMs }
    }
    scribe.log('creative-check', startMs + durationMs, 'INFO', 'creative approved', fields, trace)
    exchange.remember('approvedCreative', id, startMs)
    return { status: 201, durationMs }
  })
}

function payout(exchange: Exchange, startMs: number, number: number): void {
  const { random, scribe } = exchange
  const ticket = random.integer(1, 100)
  const name = ticket <= 45 ? 'POST /payouts' : ticket <= 85 ? 'GET /balances' : 'GET /statements'
  const [method = '', route = ''] = name.split(' ')
  const { name: publisher } = random.pick(PUBLISHERS)
  const attributes = { 'http.request.method': method, 'http.route': route, 'publisher.name': publisher }
  const root = { traceId: scribe.newTrace(), spanId: '' }
  exchange.serve({ service: 'publisher-payouts', name, startMs, parent: root, attributes }, 'server', (trace) => {
    const query = method === 'GET' ? 'SELECT balances' : 'INSERT payouts'
    const saved = exchange.store('publisher-payouts', 'mysql', query, startMs + 1, trace, method === 'GET' ? 9 : 17)
    const durationMs = saved.durationMs + random.logNormal(route === '/statements' ? 340 : 31, 0.35)
    if (method === 'GET') return { status: 200, durationMs }
    const id = `PO-${number}`
    if (random.chance(0.16)) {
      const text = `payout ${id} to ${publisher} held, tax form is missing`
      scribe.log('publisher-payouts', startMs + durationMs, 'WARN', text, {}, trace)
      exchange.remember('heldPayout', id, startMs)
      return { status: 403, durationMs }
    }
    const dollars = (random.integer(11_000, 498_000) / 100).toFixed(2)
    const text = `payout ${id} to ${publisher} sent, ${dollars} USD`
    scribe.log('publisher-payouts', startMs + durationMs, 'INFO', text, {}, trace)
    exchange.remember('sentPayout', id, startMs)
    return { status: 201, durationMs }
  })
}

export function runEvents(exchange: Exchange): void {
  const { random, scribe, startMs, endMs, restartMs } = exchange
  const range = { fromMs: startMs, toMs: endMs - 3000 }
  eachArrival({ ...range, meanMs: 13_000 }, random, (timeMs) => creative(exchange, timeMs))
  let number = 61_200
  eachArrival({ ...range, meanMs: 12_000 }, random, (timeMs) => payout(exchange, timeMs, ++number))
  scribe.log('event-sink', restartMs - 8800, 'WARN', 'leaving the consumer group, stopped by a node drain')
  scribe.log('event-sink', restartMs, 'INFO', 'event-sink 3.5.8 started, 6 partitions of ad.events assigned')
  let report = 9400
  eachTick({ fromMs: startMs + 9000, toMs: endMs - 4000, everyMs: 30_000 }, random, (timeMs) => {
    const { name: publisher } = random.pick(PUBLISHERS)
    const text = `report R-${++report} for ${publisher} exported, ${random.integer(240, 2900)} rows`
    scribe.log('report-export', timeMs, 'INFO', text)
    if (random.chance(0.09)) {
      const again = `upload of R-${report} timed out after ${random.integer(20, 45)} s, tried again`
      scribe.log('report-export', timeMs + 900, 'WARN', again)
    }
  })
  eachTick({ fromMs: startMs + 4 * 60_000, toMs: endMs, everyMs: 5 * 60_000 }, random, (timeMs) => {
    if (!exchange.isWrong(timeMs - 3 * 60_000) || !exchange.isWrong(timeMs)) return
    const publisher = random.pick(['sakura-news', 'metro-tokyo'])
    const text = `fill rate of ${publisher} fell to ${random.integer(8, 19)} percent`
    scribe.log('report-export', timeMs, 'WARN', text)
  })
}
