/** Metrics of the helpdesk by Prometheus' names: durations, memory, queues, open tickets, timers, counters since the start. */
import type { Random } from '../../../demo/random.ts'
import type { LogRow } from '../records.ts'
import { durationsOf } from './conventions.ts'
import { SERVICES, TENANTS } from './helpdesk-names.ts'
import { eachTick, type Scribe } from './scribe.ts'

const EVERY_MS = 30_000
const MINUTE_MS = 60_000
const BOUNDS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  readonly onsetMs: number
  readonly recoveryMs: number
  readonly silentMs: number
}

/** Counters of lines that were written so far: service, name, what the line says, what it had at the start. */
const COUNTERS = [
  ['file-vault', 'attachments_stored_total', /^file stored/, 48_211],
  ['file-vault', 'file_vault_io_errors_total', /^ESTALE/, 3],
  ['ticket-core', 'tickets_created_total', /^ticket created/, 120_406],
  ['ticket-core', 'macros_applied_total', /^macro applied/, 9120],
  ['sla-clock', 'sla_breaches_total', /^SLA breached/, 212],
  ['csat-mailer', 'csat_surveys_sent_total', /^survey sent/, 5177],
] as const

const MEMORY = [
  ['desk-web', 612],
  ['chat-gateway', 188],
  ['ticket-core', 1340],
  ['file-vault', 142],
  ['search-hub', 2210],
  ['mail-relay', 705],
  ['sla-clock', 230],
  ['csat-mailer', 96],
] as const

export function sendHelpdeskMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  const totals = new Map<string, number>()
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    for (const [service, name, pattern, begin] of COUNTERS) {
      if (service === 'csat-mailer' && timeMs >= source.silentMs) continue
      for (const instance of SERVICES[service].hosts) {
        const isOne = (log: LogRow) => log.service === service && log.instance === instance
        const isNew = (log: LogRow) => log.timeMs >= fromMs && log.timeMs < timeMs && pattern.test(log.message)
        const key = `${name} ${instance}`
        const total = (totals.get(key) ?? begin) + scribe.logs.filter((log) => isOne(log) && isNew(log)).length
        totals.set(key, total)
        const since = { startMs: startMs - 52 * 60 * MINUTE_MS }
        scribe.point(service, { name, unit: '', type: 'cumulative', timeMs, value: total, ...since, instance })
      }
    }
    for (const service of ['desk-web', 'ticket-core']) {
      const durations = durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs })
      scribe.point(service, { ...durations, name: 'http_request_duration_seconds' })
    }
    sendUse(source, timeMs)
    sendDesk(source, timeMs)
    fromMs = timeMs
  })
}

function sendUse({ random, scribe, silentMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes] of MEMORY) {
    if (service === 'csat-mailer' && timeMs >= silentMs) continue
    for (const instance of SERVICES[service].hosts) {
      const value = Math.round(megabytes * 1e6 * (0.92 + 0.16 * random.next()))
      scribe.point(service, { ...gauge, name: 'process_resident_memory_bytes', unit: 'By', value, instance })
    }
  }
  const heap = Math.round((0.48 + 0.2 * random.next()) * 1000) / 1000
  scribe.point('ticket-core', { ...gauge, name: 'jvm_heap_used_ratio', unit: '', value: heap })
}

/** Queues, timers, chats and tickets that are open: mail that was put back piles up until the files can be written again. */
function sendDesk(source: Source, timeMs: number): void {
  const { random, scribe, startMs, onsetMs, recoveryMs } = source
  const gauge = { type: 'gauge', timeMs, unit: '' } as const
  const minutes = Math.max(0, (Math.min(timeMs, recoveryMs) - onsetMs) / MINUTE_MS)
  const drained = Math.max(0, (timeMs - recoveryMs) / MINUTE_MS)
  const inbound = Math.max(0, Math.round(4.1 * minutes - 38 * drained)) + random.integer(0, 7)
  for (const [queue, value] of [
    ['mail.inbound', inbound],
    ['mail.outbound', random.integer(0, 11)],
  ] as const) {
    const attributes = { queue }
    scribe.point('mail-relay', { ...gauge, name: 'rabbitmq_queue_messages_ready', value, attributes })
  }
  const passed = (timeMs - startMs) / MINUTE_MS
  for (const { tenant, weight } of TENANTS) {
    const value = Math.round(weight * (31 + 0.12 * passed)) + random.integer(-3, 3)
    scribe.point('ticket-core', { ...gauge, name: 'helpdesk_open_tickets', value, attributes: { tenant } })
  }
  const chats = Math.round(22 + 0.45 * passed) + random.integer(-3, 3)
  scribe.point('chat-gateway', { ...gauge, name: 'chat_sessions_active', value: chats })
  scribe.point('sla-clock', { ...gauge, name: 'sla_timers_running', value: 640 + random.integer(-18, 18) })
  const documents = 1_904_300 + Math.round(passed * 9)
  scribe.point('search-hub', { ...gauge, name: 'search_documents_indexed', value: documents })
}
