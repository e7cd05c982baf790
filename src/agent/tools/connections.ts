/** The project's connected platforms: which there are, and questions to them. */
import { z } from 'zod'
import type { ProjectConnections } from '../connections.ts'
import type { AgentContext, AgentTool } from '../contract.ts'
import { shorten } from './bound-result.ts'
import { ToolInputError } from './define-tool.ts'
import { describeWindow, resolveWindow, windowInput } from './window.ts'

const CELL_CHARS_MAX = 1000

const listInput = z.strictObject({})

export const listConnectionsTool: AgentTool<z.infer<typeof listInput>> = {
  name: 'list_connections',
  description:
    'Platforms this project is connected to (type, name, whether they can be asked, how many streams are active or broken).',
  input: listInput,
  readOnly: true,
  async run({ ctx }) {
    return { result: { connections: await connectionsOf(ctx).list() } }
  },
}

const queryInput = z.strictObject({
  connectionId: z.string().min(1).max(64).describe('Id from list_connections.'),
  signal: z.enum(['logs', 'metrics', 'traces', 'issues', 'events']).describe('What to ask for.'),
  text: z.string().max(2000).describe("Words to look for, or a query in the platform's own language with isNative."),
  isNative: z
    .boolean()
    .describe("Whether text is in the platform's own query language (default false); only where canQueryNatively.")
    .optional(),
  ...windowInput,
  limit: z.number().int().min(1).max(100).describe('Rows to return (default 20).').optional(),
})

export const queryConnectionTool: AgentTool<z.infer<typeof queryInput>> = {
  name: 'query_connection',
  description:
    'Asks a connected platform about a window: its logs, metrics, traces, issues or events. Use it for what has not been sent to this project itself.',
  input: queryInput,
  readOnly: true,
  async run({ ctx, input, signal }) {
    const window = await resolveWindow(ctx, input)
    const answer = await connectionsOf(ctx).query(
      input.connectionId,
      {
        signal: input.signal,
        text: input.text,
        isNative: input.isNative ?? false,
        fromMs: window.fromMs,
        toMs: window.toMs,
        limit: input.limit ?? 20,
      },
      signal,
    )
    if (!answer.ok) throw new ToolInputError(answer.reason)
    const rows = answer.rows.map((row) =>
      row.map((cell) => (typeof cell === 'string' ? shorten(cell, CELL_CHARS_MAX) : cell)),
    )
    const result = { window: describeWindow(window), columns: answer.columns, rows, isTruncated: answer.isTruncated }
    if (rows.length === 0) return { result }
    const columns = answer.columns.map((label, index) => ({ key: `c${index}`, label }))
    const tableRows = rows.map((row) => Object.fromEntries(row.map((cell, index) => [`c${index}`, cell])))
    return {
      result,
      artifacts: [
        {
          name: 'table',
          data: { id: 'connection_rows', title: `Answer of the platform (${input.signal})`, columns, rows: tableRows },
        },
      ],
    }
  },
}

function connectionsOf(ctx: AgentContext): ProjectConnections {
  if (ctx.connections === undefined) throw new ToolInputError('This deployment cannot ask connected platforms.')
  return ctx.connections
}
