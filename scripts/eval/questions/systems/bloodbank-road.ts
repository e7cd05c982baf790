/** What goes on without requests: tours of couriers, whose spans have no kinds, and the sensors of the cold chain. */
import type { Severity } from '../records.ts'
import type { BloodBank } from './bloodbank.ts'
import { DEPOTS, FRIDGES } from './bloodbank-names.ts'
import { eachArrival, eachTick, roundMs } from './scribe.ts'

function planTours({ random, scribe, startMs, endMs, courierMs }: BloodBank): void {
  let tour = 7300
  eachArrival({ fromMs: startMs + 2500, toMs: endMs - 20_000, meanMs: 7600 }, random, (timeMs) => {
    tour += 1
    const depot = random.pick<string>(DEPOTS)
    const vehicle = random.pick(['van', 'van', 'van', 'motorbike', 'taxi'])
    const durationMs = random.logNormal(timeMs < courierMs ? 3900 : 2600, 0.25)
    const trace = { traceId: scribe.newTrace(), spanId: scribe.newSpan() }
    const tell = (severity: Severity, text: string) =>
      scribe.log('courier-dispatch', timeMs + durationMs, severity, text, {}, trace)
    if (random.chance(0.06)) tell('WARN', `tour ${tour} from ${depot} waits: transport box is not ready`)
    else if (random.chance(0.05))
      tell('WARN', `tour ${tour} from ${depot} is late: ${random.integer(6, 25)} min behind`)
    else
      tell(
        'INFO',
        `tour ${tour} from ${depot} planned: ${random.integer(1, 6)} boxes, ${random.integer(3, 70)} km by ${vehicle}`,
      )
    scribe.span({
      ...{ ...trace, parentSpanId: '', service: 'courier-dispatch', name: 'plan tour', kind: 'unspecified' },
      ...{ startMs: timeMs, durationMs: roundMs(durationMs), isEntry: true },
      attributes: { depot, vehicle },
    })
  })
}

/** Couriers, and the cold chain until its hub is updated. */
export function runRoad(system: BloodBank): void {
  const { random, scribe, startMs, darkMs } = system
  planTours(system)
  eachTick({ fromMs: startMs + 4000, toMs: darkMs - 3000, everyMs: 9000 }, random, (timeMs) => {
    const fridge = random.pick<string>(FRIDGES)
    const tell = (severity: Severity, text: string) => scribe.log('cold-chain', timeMs, severity, text)
    if (random.chance(0.06)) tell('WARN', `fridge ${fridge} door is open for ${random.integer(60, 240)} s`)
    else if (random.chance(0.03)) tell('ERROR', `fridge ${fridge} sensor gives no reading`)
    else tell('INFO', `fridge ${fridge} reads ${(random.integer(29, 49) / 10).toFixed(1)} C`)
  })
}
