/** What is connected: which services send which signals, since when, and what went silent. */
import { z } from 'zod'
import { type CoverageEntry, type CoverageResult, MS_PER_DAY, toMillis } from '../../telemetry/index.ts'
import type { AgentContext, AgentTool } from '../contract.ts'
import { integrationRequired } from './integration-required.ts'
import { incompleteness } from './log-filter.ts'
import { describeWindow, isoOf, makeWindow, parseIso, resolveWindow, type ToolWindow, timeInput } from './window.ts'

/** Services listed with their counts, and how many more by name only: both fit a result. */
const SERVICES_MAX = 150
const NAMES_MAX = 800

const input = z.strictObject({
  from: timeInput.describe('Start of the window. Default: one day before the last record.').optional(),
  to: timeInput.describe('End of the window. Default: now.').optional(),
})

export interface CoverageToolResult {
  readonly window: { readonly from: string; readonly to: string; readonly basis: string }
  readonly askedAt: string
  readonly lastRecord: string | null
  readonly signals: Readonly<Record<'logs' | 'spans' | 'metrics', number>>
  readonly services: readonly ServiceCoverage[]
  readonly servicesTotal: number
  /** Names of services beyond the listed ones. */
  readonly moreServices?: readonly string[]
}
export interface ServiceCoverage {
  readonly service: string
  readonly logs: number
  readonly spans: number
  readonly metrics: number
  readonly firstSeen: string
  readonly lastSeen: string
}

export const coverageTool: AgentTool<z.infer<typeof input>> = {
  name: 'coverage',
  description:
    'What telemetry this project has: services with their numbers of log records, spans and metric points, first and last seen, and the time of the last record. Call it first: it names the services and shows which signals exist and when they stopped.',
  input,
  readOnly: true,
  async run({ ctx, input }) {
    const { window, coverage } = await read(ctx, input)
    const services = byService(coverage.entries)
    const signals = { logs: 0, spans: 0, metrics: 0 }
    for (const entry of coverage.entries) signals[entry.signal] += entry.records
    const result: CoverageToolResult = {
      window: describeWindow(window),
      askedAt: isoOf(ctx.askedAtMs),
      lastRecord: coverage.lastRecord === null ? null : isoOf(toMillis(coverage.lastRecord)),
      signals,
      services: services.slice(0, SERVICES_MAX),
      servicesTotal: services.length,
      ...(services.length > SERVICES_MAX
        ? { moreServices: services.slice(SERVICES_MAX, SERVICES_MAX + NAMES_MAX).map(({ service }) => service) }
        : {}),
      ...incompleteness(coverage.work),
    }
    return coverage.lastRecord === null ? { result, artifacts: [integrationRequired('any')] } : { result }
  },
}

/** Without a start: the day up to the last record, wherever that is. */
async function read(
  ctx: AgentContext,
  input: { from?: string | undefined; to?: string | undefined },
): Promise<{ window: ToolWindow; coverage: CoverageResult }> {
  if (input.from !== undefined) {
    const window = await resolveWindow(ctx, input)
    return { window, coverage: await ctx.telemetry.coverage(ctx.project, window.range) }
  }
  const endMs = input.to === undefined ? ctx.askedAtMs : parseIso(input.to)
  const day = makeWindow(endMs - MS_PER_DAY, endMs + 1)
  const coverage = await ctx.telemetry.coverage(ctx.project, day.range)
  if (coverage.entries.length > 0 || coverage.lastRecord === null) return { window: day, coverage }
  const lastMs = Math.floor(toMillis(coverage.lastRecord)) + 1
  const window = makeWindow(lastMs - MS_PER_DAY, lastMs, 'last_with_telemetry')
  return { window, coverage: await ctx.telemetry.coverage(ctx.project, window.range) }
}

function byService(entries: readonly CoverageEntry[]): ServiceCoverage[] {
  const services = new Map<string, { logs: number; spans: number; metrics: number; firstMs: number; lastMs: number }>()
  for (const entry of entries) {
    const seen = services.get(entry.service) ?? {
      logs: 0,
      spans: 0,
      metrics: 0,
      firstMs: Number.POSITIVE_INFINITY,
      lastMs: 0,
    }
    seen[entry.signal] += entry.records
    seen.firstMs = Math.min(seen.firstMs, toMillis(entry.firstSeen))
    seen.lastMs = Math.max(seen.lastMs, toMillis(entry.lastSeen))
    services.set(entry.service, seen)
  }
  return [...services]
    .map(([service, { firstMs, lastMs, ...counts }]) => ({
      service,
      ...counts,
      firstSeen: isoOf(firstMs),
      lastSeen: isoOf(lastMs),
    }))
    .sort((a, b) => b.logs + b.spans + b.metrics - (a.logs + a.spans + a.metrics) || (a.service < b.service ? -1 : 1))
}
