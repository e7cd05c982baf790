/** What the logs say, as patterns with counts: "top errors", "what is in here". */
import { z } from 'zod'
import { type LogPattern, toMillis } from '../../telemetry/index.ts'
import type { AgentTool } from '../contract.ts'
import { shorten } from './bound-result.ts'
import { describeFilter, incompleteness, logFilterInput, toRecordFilter } from './log-filter.ts'
import { describeWindow, isoOf, resolveWindow, windowInput } from './window.ts'

const TEMPLATE_CHARS_MAX = 400

const input = z.strictObject({
  ...windowInput,
  ...logFilterInput,
  limit: z.number().int().min(1).max(100).describe('Most frequent patterns to show (default 20).').optional(),
})

export interface PatternRow {
  readonly id: string
  readonly template: string
  readonly service: string
  readonly severity: string
  readonly count: number
  readonly firstSeen: string
  readonly lastSeen: string
  readonly exampleId: string
}
export interface LogPatternsToolResult {
  readonly window: { readonly from: string; readonly to: string; readonly basis: string }
  readonly filter: object
  /** Patterns in all; the most frequent ones are listed. */
  readonly patternsTotal: number
  readonly patterns: readonly PatternRow[]
  readonly incomplete?: readonly string[]
}

export const logPatternsTool: AgentTool<z.infer<typeof input>> = {
  name: 'log_patterns',
  description:
    'Groups log records by the pattern of their text (variable parts masked) with counts, first and last seen, and an example record id. Use it for "top errors" and to see what a service logs.',
  input,
  readOnly: true,
  async run({ ctx, input }) {
    const window = await resolveWindow(ctx, input)
    const found = await ctx.telemetry.logPatterns(ctx.project, {
      range: window.range,
      filter: toRecordFilter(input),
      intervalMs: null,
      limit: input.limit ?? 20,
    })
    const result: LogPatternsToolResult = {
      window: describeWindow(window),
      filter: describeFilter(input),
      patternsTotal: found.total,
      patterns: found.patterns.map(patternRow),
      ...incompleteness(found.work),
    }
    if (result.patterns.length === 0) return { result }
    const rows = result.patterns.map(({ template, service, severity, count, firstSeen, lastSeen }) => ({
      count,
      service,
      severity,
      template,
      firstSeen,
      lastSeen,
    }))
    return {
      result,
      artifacts: [{ name: 'table', data: { id: 'log_patterns', title: 'Log patterns', columns: COLUMNS, rows } }],
    }
  },
}

const COLUMNS = [
  { key: 'count', label: 'Count' },
  { key: 'service', label: 'Service' },
  { key: 'severity', label: 'Severity' },
  { key: 'template', label: 'Pattern' },
  { key: 'firstSeen', label: 'First seen' },
  { key: 'lastSeen', label: 'Last seen' },
]

/** Returns a pattern as the tool answers it, its template cut. */
export function patternRow(pattern: LogPattern): PatternRow {
  return {
    id: pattern.id,
    template: shorten(pattern.template, TEMPLATE_CHARS_MAX),
    service: pattern.service,
    severity: pattern.severity,
    count: pattern.count,
    firstSeen: isoOf(toMillis(pattern.firstSeen)),
    lastSeen: isoOf(toMillis(pattern.lastSeen)),
    exampleId: pattern.example.id,
  }
}
