/** Two windows' log patterns side by side: what is new, what is gone, what changed its rate. */
import { z } from 'zod'
import type { LogPattern } from '../../telemetry/index.ts'
import type { AgentTool } from '../contract.ts'
import { describeFilter, incompleteness, logFilterInput, toRecordFilter } from './log-filter.ts'
import { type PatternRow, patternRow } from './log-patterns.ts'
import { describeWindow, makeWindow, resolveWindow, timeInput, windowInput } from './window.ts'

/** Patterns fetched per window; rarer ones cannot change the picture of a comparison. */
const PATTERNS_MAX = 1000
const ROWS = 15
/**
 * Likelihood-ratio statistic above which a rate change is told as one: the chi-square value of p = 0.001 at one degree of
 * freedom, strict because hundreds of patterns are compared at once.
 */
const SIGNIFICANT = 10.83

const input = z.strictObject({
  ...windowInput,
  baselineFrom: timeInput
    .describe('Start of the window to compare with. Default: the same length just before `from`.')
    .optional(),
  baselineTo: timeInput.describe('End of the window to compare with.').optional(),
  ...logFilterInput,
  limit: z.number().int().min(1).max(50).describe('Rows per list (default 15).').optional(),
})

export interface ChangedPattern extends PatternRow {
  readonly before: number
  readonly after: number
  /** Rate after divided by rate before, null when there was none before. */
  readonly rateRatio: number | null
  readonly significance: number
}
export interface ComparePatternsResult {
  readonly window: { readonly from: string; readonly to: string; readonly basis: string }
  readonly baseline: { readonly from: string; readonly to: string; readonly basis: string }
  readonly filter: object
  /** Log records in the two windows. */
  readonly totalBefore: number
  readonly totalAfter: number
  readonly new: readonly ChangedPattern[]
  readonly gone: readonly ChangedPattern[]
  readonly changed: readonly ChangedPattern[]
  readonly incomplete?: readonly string[]
}

export const compareLogPatternsTool: AgentTool<z.infer<typeof input>> = {
  name: 'compare_log_patterns',
  description:
    'Compares the log patterns of a window with an earlier one: new, gone and changed patterns, most significant first. Use it to see what changed when something broke or against yesterday.',
  input,
  readOnly: true,
  async run({ ctx, input }) {
    const window = await resolveWindow(ctx, input)
    const spanMs = window.toMs - window.fromMs
    const baseline =
      input.baselineFrom === undefined && input.baselineTo === undefined
        ? makeWindow(window.fromMs - spanMs, window.fromMs)
        : await resolveWindow(ctx, { from: input.baselineFrom, to: input.baselineTo })
    const filter = toRecordFilter(input)
    const query = { filter, intervalMs: null, limit: PATTERNS_MAX }
    const [after, before] = await Promise.all([
      ctx.telemetry.logPatterns(ctx.project, { ...query, range: window.range }),
      ctx.telemetry.logPatterns(ctx.project, { ...query, range: baseline.range }),
    ])
    const rows = comparePatterns(before.patterns, after.patterns, spanMs / (baseline.toMs - baseline.fromMs))
    const limit = input.limit ?? ROWS
    const result: ComparePatternsResult = {
      window: describeWindow(window),
      baseline: describeWindow(baseline),
      filter: describeFilter(input),
      totalBefore: records(before.patterns),
      totalAfter: records(after.patterns),
      new: rows.filter((row) => row.before === 0).slice(0, limit),
      gone: rows.filter((row) => row.after === 0).slice(0, limit),
      changed: rows.filter((row) => row.before > 0 && row.after > 0 && row.significance >= SIGNIFICANT).slice(0, limit),
      ...incompleteness({ ...after.work, partial: [...new Set([...after.work.partial, ...before.work.partial])] }),
    }
    const listed = [...result.new, ...result.changed, ...result.gone].sort((a, b) => b.significance - a.significance)
    if (listed.length === 0) return { result }
    const tableRows = listed.map(({ service, severity, template, before, after }) => ({
      service,
      severity,
      template,
      before,
      after,
    }))
    const data = { id: 'log_pattern_changes', title: 'Changed log patterns', columns: COLUMNS, rows: tableRows }
    return { result, artifacts: [{ name: 'table', data }] }
  },
}

const COLUMNS = [
  { key: 'service', label: 'Service' },
  { key: 'severity', label: 'Severity' },
  { key: 'template', label: 'Pattern' },
  { key: 'before', label: 'Before' },
  { key: 'after', label: 'After' },
]

/** Pairs patterns of two windows; `exposure` is the length of the second divided by that of the first. */
export function comparePatterns(
  before: readonly LogPattern[],
  after: readonly LogPattern[],
  exposure: number,
): ChangedPattern[] {
  const keyOf = (pattern: LogPattern): string => `${pattern.service}\u0000${pattern.severity}\u0000${pattern.id}`
  const earlier = new Map(before.map((pattern) => [keyOf(pattern), pattern]))
  const rows: ChangedPattern[] = []
  for (const pattern of after) {
    const was = earlier.get(keyOf(pattern))
    earlier.delete(keyOf(pattern))
    rows.push(changeOf(pattern, was?.count ?? 0, pattern.count, exposure))
  }
  for (const pattern of earlier.values()) rows.push(changeOf(pattern, pattern.count, 0, exposure))
  return rows.sort((a, b) => b.significance - a.significance || (a.id < b.id ? -1 : 1))
}

function changeOf(pattern: LogPattern, before: number, after: number, exposure: number): ChangedPattern {
  return {
    ...patternRow(pattern),
    before,
    after,
    rateRatio: before === 0 ? null : round(after / before / exposure),
    significance: round(likelihoodRatio(before, after, exposure)),
  }
}

/** G statistic of two Poisson counts whose windows differ in length by `exposure`. */
export function likelihoodRatio(before: number, after: number, exposure: number): number {
  const total = before + after
  const share = exposure / (1 + exposure)
  const term = (observed: number, expected: number): number =>
    observed === 0 ? 0 : observed * Math.log(observed / expected)
  return 2 * (term(after, total * share) + term(before, total * (1 - share)))
}

function records(patterns: readonly LogPattern[]): number {
  return patterns.reduce((sum, { count }) => sum + count, 0)
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
