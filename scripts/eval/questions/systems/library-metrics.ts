/** Metrics of the city libraries as Prometheus names them: counters that only rise, bytes, seconds, load; no units sent. */
import type { Random } from '../../../demo/random.ts'
import { eachTick, type Scribe } from './scribe.ts'

const EVERY_MS = 30_000

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
}

export function sendLibraryMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  const cpu = new Map<string, number>()
  const range = { fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }
  let fromMs = startMs
  const requests = new Map<string, number>()
  eachTick(range, random, (timeMs) => {
    const counter = { type: 'cumulative', timeMs, startMs, unit: '' } as const
    for (const span of scribe.spans) {
      if (!span.isEntry || span.endMs < fromMs || span.endMs >= timeMs) continue
      const key = `${span.service} ${span.attributes['http.status_code']}`
      requests.set(key, (requests.get(key) ?? 0) + 1)
    }
    for (const [key, value] of requests) {
      const [service = '', code = ''] = key.split(' ')
      if (service !== 'opac-web' && service !== 'loan-core') continue
      scribe.point(service, { ...counter, name: 'http_requests_total', value, attributes: { code } })
    }
    sendUse(source, timeMs, cpu)
    const sent = scribe.logs
      .filter((log) => log.service === 'notice-batch' && log.timeMs < timeMs)
      .reduce((sum, log) => sum + Number(/(\d+) notices sent/.exec(log.message)?.[1] ?? 0), 0)
    scribe.point('notice-batch', { ...counter, name: 'notices_sent_total', value: sent })
    fromMs = timeMs
  })
}

function sendUse({ random, scribe, startMs, endMs }: Source, timeMs: number, cpu: Map<string, number>): void {
  const gauge = { type: 'gauge', timeMs, unit: '' } as const
  const counter = { type: 'cumulative', timeMs, startMs, unit: '' } as const
  for (const [service, megabytes, load] of [
    ['opac-web', 310, 0.7],
    ['loan-core', 1240, 1.4],
    ['search-solr', 2900, 0.9],
  ] as const) {
    const bytes = Math.round(megabytes * 1e6 * (0.93 + 0.14 * random.next()))
    scribe.point(service, { ...gauge, name: 'process_resident_memory_bytes', value: bytes })
    const load1 = Math.round(load * (0.6 + 0.8 * random.next()) * 100) / 100
    scribe.point(service, { ...gauge, name: 'node_load1', value: load1 })
    for (const [mode, share] of [
      ['user', 0.22],
      ['system', 0.06],
      ['idle', 0.7],
    ] as const) {
      const key = `${service} ${mode}`
      cpu.set(key, (cpu.get(key) ?? 40_000 * share) + (EVERY_MS / 1000) * share * (0.9 + 0.2 * random.next()))
      const value = Math.round((cpu.get(key) ?? 0) * 100) / 100
      scribe.point(service, { ...counter, name: 'node_cpu_seconds_total', value, attributes: { cpu: '0', mode } })
    }
  }
  const free = Math.round(61e9 - (2.4e9 * (timeMs - startMs)) / (endMs - startMs)) + random.integer(-9e6, 9e6)
  const disk = { name: 'node_filesystem_avail_bytes', value: free, attributes: { mountpoint: '/var' } }
  scribe.point('loan-core', { ...gauge, ...disk })
  const threads = { name: 'mysql_global_status_threads_connected', value: random.integer(11, 24) }
  scribe.point('loan-core', { ...gauge, ...threads })
  scribe.point('opac-web', { ...gauge, name: 'php_fpm_active_processes', value: random.integer(2, 9) })
}
