/** Metrics of the job board by semantic conventions: durations, memory, threads, lag, restarts, CVs, adverts, candidates. */
import type { Random } from '../../../demo/random.ts'
import { durationsOf } from './conventions.ts'
import { eachTick, type Scribe } from './scribe.ts'

const EVERY_MS = 30_000
const BOUNDS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1]

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  readonly restartMs: number
}

export function sendJobboardMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendUse(source, timeMs)
    const gauge = { type: 'gauge', timeMs } as const
    const progress = (timeMs - startMs) / (endMs - startMs)
    const online = Math.round(2870 - 1150 * progress) + random.integer(-60, 60)
    scribe.point('jobs-gateway', { ...gauge, name: 'candidates.online', unit: '{candidate}', value: online })
    for (const [category, adverts] of [
      ['nursing', 8120],
      ['it', 11_460],
      ['logistics', 3980],
      ['sales', 5240],
    ] as const) {
      const active = { name: 'adverts.active', unit: '{advert}', value: adverts + random.integer(-45, 45) }
      scribe.point('advert-api', { ...gauge, ...active, attributes: { 'job.category': category } })
    }
    const isStored = (message: string, at: number) => message === 'cv stored' && at >= fromMs && at < timeMs
    const stored = scribe.logs.filter((log) => isStored(log.message, log.timeMs))
    const counter = { name: 'cv.stored', unit: '{cv}', type: 'delta', timeMs, startMs: fromMs } as const
    scribe.point('cv-service', { ...counter, value: stored.length })
    scribe.point('jobs-gateway', durationsOf(scribe, 'jobs-gateway', BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

function sendUse({ random, scribe, restartMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, share] of [
    ['jobs-gateway', 96, 0.18],
    ['advert-api', 388, 0.24],
    ['job-search', 174, 0.2],
    ['cv-service', 142, 0.11],
    ['match-worker', 530, 0.36],
  ] as const) {
    const bytes = Math.round(megabytes * 1e6 * (0.9 + 0.2 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value: bytes })
    const cpu = Math.round((share + random.integer(-3, 9) / 100) * 1000) / 1000
    scribe.point(service, { ...gauge, name: 'process.cpu.utilization', unit: '1', value: cpu })
    const restarts = service === 'match-worker' && timeMs >= restartMs ? 1 : 0
    scribe.point(service, { ...gauge, name: 'k8s.container.restarts', unit: '{restart}', value: restarts })
  }
  const heap = Math.round(610e6 * (0.8 + 0.4 * random.next()))
  const used = { name: 'jvm.memory.used', unit: 'By', value: heap, attributes: { 'jvm.memory.type': 'heap' } }
  scribe.point('application-service', { ...gauge, ...used })
  const threads = { name: 'jvm.thread.count', unit: '{thread}', value: random.integer(44, 73) }
  scribe.point('application-service', { ...gauge, ...threads })
  const goroutines = { name: 'go.goroutine.count', unit: '{goroutine}', value: random.integer(61, 118) }
  scribe.point('job-search', { ...gauge, ...goroutines })
  for (const [service, topic, most] of [
    ['match-worker', 'applications.submitted', 14],
    ['jobalert-mailer', 'adverts.published', 5],
  ] as const) {
    const behind = { name: 'kafka.consumer.lag', unit: '{message}', value: random.integer(0, most) }
    scribe.point(service, { ...gauge, ...behind, attributes: { 'messaging.destination.name': topic } })
  }
}
