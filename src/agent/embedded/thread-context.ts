/** What a question takes over from the thread: "and before that?", "only checkout", "show me those logs". */
import type { CoverageToolResult } from '../tools/coverage.ts'
import type { InvestigateToolResult } from '../tools/investigate.ts'
import type { LogFilterInput } from '../tools/log-filter.ts'
import type { SearchLogsToolResult } from '../tools/search-logs.ts'
import type { CallRecord, Conversation } from './conversation.ts'
import type { Window } from './plan-state.ts'
import type { Question, QuestionKind } from './question.ts'

const HOUR_MS = 3_600_000

const KIND_OF_TOOL: Readonly<Record<string, QuestionKind>> = {
  investigate: 'what_broke',
  log_volume: 'count',
  log_patterns: 'top',
  compare_log_patterns: 'compare',
  search_logs: 'show',
  span_stats: 'latency',
  dependencies: 'dependencies',
  metric_series: 'metric',
}

/** The call that answered the latest earlier question: the first of its turn that is not preparation. */
export function lastAnswering(conversation: Conversation): CallRecord | null {
  for (const turn of [...conversation.earlier].reverse()) {
    const call = turn.calls.find(
      (made) => KIND_OF_TOOL[made.name] !== undefined && !made.isError && made.result !== undefined,
    )
    if (call !== undefined) return call
  }
  return null
}

export function lastInvestigation(conversation: Conversation): { id: string; result: InvestigateToolResult } | null {
  const calls = [...conversation.earlier].reverse().flatMap((turn) => [...turn.calls].reverse())
  const call = calls.find((made) => made.name === 'investigate' && !made.isError && made.result !== undefined)
  // Written by the investigate tool.
  return call === undefined ? null : { id: call.id, result: call.result as InvestigateToolResult }
}

/** Fills in from the thread what a follow-up leaves out. */
export function inherit(question: Question, conversation: Conversation): Question {
  const last = lastAnswering(conversation)
  if (last === null || question.followUp === null) return question
  const filter = filterOf(last)
  const lastKind = KIND_OF_TOOL[last.name] ?? 'unknown'
  const kept = {
    ...question,
    services: question.services.length > 0 ? question.services : (filter.services ?? []),
    severity: question.severity ?? filter.severityAtLeast ?? null,
    text: question.text ?? filter.text ?? null,
    textMode: question.textMode ?? (filter.textMode === 'any' ? 'all' : (filter.textMode ?? null)),
    traceId: question.traceId ?? filter.traceId ?? null,
  }
  switch (question.followUp) {
    case 'those': {
      const best = last.name === 'investigate' ? (last.result as InvestigateToolResult).candidates[0] : undefined
      if (best === undefined || question.services.length > 0) return kept
      return { ...kept, services: [best.service], severity: question.severity ?? null }
    }
    case 'more':
      return { ...kept, kind: 'show' }
    case 'sure':
      return { ...kept, kind: 'what_broke' }
    case 'before':
    case 'after':
    case 'narrow':
    case 'same': {
      const isOwnKind = question.kind !== 'unknown' && question.kind !== 'show'
      const kind = isOwnKind ? question.kind : lastKind
      // A new kind of question about "it" means what was found, not the whole system.
      const best =
        last.name === 'investigate' && kind !== 'what_broke'
          ? (last.result as InvestigateToolResult).candidates[0]
          : undefined
      // What gets worse after an investigation is its trouble, not its traffic.
      const isCounted = last.name === 'investigate' && (kind === 'trend' || kind === 'count' || kind === 'top')
      const severity = kept.severity ?? (isCounted ? 'warn' : null)
      return {
        ...kept,
        kind,
        severity,
        services: kept.services.length === 0 && best !== undefined ? [best.service] : kept.services,
      }
    }
  }
}

function filterOf(call: CallRecord): LogFilterInput {
  // Parameters of our own tools: the filter fields are those of logFilterInput.
  return typeof call.params === 'object' && call.params !== null ? (call.params as LogFilterInput) : {}
}

export function windowOfCall(call: CallRecord): Window | null {
  // What was asked for, not what the tool cut it down to: the same question then asks the same again.
  const asked =
    typeof call.params === 'object' && call.params !== null ? (call.params as { from?: unknown; to?: unknown }) : {}
  if (typeof asked.from === 'string' && typeof asked.to === 'string')
    return { fromMs: Date.parse(asked.from), toMs: Date.parse(asked.to) }
  const result = call.result
  if (typeof result !== 'object' || result === null || !('window' in result)) return null
  const window = result.window as { from?: unknown; to?: unknown }
  if (typeof window.from !== 'string' || typeof window.to !== 'string') return null
  return { fromMs: Date.parse(window.from), toMs: Date.parse(window.to) }
}

/** The window of a question: asked for, taken over from the thread, or the last hour that has telemetry. */
export function settleWindow(
  question: Question,
  conversation: Conversation,
  coverage: CoverageToolResult,
  askedAtMs: number,
): { window: Window; windowBasis: 'asked' | 'inherited' | 'last_with_telemetry' } {
  if (question.time !== null) {
    return { window: { fromMs: question.time.fromMs, toMs: question.time.toMs }, windowBasis: 'asked' }
  }
  const last = question.followUp === null ? null : lastAnswering(conversation)
  const earlier = last === null ? null : windowOfCall(last)
  if (last !== null && earlier !== null)
    return { window: followedWindow(question, last, earlier, askedAtMs), windowBasis: 'inherited' }
  const lastMs = coverage.lastRecord === null ? askedAtMs : Date.parse(coverage.lastRecord) + 1
  const toMs = Math.min(askedAtMs, lastMs)
  return { window: { fromMs: toMs - HOUR_MS, toMs }, windowBasis: 'last_with_telemetry' }
}

function followedWindow(question: Question, last: CallRecord, earlier: Window, askedAtMs: number): Window {
  const spanMs = earlier.toMs - earlier.fromMs
  if (question.followUp === 'before') return { fromMs: earlier.fromMs - spanMs, toMs: earlier.fromMs }
  if (question.followUp === 'after') {
    return { fromMs: earlier.toMs, toMs: Math.max(earlier.toMs + 1, Math.min(askedAtMs, earlier.toMs + spanMs)) }
  }
  if (question.followUp === 'more' && last.name === 'search_logs') {
    const shown = (last.result as SearchLogsToolResult).records
    const edge = shown.at(-1)?.time
    // Records of the same millisecond as the last one shown may be left out; the answer's count stays right.
    if (edge !== undefined) return { fromMs: earlier.fromMs, toMs: Math.max(earlier.fromMs + 1, Date.parse(edge)) }
  }
  if (question.followUp === 'those' && last.name === 'investigate') {
    const onset = (last.result as InvestigateToolResult).onset
    if (onset !== null) return { fromMs: Date.parse(onset), toMs: earlier.toMs }
  }
  return earlier
}
