/** Who calls whom, from traces. */
import { z } from 'zod'
import type { AgentTool } from '../contract.ts'
import { whenMissing } from './integration-required.ts'
import { incompleteness } from './log-filter.ts'
import { round } from './span-stats.ts'
import { describeWindow, resolveWindow, windowInput } from './window.ts'

const ROWS_MAX = 200

const input = z.strictObject({
  ...windowInput,
  services: z.array(z.string().min(1).max(256)).max(20).describe('Only calls from or to these services.').optional(),
})

export interface DependenciesToolResult {
  readonly window: { readonly from: string; readonly to: string; readonly basis: string }
  readonly total: number
  readonly dependencies: readonly {
    readonly caller: string
    readonly callee: string
    readonly calls: number
    readonly errors: number
    readonly p50Ms: number
    readonly p99Ms: number
  }[]
  readonly incomplete?: readonly string[]
}

export const dependenciesTool: AgentTool<z.infer<typeof input>> = {
  name: 'dependencies',
  description:
    'Which service calls which, with calls, errors and latency (ms) of each edge. Use it for "who calls X", "what does X depend on". Needs traces.',
  input,
  readOnly: true,
  async run({ ctx, input }) {
    const window = await resolveWindow(ctx, input)
    const found = await ctx.telemetry.dependencies(ctx.project, { range: window.range })
    const wanted = input.services
    const rows = found.dependencies
      .filter(({ caller, callee }) => wanted === undefined || wanted.includes(caller) || wanted.includes(callee))
      .map(({ caller, callee, calls, errors, durationMs }) => ({
        caller,
        callee,
        calls,
        errors,
        p50Ms: round(durationMs.p50),
        p99Ms: round(durationMs.p99),
      }))
      .sort((a, b) => b.calls - a.calls)
    const dependencies = rows.slice(0, ROWS_MAX)
    const result: DependenciesToolResult = {
      window: describeWindow(window),
      total: rows.length,
      dependencies,
      ...incompleteness(found.work),
    }
    if (rows.length === 0) return { result, artifacts: await whenMissing(ctx, 'spans') }
    return {
      result,
      artifacts: [
        {
          name: 'table',
          data: { id: 'dependencies', title: 'Calls between services', columns: COLUMNS, rows: dependencies },
        },
      ],
    }
  },
}

const COLUMNS = [
  { key: 'caller', label: 'Caller' },
  { key: 'callee', label: 'Callee' },
  { key: 'calls', label: 'Calls' },
  { key: 'errors', label: 'Errors' },
  { key: 'p50Ms', label: 'p50', unit: 'ms' },
  { key: 'p99Ms', label: 'p99', unit: 'ms' },
]
