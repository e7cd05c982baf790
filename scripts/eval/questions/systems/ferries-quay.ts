/** What goes on without requests: crews that are assigned, berths with their ramps, the weather at the terminals. */
import type { Severity } from '../records.ts'
import type { Ferries } from './ferries.ts'
import { BASES, ROLES, TERMINALS } from './ferries-names.ts'
import { eachArrival, eachTick, roundMs } from './scribe.ts'

/** Crews: the spans of this service have no kinds. */
function assignCrews({ random, scribe, startMs, endMs, sailings }: Ferries): void {
  eachArrival({ fromMs: startMs + 1500, toMs: endMs - 20_000, meanMs: 9000 }, random, (timeMs) => {
    const who = `C-${random.integer(101, 168)}`
    const role = random.pick<string>(ROLES)
    const base = random.pick<string>(BASES)
    const { sailing } = random.pick(sailings)
    const durationMs = random.logNormal(role === 'engineer' ? 1900 : 850, 0.3)
    const trace = { traceId: scribe.newTrace(), spanId: scribe.newSpan() }
    const tell = (severity: Severity, text: string) =>
      scribe.log('crew-roster', timeMs + durationMs, severity, text, {}, trace)
    if (random.chance(0.08)) tell('WARN', `${who} not assigned to ${sailing} as ${role}: rest time is too short`)
    else if (random.chance(0.04)) tell('WARN', `${who} not assigned to ${sailing} as ${role}: certificate has lapsed`)
    else tell('INFO', `${who} assigned to ${sailing} as ${role}, base ${base}`)
    scribe.span({
      ...{ ...trace, parentSpanId: '', service: 'crew-roster', name: 'assign crew', kind: 'unspecified' },
      ...{ startMs: timeMs, durationMs: roundMs(durationMs), isEntry: true },
      attributes: { 'crew.role': role, 'crew.base': base },
    })
  })
}

function runBerths({ random, scribe, startMs, endMs, sailings }: Ferries): void {
  eachArrival({ fromMs: startMs + 2000, toMs: endMs, meanMs: 7000 }, random, (timeMs) => {
    const { terminal, vessel } = random.pick(sailings)
    const berth = `berth ${random.integer(1, 3)} at ${terminal}`
    if (random.chance(0.06)) scribe.log('berth-control', timeMs, 'WARN', `${berth}: ramp sensor gives no reading`)
    else if (random.chance(0.03)) {
      const text = `${berth}: hydraulic pressure is low, ${random.integer(96, 128)} bar`
      scribe.log('berth-control', timeMs, 'ERROR', text)
    } else {
      const ramp = `ramp lowered in ${random.integer(28, 75)} s`
      const text = random.pick([ramp, ramp, 'ramp raised', `${vessel} moored`, `${vessel} cast off`])
      scribe.log('berth-control', timeMs, 'INFO', `${berth}: ${text}`)
    }
  })
}

export function runQuay(system: Ferries): void {
  const { random, scribe, startMs, darkMs } = system
  assignCrews(system)
  runBerths(system)
  eachTick({ fromMs: startMs + 4000, toMs: darkMs - 3000, everyMs: 12_000 }, random, (timeMs) => {
    const terminal = random.pick<string>(TERMINALS)
    if (random.chance(0.1))
      scribe.log('weather-feed', timeMs, 'WARN', `${terminal}: gusts of ${random.integer(17, 22)} m/s`)
    else {
      const wind = `wind ${random.integer(4, 14)} m/s, waves ${random.integer(3, 18) / 10} m`
      scribe.log('weather-feed', timeMs, 'INFO', `${terminal}: ${wind}`)
    }
  })
}
