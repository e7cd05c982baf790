/** Metrics of the registrar: transaction ids, the queue, held changes, sessions and deposits at registries, name servers. */
import type { Random } from '../../../demo/random.ts'
import { durationsOf } from './conventions.ts'
import { eachTick, type Scribe } from './scribe.ts'

const EVERY_MS = 30_000
const BOUNDS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  readonly onsetMs: number
  readonly backfillMs: number
  podOf(name: string, traceId: string): string
}

export function sendDnshostMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendUse(source, timeMs)
    sendZones(source, timeMs)
    sendRegistries(source, timeMs)
    sendCounters(source, timeMs, fromMs)
    for (const service of ['control-panel', 'zone-editor', 'domain-search', 'zone-publisher'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

function sendUse(source: Source, timeMs: number): void {
  const { random, scribe, startMs } = source
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, share, pods] of [
    ['zone-editor', 148, 0.21, 3],
    ['control-panel', 390, 0.34, 2],
    ['domain-search', 520 + (timeMs - startMs) / 22_000, 0.46, 2],
  ] as const) {
    for (let one = 0; one < pods; one++) {
      const instance = source.podOf(service, one.toString(16).padStart(3, '0'))
      const value = Math.round((megabytes + 31 * one) * 1e6 * (0.98 + 0.04 * random.next()))
      scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value, instance })
      const cpu = Math.round((share + 0.06 * one + random.integer(-30, 50) / 1000) * 1000) / 1000
      scribe.point(service, { ...gauge, name: 'process.cpu.utilization', unit: '1', value: cpu, instance })
    }
  }
}

/** The ids that are left fall while the backfill runs and stand still when nothing is written any more. */
function sendZones({ random, scribe, startMs, onsetMs, backfillMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const idle = (Math.min(timeMs, backfillMs) - startMs) / (backfillMs - startMs)
  const busy = Math.max(0, Math.min(1, (timeMs - backfillMs) / (onsetMs - backfillMs)))
  const left = Math.round(4_640_000 - 40_000 * idle - 1_600_000 * busy)
  const ids = { name: 'postgresql.xid.remaining', unit: '{transaction}', attributes: { 'db.namespace': 'zones' } }
  scribe.point('zone-publisher', { ...gauge, ...ids, value: left })
  const isOver = timeMs >= onsetMs + 40_000
  for (const [group, usual] of [
    ['eu', 19],
    ['us', 12],
    ['apac', 6],
  ] as const) {
    const value = isOver ? 0 : usual + random.integer(-3, 4)
    const depth = { name: 'publish_queue.depth', unit: '{zone}', attributes: { 'ns.group': group } }
    scribe.point('zone-publisher', { ...gauge, ...depth, value })
  }
  const minutes = Math.max(0, (timeMs - onsetMs) / 60_000)
  const held = Math.round(4 + 11 * minutes) + random.integer(-2, 2)
  scribe.point('zone-editor', { ...gauge, name: 'zone.changes.held', unit: '{change}', value: held })
  const certs = Math.round(23 + 4 * minutes) + random.integer(-3, 3)
  scribe.point('cert-issuer', { ...gauge, name: 'certs.pending', unit: '{certificate}', value: certs })
  for (const [nameserver, usual] of [
    ['ns1', 8400],
    ['ns2', 7900],
    ['ns3', 6100],
    ['ns4', 3300],
  ] as const) {
    const value = usual + random.integer(-220, 220)
    scribe.point('ns-sync', { ...gauge, name: 'dns.queries', unit: '{query}/s', value, attributes: { nameserver } })
  }
}

function sendRegistries({ random, scribe, startMs, endMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const progress = (timeMs - startMs) / (endMs - startMs)
  for (const [registry, sessions, deposit] of [
    ['verisign', 14, 18_400],
    ['denic', 9, 7350],
    ['afnic', 4, 2900],
    ['nic-io', 3, 5100],
    ['pir', 5, 3650],
  ] as const) {
    const attributes = { registry }
    const value = sessions + random.integer(-1, 2)
    scribe.point('registrar-epp', { ...gauge, name: 'epp.sessions', unit: '{session}', value, attributes })
    const rest = Math.round((deposit * (1 - 0.14 * progress) + random.integer(-8, 8)) * 100) / 100
    scribe.point('registrar-epp', { ...gauge, name: 'registry.deposit', unit: 'EUR', value: rest, attributes })
  }
  const sessions = 240 + random.integer(-25, 25)
  scribe.point('control-panel', { ...gauge, name: 'panel.sessions', unit: '{session}', value: sessions })
  const hits = Math.round(870 + random.integer(-25, 25)) / 10
  scribe.point('domain-search', { ...gauge, name: 'search.cache.hit_ratio', unit: '%', value: hits })
  for (const [partition, usual] of [
    ['0', 14],
    ['1', 61],
    ['2', 9],
  ] as const) {
    const value = usual + random.integer(-4, 5)
    const lag = { name: 'kafka.consumer.lag', unit: '{message}', attributes: { partition } }
    scribe.point('billing-renewals', { ...gauge, ...lag, value })
  }
  for (const [kind, usual] of [
    ['phishing', 132],
    ['spam', 88],
    ['malware', 41],
    ['copyright', 17],
  ] as const) {
    const value = Math.round(usual * (kind === 'spam' ? 1 - 0.25 * progress : 1)) + random.integer(-2, 2)
    const cases = { name: 'abuse.cases.open', unit: '{case}', attributes: { kind } }
    scribe.point('abuse-desk', { ...gauge, ...cases, value })
  }
}

function sendCounters({ scribe, startMs }: Source, timeMs: number, fromMs: number): void {
  const count = (service: string, pattern: RegExp, sinceMs: number) =>
    scribe.logs.filter(
      (log) => log.service === service && pattern.test(log.message) && log.timeMs >= sinceMs && log.timeMs < timeMs,
    ).length
  const issued = { type: 'delta', name: 'certs.issued', unit: '{certificate}', timeMs, startMs: fromMs } as const
  scribe.point('cert-issuer', { ...issued, value: count('cert-issuer', /issued by/, fromMs) })
  const sent = { type: 'cumulative', name: 'epp_commands_total', unit: '', timeMs, startMs } as const
  scribe.point('registrar-epp', { ...sent, value: count('registrar-epp', /^domain:/, startMs) })
}
