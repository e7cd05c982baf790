/** Metrics of the fundraising platform: durations, memory, processors, restarts, lag, gifts in euros, pools, lists, donors. */
import { durationsOf } from './conventions.ts'
import type { Fundraising } from './fundraising.ts'
import { eachTick } from './scribe.ts'

const EVERY_MS = 30_000
const BOUNDS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]
const RECEIVED = /received: (\d+)\.00 EUR by (\w+) for/

export function sendFundraisingMetrics(system: Fundraising): void {
  const { random, scribe, startMs, endMs } = system
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendUse(system, timeMs)
    sendGifts(system, fromMs, timeMs)
    sendLists(system, timeMs)
    for (const service of ['giving-gateway', 'donation-service'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

function sendUse({ random, scribe, restartMs }: Fundraising, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, share] of [
    ['giving-gateway', 148, 0.24],
    ['campaign-api', 232, 0.17],
    ['donation-service', 611, 0.21],
    ['fraud-screen', 187, 0.12],
    ['pay-connector', 96, 0.08],
    ['receipt-maker', 342, 0.33],
    ['thankyou-mailer', 118, 0.05],
  ] as const) {
    const bytes = Math.round(megabytes * 1e6 * (0.92 + 0.16 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value: bytes })
    const cpu = Math.round((share + random.integer(-3, 8) / 100) * 1000) / 1000
    scribe.point(service, { ...gauge, name: 'process.cpu.utilization', unit: '1', value: cpu })
    const restarts = service === 'thankyou-mailer' && timeMs >= restartMs ? 1 : 0
    scribe.point(service, { ...gauge, name: 'k8s.container.restarts', unit: '{restart}', value: restarts })
  }
  const lag = { ...gauge, name: 'kafka.consumer.lag', unit: '{message}' }
  scribe.point('receipt-maker', { ...lag, value: random.integer(1, 14) })
  const isBack = timeMs > restartMs + 60_000 || timeMs < restartMs - 10_000
  scribe.point('thankyou-mailer', { ...lag, value: isBack ? random.integer(0, 5) : random.integer(19, 26) })
  const used = { name: 'db.client.connection.count', unit: '{connection}', value: random.integer(5, 17) }
  scribe.point('donation-service', { ...gauge, ...used, attributes: { 'db.client.connection.state': 'used' } })
}

/** Euros that were given since the last time, by method; monthly gifts that are due; donors who are here. */
function sendGifts({ random, scribe, endMs, startMs }: Fundraising, fromMs: number, timeMs: number): void {
  const given: Record<string, number> = { card: 0, sepa: 0, paypal: 0 }
  for (const log of scribe.logs) {
    if (log.service !== 'donation-service' || log.timeMs < fromMs || log.timeMs >= timeMs) continue
    const [, euros = '0', method = ''] = RECEIVED.exec(log.message) ?? []
    if (method in given) given[method] = (given[method] ?? 0) + Number(euros)
  }
  for (const [method, value] of Object.entries(given)) {
    const counter = { name: 'donations.amount', unit: 'EUR', type: 'delta', timeMs, startMs: fromMs } as const
    scribe.point('donation-service', { ...counter, value, attributes: { 'payment.method': method } })
  }
  const gauge = { type: 'gauge', timeMs } as const
  const progress = (timeMs - startMs) / (endMs - startMs)
  const online = Math.round(310 + 130 * progress) + random.integer(-7, 7)
  scribe.point('giving-gateway', { ...gauge, name: 'donors.online', unit: '{donor}', value: online })
  scribe.point('campaign-api', { ...gauge, name: 'campaigns.live', unit: '{campaign}', value: random.integer(38, 44) })
  for (const [employer, full, spent] of [
    ['nordbank', 48_200, 9100],
    ['kessler-ag', 21_750, 3900],
    ['lumen', 940, 610],
  ] as const) {
    const value = Math.round(full - spent * progress)
    const pool = { name: 'matching.pool.remaining', unit: 'EUR', value, attributes: { employer } }
    scribe.point('match-funds', { ...gauge, ...pool })
  }
}

/** How old the list of the first pod is, and how many entries it has. */
function sendLists({ random, scribe, onsetMs }: Fundraising, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const isLost = timeMs >= onsetMs
  const age = isLost ? Math.round((timeMs - onsetMs) / 1000) + 120 : random.integer(4, 119)
  scribe.point('fraud-screen', { ...gauge, name: 'denylist.age', unit: 's', value: age })
  const entries = isLost ? 0 : 61_400 + random.integer(0, 90)
  scribe.point('fraud-screen', { ...gauge, name: 'denylist.entries', unit: '{entry}', value: entries })
}
