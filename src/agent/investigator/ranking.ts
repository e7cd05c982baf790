/** Ranks services as root causes: evidence of their own, less what a faulty service below them explains. */
import { combinedStrength, type Finding, type FindingKind } from './findings.ts'
import { downstream, type ServiceGraph } from './graph.ts'

/** Kinds that look at one thing from several sides share a group; what a group can contribute is capped. */
const GROUPS: Record<FindingKind, 'logs' | 'time' | 'failures' | 'calls' | 'metrics'> = {
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

export interface Scored {
  readonly service: string
  readonly score: number
  /** Score before a faulty callee's share was taken off. */
  readonly rawScore: number
  readonly explainedBy: string | null
  readonly findings: readonly Finding[]
}

/** How much of a caller's failures a callee's own evidence can explain away. */
const EXPLAINED_MAX = 0.8

export function rankServices(findings: readonly Finding[], graph: ServiceGraph): Scored[] {
  const byService = new Map<string, Finding[]>()
  for (const finding of findings) {
    const list = byService.get(finding.service)
    if (list === undefined) byService.set(finding.service, [finding])
    else list.push(finding)
  }
  const raw = new Map<string, number>()
  for (const [service, list] of byService) raw.set(service, scoreOf(list))
  const scored: Scored[] = []
  for (const [service, list] of byService) {
    const rawScore = raw.get(service) ?? 0
    let explainedBy: string | null = null
    let explanation = 0
    for (const [callee, distance] of downstream(graph, service)) {
      const strength = (raw.get(callee) ?? 0) / distance
      if (strength > explanation) {
        explanation = strength
        explainedBy = callee
      }
    }
    const share = (EXPLAINED_MAX * explanation) / (explanation + rawScore + 1e-9)
    const own = scoreOf(list.filter((finding) => finding.reach === 'own'))
    const score = own + (rawScore - own) * (1 - share)
    scored.push({
      service,
      score,
      rawScore,
      explainedBy: share > 0.2 ? explainedBy : null,
      findings: list.toSorted((a, b) => b.strength - a.strength),
    })
  }
  return scored.sort((a, b) => b.score - a.score || a.service.localeCompare(b.service))
}

function scoreOf(findings: readonly Finding[]): number {
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) {
    const group = GROUPS[finding.kind]
    const list = groups.get(group)
    if (list === undefined) groups.set(group, [finding])
    else list.push(finding)
  }
  let total = 0
  for (const list of groups.values()) total += combinedStrength(list)
  return total
}
