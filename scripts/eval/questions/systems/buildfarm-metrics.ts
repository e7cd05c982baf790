/** Gauges and counters of the build farm by Prometheus' names, without units: queues, runners, volumes, caches, minutes. */
import type { BuildFarm } from './buildfarm.ts'
import { POOLS } from './buildfarm-names.ts'
import { eachTick } from './scribe.ts'

const EVERY_MS = 60_000
const HOUR_MS = 3_600_000

export function sendBuildFarmMetrics(farm: BuildFarm): void {
  const { random, scribe, startMs, endMs } = farm
  const sent = counters(farm)
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendProcesses(farm, timeMs)
    sendQueue(farm, timeMs)
    sendVolumes(farm, timeMs)
    sent(timeMs)
    const gauge = { type: 'gauge', unit: '', timeMs } as const
    const ratio = Math.round((0.79 + random.integer(-4, 4) / 100) * 100) / 100
    scribe.point('cachebox', { ...gauge, name: 'cache_hit_ratio', value: ratio })
    const used = 412_000_000_000 + random.integer(-9, 9) * 1_000_000_000
    scribe.point('cachebox', { ...gauge, name: 'cache_used_bytes', value: used })
    scribe.point('checks-out', { ...gauge, name: 'checks_in_flight', value: random.integer(0, 5) })
  })
}

function sendProcesses({ random, scribe, startMs, restartMs, releaseMs }: BuildFarm, timeMs: number): void {
  const gauge = { type: 'gauge', unit: '', timeMs } as const
  for (const [service, megabytes, routines] of [
    ['hookd', 48, 31],
    ['conductor', 310, 188],
    ['runq', 96, 44],
    ['cachebox', 720, 97],
    ['artifact-store', 260, 120],
    ['checks-out', 84, 39],
    ['meterd', 41, 18],
  ] as const) {
    const bytes = Math.round(megabytes * 1e6 * (0.92 + 0.16 * random.next()))
    scribe.point(service, { ...gauge, name: 'process_resident_memory_bytes', value: bytes })
    scribe.point(service, { ...gauge, name: 'go_goroutines', value: routines + random.integer(-9, 12) })
    const movedMs = service === 'cachebox' ? restartMs : service === 'checks-out' ? releaseMs : startMs - 71 * HOUR_MS
    const beganMs = timeMs >= movedMs ? movedMs : startMs - 71 * HOUR_MS
    scribe.point(service, { ...gauge, name: 'process_start_time_seconds', value: Math.floor(beganMs / 1000) })
  }
}

/** Lost jobs come back into the queue, so it grows while the volume is full. */
function sendQueue({ random, scribe, onsetMs, recoveryMs }: BuildFarm, timeMs: number): void {
  const gauge = { type: 'gauge', unit: '', timeMs } as const
  const minutes = (Math.min(timeMs, recoveryMs) - onsetMs) / 60_000
  const fading = Math.max(0, 1 - Math.max(0, timeMs - recoveryMs) / 240_000)
  const more = minutes > 0 ? Math.min(1, minutes / 8) * fading : 0
  for (const [pool, usual, extra, busy] of [
    ['linux-small', 3, 11, 0.34],
    ['linux-large', 4, 19, 0.52],
    ['mac', 2, 5, 0.7],
  ] as const) {
    const attributes = { pool }
    const waiting = Math.round(usual + extra * more) + random.integer(0, 3)
    scribe.point('runq', { ...gauge, name: 'runq_jobs_waiting', value: waiting, attributes })
    const { runners = 1, waitS = 5 } = POOLS[pool] ?? {}
    const oldest = Math.round(waitS * (1.2 + 1.5 * more) * (0.8 + 0.4 * random.next()))
    scribe.point('runq', { ...gauge, name: 'runq_oldest_wait_seconds', value: oldest, attributes })
    const taken = Math.min(runners, Math.round(runners * (busy + 0.2 * more)) + random.integer(-1, 2))
    scribe.point('runner-agent', { ...gauge, name: 'runners_busy', value: taken, attributes })
    scribe.point('runner-agent', { ...gauge, name: 'runners_online', value: runners, attributes })
  }
}

/** Bytes stay free on every volume; the inodes of one run out. */
function sendVolumes({ random, scribe, startMs, onsetMs, recoveryMs }: BuildFarm, timeMs: number): void {
  const gauge = { type: 'gauge', unit: '', timeMs } as const
  const left = Math.max(0, (onsetMs - timeMs) / (onsetMs - startMs))
  for (const [volume, inodes, terabytes] of [
    ['vol-1', 2_310_000, 2.1],
    ['vol-2', 0, 1.4],
    ['vol-3', 2_870_000, 3.3],
  ] as const) {
    const attributes = { volume }
    const freed =
      timeMs >= recoveryMs ? 1_914_202 - Math.round((timeMs - recoveryMs) / 900) : Math.round(1_240_000 * left)
    const free = volume === 'vol-2' ? freed : inodes - random.integer(0, 9000)
    scribe.point('artifact-store', { ...gauge, name: 'artifact_volume_inodes_free', value: free, attributes })
    const bytes = Math.round(terabytes * 1e12) - random.integer(0, 9) * 1e9
    scribe.point('artifact-store', { ...gauge, name: 'artifact_volume_free_bytes', value: bytes, attributes })
  }
}

/** Counters since the processes began, from what was written since. */
function counters({ scribe, startMs }: BuildFarm): (timeMs: number) => void {
  const since = { type: 'cumulative', unit: '', startMs: startMs - 71 * HOUR_MS } as const
  const finished = scribe.logs.filter(({ service }) => service === 'conductor')
  const billed = scribe.logs.filter(({ message }) => message === 'minutes_billed')
  const minutesOf = (body: string) => Number(/ minutes=(\d+)/.exec(body)?.[1] ?? 0)
  return (timeMs) => {
    const count = (part: string) => finished.filter((log) => log.timeMs < timeMs && log.body.includes(part)).length
    for (const [result, before, part] of [
      ['passed', 91_204, '"result":"passed"'],
      ['failed', 13_377, '"result":"failed"'],
      ['lost', 41, 'cannot be finished'],
    ] as const) {
      const value = before + count(part)
      scribe.point('conductor', { ...since, timeMs, name: 'jobs_finished_total', value, attributes: { result } })
    }
    let minutes = 215_880
    for (const log of billed) if (log.timeMs < timeMs) minutes += minutesOf(log.body)
    scribe.point('meterd', { ...since, timeMs, name: 'minutes_billed_total', value: minutes })
  }
}
