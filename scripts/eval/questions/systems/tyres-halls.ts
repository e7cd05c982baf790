/** What goes on without requests: benches that balance wheels, reminders to drivers, and vans on the road. */
import type { Severity } from '../records.ts'
import { eachArrival, eachTick } from './scribe.ts'
import type { Tyres } from './tyres.ts'
import { BENCHES, WORKSHOPS } from './tyres-names.ts'

/** The benches: the spans of this service have no kinds. */
function runBenches({ random, scribe, startMs, endMs }: Tyres): void {
  let wheel = 70_210
  eachArrival({ fromMs: startMs + 1500, toMs: endMs - 30_000, meanMs: 9000 }, random, (timeMs) => {
    wheel += 1
    const [bench, workshop] = [random.pick<string>(BENCHES), random.pick<string>(WORKSHOPS)]
    const rim = random.pick([15, 16, 16, 17, 17, 19])
    const isScrapped = random.chance(0.05)
    const isAgain = !isScrapped && random.chance(0.09)
    const durationMs = random.logNormal(bench === 'B4' ? 11_500 : 7200, 0.2) + (isAgain ? 5000 : 0)
    const trace = { traceId: scribe.newTrace(), spanId: scribe.newSpan() }
    const tell = (afterMs: number, severity: Severity, text: string) =>
      scribe.log('bench-link', timeMs + afterMs, severity, text, {}, trace)
    if (isAgain) tell(durationMs / 2, 'WARN', `wheel ${wheel} on ${bench} measured again: vibration`)
    const grams = random.integer(1, 14) * 5
    if (isScrapped) tell(durationMs, 'WARN', `wheel ${wheel} on ${bench} scrapped: rim is bent`)
    else tell(durationMs, 'INFO', `wheel ${wheel} balanced on ${bench} with ${grams} g`)
    scribe.span({
      ...{ ...trace, parentSpanId: '', service: 'bench-link', name: 'balance wheel', kind: 'unspecified' },
      ...{ startMs: timeMs, durationMs: Math.round(durationMs * 1000) / 1000, isEntry: true },
      attributes: { bench, workshop, 'rim.inches': rim },
    })
  })
}

/** Who writes lines only: reminders, and vans until the stream of their positions ends. */
export function runHalls(system: Tyres): void {
  const { random, scribe, startMs, endMs, darkMs } = system
  runBenches(system)
  eachArrival({ fromMs: startMs + 2000, toMs: endMs, meanMs: 4800 }, random, (timeMs) => {
    const { driver } = random.pick(system.drivers)
    const what = random.pick(['season-change', 'season-change', 'appointment-tomorrow', 'retorque', 'tread-warning'])
    if (random.chance(0.07)) {
      scribe.log('reminder-mailer', timeMs, 'WARN', `mail ${what} to ${driver} skipped: unsubscribed`)
      return
    }
    if (random.chance(0.04)) {
      scribe.log('reminder-mailer', timeMs, 'ERROR', `mail ${what} to ${driver} bounced: mailbox full`)
      return
    }
    scribe.log('reminder-mailer', timeMs, 'INFO', `mail ${what} sent to ${driver}: ${random.integer(8, 41)} kB`)
  })
  eachTick({ fromMs: startMs + 5000, toMs: darkMs - 4000, everyMs: 13_000 }, random, (timeMs) => {
    const van = `van-${random.integer(1, 8)}`
    const road = random.pick(['A1', 'A7', 'A215', 'B76'])
    if (random.chance(0.1)) scribe.log('roadside', timeMs, 'WARN', `${van} held up on ${road}: traffic jam`)
    else
      scribe.log('roadside', timeMs, 'INFO', `${van} reached breakdown on ${road} after ${random.integer(9, 62)} min`)
  })
}
