/** Metrics of the game publisher by names of its own, mostly without units: players, queues, ports, servers, heaps, gems. */
import type { Random } from '../../../demo/random.ts'
import { eachTick, type Scribe } from './scribe.ts'

const EVERY_MS = 20_000

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  readonly onsetMs: number
  readonly recoveryMs: number
  readonly restartMs: number
}

export function sendGamehubMetrics(source: Source): void {
  const { random, startMs, endMs } = source
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendHeaps(source, timeMs)
    sendPlay(source, timeMs)
    sendCounters(source, fromMs, timeMs)
    fromMs = timeMs
  })
}

function sendHeaps({ random, scribe, startMs, restartMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, share] of [
    ['player_gate', 310, 0.31],
    ['matchmaker', 540, 0.24],
    ['lobby_host', 205, 0.12],
    ['fleet_broker', 128, 0.08],
    ['item_shop', 262, 0.16],
    ['wallet', 188, 0.09],
  ] as const) {
    const bytes = Math.round(megabytes * 1e6 * (0.92 + 0.16 * random.next()))
    scribe.point(service, { ...gauge, name: 'heap_bytes', unit: 'By', value: bytes })
    const cpu = Math.round((share + random.integer(-5, 8) / 100) * 1000) / 1000
    scribe.point(service, { ...gauge, name: 'cpu_ratio', unit: '1', value: cpu })
  }
  const aloneMinutes = (timeMs - (timeMs < restartMs ? startMs - 900_000 : restartMs)) / 60_000
  const heap = Math.round((410 + 4 * aloneMinutes + random.integer(-9, 9)) * 1e6)
  scribe.point('rank_board', { ...gauge, name: 'heap_bytes', unit: 'By', value: heap })
}

/** Free ports of Europe vanish with the narrower range, and return with the older one. */
function sendPlay({ random, scribe, startMs, endMs, onsetMs, recoveryMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', unit: '', timeMs } as const
  const isNarrow = timeMs >= onsetMs && timeMs < recoveryMs
  const progress = (timeMs - startMs) / (endMs - startMs)
  for (const [region, online, ports] of [
    ['eu', 8200, 338],
    ['na', 5400, 402],
    ['ap', 2900, 447],
  ] as const) {
    const attributes = { region }
    const players = Math.round(online * (1 + 0.18 * progress)) + random.integer(-40, 40)
    scribe.point('player_gate', { ...gauge, name: 'players_online', value: players, attributes })
    const free = region === 'eu' && isNarrow ? random.integer(0, 3) : ports + random.integer(-22, 22)
    scribe.point('fleet_broker', { ...gauge, name: 'free_ports', value: free, attributes })
  }
  for (const [playlist, waiting] of [
    ['ranked', 64],
    ['casual', 41],
    ['arena', 18],
  ] as const) {
    const depth = Math.round(waiting * (isNarrow ? 2.6 : 1)) + random.integer(-7, 7)
    scribe.point('matchmaker', { ...gauge, name: 'queue_depth', value: depth, attributes: { playlist } })
  }
  const backlog = random.integer(3, 46)
  scribe.point('cheat_guard', { ...gauge, name: 'verdict_backlog', value: backlog })
  const hits = Math.round((0.93 + random.integer(-25, 25) / 1000) * 1000) / 1000
  scribe.point('patch_depot', { ...gauge, name: 'cache_hit_ratio', value: hits })
}

function sendCounters({ random, scribe }: Source, fromMs: number, timeMs: number): void {
  const delta = { type: 'delta', timeMs, startMs: fromMs } as const
  const lines = (service: string, start: string) =>
    scribe.logs.filter(
      (log) => log.service === service && log.message.startsWith(start) && log.timeMs >= fromMs && log.timeMs < timeMs,
    )
  const lost = lines('fleet_broker', 'alloc_failed').length
  scribe.point('fleet_broker', { ...delta, name: 'failed_allocations', unit: '', value: lost })
  let gems = 0
  for (const { attributes } of lines('wallet', 'debit_booked')) gems += Number(attributes['gems'])
  scribe.point('wallet', { ...delta, name: 'gems_spent', unit: '', value: gems })
  const sent = random.integer(610, 940) * 1_000_000
  scribe.point('patch_depot', { ...delta, name: 'egress_bytes', unit: 'By', value: sent })
}
