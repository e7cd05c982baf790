/** Metrics of the translation agency's platform by Prometheus' names: memory, the cache, queues, jobs, characters, money. */
import type { Random } from '../../../demo/random.ts'
import { eachTick, type Scribe } from './scribe.ts'

const EVERY_MS = 30_000
const MINUTE_MS = 60_000
const LIMIT_BYTES = 4_294_967_296

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  readonly importMs: number
  readonly onsetMs: number
  readonly recoveryMs: number
  readonly restartMs: number
}

export function sendTranslationMetrics(source: Source): void {
  const { random, startMs, endMs } = source
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendUse(source, timeMs)
    sendCache(source, timeMs)
    sendWork(source, timeMs)
    sendCounters(source, timeMs)
  })
}

function sendUse({ random, scribe, restartMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, share] of [
    ['portal-gateway', 84, 0.12],
    ['project-api', 512, 0.16],
    ['pretranslate', 236, 0.31],
    ['mt-bridge', 198, 0.18],
    ['termbase', 640, 0.24],
    ['linguist-desk', 575, 0.2],
    ['billing-ledger', 468, 0.07],
  ] as const) {
    const bytes = Math.round(megabytes * 1e6 * (0.92 + 0.16 * random.next()))
    scribe.point(service, { ...gauge, name: 'process_resident_memory_bytes', unit: '', value: bytes })
    const cpu = Math.round((share + random.integer(-5, 8) / 100) * 1000) / 1000
    scribe.point(service, { ...gauge, name: 'container_cpu_usage_ratio', unit: '', value: cpu })
    const restarts = service === 'mt-bridge' && timeMs >= restartMs ? 1 : 0
    scribe.point(service, { ...gauge, name: 'kube_pod_container_status_restarts', unit: '', value: restarts })
  }
}

/** The cache of terms: full from the import until that was dropped. */
function sendCache({ random, scribe, importMs, onsetMs, recoveryMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs, unit: '' } as const
  const usual = 1.62e9 + random.integer(-20, 20) * 1e6
  const part = Math.min(1, (timeMs - importMs) / (onsetMs - importMs))
  const isFilled = timeMs >= importMs && timeMs < recoveryMs
  const used = isFilled ? Math.min(LIMIT_BYTES, usual + part * (LIMIT_BYTES - usual)) : usual
  scribe.point('termbase', { ...gauge, name: 'redis_memory_used_bytes', value: Math.round(used) })
  scribe.point('termbase', { ...gauge, name: 'redis_memory_max_bytes', value: LIMIT_BYTES })
  const ratio = Math.round((0.36 + random.integer(-4, 4) / 100) * 1000) / 1000
  scribe.point('termbase', { ...gauge, name: 'term_cache_hit_ratio', value: ratio })
}

/** Jobs on offer, documents that wait or are parked: these stay parked until somebody takes them up. */
function sendWork({ random, scribe, startMs, endMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs, unit: '' } as const
  for (const [pair, open] of [
    ['en-de', 148],
    ['en-fr', 92],
    ['de-en', 41],
    ['en-es', 57],
    ['en-ja', 23],
  ] as const) {
    const value = open + random.integer(-5, 5)
    scribe.point('linguist-desk', { ...gauge, name: 'jobs_open', value, attributes: { 'lang.pair': pair } })
  }
  const parked = scribe.logs.filter((log) => log.message.includes('document parked') && log.timeMs < timeMs).length
  scribe.point('pretranslate', { ...gauge, name: 'documents_parked', value: parked })
  const queues = [
    ['pretranslate', 'documents.ready', random.integer(0, 9)],
    ['delivery-packer', 'reviews.approved', random.integer(0, 4)],
  ] as const
  for (const [service, queue, value] of queues)
    scribe.point(service, { ...gauge, name: 'rabbitmq_queue_messages_ready', value, attributes: { queue } })
  const evening = (timeMs - startMs) / (endMs - startMs)
  const online = Math.round(212 - 74 * evening) + random.integer(-4, 4)
  scribe.point('linguist-desk', { ...gauge, name: 'translators_online', value: online })
}

/** Counters that only rise; those of a process begin at nought when it starts. */
function sendCounters({ scribe, startMs, restartMs }: Source, timeMs: number): void {
  const fromMs = timeMs >= restartMs ? restartMs : startMs
  for (const provider of ['deepwave', 'lingocore']) {
    let value = 0
    for (const { message, attributes, timeMs: at } of scribe.logs) {
      const isCounted = message === 'batch translated' && attributes['provider'] === provider
      if (isCounted && at >= fromMs && at < timeMs) value += Number(attributes['characters'])
    }
    const counter = { type: 'cumulative', timeMs, startMs: fromMs, value, attributes: { provider } } as const
    scribe.point('mt-bridge', { ...counter, name: 'mt_characters_total', unit: '' })
  }
  const sent = scribe.logs.filter(({ message, timeMs: at }) => message === 'delivery sent' && at < timeMs).length
  const since = { type: 'cumulative', timeMs, startMs: startMs - 9 * 60 * MINUTE_MS, unit: '' } as const
  scribe.point('delivery-packer', { ...since, name: 'deliveries_sent_total', value: 1840 + sent })
}
