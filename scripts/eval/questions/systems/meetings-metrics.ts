/** Metrics of the video-conference service: rooms, participants, relays, disks, queues, seats, heaps, durations. */
import type { Random } from '../../../demo/random.ts'
import { durationsOf } from './conventions.ts'
import { eachTick, type Scribe } from './scribe.ts'

const EVERY_MS = 30_000
const BOUNDS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  readonly onsetMs: number
  readonly fullMs: number
  readonly darkMs: number
  readonly runs: readonly { readonly fromMs: number; readonly toMs: number }[]
  waiting(timeMs: number): number
}

export function sendMeetingsMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendUse(source, timeMs)
    sendRooms(source, timeMs)
    sendRelays(source, timeMs)
    sendRecordings(source, timeMs, fromMs)
    for (const service of ['room-api', 'signalling', 'recorder', 'seat-billing'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

function sendUse({ random, scribe, startMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, percent] of [
    ['room-api', 310, 22],
    ['signalling', 148 + (timeMs - startMs) / 60_000, 17],
    ['recorder', 890, 41],
    ['upload-worker', 120, 6],
  ] as const) {
    const value = Math.round(megabytes * 1e6 * (0.98 + 0.04 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value })
    const cpu = percent + random.integer(-30, 50) / 10
    scribe.point(service, { ...gauge, name: 'cpu_percent', unit: '%', value: cpu })
  }
  const heap = Math.round((1400 + random.integer(-260, 260)) * 1e6)
  scribe.point('transcriber', { ...gauge, name: 'jvm.memory.used', unit: 'By', value: heap })
}

/** Rooms and participants do as on every night: nobody leaves because of the recordings. */
function sendRooms({ random, scribe, startMs, darkMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [kind, usual] of [
    ['meeting', 214],
    ['webinar', 18],
    ['classroom', 63],
    ['interview', 41],
  ] as const) {
    const value = usual + random.integer(-4, 4)
    scribe.point('room-api', { ...gauge, name: 'rooms.active', unit: '{room}', value, attributes: { kind } })
  }
  const minutes = (timeMs - startMs) / 60_000
  for (const [region, usual, perMinute] of [
    ['eu-west', 1180, 0],
    ['us-east', 640, 3.5],
    ['ap-south', 390, -1.5],
  ] as const) {
    const value = Math.round(usual + perMinute * minutes) + random.integer(-14, 14)
    const metric = { name: 'participants.active', unit: '{participant}', value, attributes: { region } }
    scribe.point('signalling', { ...gauge, ...metric })
  }
  const sockets = 2300 + random.integer(-40, 40)
  scribe.point('signalling', { ...gauge, name: 'websocket_connections', unit: '', value: sockets })
  for (const [plan, seats] of [
    ['team', 4120],
    ['business', 9350],
    ['enterprise', 21_480],
  ] as const) {
    const value = seats + Math.floor(minutes / 6)
    scribe.point('seat-billing', { ...gauge, name: 'seats.billed', unit: '{seat}', value, attributes: { plan } })
  }
  if (timeMs >= darkMs) return
  const pending = { name: 'calendar.events.pending', unit: '{event}', value: random.integer(1, 9) }
  scribe.point('calendar-sync', { ...gauge, ...pending })
}

/** The relay of Asia loses a little more as time goes on. */
function sendRelays({ random, scribe, startMs, endMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const progress = (timeMs - startMs) / (endMs - startMs)
  for (const [relay, loss, megabits] of [
    ['relay-eu-1', 0.6, 1840],
    ['relay-eu-2', 0.5, 920],
    ['relay-us-1', 0.9, 1310],
    ['relay-ap-1', 1.2 + 1.9 * progress, 640],
  ] as const) {
    const lost = Math.round((loss + random.integer(-15, 15) / 100) * 100) / 100
    const attributes = { relay }
    scribe.point('media-relay', { ...gauge, name: 'relay.packet_loss', unit: '%', value: lost, attributes })
    const value = megabits + random.integer(-45, 45)
    scribe.point('media-relay', { ...gauge, name: 'relay.bandwidth', unit: 'Mbit/s', value, attributes })
  }
}

/** Finished recordings wait for their upload on the disks of the recorder, until these are full. */
function sendRecordings(source: Source, timeMs: number, fromMs: number): void {
  const { random, scribe, startMs, onsetMs, fullMs, runs } = source
  const gauge = { type: 'gauge', timeMs } as const
  const progress = Math.min(1, Math.max(0, (timeMs - onsetMs) / (fullMs - onsetMs)))
  for (const [node, usual] of [
    ['rec-a', 43],
    ['rec-b', 36],
  ] as const) {
    const used = usual + (100 - usual) * progress + (progress < 1 ? random.integer(-8, 8) / 10 : 0)
    const value = Math.min(100, Math.round(used * 10) / 10)
    scribe.point('recorder', { ...gauge, name: 'disk_used_percent', unit: '', value, attributes: { node } })
  }
  const running = runs.filter((one) => one.fromMs <= timeMs && one.toMs > timeMs).length
  scribe.point('recorder', { ...gauge, name: 'recordings.running', unit: '{recording}', value: running })
  const depth = source.waiting(timeMs)
  scribe.point('upload-worker', { ...gauge, name: 'upload_queue_length', unit: '', value: depth })
  const uploads = scribe.logs.filter(({ message }) => message === 'recording uploaded')
  const done = uploads.filter((log) => log.timeMs >= fromMs && log.timeMs < timeMs)
  const delta = { type: 'delta', timeMs, startMs: fromMs } as const
  scribe.point('upload-worker', { ...delta, name: 'uploads.completed', unit: '{upload}', value: done.length })
  let bytes = 0
  for (const { attributes, timeMs: atMs } of uploads)
    if (atMs < timeMs && atMs >= startMs) bytes += Number(attributes['megabytes'] ?? 0) * 1e6
  const total = { type: 'cumulative', timeMs, startMs, name: 'uploaded_bytes_total', unit: 'By' } as const
  scribe.point('upload-worker', { ...total, value: bytes })
}
