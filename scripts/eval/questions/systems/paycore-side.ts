/** What goes on beside the payments: the ledger, webhooks to merchants, payouts to banks, the dashboard, settlement. */
import type { Paycore, Payment } from './paycore.ts'
import * as names from './paycore-names.ts'
import { eachTick, type Trace } from './scribe.ts'
import type { Outcome } from './system.ts'

/** Payments, refunds and payouts become entries; now and then the database takes its time. */
export function book(system: Paycore, startMs: number, parent: Trace, payment: Payment, kind: string): Outcome {
  const { random, scribe } = system
  const { id, merchant, eur } = payment
  const attributes = { 'entry.kind': kind, 'merchant.name': merchant }
  const step = { service: 'ledger', name: 'POST /entries', startMs, parent, attributes }
  const work = (trace: Trace) => {
    const isSlow = random.chance(0.02)
    const saved = system.store('ledger', 'postgresql', 'INSERT entries', startMs + 2, trace, isSlow ? 640 : 7)
    const durationMs = saved.durationMs + random.logNormal(8, 0.3)
    const spent = Math.round(saved.durationMs)
    if (isSlow) scribe.log('ledger', startMs + durationMs, 'WARN', 'slow query', { table: 'entries', ms: spent }, trace)
    const fields = { entry: id, kind, merchant, amount_eur: eur }
    scribe.log('ledger', startMs + durationMs + 1, 'INFO', 'entry written', fields, trace)
    return { status: 201, durationMs: durationMs + 1 }
  }
  if (kind !== 'payout') return system.through('payment-intents', step, work)
  return system.serve(step, work)
}

/** An event for a merchant; the endpoint of one answers 500 now and then. */
export function notify(
  system: Paycore,
  startMs: number,
  parent: Trace,
  { id, merchant }: Payment,
  event: string,
): void {
  const { random, scribe, restartMs } = system
  const isAway = startMs >= restartMs - 6000 && startMs < restartMs
  const takenMs = (isAway ? restartMs : startMs) + random.logNormal(400, 0.4)
  system.queued.push({ fromMs: startMs, toMs: takenMs })
  const isFailed = merchant === names.SHAKY && random.chance(0.3)
  const durationMs = random.logNormal(140, 0.4)
  const trace = { traceId: parent.traceId, spanId: scribe.newSpan() }
  const attributes = { 'event.type': event, 'merchant.name': merchant }
  const step = { service: 'webhook-dispatcher', name: `deliver ${event}`, startMs: takenMs, parent }
  system.write(step, 'unspecified', trace, { status: isFailed ? 500 : 200, durationMs }, attributes, true)
  const text = isFailed
    ? `webhook ${event} to ${merchant} for ${id} failed: endpoint answered 500, will retry`
    : `webhook ${event} to ${merchant} for ${id} delivered in ${Math.round(durationMs)} ms`
  scribe.log('webhook-dispatcher', takenMs + durationMs, isFailed ? 'WARN' : 'INFO', text, {}, trace)
}

/** Money to a merchant's bank. */
export function sendPayout(system: Paycore, startMs: number, trace: Trace, payment: Payment): Outcome {
  const { random, scribe } = system
  const { id, merchant, eur } = payment
  const fields = { payout: id, merchant, bank: random.pick(names.BANKS), amount_eur: eur }
  const say = (afterMs: number, severity: 'INFO' | 'WARN', text: string) =>
    scribe.log('payouts', startMs + afterMs, severity, text, fields, trace)
  const ownMs = random.logNormal(24, 0.3)
  if (random.chance(0.07)) {
    say(ownMs, 'WARN', 'payout refused: balance too low')
    return { status: 422, durationMs: ownMs }
  }
  const booked = book(system, startMs + ownMs, trace, payment, 'payout')
  const durationMs = ownMs + booked.durationMs + random.logNormal(190, 0.3)
  say(durationMs, 'INFO', 'payout sent')
  system.remember('goodPayout', id, startMs)
  if (random.chance(0.05)) say(durationMs + 45_000, 'WARN', 'payout returned by the bank: account closed')
  return { status: 201, durationMs }
}

/** The dashboard reads payments and balances; a few of its users have signed in too long ago. */
export function showDashboard(system: Paycore, startMs: number, trace: Trace, { merchant }: Payment): Outcome {
  const { random, scribe } = system
  const ownMs = random.logNormal(22, 0.3)
  const fields = { merchant }
  if (random.chance(0.06)) {
    scribe.log('merchant-dashboard', startMs + ownMs, 'WARN', 'session expired, sign in again', fields, trace)
    return { status: 401, durationMs: ownMs }
  }
  const read = (service: string, name: string, table: string, atMs: number) =>
    system.through('merchant-dashboard', { service, name, startMs: atMs, parent: trace }, (inner) => {
      const found = system.store(service, 'postgresql', `SELECT ${table}`, atMs + 2, inner, 9)
      return { status: 200, durationMs: found.durationMs + random.logNormal(9, 0.3) }
    })
  const list = read('payment-intents', 'GET /internal/recent', 'payments', startMs + ownMs)
  const balance = read('ledger', 'GET /internal/balance', 'balances', startMs + ownMs + list.durationMs)
  const durationMs = ownMs + list.durationMs + balance.durationMs + 4
  scribe.log('merchant-dashboard', startMs + durationMs, 'INFO', 'overview shown', fields, trace)
  return { status: 200, durationMs }
}

/** Every five minutes what was captured is put into batches, one for each network. */
export function runSettlement({ random, scribe, startMs, endMs }: Paycore): void {
  let run = 5510
  let fromMs = startMs
  const say = (atMs: number, severity: 'INFO' | 'WARN', text: string) =>
    scribe.log('settlement-job', atMs, severity, text)
  eachTick({ fromMs: startMs + 200_000, toMs: endMs - 20_000, everyMs: 300_000 }, random, (timeMs) => {
    say(timeMs, 'INFO', `settlement run ${++run} started`)
    let atMs = timeMs
    for (const network of ['northcard', 'solapay', 'axio']) {
      atMs += random.integer(2000, 4000)
      const lines = scribe.logs.filter(
        ({ attributes, timeMs: at }) => attributes['network'] === network && at >= fromMs && at < timeMs,
      )
      const captured = lines.filter(({ message }) => message === 'payment captured')
      const eur = captured.reduce((sum, { attributes }) => sum + Number(attributes['amount_eur']), 0)
      say(atMs, 'INFO', `batch ${network} closed: ${captured.length} payments, ${eur.toFixed(2)} EUR`)
      const unknown = lines.filter(({ message }) => message.startsWith('payment failed')).length
      if (network === 'solapay' && unknown > 0)
        say(atMs + 300, 'WARN', `batch solapay incomplete: ${unknown} payments in unknown state`)
    }
    const tookMs = atMs + 1500 - timeMs
    say(atMs + 1500, 'INFO', `settlement run ${run} finished in ${(tookMs / 1000).toFixed(1)} s`)
    fromMs = timeMs
  })
}
