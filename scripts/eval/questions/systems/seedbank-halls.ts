/** What goes on without requests: germination tests, freezers, and notes of collectors in the field. */
import type { Severity } from '../records.ts'
import { eachArrival, eachTick } from './scribe.ts'
import type { Seedbank } from './seedbank.ts'
import { CHAMBERS, FREEZERS } from './seedbank-names.ts'

/** The chambers where seeds are tested: the spans of this service have no kinds. */
function runChambers({ random, scribe, startMs, endMs }: Seedbank): void {
  let test = 51_300
  eachArrival({ fromMs: startMs + 1500, toMs: endMs - 20_000, meanMs: 8500 }, random, (timeMs) => {
    test += 1
    const chamber = random.pick<string>(CHAMBERS)
    const group = random.pick(['cereal', 'cereal', 'legume', 'brassica', 'tree'])
    const isMouldy = random.chance(0.06)
    const isAgain = !isMouldy && random.chance(0.1)
    const durationMs = random.logNormal(chamber === 'C3' ? 9800 : 6100, 0.2) + (isAgain ? 4000 : 0)
    const trace = { traceId: scribe.newTrace(), spanId: scribe.newSpan() }
    const tell = (afterMs: number, severity: Severity, text: string) =>
      scribe.log('germination-bench', timeMs + afterMs, severity, text, {}, trace)
    if (isAgain) tell(durationMs / 2, 'WARN', `test ${test} in ${chamber} photographed again: image is blurred`)
    const sprouted = random.integer(41, 99)
    if (isMouldy) tell(durationMs, 'WARN', `test ${test} in ${chamber} thrown away: mould on ${group} seeds`)
    else tell(durationMs, 'INFO', `test ${test} in ${chamber} counted: ${sprouted} of 100 ${group} seeds sprouted`)
    scribe.span({
      ...{ ...trace, parentSpanId: '', service: 'germination-bench', name: 'count seedlings', kind: 'unspecified' },
      ...{ startMs: timeMs, durationMs: Math.round(durationMs * 1000) / 1000, isEntry: true },
      attributes: { chamber, 'seed.group': group },
    })
  })
}

/** Who writes lines only: freezers, and collectors until their satellite link is paused. */
export function runHalls(system: Seedbank): void {
  const { random, scribe, startMs, endMs, darkMs } = system
  runChambers(system)
  eachArrival({ fromMs: startMs + 2000, toMs: endMs, meanMs: 5200 }, random, (timeMs) => {
    const freezer = random.pick<string>(FREEZERS)
    if (random.chance(0.08)) {
      scribe.log('cold-watch', timeMs, 'WARN', `door of ${freezer} open for ${random.integer(31, 95)} s`)
      return
    }
    if (random.chance(0.03)) {
      scribe.log('cold-watch', timeMs, 'ERROR', `probe of ${freezer} gives no reading, using its twin`)
      return
    }
    scribe.log('cold-watch', timeMs, 'INFO', `${freezer} defrost cycle done in ${random.integer(6, 19)} min`)
  })
  eachTick({ fromMs: startMs + 5000, toMs: darkMs - 4000, everyMs: 12_000 }, random, (timeMs) => {
    const team = `team-${random.integer(1, 7)}`
    const region = random.pick(['pamir', 'sahel', 'altiplano', 'kaukasus'])
    if (random.chance(0.12))
      scribe.log('field-notes', timeMs, 'WARN', `${team} in ${region} sent a note without coordinates`)
    else scribe.log('field-notes', timeMs, 'INFO', `${team} in ${region} sent ${random.integer(1, 24)} photos`)
  })
}
