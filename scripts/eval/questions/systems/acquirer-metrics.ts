/** Metrics of the payment service provider: approval rates, queues, connections, certificates, settlement, memory. */
import type { Acquirer } from './acquirer.ts'
import { durationsOf } from './conventions.ts'
import { eachTick } from './scribe.ts'

const EVERY_MS = 60_000
const DAY_MS = 86_400_000
const BOUNDS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function sendAcquirerMetrics(system: Acquirer): void {
  const { random, scribe, startMs, endMs } = system
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS / 2, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendNetworks(system, timeMs)
    sendQueues(system, timeMs)
    sendUse(system, timeMs)
    sendTotals(system, timeMs, fromMs)
    for (const service of ['payment-api', 'card-gateway', 'threeds-server'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

function sendNetworks({ random, scribe, onsetMs }: Acquirer, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const isWrong = timeMs >= onsetMs
  for (const [network, usual, now, days] of [
    ['visa', 91, 91, 212],
    ['mastercard', 89, 21, 0],
    ['amex', 87, 87, 88],
    ['jcb', 85, 46, 301],
  ] as const) {
    const attributes = { network }
    const percent = (isWrong ? now : usual) + random.integer(-20, 20) / 10
    scribe.point('payment-api', { ...gauge, name: 'auth.approval_rate', unit: '%', value: percent, attributes })
    const left = days > 0 ? days : Math.floor((onsetMs - timeMs) / DAY_MS) + 1
    scribe.point('card-gateway', { ...gauge, name: 'tls.client_cert.days_left', unit: 'd', value: left, attributes })
  }
}

function sendQueues({ random, scribe, onsetMs, threedsMs, darkMs, queued }: Acquirer, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const waiting = queued.filter(({ fromMs, toMs }) => fromMs <= timeMs && toMs > timeMs).length
  const length = { name: 'webhook.queue.length', unit: '{event}', value: waiting + random.integer(2, 5) }
  scribe.point('webhook-sender', { ...gauge, ...length })
  for (const [route, usual, now] of [
    ['primary', 84, 61],
    ['secondary', 22, 156],
  ] as const) {
    const value = (timeMs >= onsetMs + 180_000 ? now : usual) + random.integer(-4, 4)
    const attributes = { route }
    scribe.point('card-gateway', { ...gauge, name: 'connections.open', unit: '', value, attributes })
  }
  const busy = timeMs >= threedsMs ? 64 : timeMs >= onsetMs ? random.integer(30, 45) : random.integer(6, 14)
  scribe.point('payment-api', { ...gauge, name: 'workers.busy', unit: '', value: busy })
  const darkMinutes = Math.max(0, (timeMs - darkMs) / 60_000)
  for (const [network, usual, growth] of [
    ['visa', 310, 62],
    ['mastercard', 240, 31],
    ['amex', 70, 9],
    ['jcb', 35, 4],
  ] as const) {
    const value = Math.round(usual * (0.9 + 0.2 * random.next()) + growth * darkMinutes)
    const attributes = { network }
    const name = 'settlement.backlog'
    scribe.point('ledger-book', { ...gauge, name, unit: '{transaction}', value, attributes })
  }
}

function sendUse({ random, scribe, startMs, endMs }: Acquirer, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const progress = (timeMs - startMs) / (endMs - startMs)
  for (const [service, megabytes, percent] of [
    ['payment-api', 920, 41],
    ['card-gateway', 310, 26],
    ['threeds-server', 640, 19],
    ['token-vault', 480, 15],
    ['fraud-score', 1480 + 260 * progress, 57],
    ['webhook-sender', 270, 12],
  ] as const) {
    const value = Math.round(megabytes * 1e6 * (0.98 + 0.04 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value })
    const cpu = percent + random.integer(-30, 30) / 10
    scribe.point(service, { ...gauge, name: 'cpu.percent', unit: '', value: cpu })
  }
  const tokens = Math.round(1_204_000 + 900 * progress)
  scribe.point('token-vault', { ...gauge, name: 'tokens.stored', unit: '{token}', value: tokens })
  const pool = random.integer(5, 11)
  scribe.point('ledger-book', { ...gauge, name: 'db.connections.active', unit: '', value: pool })
}

function sendTotals({ scribe, startMs }: Acquirer, timeMs: number, fromMs: number): void {
  let eur = 0
  for (const { message, attributes, timeMs: atMs } of scribe.logs)
    if (message === 'capture booked' && atMs >= startMs && atMs < timeMs) eur += Number(attributes['amount_eur'] ?? 0)
  const total = { type: 'cumulative', timeMs, startMs, name: 'captured_eur_total', unit: '' } as const
  scribe.point('payment-api', { ...total, value: Math.round(eur * 100) / 100 })
  const delta = { type: 'delta', timeMs, startMs: fromMs, name: 'webhooks_delivered', unit: '{webhook}' } as const
  const delivered = scribe.logs.filter(
    (log) => log.message === 'webhook delivered' && log.timeMs >= fromMs && log.timeMs < timeMs,
  )
  scribe.point('webhook-sender', { ...delta, value: delivered.length })
}
