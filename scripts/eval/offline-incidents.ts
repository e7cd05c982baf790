/**
 * Runs the investigator in memory over a folder of labelled incidents, with and without the stated start, and prints the
 * rank of the true service. Usage: tsx scripts/eval/offline-incidents.ts [folder] [--signals logs,spans] [--explain 3]
 */
import { argv, env, exit, stderr, stdout } from 'node:process'
import { parseArgs } from 'node:util'
import { investigate } from '../../src/agent/investigator/investigate.ts'
import type { Investigation } from '../../src/agent/investigator/investigation.ts'
import { memorySource, type RecordArrays } from '../../src/agent/investigator/memory-source.ts'
import { ALL_SIGNALS, type IncidentCase, readCase, readIndex, type SignalName } from './incident-cases.ts'
import { lineShape } from './line-shape.ts'

const { values, positionals } = parseArgs({
  args: argv.slice(2),
  allowPositionals: true,
  options: { signals: { type: 'string' }, explain: { type: 'string' }, only: { type: 'string' } },
})
const folder = positionals[0] ?? env.EVAL_DATA
const cases = folder === undefined ? null : readIndex(folder)
if (folder === undefined || cases === null) {
  stderr.write('No incidents: give a folder with an index.json as argument or in EVAL_DATA.\n')
  exit(2)
}
const signals = ALL_SIGNALS.filter((signal) => (values.signals ?? ALL_SIGNALS.join()).split(',').includes(signal))
const explain = Number(values.explain ?? 0)
await main(folder, cases, signals)

async function main(from: string, all: readonly IncidentCase[], wanted: readonly SignalName[]): Promise<void> {
  const totals = { stated: { first: 0, three: 0 }, detected: { first: 0, three: 0 } }
  const times: number[] = []
  const chosen = all.filter(({ id }) => id.includes(values.only ?? ''))
  for (const incident of chosen) {
    const records = readCase(from, incident.id, wanted)
    for (const mode of ['stated', 'detected'] as const) {
      const begun = performance.now()
      const result = await run(records, incident, mode === 'stated')
      times.push(performance.now() - begun)
      const rank = result.candidates.findIndex(({ service }) => service === incident.rootCause.service) + 1
      if (rank === 1) totals[mode].first++
      if (rank >= 1 && rank <= 3) totals[mode].three++
      report(incident, mode, rank, result, times.at(-1) ?? 0)
    }
  }
  const share = (count: number): string => (count / Math.max(1, chosen.length)).toFixed(2)
  const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
  for (const mode of ['stated', 'detected'] as const) {
    stdout.write(
      `${wanted.join('+')}, start ${mode}: AS@1 ${share(totals[mode].first)} AS@3 ${share(totals[mode].three)}\n`,
    )
  }
  stdout.write(`p95 ${(p95 / 1_000).toFixed(2)}s in memory\n`)
}

function run(records: RecordArrays, incident: IncidentCase, isStated: boolean): Promise<Investigation> {
  return investigate({
    source: memorySource(records, lineShape),
    window: null,
    incidentStartHint: isStated ? Date.parse(incident.incidentStart) : null,
    // Somebody asks some minutes after it was over.
    now: Date.parse(incident.end) + 600_000,
  })
}

function report(incident: IncidentCase, mode: string, rank: number, result: Investigation, tookMs: number): void {
  const offset =
    result.onsetMs === null ? '-' : `${Math.round((result.onsetMs - Date.parse(incident.incidentStart)) / 1_000)}s`
  const [first, second] = result.candidates
  stdout.write(
    `${incident.id} ${mode.padEnd(8)} rank ${rank || '-'} ${result.outcome} onset ${offset} ` +
      `${incident.rootCause.service} (${incident.rootCause.faultType}); first ${first?.service ?? '-'} ${first?.score ?? ''}` +
      `, second ${second?.service ?? '-'} ${second?.score ?? ''}; ${tookMs.toFixed(0)} ms\n`,
  )
  for (const candidate of result.candidates.slice(0, explain)) {
    stdout.write(
      `    ${candidate.rank}. ${candidate.service} ${candidate.score} (explained by ${candidate.explainedBy})\n`,
    )
    for (const { strength, kind, text } of candidate.evidence) stdout.write(`       ${strength} ${kind}: ${text}\n`)
  }
}
