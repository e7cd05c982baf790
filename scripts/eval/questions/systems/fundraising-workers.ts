/** What the fundraising platform does beside its requests: receipts, mails, monthly gifts, payouts, lists, a release. */
import type { Fundraising, Gift } from './fundraising.ts'
import { fraudPod } from './fundraising-names.ts'
import { eachArrival, eachTick, type Trace } from './scribe.ts'

const MINUTE_MS = 60_000
const TOO_LARGE =
  'deny list not loaded: rpc error: code = ResourceExhausted desc = grpc: received message larger than max (4718592 vs. 4194304)'

/** Receipts and mails follow a donation over a topic. */
export function publishDonation(system: Fundraising, startMs: number, parent: Trace, gift: Gift): void {
  const { random } = system
  const topic = { 'messaging.system': 'kafka', 'messaging.destination.name': 'donation.received' }
  const step = { service: 'donation-service', name: 'donation.received publish', startMs, parent, attributes: topic }
  system.call(step, 'producer', (trace) => {
    makeReceipt(system, startMs + random.logNormal(140, 0.5), trace, gift)
    sendMail(system, startMs + random.logNormal(420, 0.5), trace, gift)
    return { status: 200, durationMs: random.logNormal(4, 0.2) }
  })
}

function makeReceipt(system: Fundraising, startMs: number, parent: Trace, gift: Gift): void {
  const { random, scribe } = system
  const attributes = { 'messaging.destination.name': 'donation.received', 'donor.country': gift.country }
  const step = { service: 'receipt-maker', name: 'donation.received process', startMs, parent, attributes }
  system.serve(step, 'consumer', (trace) => {
    const durationMs = random.logNormal(gift.country === 'ch' ? 610 : 330, 0.3)
    const atMs = startMs + durationMs
    if (random.chance(0.05))
      scribe.log('receipt-maker', atMs, 'WARN', `receipt for ${gift.id} postponed: address is incomplete`, {}, trace)
    else {
      const pages = random.integer(1, 3)
      scribe.log(
        'receipt-maker',
        atMs,
        'INFO',
        `receipt for ${gift.id} written (${gift.country}, ${pages} pages)`,
        {},
        trace,
      )
    }
    return { status: 200, durationMs }
  })
}

function sendMail(system: Fundraising, startMs: number, parent: Trace, gift: Gift): void {
  const { random, scribe } = system
  const attributes = { 'messaging.destination.name': 'donation.received', 'campaign.slug': gift.campaign }
  const step = { service: 'thankyou-mailer', name: 'donation.received process', startMs, parent, attributes }
  system.serve(step, 'consumer', (trace) => {
    const durationMs = random.logNormal(88, 0.4)
    const template = random.pick(['thanks-short', 'thanks-short', 'thanks-story', 'first-gift'])
    const fields = { donation: gift.id, template }
    const isBounced = random.chance(0.04)
    scribe.log(
      'thankyou-mailer',
      startMs + durationMs,
      isBounced ? 'WARN' : 'INFO',
      isBounced ? 'mail bounced: mailbox is full' : 'thank-you mail sent',
      fields,
      trace,
    )
    return { status: 200, durationMs }
  })
}

/** A monthly gift whose day has come. */
function chargeDueGift(system: Fundraising, startMs: number): void {
  const { random, scribe } = system
  const root = { traceId: scribe.newTrace(), spanId: '' }
  const gift = { ...system.newGift(), method: random.pick(['card', 'sepa', 'sepa']), employer: null }
  const attributes = { 'messaging.destination.name': 'gifts.due', 'charity.name': gift.charity }
  const step = { service: 'recurring-runner', name: 'gifts.due process', startMs, parent: root, attributes }
  system.serve(step, 'consumer', (trace) => {
    const given = system.give(startMs + 3, trace, gift, 'recurring-runner')
    const durationMs = given.durationMs + 5
    const fields = { gift: gift.id, charity: gift.charity, status: given.status }
    if (given.status >= 500)
      scribe.log('recurring-runner', startMs + durationMs, 'ERROR', 'monthly gift not charged', fields, trace)
    else if (given.status >= 400)
      scribe.log(
        'recurring-runner',
        startMs + durationMs,
        'WARN',
        'monthly gift skipped, next attempt in 3 days',
        fields,
        trace,
      )
    else scribe.log('recurring-runner', startMs + durationMs, 'INFO', 'monthly gift charged', fields, trace)
    return { status: given.status, durationMs }
  })
}

/** Pods load the list of denied donors every two minutes; each has a turn of its own. */
function loadLists(system: Fundraising): void {
  const { random, scribe, startMs, endMs, onsetMs } = system
  const traceOf = (pod: number): Trace => {
    for (;;) {
      const traceId = scribe.newTrace()
      if (fraudPod(traceId) === pod) return { traceId, spanId: '' }
    }
  }
  for (const pod of [0, 1, 2]) {
    eachTick({ fromMs: startMs + 11_000 * (pod + 1), toMs: onsetMs, everyMs: 2 * MINUTE_MS }, random, (timeMs) => {
      scribe.log(
        'fraud-screen',
        timeMs,
        'INFO',
        'deny list loaded',
        { entries: 61_400 + random.integer(0, 90) },
        traceOf(pod),
      )
    })
    eachTick({ fromMs: onsetMs + 900 * pod, toMs: endMs - 1000, everyMs: MINUTE_MS }, random, (timeMs) => {
      if (pod < 2) scribe.log('fraud-screen', timeMs, 'ERROR', TOO_LARGE, { source: 'risk-lists:9090' }, traceOf(pod))
      else scribe.log('fraud-screen', timeMs, 'INFO', 'deny list unchanged (etag)', { entries: 61_468 }, traceOf(pod))
    })
  }
  const merged = { feed: 'interbank', added: 38_214, user: 'a.kovac' }
  scribe.log('fraud-screen', onsetMs - 48_000, 'INFO', 'deny list feed merged', merged)
}

function payOut(system: Fundraising): void {
  const { random, scribe, startMs, silentMs } = system
  eachTick({ fromMs: startMs + 20_000, toMs: silentMs, everyMs: 45_000 }, random, (timeMs) => {
    const charity = random.pick(['brightwater', 'table-for-all', 'haven-tails', 'open-hands'])
    const euros = random.integer(180, 9400)
    scribe.log('payout-batch', timeMs, 'INFO', `payout to ${charity} ordered: ${euros} EUR`)
    if (random.chance(0.12))
      scribe.log('payout-batch', timeMs + 900, 'WARN', `payout to ${charity} delayed: bank is closed for today`)
  })
}

export function backOffice(system: Fundraising): void {
  const { random, scribe, startMs, endMs, releaseMs, restartMs } = system
  const range = { fromMs: startMs, toMs: endMs - 1500 }
  eachArrival({ ...range, meanMs: 1400 }, random, (timeMs) => system.request(timeMs))
  eachArrival({ ...range, meanMs: 7000 }, random, (timeMs) => chargeDueGift(system, timeMs))
  loadLists(system)
  payOut(system)
  scribe.log('campaign-api', releaseMs, 'INFO', 'campaign-api 8.4.0 started', { workers: 4 })
  scribe.log('thankyou-mailer', restartMs - 6000, 'INFO', 'received SIGTERM, draining', { signal: 'SIGTERM' })
  scribe.log('thankyou-mailer', restartMs, 'INFO', 'thankyou-mailer 2.3.8 started', { templates: 14 })
  eachTick({ fromMs: startMs + 70_000, toMs: endMs - 9000, everyMs: 5 * MINUTE_MS }, random, (timeMs) => {
    const campaigns = random.integer(38, 44)
    scribe.log('campaign-api', timeMs, 'INFO', 'totals refreshed', { campaigns })
  })
}
