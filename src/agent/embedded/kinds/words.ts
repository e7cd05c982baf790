/** Sentences that several kinds of answers share. */
import { cite, clock, code, duration, plain } from '../markdown.ts'
import type { PlanState } from '../plan-state.ts'

/** Silence this long before the question is worth mentioning. */
const STALE_MS = 10 * 60_000

/** Says what can be asked. */
export function helpText(): string {
  return `I answer questions about this project's telemetry. For example:

- **What broke?** \u2013 "what broke?", "why is checkout failing since 14:05?", "root cause around 09:30 UTC"
- **How many, and the trend** \u2013 "how many errors in the last hour?", "warnings per service over time today"
- **Show and find** \u2013 "show me errors of payment between 10:00 and 10:30", "find \\"connection refused\\" since yesterday"
- **Top** \u2013 "top 10 error patterns in the last 24 hours", "which service logs the most errors?"
- **Compare** \u2013 "compare the last hour with yesterday", "what is new since 12:00?"
- **Latency, calls, metrics** \u2013 "slowest endpoints of checkout", "who calls inventory?", "cpu of payment", "show trace \u2026"
- **What is connected** \u2013 "which services send telemetry?", "who went silent?"
- **Whether it still arrives** \u2013 "is everything still sending?", "which sources went silent?", "why do I see no logs?"

You can go on from an answer: "and before that?", "only checkout", "show me those logs", "compare that with yesterday". Times are UTC unless you name a zone.`
}

/** Answers thanks. */
export function thanksText(): string {
  return 'You are welcome. Ask again whenever you need to: "and before that?", "show me those logs", or something new.'
}

/** Says that the project sends no traces, citing the call that showed it. */
export function noTraces(coverageId: string): string {
  return `This project sends no traces, so requests and their durations are not known. ${cite(coverageId)} Its logs can still be asked about; traces arrive through the OTLP endpoint of a source.`
}

/** Says that nothing has reached the project yet, and what to do. */
export function noTelemetryText(callId: string): string {
  return `No telemetry has reached this project yet, so there is nothing to look at. ${cite(callId)} Send OpenTelemetry data to the OTLP endpoint of a log source, or connect a platform; then ask again.`
}

/** The window of an answer in words, with the reason if the question did not name one. */
export function windowWords(state: PlanState): string {
  const { window, askedAtMs, windowBasis, plan } = state
  const words = `${clock(new Date(window.fromMs).toISOString(), askedAtMs)} to ${clock(new Date(window.toMs).toISOString(), askedAtMs)}`
  if (windowBasis === 'asked') return `${words} ("${plan.time.phrase ?? ''}")`
  return words
}

/** Added if a window was chosen for the question: which one and why. */
export function basisSentence(state: PlanState): string {
  if (state.windowBasis !== 'last_with_telemetry') return ''
  const last = state.coverage.result.lastRecord
  if (last === null) return ''
  const ageMs = state.askedAtMs - Date.parse(last)
  const words = windowWords(state)
  if (ageMs < STALE_MS)
    return `You named no time, so I looked at the last hour with telemetry (${words}). ${cite(state.coverage.id)}`
  return `The last record is from ${clock(last, state.askedAtMs)}, ${duration(ageMs)} before your question, and you named no time; so I used the last window that has telemetry (${words}). ${cite(state.coverage.id)}`
}

/** Added if nothing was found in a window: whether there is telemetry in it at all, and if not, where there is. */
export function emptyWindowSentence(state: PlanState): string {
  const { coverage, askedAtMs, window } = state
  const last = coverage.result.lastRecord
  if (last === null) return ''
  const first = coverage.result.services.map(({ firstSeen }) => firstSeen).sort()[0]
  const overlaps = first !== undefined && window.fromMs <= Date.parse(last) && window.toMs > Date.parse(first)
  if (overlaps) return `There is telemetry in this window, but nothing that matches. ${cite(coverage.id)}`
  const since = first === undefined ? '' : `, the first one of the day before it from ${clock(first, askedAtMs)}`
  return `There is no telemetry in this window: the last record of this project is from ${clock(last, askedAtMs)}${since}. ${cite(coverage.id)}`
}

/** Writes the filters of a question, such as `of checkout with severity error or worse`. */
export function scopeWords(state: PlanState): string {
  const { services, severity, text, traceId } = state.question
  const parts: string[] = []
  if (services.length > 0) parts.push(`of ${services.map((service) => code(service, 80)).join(', ')}`)
  if (severity !== null) parts.push(`with severity ${severity} or worse`)
  if (text !== null) parts.push(`matching ${code(text, 120)}`)
  if (traceId !== null) parts.push(`of trace ${code(traceId)}`)
  return parts.join(' ')
}

/** What could not be done or seen in this run. */
export function caveats(state: PlanState, results: readonly { readonly incomplete?: readonly string[] }[]): string[] {
  const sentences = caveatsOf(state.desk.failed)
  const reasons = new Set(results.flatMap((result) => result.incomplete ?? []))
  if (reasons.size > 0) sentences.push(incompleteSentence([...reasons]))
  return sentences
}

const REASONS: Readonly<Record<string, string>> = {
  budget: 'there was too much to read all of it',
  limit: 'only the first of them were read',
  partition_unavailable: 'a part of the store did not answer',
  cancelled: 'it was stopped',
}

/** Says why an answer is not complete. */
export function incompleteSentence(reasons: readonly string[]): string {
  return `The answer is not complete: ${reasons.map((reason) => REASONS[reason] ?? reason).join('; ')}.`
}

/** Returns a sentence for each call that failed. */
export function caveatsOf(failed: readonly string[]): string[] {
  return failed.map((failure) => `A look-up failed (${plain(failure)}).`)
}

/** Says that text in the telemetry reads like instructions, citing the first such result; empty when there is none. */
export function suspiciousSentence(
  results: readonly unknown[],
  ids: readonly string[],
  what = 'Some of the telemetry',
): string[] {
  const at = results.findIndex((result) => typeof result === 'object' && result !== null && 'suspicious' in result)
  if (at < 0) return []
  return [
    `${what} contains text that reads like instructions to an assistant; I treated it as data only. ${cite(ids[at] ?? '')}`,
  ]
}
