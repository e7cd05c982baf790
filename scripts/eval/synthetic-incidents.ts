/**
 * Scores the investigator on synthetic incidents. Usage: tsx scripts/eval/synthetic-incidents.ts [--from 0] [--count 100]
 * [--parity even|odd|all] [--signals logs,spans,metrics] [--faultless] [--detected] [--verbose]. Odd seeds are for reporting only.
 */
import { argv, stdout } from 'node:process'
import { parseArgs } from 'node:util'
import { investigate } from '../../src/agent/investigator/investigate.ts'
import type { Investigation } from '../../src/agent/investigator/investigation.ts'
import { memorySource } from '../../src/agent/investigator/memory-source.ts'
import { ALL_SIGNALS } from './incident-cases.ts'
import { lineShape } from './line-shape.ts'
import { FAULT_KINDS } from './synthetic/faults.ts'
import { makeIncident, type SyntheticIncident } from './synthetic/incident.ts'

const { values } = parseArgs({
  args: argv.slice(2),
  options: {
    from: { type: 'string', default: '0' },
    count: { type: 'string', default: '60' },
    parity: { type: 'string', default: 'even' },
    signals: { type: 'string', default: ALL_SIGNALS.join() },
    kind: { type: 'string', default: '' },
    faultless: { type: 'boolean', default: false },
    detected: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    failures: { type: 'boolean', default: false },
    calibration: { type: 'boolean', default: false },
  },
})

interface Tally {
  cases: number
  first: number
  three: number
}
const byKind = new Map<string, Tally>()
const outcomes = new Map<string, number>()
const calibration: { confidence: number; isRight: boolean; top: number }[] = []
let alarms = 0
let total = 0
for (const seed of seeds()) {
  const incident = makeIncident(seed, !values.faultless)
  if (!incident.kind.includes(values.kind)) continue
  const result = await run(incident)
  total++
  outcomes.set(result.outcome, (outcomes.get(result.outcome) ?? 0) + 1)
  if (values.faultless) reportFaultless(incident, result)
  else reportFault(incident, result)
}
summary()

function seeds(): number[] {
  const list: number[] = []
  for (let seed = Number(values.from); list.length < Number(values.count); seed++) {
    if (!(FAULT_KINDS[seed % FAULT_KINDS.length] ?? '').includes(values.kind)) continue
    if (values.parity === 'all' || (seed % 2 === 0) === (values.parity === 'even')) list.push(seed)
  }
  return list
}

function run(incident: SyntheticIncident): Promise<Investigation> {
  const has = (signal: string): boolean => values.signals.split(',').includes(signal)
  const { logs, spans, metrics } = incident.records
  const records = {
    logs: has('logs') ? logs : [],
    spans: has('spans') ? spans : [],
    metrics: has('metrics') ? metrics : [],
  }
  return investigate({
    source: memorySource(records, lineShape),
    window: null,
    incidentStartHint: values.detected ? null : incident.hintMs,
    now: incident.endMs + 1_000,
  })
}

function reportFaultless(incident: SyntheticIncident, result: Investigation): void {
  const isAlarm = result.outcome === 'root_cause_identified' || result.outcome === 'probable'
  if (isAlarm) alarms++
  if (values.verbose || (values.failures && isAlarm)) {
    stdout.write(
      `${incident.seed} ${result.outcome} ${result.confidence.toFixed(2)} herrings=${incident.herrings.join()} ${incident.style} baseline ${incident.baselineMs / 1_000}s\n`,
    )
    explain(result)
  }
}

function reportFault(incident: SyntheticIncident, result: Investigation): void {
  const rank = result.candidates.findIndex(({ service }) => service === incident.service) + 1
  const tally = byKind.get(incident.kind) ?? { cases: 0, first: 0, three: 0 }
  tally.cases++
  if (rank === 1) tally.first++
  if (rank >= 1 && rank <= 3) tally.three++
  byKind.set(incident.kind, tally)
  calibration.push({ confidence: result.confidence, isRight: rank === 1, top: 0 })
  if (values.verbose || (values.failures && rank !== 1)) {
    stdout.write(
      `${incident.seed} ${incident.kind} ${incident.service} rank ${rank || '-'} ${result.outcome} herrings=${incident.herrings.join()} ${incident.style} baseline ${incident.baselineMs / 1_000}s ${incident.records.logs.length} logs ${incident.records.spans.length} spans, ${incident.touched} requests touched\n`,
    )
    explain(result, incident.service)
  }
}

function explain(result: Investigation, truth: string | null = null): void {
  for (const candidate of result.candidates.slice(0, 5)) {
    if (candidate.rank > 2 && candidate.service !== truth) continue
    stdout.write(
      `    ${candidate.service === truth ? '*' : ''}${candidate.service} ${candidate.score} (explained by ${candidate.explainedBy})\n`,
    )
    for (const { strength, kind, text } of candidate.evidence.slice(0, 4))
      stdout.write(`       ${strength} ${kind}: ${text.slice(0, 200)}\n`)
  }
}

function summary(): void {
  let first = 0
  let three = 0
  for (const [kind, tally] of [...byKind].sort()) {
    first += tally.first
    three += tally.three
    stdout.write(`| ${kind} | ${tally.cases} | ${tally.first} | ${tally.three} |\n`)
  }
  stdout.write(`outcomes ${JSON.stringify(Object.fromEntries(outcomes))}\n`)
  if (values.calibration) {
    for (const [low, high] of [
      [0, 0.3],
      [0.3, 0.5],
      [0.5, 0.65],
      [0.65, 0.8],
      [0.8, 0.9],
      [0.9, 0.97],
      [0.97, 1.01],
    ] as const) {
      const inside = calibration.filter(({ confidence }) => confidence >= low && confidence < high)
      const right = inside.filter(({ isRight }) => isRight).length
      stdout.write(`confidence ${low}..${high}: ${inside.length} cases, ${right} right\n`)
    }
  }
  if (values.faultless)
    stdout.write(
      `${total} faultless cases, ${alarms} false alarms (${((100 * alarms) / Math.max(1, total)).toFixed(1)} %)\n`,
    )
  else
    stdout.write(
      `${total} incidents AS@1 ${(first / Math.max(1, total)).toFixed(3)} AS@3 ${(three / Math.max(1, total)).toFixed(3)}\n`,
    )
}
