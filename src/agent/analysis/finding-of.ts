/**
 * An investigation as the short finding that models and answers read. Every claim keeps its text, and nothing is
 * re-ranked.
 */
import type { ExampleRecord } from '../../telemetry/index.ts'
import type { EvidenceItem, Investigation } from '../investigator/investigation.ts'
import type { Finding, TellingRecord } from './finding.ts'

const OBSERVATIONS_MAX = 5

/** Returns an investigation as a finding, with a bounded number of observations for each candidate. */
export function findingOf(investigation: Investigation): Finding {
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
    })),
    hypotheses: investigation.hypotheses
      .slice(0, 4)
      .map(({ service, statement, state, evidenceFor, evidenceAgainst }) => ({
        service,
        statement,
        state,
        because:
          (state === 'supported' ? evidenceFor[0]?.text : (evidenceAgainst[0]?.text ?? evidenceFor[0]?.text)) ??
          'its evidence is weaker',
      })),
    notCovered: investigation.notCovered,
    telling: investigation.examples.filter(({ signal, id }) => signal === 'logs' && id !== '').map(recordOf),
    failure: investigation.failure === null ? null : recordOf(investigation.failure),
    recordsScanned: investigation.queries.reduce((most, { recordsScanned }) => Math.max(most, recordsScanned), 0),
  }
}

function observationOf(item: EvidenceItem): string {
  return `${item.text} (since ${new Date(item.firstSeenMs).toISOString()})`
}

function recordOf({ id, service, text, reason }: ExampleRecord): TellingRecord {
  return { id, service, severity: '', body: text.slice(0, 500), ...(reason === null ? {} : { reason }) }
}
