/** Scores services as root causes. */
import { combinedStrength, type Finding, type FindingKind } from './findings.ts'
import { downstream, type ServiceGraph } from './graph.ts'

/** Kinds that look at one thing from several sides share a group. */
type Group = 'logs' | 'time' | 'failures' | 'calls' | 'metrics'
const GROUPS: Record<FindingKind, Group> = {
  log_sequence: 'logs',
  log_new: 'logs',
  log_rate: 'logs',
  log_missing: 'logs',
  self_time: 'time',
  edge_time: 'time',
  span_errors: 'failures',
  exceptions: 'failures',
  truncated: 'failures',
  child_calls: 'calls',
  silence: 'calls',
  metric: 'metrics',
}

/**
 * What each further finding of a group adds. A cut-off request shows in every line and child that no longer comes: one
 * event. Several operations or edges that became slow are separate measurements.
 */
const DECAYS: Record<Group, number> = { logs: 0.3, time: 0.6, failures: 0.4, calls: 0.3, metrics: 0.3 }

/** Metrics are many, coarse in time and follow every cascade: beside other signals they count half. */
const METRICS_WEIGHT = 0.5

/** What speaks against one service, at the division of time that shows it best. */
export interface ServiceEvidence {
  readonly service: string
  readonly findings: readonly Finding[]
  readonly onset: number
  /** Weight of that onset: 1 at the stated time, less further off. */
  readonly weight: number
}

export interface Scored extends ServiceEvidence {
  readonly score: number
  /** Score before a faulty callee's share was taken off. */
  readonly rawScore: number
  readonly explainedBy: string | null
}

/** How much of a caller's failures a callee's own evidence can explain away. */
const EXPLAINED_MAX = 0.8
/** A consequence may be noticed this much before its cause shows in the cause's own telemetry. */
const PRECEDENCE_MS = 30_000

/** Findings grouped by service. */
export function evidenceAt(findings: readonly Finding[], onset: number, weight: number): ServiceEvidence[] {
  const byService = new Map<string, Finding[]>()
  for (const finding of findings) {
    const list = byService.get(finding.service)
    if (list === undefined) byService.set(finding.service, [finding])
    else list.push(finding)
  }
  return [...byService].map(([service, list]) => ({
    service,
    findings: list.toSorted((a, b) => b.strength - a.strength),
    onset,
    weight,
  }))
}

export function rawScoreOf({ findings, weight }: ServiceEvidence): number {
  return scoreOf(findings) * weight
}

/** Ranks services as root causes, best first: their evidence, less what a faulty service below them explains. */
export function rankServices(evidence: readonly ServiceEvidence[], graph: ServiceGraph): Scored[] {
  const raw = new Map<string, number>()
  const begins = new Map<string, number>()
  for (const entry of evidence) {
    raw.set(entry.service, rawScoreOf(entry))
    begins.set(entry.service, beginOf(entry.findings))
  }
  const scored = evidence.map((entry): Scored => {
    const { service, findings, weight } = entry
    const rawScore = raw.get(service) ?? 0
    const { explainedBy, explanation } = explanationOf(service, raw, begins, graph)
    const share = (EXPLAINED_MAX * explanation) / (explanation + rawScore + 1e-9)
    const own = scoreOf(findings.filter((finding) => finding.reach === 'own')) * weight
    const score = own + Math.max(0, rawScore - own) * (1 - share)
    return { ...entry, score, rawScore, explainedBy: share > 0.2 ? explainedBy : null }
  })
  return scored.sort((a, b) => b.score - a.score || a.service.localeCompare(b.service))
}

/** The strongest callee (near ones first) whose own trouble did not begin after the caller's. */
function explanationOf(
  service: string,
  raw: ReadonlyMap<string, number>,
  begins: ReadonlyMap<string, number>,
  graph: ServiceGraph,
): { explainedBy: string | null; explanation: number } {
  let explainedBy: string | null = null
  let explanation = 0
  const begin = begins.get(service) ?? 0
  for (const [callee, distance] of downstream(graph, service)) {
    if ((begins.get(callee) ?? Number.POSITIVE_INFINITY) > begin + PRECEDENCE_MS) continue
    const strength = (raw.get(callee) ?? 0) / distance
    if (strength > explanation) {
      explanation = strength
      explainedBy = callee
    }
  }
  return { explainedBy, explanation }
}

/** When the bulk of the evidence begins: the onset of its strongest finding. */
function beginOf(findings: readonly Finding[]): number {
  return findings[0]?.onsetMs ?? 0
}

function scoreOf(findings: readonly Finding[]): number {
  const groups = new Map<Group, Finding[]>()
  for (const finding of findings) {
    const group = GROUPS[finding.kind]
    const list = groups.get(group)
    if (list === undefined) groups.set(group, [finding])
    else list.push(finding)
  }
  let total = 0
  for (const [group, list] of groups) {
    total += combinedStrength(list, DECAYS[group]) * (group === 'metrics' ? METRICS_WEIGHT : 1)
  }
  return total
}
