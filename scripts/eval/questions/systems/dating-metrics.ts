/** Metrics of the dating app: durations, memory, processors, lag, queues, who is online, swipes and revenue. */
import type { Random } from '../../../demo/random.ts'
import type { LogRow } from '../records.ts'
import { durationsOf } from './conventions.ts'
import { eachTick, type Scribe } from './scribe.ts'

const EVERY_MS = 30_000
const BOUNDS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2]

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  readonly onsetMs: number
  readonly restartMs: number
}
interface Span {
  readonly fromMs: number
  readonly toMs: number
}

export function sendDatingMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendUse(source, timeMs)
    sendWork(source, timeMs)
    sendCounters(source, { fromMs, toMs: timeMs })
    scribe.point('api-gw', durationsOf(scribe, 'api-gw', BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

function sendUse({ random, scribe, restartMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, share] of [
    ['api-gw', 148, 0.27],
    ['profile-api', 512, 0.16],
    ['deck-service', 934, 0.41],
    ['swipe-service', 121, 0.19],
    ['photo-check', 1720, 0.52],
    ['subscriptions', 447, 0.07],
    ['match-maker', 203, 0.22],
  ] as const) {
    const bytes = Math.round(megabytes * 1e6 * (0.92 + 0.16 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value: bytes })
    const cpu = Math.round((share + random.integer(-4, 8) / 100) * 1000) / 1000
    scribe.point(service, { ...gauge, name: 'process.cpu.utilization', unit: '1', value: cpu })
    const restarts = service === 'match-maker' && timeMs >= restartMs ? 1 : 0
    scribe.point(service, { ...gauge, name: 'k8s.container.restarts', unit: '{restart}', value: restarts })
  }
}

/** Photos and pushes that wait, swipes not yet looked at, sockets, people: less of them where the decks stay empty. */
function sendWork({ random, scribe, onsetMs, restartMs, startMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const isBehind = timeMs >= restartMs && timeMs < restartMs + 150_000
  const lag = { name: 'kafka.consumer.lag', unit: '{message}', value: random.integer(0, 9) + (isBehind ? 84 : 0) }
  scribe.point('match-maker', { ...gauge, ...lag, attributes: { 'messaging.destination.name': 'swipes' } })
  const photos = { name: 'moderation.queue.depth', unit: '{photo}', value: random.integer(11, 38) }
  scribe.point('photo-check', { ...gauge, ...photos })
  const pushes = { name: 'push.queue.depth', unit: '{push}', value: random.integer(3, 57) }
  scribe.point('push-sender', { ...gauge, ...pushes })
  const sockets = { name: 'chat.connections.open', unit: '{connection}', value: 1830 + random.integer(-35, 35) }
  scribe.point('chat-core', { ...gauge, ...sockets })
  const pool = { name: 'db.client.connection.count', unit: '{connection}', value: random.integer(5, 17) }
  scribe.point('profile-api', { ...gauge, ...pool, attributes: { 'db.client.connection.state': 'used' } })
  const minutes = (timeMs - startMs) / 60_000
  const lost = Math.max(0, (timeMs - onsetMs) / 60_000)
  for (const [region, online] of [
    ['eu', 2640 - 58 * lost],
    ['us', 1480 + 6 * minutes],
    ['apac', 905],
  ] as const) {
    const value = Math.round(online) + random.integer(-14, 14)
    const users = { name: 'users.online', unit: '{user}', value, attributes: { 'app.region': region } }
    scribe.point('api-gw', { ...gauge, ...users })
  }
}

function sendCounters({ scribe }: Source, { fromMs, toMs }: Span): void {
  const counter = { type: 'delta', timeMs: toMs, startMs: fromMs } as const
  const written = (service: string, start: string): LogRow[] =>
    scribe.logs.filter(
      (log) => log.service === service && log.timeMs >= fromMs && log.timeMs < toMs && log.message.startsWith(start),
    )
  const swipes = written('swipe-service', 'swipe saved')
  for (const direction of ['like', 'pass', 'superlike']) {
    const value = swipes.filter((log) => log.attributes['direction'] === direction).length
    const attributes = { 'swipe.direction': direction }
    scribe.point('swipe-service', { ...counter, name: 'dating.swipes', unit: '{swipe}', value, attributes })
  }
  const paid = [...written('subscriptions', 'subscription SUB-'), ...written('subscriptions', 'boost BO-')]
  const euros = paid.reduce((sum, log) => sum + Number(log.attributes['price'] ?? 0), 0)
  const value = Math.round(euros * 100) / 100
  scribe.point('subscriptions', { ...counter, name: 'dating.revenue', unit: 'EUR', value })
}
