/** Red herrings and everyday noise: harmless error bursts, deployments, background jobs, metrics that wander. */
import type { Fault } from './faults.ts'
import type { Random } from './random.ts'
import type { Recorder } from './recorder.ts'
import type { Style } from './style.ts'

const HARMLESS = [
  'cache warmup skipped, key expired',
  'client disconnected before the answer was written',
  'invalid api token from 10.0.0.7',
  'metrics endpoint scraped twice',
  'slow consumer, dropped a heartbeat',
] as const

/** Error lines without consequence, in bursts before and during the incident. */
export function addErrorBursts(
  random: Random,
  recorder: Recorder,
  service: string,
  fromMs: number,
  toMs: number,
): void {
  const text = random.pick(HARMLESS)
  const bursts = random.int(2, 5)
  for (let b = 0; b < bursts; b++) {
    const startMs = random.between(fromMs, toMs)
    const lines = random.int(3, 20)
    for (let i = 0; i < lines; i++) {
      const atMs = startMs + random.between(0, 15_000)
      if (atMs < toMs) recorder.note(recorder.instance(service, i), 'ERROR', text, atMs)
    }
  }
}

/** A new version of an innocent service starts: lines never seen before, at the worst moment. */
export function addDeploy(random: Random, recorder: Recorder, service: string, atMs: number): void {
  const version = `2.${random.int(1, 30)}.${random.int(0, 9)}`
  const lines = [
    `starting ${service} version ${version}`,
    'loading configuration from /etc/app/config.yaml',
    'connected to the store in 41 ms',
    'listening on 0.0.0.0:8080',
    'deprecated option retry.max is ignored',
    'ready',
  ]
  lines.forEach((text, i) => {
    recorder.note(recorder.instance(service, 0), text.startsWith('deprecated') ? 'WARN' : 'INFO', text, atMs + i * 700)
  })
}

/** Periodic jobs that log outside requests. */
export function addBackground(
  random: Random,
  recorder: Recorder,
  services: readonly string[],
  fromMs: number,
  toMs: number,
): void {
  const chosen = random.shuffled(services).slice(0, Math.ceil(services.length / 3))
  for (const service of chosen) {
    const everyMs = random.pick([5_000, 15_000, 30_000])
    const text = random.pick([
      'flushed write buffer',
      'refreshed routing table',
      'expired old sessions',
      'heartbeat ok',
    ])
    for (let atMs = fromMs + random.between(0, everyMs); atMs < toMs; atMs += everyMs * random.between(0.9, 1.1)) {
      recorder.note(recorder.instance(service, 0), 'INFO', `${text} in ${random.int(1, 90)} ms`, atMs)
    }
  }
}

/** CPU, memory, request rate and a wandering percentile per instance. */
export function addMetrics(
  random: Random,
  recorder: Recorder,
  style: Style,
  services: readonly string[],
  handled: ReadonlyMap<string, number>,
  fault: Fault | null,
  window: { readonly fromMs: number; readonly endMs: number },
): void {
  for (const service of services) {
    const instances = style.instances.get(service) ?? []
    const idle = random.between(2, 20)
    const cost = random.between(1, 8)
    const memory = random.between(150, 900)
    instances.forEach((resource, index) => {
      let drift = 0
      for (let atMs = window.fromMs + random.between(0, style.scrapeMs); atMs < window.endMs; atMs += style.scrapeMs) {
        const isFaulty = fault?.service === service && atMs >= fault.startMs
        const rate = rateBefore(handled, service, atMs, style.scrapeMs) / Math.max(1, instances.length)
        drift = 0.9 * drift + random.between(-1, 1)
        const cpu = idle + cost * rate + random.between(0, idle)
        recorder.metric(
          resource,
          'cpu.usage',
          'm',
          atMs,
          isFaulty && fault.kind === 'cpu_contention' ? cpu * 10 + 400 : cpu,
        )
        const leak = isFaulty && fault.kind === 'memory_leak' ? ((atMs - fault.startMs) / 60_000) * memory * 0.8 : 0
        recorder.metric(resource, 'memory.used', 'MiBy', atMs, memory + 4 * drift + leak)
        recorder.metric(resource, 'requests.rate', '1/s', atMs, rate)
        recorder.metric(
          resource,
          'latency.p99',
          'ms',
          atMs,
          random.chance(0.1) ? random.between(100, 3_000) : 20 + 5 * Math.abs(drift) + index,
        )
      }
    })
  }
}

function rateBefore(handled: ReadonlyMap<string, number>, service: string, atMs: number, spanMs: number): number {
  let total = 0
  const last = Math.floor(atMs / 1_000)
  const seconds = Math.round(spanMs / 1_000)
  for (let second = last - seconds; second < last; second++) total += handled.get(`${service} ${second}`) ?? 0
  return total / seconds
}
