/** What broke, where and since when: the investigator as a tool. */
import { z } from 'zod'
import { MS_PER_DAY, toMillis } from '../../telemetry/time.ts'
import type { Finding } from '../analysis/finding.ts'
import { analyseLogs } from '../analysis/log-analysis.ts'
import type { AgentContext, AgentTool, Artifact } from '../contract.ts'
import {
  describeWindow,
  isoOf,
  makeWindow,
  niceIntervalMs,
  parseIso,
  resolveWindow,
  type ToolWindow,
  timeInput,
  windowInput,
} from './window.ts'

const HOUR_MS = 3_600_000
/** A named moment is looked at with this much before it (for a baseline) and after it. */
const BEFORE_MOMENT_MS = 30 * 60_000
const AFTER_MOMENT_MS = 30 * 60_000
const BUCKETS = 120
const PATTERNS_MAX = 1000

const input = z.strictObject({
  ...windowInput,
  around: timeInput.describe('The moment the trouble is said to have begun, when one is known.').optional(),
  services: z
    .array(z.string().min(1).max(256))
    .max(20)
    .describe('Only these services. Omit to look at all (better).')
    .optional(),
})

export interface InvestigateToolResult extends Omit<Finding, 'onsetMs' | 'baseline' | 'candidates'> {
  readonly window: { readonly from: string; readonly to: string; readonly basis: string }
  readonly onset: string | null
  readonly baseline: { readonly from: string; readonly to: string } | null
  readonly candidates: readonly {
    readonly rank: number
    readonly service: string
    readonly score: number
    readonly reason: string
    readonly firstSeen: string
    readonly observations: readonly string[]
  }[]
}

export const investigateTool: AgentTool<z.infer<typeof input>> = {
  name: 'investigate',
  description:
    'Finds the root cause of trouble in a window: compares before and after the onset, ranks the services that may be the cause with a score, and lists the evidence, competing hypotheses and what was not covered. Use it for "what broke", "why", "since when", "root cause".',
  input,
  readOnly: true,
  async run({ ctx, input, toolCallId }) {
    const aroundMs = input.around === undefined ? null : parseIso(input.around)
    const window = await windowOf(ctx, input, aroundMs)
    const finding = await investigateLogs(ctx, window, aroundMs, input.services)
    const result: InvestigateToolResult = {
      ...finding,
      window: describeWindow(window),
      baseline: finding.baseline && { from: isoOf(finding.baseline.fromMs), to: isoOf(finding.baseline.toMs) },
      onset: finding.onsetMs === null ? null : isoOf(finding.onsetMs),
      candidates: finding.candidates.map(({ firstSeenMs, ...candidate }, index) => ({
        rank: index + 1,
        ...candidate,
        firstSeen: isoOf(firstSeenMs),
      })),
    }
    return { result, artifacts: artifactsOf(result, toolCallId) }
  },
}

async function windowOf(
  ctx: AgentContext,
  input: { from?: string | undefined; to?: string | undefined },
  aroundMs: number | null,
): Promise<ToolWindow> {
  if (aroundMs !== null && input.from === undefined && input.to === undefined) {
    return makeWindow(aroundMs - BEFORE_MOMENT_MS, Math.min(aroundMs + AFTER_MOMENT_MS, ctx.askedAtMs))
  }
  return resolveWindow(ctx, input)
}

async function investigateLogs(
  ctx: AgentContext,
  window: ToolWindow,
  aroundMs: number | null,
  services: readonly string[] | undefined,
): Promise<Finding> {
  const coverage = await ctx.telemetry.coverage(ctx.project, window.range)
  const present = clipToRecords(
    window,
    coverage.entries.filter((entry) => entry.signal === 'logs'),
  )
  const intervalMs = Math.min(niceIntervalMs(present.toMs - present.fromMs, BUCKETS), HOUR_MS)
  const conditions =
    services === undefined ? [] : [{ field: { kind: 'builtin', name: 'service' }, op: 'in', values: services } as const]
  const patterns = await ctx.telemetry.logPatterns(ctx.project, {
    range: present.range,
    filter: { conditions },
    intervalMs,
    limit: PATTERNS_MAX,
  })
  const names = [...new Set(coverage.entries.map((entry) => entry.service))]
  return analyseLogs({ patterns, fromMs: present.fromMs, toMs: present.toMs, intervalMs, aroundMs, services: names })
}

/** Silence before the first and after the last record is not a baseline. */
function clipToRecords(
  window: ToolWindow,
  entries: readonly {
    readonly firstSeen: Parameters<typeof toMillis>[0]
    readonly lastSeen: Parameters<typeof toMillis>[0]
  }[],
): ToolWindow {
  if (entries.length === 0) return window
  const firstMs = Math.floor(Math.min(...entries.map((entry) => toMillis(entry.firstSeen))))
  const lastMs = Math.floor(Math.max(...entries.map((entry) => toMillis(entry.lastSeen)))) + 1
  const fromMs = Math.max(window.fromMs, Math.min(firstMs, window.toMs - 1))
  return makeWindow(
    fromMs,
    Math.max(fromMs + 1, Math.min(window.toMs, lastMs, fromMs + 400 * MS_PER_DAY)),
    window.basis,
  )
}

/** The artifacts of an investigation; the table cites this call as the evidence of each row. */
export function artifactsOf(result: InvestigateToolResult, toolCallId: string): Artifact[] {
  const best = result.candidates[0]
  if (best === undefined) return []
  const rows = result.candidates.map(({ rank, service, score, reason, firstSeen }) => ({
    rank,
    service,
    score,
    reason,
    firstSeen,
    evidence: [toolCallId],
  }))
  const table: Artifact = {
    name: 'table',
    data: { id: 'root_cause_candidates', title: 'Root cause candidates', columns: COLUMNS, rows },
  }
  const severity =
    result.outcome === 'root_cause_identified' ? 'critical' : result.outcome === 'probable' ? 'high' : 'medium'
  const card: Artifact = {
    name: 'alert_card',
    data: {
      title:
        result.outcome === 'inconclusive'
          ? 'Something changed, the cause is not certain'
          : `${best.service} is the likely root cause`,
      severity,
      since: result.onset,
      service: result.outcome === 'inconclusive' ? null : best.service,
      summary: best.reason,
    },
  }
  return [table, card]
}

const COLUMNS = [
  { key: 'rank', label: 'Rank' },
  { key: 'service', label: 'Service' },
  { key: 'score', label: 'Score' },
  { key: 'reason', label: 'Reason' },
  { key: 'firstSeen', label: 'First seen' },
  { key: 'evidence', label: 'Evidence' },
]
