/** Tools that are the agent's look-ups under another name: same parameters, same bounds, a summary added. */
import { z } from 'zod'
import type { AgentTool } from '../../agent/contract.ts'
import type { Permission } from '../../auth/permissions.ts'
import { callAgentTool } from '../agent-tools.ts'
import { defineTool, type McpTool } from '../tool.ts'

type LookUp = Pick<AgentTool, 'name'> & { readonly input: z.ZodType }

interface TelemetryToolDefinition<Result> {
  readonly name: string
  readonly title: string
  readonly description: string
  /** `telemetry:read` if it is left out. */
  readonly permission?: Permission
  readonly tool: LookUp
  readonly output: z.ZodRawShape
  /** In our own words and numbers; what telemetry says stays in the data. */
  readonly summary: (result: Result) => string
  readonly readOn: string
  /** Parameters for the next part, where there is one; `result` as it is shown. */
  readonly next?: (result: Result) => Readonly<Record<string, unknown>> | null
}

export function telemetryTool<Result extends object>(definition: TelemetryToolDefinition<Result>): McpTool {
  const { name, title, description, tool, output, summary, readOn } = definition
  return defineTool({
    name,
    title,
    description,
    permission: definition.permission ?? 'telemetry:read',
    input: shapeOf(tool),
    output: { ...output, ...SHARED_OUTPUT },
    async run({ ctx, access, input, signal }) {
      const scope = await access.project()
      const { organizationId: _organization, projectId: _project, ...params } = input as Record<string, unknown>
      const { data, suspicious } = await callAgentTool({ ctx, scope, signal }, tool.name, params)
      const { next } = definition
      return {
        // The agent's tool of this name made it, and `output` says the same about it to clients.
        summary: summary(data as Result),
        data,
        suspicious,
        readOn,
        ...(next === undefined ? {} : { next: (kept) => next(kept as Result) }),
      }
    },
  })
}

function shapeOf({ name, input }: LookUp): z.ZodRawShape {
  if (!(input instanceof z.ZodObject)) throw new Error(`The input of ${name} is not an object.`)
  return input.shape
}

const SHARED_OUTPUT = {
  incomplete: z.array(z.string()).optional().describe('Why the numbers are not complete, if they are not.'),
}

export const windowOutput = z
  .object({ from: z.string(), to: z.string(), basis: z.string() })
  .describe('What was looked at; last_with_telemetry: the last hour that has any.')

/** `2026-11-22 10:00 to 11:00 UTC`, of a window in ISO 8601. */
export function spanOf({ from, to }: { readonly from: string; readonly to: string }): string {
  const [day, start] = [from.slice(0, 10), from.slice(11, 16)]
  const end = to.slice(0, 10) === day ? to.slice(11, 16) : `${to.slice(0, 10)} ${to.slice(11, 16)}`
  return `${day} ${start} to ${end} UTC`
}

/** `1 trace`, `2 traces`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
