/** Metrics of newsletter mailing: half by Prometheus' names without units, half by semantic conventions. */
import type { Random } from '../../../demo/random.ts'
import { durationsOf } from './conventions.ts'
import { eachTick, type Scribe } from './scribe.ts'

const EVERY_MS = 30_000
const BOUNDS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  readonly restartMs: number
  readonly silenceMs: number
}

export function sendMailingMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  let fromMs = startMs
  const mails = new Map<string, number>()
  const codes = new Map<string, number>()
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    const counter = { type: 'cumulative', timeMs, startMs, unit: '' } as const
    for (const log of scribe.logs) {
      if (log.timeMs < fromMs || log.timeMs >= timeMs) continue
      if (log.service === 'send-worker' && log.message === 'batch sent') {
        const domain = String(log.attributes['domain'])
        mails.set(domain, (mails.get(domain) ?? 0) + Number(log.attributes['mails']))
      }
      if (log.service !== 'public-gateway') continue
      const code = log.message.slice(-3)
      codes.set(code, (codes.get(code) ?? 0) + 1)
    }
    for (const [domain, value] of mails)
      scribe.point('send-worker', { ...counter, name: 'mails_sent_total', value, attributes: { domain } })
    for (const [code, value] of codes)
      scribe.point('public-gateway', { ...counter, name: 'nginx_http_requests_total', value, attributes: { code } })
    sendUse(source, timeMs)
    scribe.point('campaign-api', durationsOf(scribe, 'campaign-api', BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

function sendUse({ random, scribe, startMs, endMs, restartMs, silenceMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes] of [
    ['send-worker', 96],
    ['tracking-api', 74],
    ['public-gateway', 41],
  ] as const) {
    const resident = Math.round(megabytes * 1e6 * (0.88 + 0.24 * random.next()))
    scribe.point(service, { ...gauge, unit: '', name: 'process_resident_memory_bytes', value: resident })
  }
  for (const service of ['send-worker', 'tracking-api'] as const)
    scribe.point(service, { ...gauge, unit: '', name: 'go_goroutines', value: random.integer(31, 88) })
  const queue = { name: 'rabbitmq_queue_messages_ready', attributes: { queue: 'sends.queued' } }
  scribe.point('send-worker', { ...gauge, unit: '', ...queue, value: random.integer(0, 14) })
  const restarts = timeMs >= restartMs ? 1 : 0
  scribe.point('tracking-api', { ...gauge, unit: '{restart}', name: 'k8s.container.restarts', value: restarts })
  const heap = { name: 'jvm.memory.used', attributes: { 'jvm.memory.type': 'heap' } }
  scribe.point('audience-service', {
    ...gauge,
    unit: 'By',
    ...heap,
    value: Math.round(610e6 * (0.75 + 0.5 * random.next())),
  })
  const progress = (timeMs - startMs) / (endMs - startMs)
  const people = Math.round(1_204_300 + 640 * progress) + random.integer(-20, 20)
  scribe.point('audience-service', { ...gauge, unit: '{subscriber}', name: 'subscribers.active', value: people })
  for (const [service, share] of [
    ['campaign-api', 0.24],
    ['template-renderer', 0.52],
  ] as const) {
    const cpu = Math.round((share + random.integer(-6, 9) / 100) * 1000) / 1000
    scribe.point(service, { ...gauge, unit: '1', name: 'process.cpu.utilization', value: cpu })
  }
  if (timeMs < silenceMs) {
    const behind = Math.round((4 + 22 * random.next()) * 10) / 10
    scribe.point('stats-rollup', { ...gauge, unit: 's', name: 'rollup.lag', value: behind })
  }
}
