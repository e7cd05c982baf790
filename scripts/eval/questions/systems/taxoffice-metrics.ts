/** Metrics of the tax office: queues, connections, refunds, advisers who are logged in, disks, memory. */
import type { Random } from '../../../demo/random.ts'
import { durationsOf } from './conventions.ts'
import { eachTick, type Scribe } from './scribe.ts'

const EVERY_MS = 30_000
const BOUNDS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  readonly onsetMs: number
}

export function sendTaxofficeMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendUse(source, timeMs)
    sendQueues(source, timeMs)
    sendMoney(source, timeMs, fromMs)
    for (const service of ['citizen-portal', 'submission-service', 'assessment-engine'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

function sendUse({ random, scribe, startMs, onsetMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const isWrong = timeMs >= onsetMs
  for (const [service, megabytes, percent] of [
    ['citizen-portal', 710, 22],
    ['submission-service', 880, 31],
    ['assessment-engine', 1240, isWrong ? 38 : 27],
    ['notice-service', 560 + (timeMs - startMs) / 24_000, 18],
  ] as const) {
    const value = Math.round(megabytes * 1e6 * (0.97 + 0.06 * random.next()))
    scribe.point(service, { ...gauge, name: 'jvm.memory.used', unit: 'By', value })
    const cpu = percent + random.integer(-30, 30) / 10
    scribe.point(service, { ...gauge, name: 'cpu_percent', unit: '', value: cpu })
  }
  const rss = Math.round(148 * 1e6 * (0.97 + 0.06 * random.next()))
  scribe.point('refund-payer', { ...gauge, name: 'process_resident_memory_bytes', unit: '', value: rss })
  const pool = 'assessment-engine'
  const active = isWrong ? 20 : random.integer(1, 5)
  scribe.point(pool, { ...gauge, name: 'hikaricp.connections.active', unit: '', value: active })
  const waiting = isWrong ? Math.min(44, 4 + Math.round((timeMs - onsetMs) / 12_000)) + random.integer(0, 4) : 0
  scribe.point(pool, { ...gauge, name: 'hikaricp.connections.pending', unit: '', value: waiting })
}

function sendQueues({ random, scribe, startMs, endMs, onsetMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const badMinutes = Math.max(0, (timeMs - onsetMs) / 60_000)
  for (const [queue, usual, growth] of [
    ['intake', 12, 0],
    ['assessment', 18, 9],
  ] as const) {
    const value = Math.round(usual + growth * badMinutes) + random.integer(-3, 3)
    scribe.point('submission-service', { ...gauge, name: 'queue.length', unit: '', value, attributes: { queue } })
  }
  const letters = Math.max(1, 34 - Math.round(0.8 * badMinutes)) + random.integer(-2, 2)
  scribe.point('notice-service', { ...gauge, name: 'notices.to_print', unit: '{notice}', value: letters })
  for (const [software, usual] of [
    ['taxpro', 240],
    ['ledgerline', 135],
    ['filebee', 48],
  ] as const) {
    const value = usual + random.integer(-9, 9)
    const attributes = { software }
    scribe.point('adviser-upload', { ...gauge, name: 'advisers_online', unit: '', value, attributes })
  }
  const progress = (timeMs - startMs) / (endMs - startMs)
  for (const [volume, percent] of [
    ['vol-a', 61 + 5 * progress],
    ['vol-b', 79 + 6 * progress],
  ] as const) {
    const value = Math.round((percent + random.integer(-2, 2) / 10) * 10) / 10
    const attributes = { volume }
    scribe.point('document-store', { ...gauge, name: 'store.disk.used_percent', unit: '', value, attributes })
  }
}

function sendMoney({ random, scribe, startMs }: Source, timeMs: number, fromMs: number): void {
  const paid = scribe.logs.filter(({ message, timeMs: at }) => {
    return message === 'refund paid' && at >= startMs && at < timeMs
  })
  let euros = 0
  for (const { attributes } of paid) euros += Number(attributes['eur'] ?? 0)
  const total = { type: 'cumulative', timeMs, startMs, name: 'refunds_paid_eur_total', unit: '' } as const
  scribe.point('refund-payer', { ...total, value: Math.round(euros * 100) / 100 })
  const delta = { type: 'delta', timeMs, startMs: fromMs, name: 'refunds_paid', unit: '{refund}' } as const
  scribe.point('refund-payer', { ...delta, value: paid.filter(({ timeMs: at }) => at >= fromMs).length })
  const gauge = { type: 'gauge', timeMs } as const
  const account = Math.round(2_400_000 - euros)
  scribe.point('refund-payer', { ...gauge, name: 'payout_account_balance_eur', unit: '', value: account })
  scribe.point('refund-payer', { ...gauge, name: 'refunds.waiting', unit: '', value: random.integer(14, 31) })
}
