/**
 * An online advertising exchange: a gateway of bid requests from publishers, auctions, a hub to bidders, budget pacing,
 * frequency caps, checks of creatives, a pixel for impressions and clicks, a sink behind Kafka, payouts to publishers, an
 * exporter of reports with lines only. A reloaded currency table gives `budget-pacer` the yen at a hundred times its value,
 * so campaigns in yen are stopped as overspent and auctions of two publishers run empty, until it is reloaded: over at the
 * end. A release of `creative-check`, a restart of `event-sink`, used-up budgets, caps, floors, rejected bid requests and
 * creatives, discarded clicks, partners that time out and held payouts are harmless. Nothing goes silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { SpanRow, World } from '../records.ts'
import { runEvents, watch } from './adexchange-events.ts'
import { sendExchangeMetrics } from './adexchange-metrics.ts'
import * as names from './adexchange-names.ts'
import { SystemByConventions } from './conventions.ts'
import { eachArrival, roundMs, Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 81 * MINUTE_MS
const SERVICES = Object.keys(names.FORMATS)

interface Bid {
  readonly id: string
  readonly publisher: string
  readonly format: string
  readonly device: string
  readonly candidates: readonly [names.Campaign, names.Campaign]
}
type Sold = Outcome & { readonly winner?: names.Campaign; readonly cpm?: string; readonly why?: string }

class AdExchange extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly restartMs: number
  readonly onsetMs: number
  readonly recoveryMs: number
  #auction = 880_400
  #empty = 0

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(57, 'adexchange'))
    this.releaseMs = endMs - 67 * MINUTE_MS + 21_000
    this.restartMs = endMs - 57 * MINUTE_MS + 38_000
    this.onsetMs = endMs - 45 * MINUTE_MS + 13_000
    this.recoveryMs = endMs - 11 * MINUTE_MS + 29_000
    const setups = Object.entries(names.FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: !names.UNLEVELLED.includes(name) },
      hasAttributes: names.STRUCTURED.includes(name),
      version: (timeMs: number) => this.#version(name, timeMs),
      instance: (_traceId: string, timeMs: number) => `${name}-${this.#version(name, timeMs).replaceAll('.', '')}-a`,
      resource: (instance: string) => ({
        ...{
          'k8s.namespace.name': 'exchange',
          'k8s.pod.name': instance,
          'k8s.node.name': `bid-node-${(index % 4) + 1}`,
        },
        'cloud.region': 'eu-central-1',
      }),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  #version(name: string, timeMs: number): string {
    if (name === 'creative-check') return timeMs < this.releaseMs ? '3.1.4' : '3.2.0'
    return names.VERSIONS[name] ?? '1.0.0'
  }

  isWrong(timeMs: number): boolean {
    return timeMs >= this.onsetMs && timeMs < this.recoveryMs
  }

  /** The pacer answers 409 for what it thinks is overspent; two senders set no status, one of them knows no kinds. */
  override write(
    step: Parameters<SystemByConventions['write']>[0],
    kind: SpanRow['kind'],
    trace: Trace,
    done: Outcome,
    attributes: SpanRow['attributes'],
  ): void {
    const isFailed = done.status >= 500 || done.status === 409
    const { service, name, startMs, parent } = step
    this.scribe.span({
      ...{ ...trace, parentSpanId: parent.spanId, service, name, kind, startMs, attributes },
      ...{
        durationMs: roundMs(done.durationMs),
        isError: names.STATELESS.includes(service) ? null : isFailed,
        isFailed,
      },
      isEntry: kind === 'server' || kind === 'consumer' || kind === 'unspecified',
    })
  }

  /** Asks the pacer for the money of one campaign. */
  reserve(startMs: number, parent: Trace, campaign: names.Campaign, usd: number, isLast: boolean): Outcome {
    const { random, scribe } = this
    const { id, currency } = campaign
    const attributes = { 'campaign.id': id, 'campaign.currency': currency }
    const step = { service: 'budget-pacer', name: 'POST /pacing/reserve', startMs, parent, attributes }
    return this.through('auction-core', step, (trace) => {
      const soFarMs = random.logNormal(6, 0.35)
      const data = { campaign: id, currency }
      if (currency === 'JPY' && this.isWrong(startMs)) {
        const budget = random.integer(180, 420)
        const more = { ...data, spent_usd: Math.round(budget * random.integer(31, 88)), budget_usd: budget }
        scribe.log('budget-pacer', startMs + soFarMs, 'ERROR', 'campaign stopped as overspent', more, trace)
        this.remember('stoppedCampaign', id, startMs)
        return { status: 409, durationMs: soFarMs }
      }
      if (!isLast && random.chance(0.05)) {
        scribe.log(
          'budget-pacer',
          startMs + soFarMs,
          'WARN',
          'daily budget used up, paused until midnight',
          data,
          trace,
        )
        return { status: 402, durationMs: soFarMs }
      }
      const saved = this.store('budget-pacer', 'postgresql', 'UPDATE budgets', startMs + soFarMs, trace, 5)
      const durationMs = soFarMs + saved.durationMs
      scribe.log('budget-pacer', startMs + durationMs, 'INFO', 'budget reserved', { ...data, usd }, trace)
      return { status: 200, durationMs }
    })
  }

  /** Asks the bidders' side for offers. */
  collect(startMs: number, parent: Trace, bid: Bid): Outcome {
    const { random, scribe } = this
    const { dsp } = bid.candidates[0]
    const attributes = { 'dsp.name': dsp, 'ad.format': bid.format }
    const step = { service: 'bidder-hub', name: 'POST /bids/collect', startMs, parent, attributes }
    return this.through('auction-core', step, (trace) => {
      const isLate = random.chance(dsp === 'adlume' ? 0.13 : 0.045)
      const durationMs = isLate ? random.integer(121, 128) + random.next() : random.logNormal(47, 0.3)
      const text = isLate
        ? `${dsp} timed out after 120 ms, its bids are left out`
        : `${random.integer(2, 9)} bids from ${dsp}`
      scribe.log('bidder-hub', startMs + durationMs, isLate ? 'WARN' : 'INFO', text, {}, trace)
      return { status: 200, durationMs }
    })
  }

  auction(startMs: number, parent: Trace, bid: Bid): Sold {
    const { random, scribe } = this
    const { id, publisher, format, candidates } = bid
    const who = { 'publisher.name': publisher, 'ad.format': format, 'auction.id': id, 'dsp.name': candidates[0].dsp }
    const step = { service: 'auction-core', name: 'POST /auctions', startMs, parent, attributes: who }
    let sold: Sold = { status: 204, durationMs: 0 }
    const done = this.through('bid-gateway', step, (trace) => {
      let atMs = startMs + 3
      atMs += this.collect(atMs, trace, bid).durationMs
      const say = (severity: 'INFO' | 'ERROR', text: string) =>
        scribe.log('auction-core', atMs, severity, `auction ${id} for ${publisher} ${text}`, {}, trace)
      const finish = (status: number): Outcome => ({ status, durationMs: atMs - startMs + random.logNormal(4, 0.3) })
      if (random.chance(0.085)) {
        say('INFO', `without a bid above the floor of ${random.pick(['0.50', '0.80', '1.20'])} USD`)
        sold = { ...sold, why: 'no bid above the floor' }
        return finish(204)
      }
      const cents = random.integer(80, format === 'video' ? 1450 : 620)
      for (const [index, campaign] of candidates.entries()) {
        const asked = this.reserve(atMs, trace, campaign, cents / 100, index === 1)
        atMs += asked.durationMs
        if (asked.status !== 200) continue
        const cpm = (cents / 100).toFixed(2)
        say('INFO', `won by ${campaign.id} at ${cpm} USD`)
        this.remember('wonAuction', id, startMs)
        sold = { ...sold, winner: campaign, cpm }
        return finish(200)
      }
      say('ERROR', 'empty: budget-pacer stopped every candidate')
      if (++this.#empty === 12) this.remember('emptyAuction', id, startMs)
      if (this.#empty < 60) this.remember('emptyTrace', trace.traceId, startMs)
      sold = { ...sold, why: 'auction empty' }
      return finish(503)
    })
    return { ...sold, ...done }
  }

  capped(startMs: number, parent: Trace, campaign: string): Outcome & { readonly isCapped: boolean } {
    const { random, scribe } = this
    const trace = { traceId: parent.traceId, spanId: scribe.newSpan() }
    const isCapped = random.chance(0.07)
    const isSlow = random.chance(0.02)
    const durationMs = isSlow ? random.logNormal(46, 0.2) : random.logNormal(2.4, 0.35)
    const step = { service: 'freq-cap', name: 'check_caps', startMs, parent }
    this.write(
      step,
      'unspecified',
      trace,
      { status: 200, durationMs },
      { result: isCapped ? 'capped' : 'ok', status: 200 },
    )
    const cap = `user has seen ${campaign} ${random.integer(3, 8)} times, cap reached`
    if (isCapped) scribe.log('freq-cap', startMs + durationMs, 'INFO', cap, {}, trace)
    if (isSlow)
      scribe.log(
        'freq-cap',
        startMs + durationMs,
        'WARN',
        `redis answered after ${Math.round(durationMs)} ms`,
        {},
        trace,
      )
    return { status: 200, durationMs, isCapped }
  }

  request(startMs: number): void {
    const { random, scribe } = this
    const source = random.pick(names.PUBLISHERS)
    const { name: publisher, country } = source
    const [format, device] = [random.pick(names.AD_FORMATS), random.pick(names.DEVICES)]
    const who = { 'publisher.name': publisher, 'ad.format': format, 'device.type': device, 'geo.country': country }
    const route = '/openrtb/bid'
    const attributes = { 'http.request.method': 'POST', 'http.route': route, ...who }
    const root = { traceId: scribe.newTrace(), spanId: '' }
    this.serve(
      { service: 'bid-gateway', name: `POST ${route}`, startMs, parent: root, attributes },
      'server',
      (trace) => {
        const ownMs = random.logNormal(5, 0.3)
        const fields = { publisher, format }
        const say = (durationMs: number, severity: 'INFO' | 'WARN', text: string, more = {}) =>
          scribe.log('bid-gateway', startMs + durationMs, severity, text, { ...fields, ...more }, trace)
        if (random.chance(0.045)) {
          const reason = random.pick(['imp.banner.w is missing', 'no consent string', 'no consent string'])
          say(ownMs, 'WARN', 'bid request rejected', { reason })
          this.remember('rejectedTrace', trace.traceId, startMs)
          return { status: 400, durationMs: ownMs }
        }
        const candidates = names.candidatesFor(source, random)
        const cap = this.capped(startMs + ownMs, trace, candidates[0].id)
        const soFarMs = ownMs + cap.durationMs
        if (cap.isCapped) {
          say(soFarMs + 1, 'INFO', 'no ad returned', { reason: 'cap reached' })
          return { status: 204, durationMs: soFarMs + 1 }
        }
        const bid = { id: `au-${++this.#auction}`, publisher, format, device, candidates }
        const sold = this.auction(startMs + soFarMs, trace, bid)
        const durationMs = soFarMs + sold.durationMs + random.logNormal(2, 0.3)
        if (sold.winner === undefined) {
          say(durationMs, sold.why === 'auction empty' ? 'WARN' : 'INFO', 'no ad returned', { reason: sold.why ?? '' })
          return { status: 204, durationMs }
        }
        say(durationMs, 'INFO', 'ad returned', { campaign: sold.winner.id, cpm_usd: Number(sold.cpm) })
        this.remember('goodTrace', trace.traceId, startMs)
        watch(this, startMs + durationMs, { publisher, format, device, campaign: sold.winner })
        return { status: 200, durationMs }
      },
    )
  }

  run(): void {
    const { random, scribe, startMs, endMs, onsetMs, recoveryMs } = this
    eachArrival({ fromMs: startMs, toMs: endMs - 3000, meanMs: 5000 }, random, (timeMs) => this.request(timeMs))
    runEvents(this)
    scribe.log('creative-check', this.releaseMs, 'INFO', 'creative-check 3.2.0 started', { change: 'ADX-640' })
    const loaded = (table: string) => ({ table, currencies: 34, source: 'treasury-feed' })
    scribe.log('budget-pacer', startMs + 3 * MINUTE_MS, 'INFO', 'currency table checked', loaded('fx-1830'))
    scribe.log('budget-pacer', onsetMs, 'INFO', 'currency table reloaded', { ...loaded('fx-1831'), change: 'ADX-655' })
    const jump = { currency: 'JPY', old_rate: 0.0067, new_rate: 0.67, table: 'fx-1831' }
    scribe.log('budget-pacer', onsetMs + 700, 'WARN', 'rate moved by a factor of 100 since the last table', jump)
    scribe.log('budget-pacer', recoveryMs, 'INFO', 'currency table reloaded', {
      ...loaded('fx-1832'),
      change: 'ADX-657',
    })
    const again = { currency: 'JPY', campaigns: 6, rate: 0.0067 }
    scribe.log('budget-pacer', recoveryMs + 900, 'INFO', 'stopped campaigns resumed', again)
  }
}

export function adexchange(endMs: number): World {
  const system = new AdExchange(endMs)
  system.run()
  sendExchangeMetrics(system)
  const { onsetMs: onset, recoveryMs: recovery, releaseMs: release, restartMs: restart } = system
  const world = system.world({ name: 'adexchange', services: SERVICES, marks: { onset, recovery, release, restart } })
  const bodyOf = (text: string) => world.logs.find(({ body }) => body.includes(text))?.body ?? ''
  const lines = {
    ...{ overspentLine: bodyOf('campaign stopped as overspent'), emptyLine: bodyOf('stopped every candidate') },
    ...{ rateLine: bodyOf('rate moved by a factor'), reloadLine: bodyOf('"table":"fx-1831"') },
    ...{ gatewayLine: bodyOf('reason="auction empty"'), lateLine: bodyOf('adlume timed out') },
    ...{ rejectLine: bodyOf('bid request rejected'), creativeLine: bodyOf('creative rejected') },
    ...{ clickLine: bodyOf('click discarded'), heldLine: bodyOf('tax form is missing') },
    ...{ fillLine: bodyOf('fill rate of'), usedUpLine: bodyOf('daily budget used up') },
    ...{ duplicateLine: bodyOf('duplicate event dropped'), drainLine: bodyOf('leaving the consumer group') },
  }
  return { ...world, names: { ...world.names, ...lines } }
}
