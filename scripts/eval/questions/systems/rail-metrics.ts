/** Metrics of the railway by Prometheus' names and without units: connections, locks, queues, caches, memory, seats. */
import type { Random } from '../../../demo/random.ts'
import { eachTick, type Scribe } from './scribe.ts'

const EVERY_MS = 30_000

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  readonly silenceMs: number
  isLocked(timeMs: number): boolean
}

export function sendRailMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendUse(source, timeMs)
    const until = scribe.logs.filter((log) => log.timeMs < timeMs)
    const reserved = until.filter(({ message }) => message === 'seats reserved').length
    const deadlocks = until.filter(({ message }) => message.startsWith('deadlock detected')).length
    const counter = { unit: '', type: 'cumulative', timeMs, startMs } as const
    scribe.point('seat-service', { ...counter, name: 'reservations_total', value: reserved })
    scribe.point('seat-service', { ...counter, name: 'pg_deadlocks_total', value: deadlocks })
  })
}

function sendUse(source: Source, timeMs: number): void {
  const { random, scribe, startMs, endMs, silenceMs } = source
  const gauge = { unit: '', type: 'gauge', timeMs } as const
  const progress = (timeMs - startMs) / (endMs - startMs)
  const open = Math.round(310 + 190 * progress) + random.integer(-14, 14)
  scribe.point('edge-nginx', { ...gauge, name: 'nginx_connections_active', value: open })
  const waiting = source.isLocked(timeMs) ? random.integer(17, 42) : random.integer(0, 2)
  scribe.point('seat-service', { ...gauge, name: 'pg_locks_waiting', value: waiting })
  for (const [service, megabytes] of [
    ['booking-web', 428],
    ['seat-service', 266],
    ['fare-service', 143],
    ['ticket-worker', 519],
    ['timetable-engine', 2890],
  ] as const) {
    const value = Math.round(megabytes * 1e6 * (0.94 + 0.12 * random.next()))
    scribe.point(service, { ...gauge, name: 'process_resident_memory_bytes', value })
  }
  const hits = Math.round((0.86 + 0.09 * random.next()) * 1000) / 1000
  scribe.point('timetable-engine', { ...gauge, name: 'tt_cache_hit_ratio', value: hits })
  for (const [queue, most] of [
    ['tickets', 9],
    ['mails', 5],
  ] as const) {
    const length = { name: 'celery_queue_length', value: random.integer(0, most), attributes: { queue } }
    scribe.point('ticket-worker', { ...gauge, ...length })
  }
  for (const [category, seats] of [
    ['ICE', 41_800],
    ['IC', 18_300],
    ['NJ', 2700],
  ] as const) {
    const value = Math.round(seats * (1 - 0.14 * progress)) + random.integer(-20, 20)
    scribe.point('seat-service', { ...gauge, name: 'seats_free', value, attributes: { train_category: category } })
  }
  scribe.point('platform-board', { ...gauge, name: 'boards_online', value: random.integer(108, 112) })
  if (timeMs < silenceMs) {
    scribe.point('delay-feed', { ...gauge, name: 'feed_trains_late', value: random.integer(4, 96) })
  }
}
