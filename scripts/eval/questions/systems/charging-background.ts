/** What happens by itself in the charging network: websockets, limits of the grid, firmware, what operators change. */
import type { Random } from '../../../demo/random.ts'
import { type Charger, SITES } from './charging-names.ts'
import { eachArrival, eachTick, type Scribe } from './scribe.ts'

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  readonly releaseMs: number
  readonly restartMs: number
  readonly reloadMs: number
  readonly silenceMs: number
  charger(): Charger
}

export function sendBackground(source: Source): void {
  const { random, scribe } = source
  const range = { fromMs: source.startMs, toMs: source.endMs - 2500 }
  eachArrival({ ...range, meanMs: 41_000 }, random, (timeMs) => {
    const { id, site } = source.charger()
    scribe.log('ocpp-gateway', timeMs, 'WARN', 'websocket closed', { charger: id, site, code: 1006 })
    const seconds = random.integer(3, 58)
    const fields = { charger: id, site, away_s: seconds }
    scribe.log('ocpp-gateway', timeMs + seconds * 1000, 'INFO', 'websocket opened', fields)
  })
  eachTick({ ...range, fromMs: source.startMs + 4000, everyMs: 20_000 }, random, (timeMs) => {
    const site = random.pick(SITES)
    const limit = random.integer(120, 640)
    scribe.log('grid-balancer', timeMs, 'INFO', 'limits sent', { site, limit_kw: limit, chargers: limit % 64 })
    if (random.chance(0.06)) scribe.log('grid-balancer', timeMs + 30, 'WARN', 'site near its grid limit', { site })
  })
  eachTick({ fromMs: source.startMs + 9000, toMs: source.silenceMs, everyMs: 45_000 }, random, (timeMs) => {
    const { id } = source.charger()
    const fields = { version: random.pick(['5.14.2', '6.0.1']), seconds: random.integer(35, 190) }
    if (random.chance(0.12)) scribe.log('firmware-pusher', timeMs, 'WARN', `update of ${id} postponed, car is charging`)
    else scribe.log('firmware-pusher', timeMs, 'INFO', `update of ${id} finished`, fields)
  })
  changes(source)
}

function changes(source: Source): void {
  const { scribe } = source
  scribe.log('tariff-engine', source.releaseMs, 'INFO', 'tariff-engine 8.4.0 started in 3.812s')
  scribe.log('cdr-builder', source.restartMs - 4000, 'INFO', 'cdr-builder stopped in 0.094s')
  scribe.log('cdr-builder', source.restartMs, 'INFO', 'cdr-builder 5.0.6 on JVM started in 2.377s')
  const setting = { key: 'roaming.client.keepalive', value: 'off', by: 'consul' }
  scribe.log('token-auth', source.reloadMs, 'INFO', 'setting reloaded', setting)
}
