/** Metrics of team chat by semantic conventions: durations, processors, memory, lag, restarts, who is connected. */
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
  readonly crashMs: number
  readonly silenceMs: number
  isBusy(timeMs: number): boolean
}

export function sendChatMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendUse(source, timeMs)
    const gauge = { type: 'gauge', timeMs } as const
    const progress = (timeMs - startMs) / (endMs - startMs)
    const open = Math.round(5200 - 1150 * progress) + random.integer(-60, 60)
    scribe.point('chat-gateway', { ...gauge, name: 'websocket.connections', unit: '{connection}', value: open })
    const online = Math.round(4100 - 900 * progress) + random.integer(-50, 50)
    scribe.point('presence-service', { ...gauge, name: 'users.online', unit: '{user}', value: online })
    const within = scribe.logs.filter((log) => log.timeMs >= fromMs && log.timeMs < timeMs)
    const stored = within.filter(({ message }) => message === 'message stored').length
    const counter = { type: 'delta', timeMs, startMs: fromMs } as const
    scribe.point('message-service', { ...counter, name: 'messages.posted', unit: '{message}', value: stored })
    const megabytes = within.reduce(
      (sum, log) => sum + Number(/^Stored .* \(([\d.]+) MB\)$/.exec(log.message)?.[1] ?? 0),
      0,
    )
    const bytes = Math.round(megabytes * 1e6)
    scribe.point('attachment-service', { ...counter, name: 'attachments.stored', unit: 'By', value: bytes })
    scribe.point('chat-gateway', durationsOf(scribe, 'chat-gateway', BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

function sendUse(source: Source, timeMs: number): void {
  const { random, scribe, crashMs, silenceMs } = source
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, share] of [
    ['chat-gateway', 132, 0.23],
    ['message-service', 204, 0.34],
    ['mention-service', 388, 0.14],
    ['channel-service', 171, 0.09],
    ['push-worker', 88, 0.12],
  ] as const) {
    const bytes = Math.round(megabytes * 1e6 * (0.91 + 0.18 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value: bytes })
    const isFull = service === 'mention-service' && source.isBusy(timeMs)
    const cpu = isFull ? 0.96 + random.integer(0, 35) / 1000 : share + random.integer(-40, 70) / 1000
    const value = Math.round(cpu * 1000) / 1000
    scribe.point(service, { ...gauge, name: 'process.cpu.utilization', unit: '1', value })
  }
  const restarts = timeMs >= crashMs ? 1 : 0
  scribe.point('push-worker', { ...gauge, name: 'k8s.container.restarts', unit: '{restart}', value: restarts })
  for (const [service, group, most] of [
    ['push-worker', 'push', 9],
    ['search-indexer', 'search', 21],
  ] as const) {
    const behind = { name: 'kafka.consumer.lag', unit: '{message}', value: random.integer(0, most) }
    const attributes = { 'messaging.destination.name': 'messages.posted', 'messaging.consumer.group.name': group }
    scribe.point(service, { ...gauge, ...behind, attributes })
  }
  const goroutines = { name: 'go.goroutine.count', unit: '{goroutine}', value: random.integer(240, 410) }
  scribe.point('presence-service', { ...gauge, ...goroutines })
  if (timeMs < silenceMs) {
    const waiting = { name: 'unfurl.queue.length', unit: '{link}', value: random.integer(0, 6) }
    scribe.point('link-unfurler', { ...gauge, ...waiting })
  }
}
