/** Metrics of the card back end: sessions, authorisations a minute, tokens left, the queue of settlement, holds, use. */
import { durationsOf } from './conventions.ts'
import { type Issuer, SESSIONS } from './issuer.ts'
import { eachTick } from './scribe.ts'

const EVERY_MS = 60_000
const BOUNDS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export function sendIssuerMetrics(system: Issuer): void {
  const { random, scribe, startMs, endMs } = system
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS / 2, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendSessions(system, timeMs)
    sendTrade(system, timeMs, fromMs)
    sendUse(system, timeMs)
    for (const service of ['card-edge', 'auth-engine', 'hsm-broker'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

function sendSessions(system: Issuer, timeMs: number): void {
  const { random, scribe, onsetMs } = system
  const gauge = { type: 'gauge', timeMs } as const
  const used = Math.min(SESSIONS, system.keptAt(timeMs) + random.integer(4, 10))
  const session = { ...gauge, unit: '{session}' }
  scribe.point('hsm-broker', { ...session, name: 'hsm.sessions.used', value: used })
  scribe.point('hsm-broker', { ...session, name: 'hsm.sessions.limit', value: SESSIONS })
  const waiting = timeMs >= onsetMs ? random.integer(8, 22) : 0
  scribe.point('hsm-broker', { ...gauge, name: 'hsm.sessions.waiting', unit: '{request}', value: waiting })
}

function sendTrade(system: Issuer, timeMs: number, fromMs: number): void {
  const { random, scribe, startMs, endMs, queued } = system
  const gauge = { type: 'gauge', timeMs } as const
  const told = (service: string, text: string, sinceMs: number, more: (line: string) => boolean = () => true) => {
    const isTold = ({ message, timeMs: at, body, ...log }: (typeof scribe.logs)[number]) =>
      log.service === service && at >= sinceMs && at < timeMs && message.startsWith(text) && more(body)
    return scribe.logs.filter(isTold).length
  }
  const depth = queued.filter(({ fromMs: from, toMs }) => from <= timeMs && toMs > timeMs).length + random.integer(1, 3)
  const topic = { 'messaging.destination.name': 'clearing' }
  const queue = { name: 'settlement.queue.depth', unit: '{record}', value: depth, attributes: topic }
  scribe.point('settlement-batcher', { ...gauge, ...queue })
  for (const scheme of ['visa', 'mastercard']) {
    const attributes = { 'card.scheme': scheme }
    const value = told('auth-engine', 'authorisation', timeMs - 60_000, (body) => body.includes(`"scheme":"${scheme}"`))
    const name = 'authorizations.per_minute'
    scribe.point('auth-engine', { ...gauge, name, unit: '{authorization}/min', value, attributes })
  }
  const progress = (timeMs - startMs) / (endMs - startMs)
  for (const [scheme, begin] of [
    ['visa', 184_220],
    ['mastercard', 61_540],
  ] as const) {
    const value = Math.round(begin - (scheme === 'visa' ? 118 : 74) * progress)
    const attributes = { 'card.scheme': scheme }
    scribe.point('wallet-tokens', { ...gauge, name: 'tokens.remaining', unit: '{token}', value, attributes })
  }
  const open = Math.round(9120 + 140 * progress + random.integer(-6, 6))
  scribe.point('hold-ledger', { ...gauge, name: 'holds.open', unit: '{hold}', value: open })
  const connections = random.integer(7, 13)
  scribe.point('hold-ledger', {
    ...{ ...gauge, name: 'db.client.connection.count', unit: '{connection}', value: connections },
    attributes: { 'db.client.connection.pool.name': 'holds', 'db.client.connection.state': 'used' },
  })
  const total = {
    type: 'cumulative',
    timeMs,
    startMs,
    name: 'authorizations.approved',
    unit: '{authorization}',
  } as const
  scribe.point('auth-engine', { ...total, value: told('auth-engine', 'authorisation approved', startMs) })
  const delta = { type: 'delta', timeMs, startMs: fromMs, name: 'records.settled', unit: '{record}' } as const
  scribe.point('settlement-batcher', { ...delta, value: told('settlement-batcher', 'record settled', fromMs) })
}

function sendUse({ random, scribe }: Issuer, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, percent] of [
    ['card-edge', 180, 17],
    ['auth-engine', 1480, 42],
    ['hsm-broker', 620, 21],
    ['hold-ledger', 910, 33],
    ['card-issuing', 270, 12],
    ['wallet-tokens', 340, 15],
    ['settlement-batcher', 410, 26],
  ] as const) {
    const value = Math.round(megabytes * 1e6 * (0.98 + 0.04 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value })
    const cpu = percent + random.integer(-30, 30) / 10
    scribe.point(service, { ...gauge, name: 'cpu.utilization.percent', unit: '%', value: cpu })
  }
}
