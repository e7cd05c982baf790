/**
 * A fundraising platform for charities on Kubernetes, told by semantic conventions: HTTP, database and messaging spans
 * with kinds, histograms, gauges and counters, payouts with lines only. The list of denied donors has grown above the
 * size of a message that gRPC takes, so two of three pods of `fraud-screen` have no list and refuse to screen cards, still so
 * at the end. A release that makes `campaign-api` faster, a restart of `thankyou-mailer`, declined cards, held
 * donations, empty matching pools and bounced mails are harmless; `payout-batch` has gone silent.
 */
import { seededRandom } from '../../../demo/random.ts'
import type { World } from '../records.ts'
import { SystemByConventions } from './conventions.ts'
import { sendFundraisingMetrics } from './fundraising-metrics.ts'
import {
  AMOUNTS,
  CAMPAIGNS,
  CHANNELS,
  COUNTRIES,
  EMPLOYERS,
  FORMATS,
  fraudPod,
  instanceOf,
  METHODS,
  NEW_CAMPAIGN_API,
  OLD_CAMPAIGN_API,
  resourceOf,
  SERVICES,
  TEXT_ONLY,
  VERSIONS,
} from './fundraising-names.ts'
import { backOffice, publishDonation } from './fundraising-workers.ts'
import { Scribe, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

const MINUTE_MS = 60_000
const LENGTH_MS = 72 * MINUTE_MS

/** Where a request goes, and up to which ticket of a hundred. */
const VISITS = [
  ['GET', '/campaigns/{slug}', 46],
  ['POST', '/donations', 76],
  ['GET', '/donors/me', 86],
  ['GET', '/campaigns/{slug}/supporters', 95],
  ['POST', '/matches/preview', 100],
] as const

export interface Gift {
  readonly id: string
  readonly campaign: string
  readonly charity: string
  readonly country: string
  readonly method: string
  readonly amount: number
  readonly employer: string | null
}

export class Fundraising extends SystemByConventions {
  readonly scribe: Scribe
  readonly releaseMs: number
  readonly onsetMs: number
  readonly restartMs: number
  readonly silentMs: number
  #gift = 418_300

  constructor(endMs: number) {
    super({ endMs, lengthMs: LENGTH_MS }, seededRandom(43, 'fundraising'))
    this.releaseMs = endMs - 51 * MINUTE_MS + 24_000
    this.onsetMs = endMs - 27 * MINUTE_MS + 19_000
    this.restartMs = endMs - 15 * MINUTE_MS + 41_000
    this.silentMs = endMs - 33 * MINUTE_MS + 8_000
    const setups = Object.entries(FORMATS).map(([name, format], index) => ({
      ...{ name, format, isSeveritySent: !TEXT_ONLY.includes(name), hasAttributes: !TEXT_ONLY.includes(name) },
      version: (timeMs: number) =>
        name === 'campaign-api'
          ? timeMs < this.releaseMs
            ? OLD_CAMPAIGN_API
            : NEW_CAMPAIGN_API
          : (VERSIONS[name] ?? ''),
      instance: (traceId: string, timeMs: number) =>
        instanceOf(name, traceId, { isReleased: timeMs >= this.releaseMs, isRestarted: timeMs >= this.restartMs }),
      resource: resourceOf(name, index),
    }))
    this.scribe = new Scribe(setups, this.random)
  }

  newGift(): Gift {
    const { random } = this
    const [campaign, charity] = random.pick(CAMPAIGNS)
    return {
      ...{ id: `DN-${++this.#gift}`, campaign, charity, country: random.pick(COUNTRIES) },
      ...{ method: random.pick(METHODS), amount: random.pick(AMOUNTS) },
      employer: random.chance(0.3) ? random.pick(EMPLOYERS) : null,
    }
  }

  /** Only cards are screened, against the list of denied donors that a pod has in memory. */
  screen(startMs: number, parent: Trace, gift: Gift): Outcome {
    const { random, scribe } = this
    const attributes = { 'payment.method': gift.method, 'donor.country': gift.country }
    const step = { service: 'fraud-screen', name: 'POST /screenings', startMs, parent, attributes }
    return this.through('donation-service', step, (trace) => {
      const fields = { donation: gift.id, country: gift.country }
      if (startMs >= this.onsetMs && fraudPod(trace.traceId) < 2) {
        const durationMs = random.logNormal(7, 0.3)
        scribe.log('fraud-screen', startMs + durationMs, 'ERROR', 'screening refused: no deny list', fields, trace)
        return { status: 503, durationMs }
      }
      const found = this.store('fraud-screen', 'redis', 'GET velocity', startMs + 1, trace, 2)
      const durationMs = found.durationMs + random.logNormal(38, 0.4)
      const score = random.integer(1, 64)
      if (random.chance(0.035)) {
        const high = {
          ...fields,
          score: score + 30,
          rule: random.pick(['velocity', 'velocity', 'bin_country', 'test_amount']),
        }
        scribe.log('fraud-screen', startMs + durationMs, 'WARN', 'donation held for review', high, trace)
        this.remember('heldDonation', gift.id, startMs)
        return { status: 403, durationMs }
      }
      scribe.log('fraud-screen', startMs + durationMs, 'INFO', 'screening passed', { ...fields, score }, trace)
      return { status: 200, durationMs }
    })
  }

  pay(startMs: number, parent: Trace, gift: Gift): Outcome {
    const { random, scribe } = this
    const { method, amount } = gift
    const step = { service: 'pay-connector', name: 'POST /payments', startMs, parent }
    return this.through('donation-service', { ...step, attributes: { 'payment.method': method } }, (trace) => {
      const durationMs = random.logNormal(method === 'paypal' ? 520 : method === 'sepa' ? 95 : 240, 0.35)
      const fields = { donation: gift.id, method, amount }
      if (method === 'card' && random.chance(0.07)) {
        const reason = random.pick(['insufficient_funds', 'insufficient_funds', 'expired_card', 'do_not_honor'])
        scribe.log('pay-connector', startMs + durationMs, 'WARN', 'payment declined', { ...fields, reason }, trace)
        this.remember('declinedDonation', gift.id, startMs)
        return { status: 402, durationMs }
      }
      const text = method === 'sepa' ? 'mandate accepted' : 'payment captured'
      if (method !== 'sepa' && random.chance(0.02))
        scribe.log(
          'pay-connector',
          startMs + durationMs - 1,
          'INFO',
          'captured after a timeout, attempt 2',
          { method },
          trace,
        )
      scribe.log('pay-connector', startMs + durationMs, 'INFO', text, fields, trace)
      if (random.chance(0.012))
        scribe.log(
          'pay-connector',
          startMs + durationMs + 3,
          'WARN',
          'webhook arrived twice, ignored',
          { method },
          trace,
        )
      return { status: 201, durationMs }
    })
  }

  /** An employer doubles a gift as long as there is money in its pool. */
  match(startMs: number, parent: Trace, gift: Gift, from: string, name: string): Outcome {
    const { random, scribe } = this
    const employer = gift.employer ?? 'lumen'
    const step = { service: 'match-funds', name, startMs, parent, attributes: { employer } }
    return this.through(from, step, (trace) => {
      const read = this.store('match-funds', 'postgresql', 'SELECT pools', startMs + 1, trace, 5)
      const fields = { employer, amount: gift.amount }
      if (employer === 'lumen' && random.chance(0.3)) {
        scribe.log('match-funds', startMs + read.durationMs + 2, 'WARN', 'matching pool is empty', fields, trace)
        return { status: 409, durationMs: read.durationMs + 3 }
      }
      if (name.endsWith('preview')) return { status: 200, durationMs: read.durationMs + 4 }
      const written = this.store('match-funds', 'postgresql', 'UPDATE pools', startMs + read.durationMs + 2, trace, 8)
      const durationMs = read.durationMs + written.durationMs + 4
      scribe.log('match-funds', startMs + durationMs, 'INFO', 'gift matched', { ...fields, donation: gift.id }, trace)
      return { status: 201, durationMs }
    })
  }

  /** A gift: screened, paid, matched, stored, told to the workers. */
  give(startMs: number, parent: Trace, gift: Gift, from: string): Outcome {
    const { random, scribe } = this
    const { id, method, amount, campaign, charity, country } = gift
    const attributes = { 'payment.method': method, 'campaign.slug': campaign, 'charity.name': charity }
    const name = from === 'recurring-runner' ? 'POST /donations/recurring' : 'POST /donations'
    const step = { service: 'donation-service', name, startMs, parent }
    return this.through(from, { ...step, attributes: { ...attributes, 'donor.country': country } }, (trace) => {
      let durationMs = random.logNormal(6, 0.3)
      if (random.chance(0.015)) {
        const text = `Donation ${id} rejected: amount is below the minimum of ${campaign}`
        scribe.log('donation-service', startMs + durationMs, 'WARN', text, {}, trace)
        return { status: 422, durationMs }
      }
      if (method === 'card') {
        const screened = this.screen(startMs + durationMs, trace, gift)
        durationMs += screened.durationMs
        if (screened.status >= 500) {
          const text = `Donation ${id} failed: fraud-screen answered 503`
          scribe.log('donation-service', startMs + durationMs, 'ERROR', text, {}, trace)
          this.remember('failedDonation', id, startMs)
          this.remember('failedTrace', trace.traceId, startMs)
          return { status: 502, durationMs }
        }
        if (screened.status === 403) return { status: 403, durationMs }
      }
      const paid = this.pay(startMs + durationMs, trace, gift)
      durationMs += paid.durationMs
      if (paid.status === 402) return { status: 402, durationMs }
      if (gift.employer !== null)
        durationMs += this.match(startMs + durationMs, trace, gift, 'donation-service', 'POST /matches').durationMs
      const saved = this.store('donation-service', 'postgresql', 'INSERT donations', startMs + durationMs, trace, 9)
      durationMs += saved.durationMs + 2
      const text = `Donation ${id} received: ${amount}.00 EUR by ${method} for ${campaign}`
      scribe.log('donation-service', startMs + durationMs, 'INFO', text, {}, trace)
      this.remember('goodDonation', id, startMs)
      this.remember('goodTrace', trace.traceId, startMs)
      publishDonation(this, startMs + durationMs, trace, gift)
      return { status: 201, durationMs }
    })
  }

  campaign(startMs: number, parent: Trace, name: string, gift: Gift): Outcome {
    const { random, scribe } = this
    const attributes = { 'campaign.slug': gift.campaign }
    const step = { service: 'campaign-api', name, startMs, parent, attributes }
    return this.through('giving-gateway', step, (trace) => {
      const isNew = startMs >= this.releaseMs
      const found = this.store('campaign-api', 'postgresql', 'SELECT campaigns', startMs + 1, trace, isNew ? 9 : 21)
      const durationMs = found.durationMs + random.logNormal(name.includes('supporters') ? 34 : 12, 0.3)
      const say = (text: string) =>
        scribe.log('campaign-api', startMs + durationMs, 'WARN', text, { slug: gift.campaign }, trace)
      if (random.chance(0.025)) {
        say('campaign not found')
        return { status: 404, durationMs }
      }
      if (random.chance(0.03)) say('cover image is missing, using default')
      return { status: 200, durationMs }
    })
  }

  account(startMs: number, parent: Trace): Outcome {
    const { random, scribe } = this
    const found = this.store('giving-gateway', 'redis', 'GET sessions', startMs, parent, 2)
    if (!random.chance(0.1)) return { status: 200, durationMs: found.durationMs }
    const reason = random.pick(['expired', 'expired', 'unknown'])
    scribe.log('giving-gateway', startMs + found.durationMs, 'WARN', 'sign-in token rejected', { reason }, parent)
    return { status: 401, durationMs: found.durationMs }
  }

  inner(route: string, startMs: number, trace: Trace, gift: Gift): Outcome {
    switch (route) {
      case '/donations':
        return this.give(startMs, trace, gift, 'giving-gateway')
      case '/donors/me':
        return this.account(startMs, trace)
      case '/matches/preview':
        return this.match(startMs, trace, gift, 'giving-gateway', 'POST /matches/preview')
      default:
        return this.campaign(startMs, trace, `GET ${route}`, gift)
    }
  }

  request(startMs: number): void {
    const { random, scribe } = this
    const ticket = random.integer(1, 100)
    const [method, route] = VISITS.find(([, , upTo]) => ticket <= upTo) ?? VISITS[0]
    const gift = this.newGift()
    const root = { traceId: scribe.newTrace(), spanId: '' }
    const who = { 'donor.id': `D-${random.integer(52_000, 53_400)}`, 'app.channel': random.pick(CHANNELS) }
    const attributes = { 'http.request.method': method, 'http.route': route, ...who, 'donor.country': gift.country }
    const step = { service: 'giving-gateway', name: `${method} ${route}`, startMs, parent: root, attributes }
    this.serve(step, 'server', (trace) => {
      const isLimited = random.chance(0.008)
      const done = isLimited ? { status: 429, durationMs: 1 } : this.inner(route, startMs + 2, trace, gift)
      const durationMs = done.durationMs + random.logNormal(3, 0.3)
      const url = route.replace('{slug}', gift.campaign)
      const fields = { method, url, statusCode: done.status, responseTime: Math.round(durationMs) }
      const severity = done.status >= 500 ? 'ERROR' : done.status === 429 ? 'WARN' : 'INFO'
      const text = done.status >= 500 ? 'request errored' : isLimited ? 'rate limit hit' : 'request completed'
      scribe.log('giving-gateway', startMs + durationMs, severity, text, fields, trace)
      return { status: done.status, durationMs }
    })
  }
}

export function fundraising(endMs: number): World {
  const system = new Fundraising(endMs)
  backOffice(system)
  sendFundraisingMetrics(system)
  const { onsetMs: onset, releaseMs: release, restartMs: restart, silentMs: silent } = system
  const world = system.world({ name: 'fundraising', services: SERVICES, marks: { onset, release, restart, silent } })
  const bodyOf = (start: string) => world.logs.find((log) => log.message.includes(start))?.body ?? ''
  const lines = {
    ...{ grpcLine: bodyOf('deny list not loaded'), failedLine: bodyOf('failed: fraud-screen answered') },
    ...{ bounceLine: bodyOf('mail bounced') },
  }
  return { ...world, names: { ...world.names, ...lines } }
}
