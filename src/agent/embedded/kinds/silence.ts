/** Why a service went silent: what it wrote last, and whether the incident has to do with it. */
import { spokenText } from '../../message-text.ts'
import type { InvestigateToolResult } from '../../tools/investigate.ts'
import type { QueryTelemetryResult } from '../../tools/query-telemetry.ts'
import { cite, clock, code, duration, plain } from '../markdown.ts'
import type { Action, Done, PlanState } from '../plan-state.ts'
import { lastInvestigation } from '../previous.ts'
import { caveats } from './words.ts'

const BEFORE_MS = 30 * 60_000
const LEAD_MS = 10 * 60_000
const LINES = 20
const SHOWN = 3

/** Answers why a service is silent. Null where it was not seen at all. */
export function planSilence(state: PlanState, service: string): Action | null {
  const { desk, coverage, askedAtMs, window, conversation, plan } = state
  const seen = coverage.result.services.find((one) => one.service === service)
  if (seen === undefined) return null
  const lastMs = Date.parse(seen.lastSeen)
  const time = {
    from: new Date(lastMs - BEFORE_MS).toISOString(),
    to: new Date(lastMs + 1000).toISOString(),
    basis: 'inherited' as const,
  }
  const conditions = [{ on: 'service' as const, values: [service] }]
  const lines = desk.need<QueryTelemetryResult>('query_telemetry', {
    plan: { intent: 'list', of: 'logs', conditions, time, order: 'newest', limit: LINES },
  })
  const found =
    lastInvestigation(conversation) ??
    desk.need<InvestigateToolResult>('investigate', {
      from: new Date(window.fromMs - LEAD_MS).toISOString(),
      to: new Date(window.toMs).toISOString(),
    })
  if (desk.missing.length > 0)
    return { type: 'call', reasoning: 'I am reading what it wrote before it went silent.', calls: desk.missing }
  const bodies = lines?.result.kind === 'list' ? lines.result.logs : []
  const since = `${code(service, 80)} has been silent since **${clock(seen.lastSeen, askedAtMs)}**, for ${duration(Math.max(0, askedAtMs - lastMs))}. ${cite(coverage.id)}`
  const last = lastWords(bodies.map(({ body }) => spokenText(body)))
  const told = lines === null || bodies.length === 0 ? '' : `${last} ${cite(lines.id)}`
  const rows = bodies
    .slice(0, SHOWN)
    .map(({ time: at, body }) => `- ${clock(at, askedAtMs)}: ${code(spokenText(body), 200)}`)
    .join('\n')
  const part = found === null ? '' : incidentWords(found, service, askedAtMs)
  const isPartAsked = plan.intent === 'delivery' && plan.isPartAsked === true
  const first = isPartAsked ? [part, since] : [since, told]
  const rest = isPartAsked ? [told] : [part]
  const text = [first.filter((line) => line !== '').join(' '), rows, ...rest, ...caveats(state, [])]
  return { type: 'answer', text: text.filter((line) => line !== '').join('\n\n') }
}

/** What it wrote last, and whether that is one of its everyday lines: those tell no reason. */
function lastWords(bodies: readonly string[]): string {
  const [last = '', ...before] = bodies
  const kind = (body: string): string => body.replace(/[\w-]*\d[\w.:-]*/g, '#')
  const isEveryday = before.some((body) => alike(kind(body), kind(last)))
  return isEveryday
    ? 'Its last lines are everyday ones: nothing in them says why it stopped.'
    : `The last that it wrote: \u201c${plain(last, 240)}\u201d.`
}

/** Whether two lines differ in one word at most. */
function alike(one: string, other: string): boolean {
  const [a, b] = [one.split(/\s+/), other.split(/\s+/)]
  return a.length === b.length && a.filter((word, at) => word !== b[at]).length <= 1
}

/** Whether the incident that was found reached the service. */
function incidentWords({ result, id }: Done<InvestigateToolResult>, service: string, askedAtMs: number): string {
  const [origin] = result.candidates
  const isBroken = result.outcome === 'root_cause_identified' || result.outcome === 'probable'
  if (!isBroken || origin === undefined || result.onset === null)
    return `**No** incident was found that it could belong to. ${cite(id)}`
  const where = `the incident in ${code(origin.service, 80)}, which began at ${clock(result.onset, askedAtMs)}`
  const isIn =
    origin.service === service || result.verdict.chain.some(({ from, to }) => from === service || to === service)
  return isIn
    ? `**Yes**, probably: it is in the chain of ${where}. ${cite(id)}`
    : `**No** sign that it is part of ${where}: ${code(service, 80)} is not in its chain. ${cite(id)}`
}
