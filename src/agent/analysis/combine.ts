/**
 * One finding from two analyses: the investigator, which weighs every signal, and the complaints in the logs, which say
 * in words whom the callers wait for. Where many lines of others name one service, they decide; a trace without the
 * failing call, or spans that never ended, cannot say it as well.
 */
import type { EvidenceItem, Investigation } from '../investigator/investigation.ts'
import type { Candidate, Finding, Hypothesis, TellingRecord } from './finding.ts'

/** Complaints below this are coincidence: a handful of timeouts happen to every service. */
const COMPLAINTS_MIN = 10
const OBSERVATIONS_MAX = 5

export function combineFindings(investigation: Investigation, logs: Finding | null): Finding {
  const own = fromInvestigation(investigation)
  const lead = logs?.candidates[0]
  if (logs === null || lead === undefined || logs.outcome !== 'probable' || lead.named.records < COMPLAINTS_MIN)
    return own
  const first = own.candidates[0]
  if (first?.service === lead.service) {
    const agreed: Candidate = {
      ...first,
      // The complaints are counted in finer steps than all signals are, so they date the begin better.
      firstSeenMs: lead.firstSeenMs,
      score: Math.max(first.score, lead.score),
      named: lead.named,
      observations: mixed(first.observations, lead.observations),
    }
    return {
      ...own,
      // Two analyses that agree are more than one that hesitates.
      outcome: own.outcome === 'root_cause_identified' ? own.outcome : 'probable',
      onsetMs: logs.onsetMs ?? own.onsetMs,
      candidates: [agreed, ...own.candidates.slice(1)],
      telling: tellingOf(logs, own),
    }
  }
  const same = own.candidates.find(({ service }) => service === lead.service)
  const promoted: Candidate = { ...lead, observations: mixed(lead.observations, same?.observations ?? []) }
  const rest = own.candidates.filter((candidate) => candidate !== same)
  const others = rest.length > 0 ? rest : logs.candidates.slice(1)
  return {
    ...own,
    outcome: 'probable',
    onsetMs: logs.onsetMs,
    baseline: logs.baseline,
    candidates: [
      promoted,
      ...others.map((candidate) => ({ ...candidate, score: round(candidate.score * (1 - promoted.score)) })),
    ],
    hypotheses: [...logs.hypotheses.slice(0, 1), ...rejected(rest[0], lead)],
    telling: tellingOf(logs, own),
  }
}

function mixed(first: readonly string[], second: readonly string[]): string[] {
  const both = [...first.slice(0, 3), ...second.slice(0, 2), ...first.slice(3)]
  return [...new Set(both)].slice(0, OBSERVATIONS_MAX)
}

function rejected(other: Candidate | undefined, lead: Candidate): Hypothesis[] {
  if (other === undefined) return []
  return [
    {
      statement: `The cause lies in ${other.service}.`,
      state: 'weakened',
      because: `${lead.named.records} log records of ${lead.named.services} other services name ${lead.service} as what fails`,
    },
  ]
}

function tellingOf(logs: Finding, own: Finding): readonly TellingRecord[] {
  const ids = new Set(logs.telling.map(({ id }) => id))
  return [...logs.telling, ...own.telling.filter(({ id }) => !ids.has(id))].slice(0, 4)
}

function fromInvestigation(investigation: Investigation): Finding {
  return {
    outcome: investigation.outcome,
    onsetMs: investigation.onsetMs,
    baseline: investigation.baseline,
    candidates: investigation.candidates.map((candidate) => ({
      service: candidate.service,
      score: candidate.score,
      reason: candidate.reason,
      firstSeenMs: candidate.firstSeenMs,
      observations: candidate.evidence.slice(0, OBSERVATIONS_MAX).map(observationOf),
      named: { records: 0, services: 0 },
    })),
    hypotheses: investigation.hypotheses.slice(0, 4).map(({ statement, state, evidenceFor, evidenceAgainst }) => ({
      statement,
      state,
      because:
        (state === 'supported' ? evidenceFor[0]?.text : (evidenceAgainst[0]?.text ?? evidenceFor[0]?.text)) ??
        'its evidence is weaker',
    })),
    notCovered: investigation.notCovered,
    telling: investigation.examples
      .filter(({ signal, id }) => signal === 'logs' && id !== '')
      .map(({ id, service, text }) => ({ id, service, severity: '', body: text.slice(0, 500) })),
    recordsScanned: investigation.queries.reduce((most, { recordsScanned }) => Math.max(most, recordsScanned), 0),
  }
}

function observationOf(item: EvidenceItem): string {
  return `${item.text} (since ${new Date(item.firstSeenMs).toISOString()})`
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
