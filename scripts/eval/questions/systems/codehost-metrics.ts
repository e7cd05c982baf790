/** Metrics of the code hosting platform: durations, memory, processors, restarts, queues, disks, seats, the search index. */
import type { Random } from '../../../demo/random.ts'
import { durationsOf } from './conventions.ts'
import { eachTick, type Scribe } from './scribe.ts'

const EVERY_MS = 30_000
const BOUNDS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  readonly onsetMs: number
  readonly restartMs: number
}

export function sendCodehostMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendUse(source, timeMs)
    sendWork(source, timeMs)
    for (const service of ['frontdoor', 'gitd', 'refstore'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    const within = scribe.logs.filter((log) => log.timeMs >= fromMs && log.timeMs < timeMs)
    const counter = (name: string, unit: string, value: number) =>
      ({ name, unit, value, type: 'delta', timeMs, startMs: fromMs }) as const
    const lost = within.filter((log) => log.service === 'refstore' && log.severity === 'ERROR').length
    scribe.point('refstore', counter('refs.lock.failures', '{failure}', lost))
    let bytes = 0
    for (const log of within) if (log.message === 'package served') bytes += Number(log.attributes['bytes'])
    scribe.point('pkgreg', counter('packages.bytes.served', 'By', bytes))
    fromMs = timeMs
  })
}

function sendUse({ random, scribe, restartMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, share] of [
    ['frontdoor', 148, 0.17],
    ['gitd', 612, 0.41],
    ['refstore', 890, 0.33],
    ['pulls', 734, 0.22],
    ['mergeq', 96, 0.08],
    ['dispatcher', 210, 0.12],
    ['codesearch', 1480, 0.38],
    ['accounts', 322, 0.09],
  ] as const) {
    const bytes = Math.round(megabytes * 1e6 * (0.92 + 0.16 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value: bytes })
    const cpu = Math.round((share + random.integer(-5, 8) / 100) * 1000) / 1000
    scribe.point(service, { ...gauge, name: 'process.cpu.utilization', unit: '1', value: cpu })
    const restarts = service === 'dispatcher' && timeMs >= restartMs ? 1 : 0
    scribe.point(service, { ...gauge, name: 'k8s.container.restarts', unit: '{restart}', value: restarts })
  }
}

/** Disks of the shards, queues, seats, the index; merges that cannot be written stay in their queue. */
function sendWork({ random, scribe, startMs, onsetMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [shard, used] of [
    ['fs-04', 61.2],
    ['fs-07', 74.8],
    ['fs-11', 57.5],
  ] as const) {
    const value = Math.round((used + random.integer(-3, 3) / 10) * 10) / 10
    scribe.point('refstore', { ...gauge, name: 'disk.used', unit: '%', value, attributes: { 'repo.shard': shard } })
  }
  const stuck = scribe.logs.filter(({ message, timeMs: at }) => /^merge failed/.test(message) && at < timeMs).length
  const depth = { name: 'merge.queue.depth', unit: '{job}', value: random.integer(0, 4) + stuck }
  scribe.point('mergeq', { ...gauge, ...depth })
  const lag = { name: 'nats.consumer.pending', unit: '{message}', value: random.integer(0, 23) }
  scribe.point('dispatcher', { ...gauge, ...lag })
  const sessions = { name: 'git.sessions.active', unit: '{session}', value: random.integer(18, 57) }
  scribe.point('gitd', { ...gauge, ...sessions })
  const minutes = (timeMs - startMs) / 60_000
  const files = { name: 'index.files', unit: '{file}', value: Math.round(6_412_000 + 1290 * minutes) }
  scribe.point('codesearch', { ...gauge, ...files })
  const delay = { name: 'index.delay', unit: 's', value: random.integer(4, 19) }
  scribe.point('codesearch', { ...gauge, ...delay })
  for (const [plan, seats] of [
    ['free', 312],
    ['team', 1846],
    ['enterprise', 5230],
  ] as const) {
    const value = seats + Math.floor(minutes / 9) + (timeMs >= onsetMs ? 1 : 0)
    scribe.point('accounts', { ...gauge, name: 'seats.used', unit: '{seat}', value, attributes: { 'org.plan': plan } })
  }
}
