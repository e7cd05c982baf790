/** What writes lines only: the controller of the robots, the planner of replenishment, the database. */
import type { Fulfil } from './fulfil.ts'
import { eachArrival, eachTick } from './scribe.ts'

/** Missions, obstacles and batteries; without tasks robots stand still. */
export function runRobots({ random, scribe, startMs, endMs, onsetMs }: Fulfil): void {
  eachArrival({ fromMs: startMs, toMs: endMs, meanMs: 4200 }, random, (timeMs) => {
    const robot = `R${String(random.integer(1, 16)).padStart(2, '0')}`
    const aisle = random.integer(1, 24)
    if (timeMs > onsetMs + 40_000 && random.chance(0.6)) {
      const text = `${robot} waits for a task since ${random.integer(30, 240)} s, pick-planner gave none`
      return scribe.log('robot-ctl', timeMs, 'WARN', text)
    }
    if (random.chance(0.05))
      return scribe.log('robot-ctl', timeMs, 'WARN', `${robot} obstacle in aisle ${aisle}, stopped`)
    if (random.chance(0.06)) {
      const text = `${robot} battery low (${random.integer(11, 19)} %), drives to charger ${random.integer(1, 4)}`
      return scribe.log('robot-ctl', timeMs, 'WARN', text)
    }
    const seconds = Math.max(12, random.logNormal(46, 0.4)).toFixed(1)
    scribe.log('robot-ctl', timeMs, 'INFO', `${robot} mission done, aisle ${aisle}, ${seconds} s`)
  })
}

const ZONES = 12
const STOPS_IN = 7

/** Articles, zone after zone; it ends in the seventh of twelve without a word. */
export function runReplenish({ random, scribe, startMs, darkMs }: Fulfil): void {
  const fromMs = startMs + 3 * 60_000
  scribe.log('replenish', fromMs - 2000, 'INFO', `run of the day begun: ${ZONES} zones`)
  let zone = 0
  let articles = 0
  eachTick({ fromMs, toMs: darkMs, everyMs: 9000 }, random, (timeMs) => {
    const current = 1 + Math.floor(((timeMs - fromMs) / (darkMs - fromMs)) * (STOPS_IN - 0.4))
    if (current > zone) {
      if (zone > 0) scribe.log('replenish', timeMs - 900, 'INFO', `zone ${zone} of ${ZONES} done, ${articles} articles`)
      scribe.log('replenish', timeMs - 800, 'INFO', `zone ${current} of ${ZONES} begun`)
      zone = current
      articles = 0
    }
    const sku = `A-${random.integer(10_000, 10_899)}`
    if (random.chance(0.09)) return scribe.log('replenish', timeMs, 'WARN', `article ${sku} skipped: no supplier`)
    articles++
    scribe.log('replenish', timeMs, 'INFO', `article ${sku} planned: ${random.integer(4, 120)} pieces from reserve`)
  })
}

export function runDatabase({ random, scribe, startMs, endMs }: Fulfil): void {
  eachTick({ fromMs: startMs + 40_000, toMs: endMs, everyMs: 300_000 }, random, (timeMs) => {
    const seconds = (random.integer(210, 480) / 10).toFixed(3)
    const text = `checkpoint complete: wrote ${random.integer(900, 4100)} buffers; write=${seconds} s`
    scribe.log('stock-db', timeMs, 'INFO', text, { session: '@' })
  })
}
