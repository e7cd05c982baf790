/**
 * What an investigation found, in the structure that a page draws: hypotheses with their evidence, how the trouble
 * spread, affected requests, next steps. Read from the stored result of the tool call, bounded, without a model.
 */
import { MECHANISM_WORDS } from '../../agent/answers/mechanisms.ts'
import { plain } from '../../agent/embedded/markdown.ts'
import { MECHANISMS, type Mechanism } from '../../agent/investigator/verdict.ts'
import type {
  AnalysisEvidence,
  AnalysisHypothesis,
  IncidentAnalysis,
  NextStep,
  RunbookStep,
} from '../../contracts/incident-protocol.ts'
import type { Found, FoundVerdict } from './found-verdict.ts'

const HYPOTHESES_MAX = 10
const EVIDENCE_MAX = 6
const PROPAGATION_MAX = 50
const LINES_MAX = 20
const QUERIES_MAX = 40
const SENTENCES_MAX = 10
const TEXT_CHARS_MAX = 300
const NAME_CHARS_MAX = 100
/** A hypothesis without a judgement of its own counts as competing from this probability on. */
const COMPETES_FROM = 0.2

const text = (given: string): string => plain(given, TEXT_CHARS_MAX)
const name = (given: string): string => plain(given, NAME_CHARS_MAX)

/** `cite` is the tool call from which everything here was read. */
export function analysisOf(
  found: Found,
  { runId, runbooks }: { readonly runId: string; readonly runbooks: readonly RunbookStep[] },
): IncidentAnalysis {
  const { verdict, telling, queries, requests, window } = found
  const isBroken = verdict.outcome !== 'no_anomaly' && verdict.outcome !== 'no_data'
  return {
    cite: `${runId}#${found.toolCallId}`,
    outcome: verdict.outcome,
    confidence: verdict.confidence,
    from: timeOf(window?.from),
    to: timeOf(window?.to),
    onset: verdict.onset && {
      at: verdict.onset.atMs,
      earliestAt: verdict.onset.earliestMs,
      latestAt: verdict.onset.latestMs,
    },
    state: { kind: verdict.state.kind, at: verdict.state.atMs },
    hypotheses: hypothesesOf(found, isBroken),
    propagation: verdict.chain.slice(0, PROPAGATION_MAX).map(({ from, to, order, edge, text: said, firstSeenMs }) => ({
      from: name(from),
      to: name(to),
      order,
      kind: edge,
      text: text(said),
      firstSeenAt: firstSeenMs,
    })),
    impact: verdict.impact && {
      requests: verdict.impact.requests,
      failed: verdict.impact.failed,
      share: verdict.impact.share,
      shareBefore: verdict.impact.before.share,
      meanMs: verdict.impact.meanMs.since,
      meanMsBefore: verdict.impact.meanMs.before,
    },
    lines: telling.slice(0, LINES_MAX).map(({ id, service, body }) => ({
      logId: id,
      service: name(service),
      text: text(body),
    })),
    requests: requests.slice(0, LINES_MAX).map(({ traceId, service, text: said, atMs }) => ({
      traceId: name(traceId),
      service: name(service),
      text: text(said),
      at: atMs,
    })),
    queries: queries.slice(0, QUERIES_MAX).map(({ label, method, subject, recordsScanned, partial }) => ({
      label,
      reads: method,
      subject: text(subject),
      recordsScanned,
      isPartial: partial.length > 0,
    })),
    nextSteps: nextStepsOf(verdict, isBroken, runbooks),
    notSeen: verdict.notSeen.slice(0, SENTENCES_MAX).map(text),
  }
}

function hypothesesOf({ verdict, hypotheses }: Found, isBroken: boolean): AnalysisHypothesis[] {
  return verdict.candidates.slice(0, HYPOTHESES_MAX).map((candidate, index) => {
    const { service, probability, mechanism, reasons, explainedBy } = candidate
    const judged = hypotheses.find((one) => one.service === service)
    const kind = mechanismOf(mechanism)
    return {
      service: name(service),
      mechanism: kind,
      mechanismText: kind === 'unknown' ? null : MECHANISM_WORDS[kind].what,
      probability,
      state: isBroken ? (judged?.state ?? stateOf(index, probability, explainedBy)) : 'rejected',
      because: text(judged?.because ?? reasons[0]?.text ?? 'Its evidence is weaker.'),
      explainedBy: explainedBy === null ? null : name(explainedBy),
      evidence: reasons.slice(0, EVIDENCE_MAX).map(evidenceOf),
    }
  })
}

function stateOf(index: number, probability: number, explainedBy: string | null): AnalysisHypothesis['state'] {
  if (index === 0) return 'supported'
  if (explainedBy !== null) return 'weakened'
  return probability >= COMPETES_FROM ? 'weakened' : 'rejected'
}

function evidenceOf(given: FoundVerdict['candidates'][number]['reasons'][number]): AnalysisEvidence {
  const { signal, kind, text: said, strength, firstSeenMs, queries } = given
  return { signal, kind, text: text(said), strength, firstSeenAt: firstSeenMs, queries: queries.slice(0, EVIDENCE_MAX) }
}

/** First what undoes the cause, then what would decide between suspects, then what people wrote down for it. */
function nextStepsOf(verdict: FoundVerdict, isBroken: boolean, runbooks: readonly RunbookStep[]): NextStep[] {
  const steps: NextStep[] = []
  const culprit = verdict.changes.find(({ state }) => state === 'culprit')?.change
  if (culprit !== undefined) {
    const what = `Check the ${culprit.kind.replace('_', ' ')} "${plain(culprit.title, 160)}", and undo it if the trouble goes on.`
    steps.push({ text: what, source: 'change', subject: culprit.id, url: culprit.url })
  }
  const first = isBroken ? verdict.candidates[0] : undefined
  if (first !== undefined) {
    const kind = mechanismOf(verdict.mechanism?.kind ?? first.mechanism)
    const next = MECHANISM_WORDS[kind].next(name(first.service))
    steps.push({ text: `${next.charAt(0).toUpperCase()}${next.slice(1)}.`, source: 'cause', subject: null, url: null })
  }
  if (verdict.undecided !== null)
    steps.push({ text: text(verdict.undecided.decidingQuery), source: 'question', subject: null, url: null })
  for (const { noteId, step, url } of runbooks)
    steps.push({ text: text(step), source: 'runbook', subject: noteId, url })
  return steps.slice(0, SENTENCES_MAX)
}

function mechanismOf(kind: string | undefined): Mechanism {
  return MECHANISMS.find((one) => one === kind) ?? 'unknown'
}

function timeOf(iso: string | undefined): number | null {
  const ms = Date.parse(iso ?? '')
  return Number.isNaN(ms) ? null : ms
}
