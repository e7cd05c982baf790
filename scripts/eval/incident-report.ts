/** What `eval:incidents` prints: a line for each question, and a block of figures for each set. */
import { basename } from 'node:path'
import type { IncidentCase } from './incident-cases.ts'
import type { Citations } from './poor-order/citations.ts'
import { isAgreed, type OfflineAnswer, type ServedAnswer, saidOf } from './served-answer.ts'

export interface Asked {
  /** Null when the run ended without an answer; `error` says why. */
  readonly error: string | null
  readonly served: ServedAnswer
  readonly offline: OfflineAnswer
  /** From the question to the end of the run. */
  readonly tookMs: number
  /** Processor time that the server used meanwhile, which a busy machine does not lengthen; null where it is not known. */
  readonly cpuMs: number | null
  readonly citations: Citations
}

export interface CaseResult {
  readonly folder: string
  readonly incident: IncidentCase
  /** Records the intake did not take. */
  readonly rejected: number
  readonly stated: Asked
  readonly unstated: Asked
}

export const MODES = ['stated', 'unstated'] as const
export type Mode = (typeof MODES)[number]

/** One question: the rank of the true service, what was said, and where the analysis in memory says otherwise. */
export function lineOf({ folder, incident, ...asked }: CaseResult, mode: Mode): string {
  const { served, offline, tookMs, cpuMs, error } = asked[mode]
  const { service, faultType } = incident.rootCause
  const truth = service === '' ? 'no fault' : `${service} (${faultType})`
  const rank = rankIn(served.services, service) ?? '-'
  const said = error ?? `${saidOf(served) ?? '-'} ${shareOf(served.score)} ${served.services[0] ?? '(none)'}`
  return `${basename(folder)} ${incident.id} ${mode.padEnd(8)} rank ${rank} ${said} ${secondsOf(tookMs)}${cpuMs === null ? '' : ` (processor ${secondsOf(cpuMs)})`}; truth ${truth}${differenceOf(served, offline, service)}`
}

/** The figures of one set. */
export function setReport(results: readonly CaseResult[]): string[] {
  const first = results[0]
  if (first === undefined) return []
  const rejected = results.filter((one) => one.rejected > 0)
  const lines = MODES.map((mode) => `${basename(first.folder)} ${mode.padEnd(8)} ${figuresOf(results, mode)}`)
  if (rejected.length > 0) {
    const records = rejected.reduce((sum, one) => sum + one.rejected, 0)
    lines.push(
      `${basename(first.folder)} ${records} records of ${rejected.length} cases were not taken by the intake: undefined readings and the like`,
    )
  }
  return lines
}

function figuresOf(results: readonly CaseResult[], mode: Mode): string {
  const faults = results.filter(({ incident }) => incident.rootCause.service !== '')
  const quiet = results.filter(({ incident }) => incident.rootCause.service === '')
  const share = (hits: readonly CaseResult[], of: readonly CaseResult[]) => (hits.length / of.length).toFixed(2)
  const within = (rank: number, side: 'served' | 'offline') =>
    share(
      faults.filter(({ incident, [mode]: asked }) => {
        const services = side === 'served' ? asked.served.services : namesOf(asked.offline)
        return (rankIn(services, incident.rootCause.service) ?? Number.POSITIVE_INFINITY) <= rank
      }),
      faults,
    )
  const asserted = (of: readonly CaseResult[], isIt: (said: string | null) => boolean) =>
    of.filter(({ [mode]: { served } }) => isIt(saidOf(served)))
  const agreed = results.filter(({ [mode]: { error, served, offline } }) => error === null && isAgreed(served, offline))
  const parts = [`${results.length} cases`]
  if (faults.length > 0) {
    parts.push(`AS@1 ${within(1, 'served')} (in memory ${within(1, 'offline')}) AS@3 ${within(3, 'served')}`)
    parts.push(`"nothing broke" ${share(asserted(faults, isNothing), faults)}`)
  }
  if (quiet.length > 0) parts.push(`false alarms ${asserted(quiet, isAssertion).length} of ${quiet.length}`)
  parts.push(`as in memory ${agreed.length} of ${results.length}`)
  const cpu = results.flatMap(({ [mode]: { cpuMs } }) => (cpuMs === null ? [] : [cpuMs]))
  parts.push(`p95 ${secondsOf(p95Of(results.map(({ [mode]: { tookMs } }) => tookMs)))}`)
  if (cpu.length > 0) parts.push(`processor p95 ${secondsOf(p95Of(cpu))}`)
  return parts.join(', ')
}

const secondsOf = (ms: number) => `${(ms / 1000).toFixed(1)}s`

/** Nearest rank: a time that was measured. */
export function p95Of(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? 0
}

function differenceOf(served: ServedAnswer, offline: OfflineAnswer, truth: string): string {
  const first = offline.candidates[0]
  const rank = rankIn(namesOf(offline), truth)
  const isSameRank = truth === '' || rank === rankIn(served.services, truth)
  if (isAgreed(served, offline) && isSameRank) return ''
  return `; IN MEMORY rank ${rank ?? '-'} ${offline.said} ${shareOf(first?.probability ?? null)} ${first?.service ?? '(none)'}`
}

function rankIn(services: readonly string[], service: string): number | null {
  const at = services.indexOf(service)
  return at < 0 ? null : at + 1
}

const namesOf = ({ candidates }: OfflineAnswer) => candidates.map(({ service }) => service)
const shareOf = (share: number | null) => (share === null ? '-' : share.toFixed(2))
const isNothing = (said: string | null) => said === 'no_anomaly' || said === 'no_data'
const isAssertion = (said: string | null) => said === 'identified' || said === 'probable'
