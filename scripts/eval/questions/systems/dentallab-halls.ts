/** What goes on without requests: mills that cut blanks, boxes for the couriers, and furnaces that sinter. */
import type { Severity } from '../records.ts'
import type { Dentallab } from './dentallab.ts'
import { MATERIALS, MILLS } from './dentallab-names.ts'
import { eachArrival, eachTick } from './scribe.ts'

/** The mills: the spans of this service have no kinds. */
function runMills({ random, scribe, startMs, endMs }: Dentallab): void {
  let blank = 51_370
  eachArrival({ fromMs: startMs + 1500, toMs: endMs - 45_000, meanMs: 8500 }, random, (timeMs) => {
    blank += 1
    const mill = random.pick<string>(MILLS)
    const material = random.pick<string>(MATERIALS)
    const isCracked = random.chance(0.05)
    const isSlowed = !isCracked && random.chance(0.1)
    const durationMs = random.logNormal(mill === 'M3' ? 19_000 : 12_000, 0.2) + (isSlowed ? 6000 : 0)
    const trace = { traceId: scribe.newTrace(), spanId: scribe.newSpan() }
    const tell = (afterMs: number, severity: Severity, text: string) =>
      scribe.log('mill-link', timeMs + afterMs, severity, text, {}, trace)
    if (isSlowed) tell(durationMs / 2, 'WARN', `feed of ${mill} reduced on blank ${blank}: spindle load is high`)
    if (isCracked) tell(durationMs, 'WARN', `blank ${blank} on ${mill} scrapped: cracked`)
    else tell(durationMs, 'INFO', `blank ${blank} milled on ${mill}: tool wear ${random.integer(3, 92)} %`)
    scribe.span({
      ...{ ...trace, parentSpanId: '', service: 'mill-link', name: 'mill blank', kind: 'unspecified' },
      ...{ startMs: timeMs, durationMs: Math.round(durationMs * 1000) / 1000, isEntry: true },
      attributes: { mill, 'blank.material': material },
    })
  })
}

/** Who writes lines only: couriers, and furnaces until the cable to them is out. */
export function runHalls(system: Dentallab): void {
  const { random, scribe, startMs, endMs, darkMs } = system
  runMills(system)
  let box = 8810
  eachArrival({ fromMs: startMs + 2000, toMs: endMs, meanMs: 5200 }, random, (timeMs) => {
    const { practice } = random.pick(system.practices)
    const carrier = random.pick(['dhl', 'dhl', 'gls', 'post', 'bike'])
    box += 1
    if (random.chance(0.08)) {
      scribe.log('courier-desk', timeMs, 'WARN', `box BX-${box} for ${practice} held: address is incomplete`)
      return
    }
    if (random.chance(0.05)) {
      scribe.log('courier-desk', timeMs, 'ERROR', `label for box BX-${box} rejected by ${carrier}: postcode unknown`)
      return
    }
    const grams = random.integer(12, 90) * 10
    scribe.log('courier-desk', timeMs, 'INFO', `box BX-${box} to ${practice} handed to ${carrier}: ${grams} g`)
  })
  eachTick({ fromMs: startMs + 5000, toMs: darkMs - 4000, everyMs: 14_000 }, random, (timeMs) => {
    const furnace = random.pick(['F1', 'F2', 'F3', 'F4'])
    if (random.chance(0.1))
      scribe.log('furnace-watch', timeMs, 'WARN', `furnace ${furnace} overshoots: ${random.integer(1541, 1556)} C`)
    else scribe.log('furnace-watch', timeMs, 'INFO', `furnace ${furnace} holds ${random.integer(1495, 1535)} C`)
  })
}
