/** Everything about one log record, with its neighbours in the same service. */
import { z } from 'zod'
import { type StoredLog, toIso, toUnixNanoText } from '../../telemetry/index.ts'
import type { AgentTool } from '../contract.ts'
import { shorten } from './bound-result.ts'
import { ToolInputError } from './define-tool.ts'
import { severityWord } from './log-filter.ts'
import { logRow } from './search-logs.ts'

/** One body may be as long as this; a step's result holds 64 KiB. */
const BODY_CHARS_MAX = 16_000

const input = z.strictObject({
  id: z.string().min(1).max(64).describe('Record id from search_logs, log_patterns or investigate.'),
  neighbours: z
    .number()
    .int()
    .min(0)
    .max(20)
    .describe('Records of the same service before and after (default 3).')
    .optional(),
})

export const logDetailTool: AgentTool<z.infer<typeof input>> = {
  name: 'log_detail',
  description:
    'One log record with all its attributes, trace and span id, resource, and the records around it in the same service.',
  input,
  readOnly: true,
  async run({ ctx, input }) {
    const found = await ctx.telemetry.getLog(ctx.project, input.id, input.neighbours ?? 3)
    if (found === null)
      throw new ToolInputError('No record has this id: it may have expired, or the id is not from a result.')
    const record = fullRecord(found.record)
    const context = { before: found.before.map(logRow), after: found.after.map(logRow) }
    return { result: { record, context }, artifacts: [{ name: 'log_detail', data: { record, context } }] }
  },
}

/** Returns a log record with all its fields, as the tool answers it. */
export function fullRecord(record: StoredLog): Record<string, unknown> {
  return {
    id: record.id,
    time: toIso(record.time),
    timeUnixNano: toUnixNanoText(record.time),
    service: record.resource.service,
    environment: record.resource.environment,
    severity: severityWord(record.severityNumber, record.severityText),
    severityText: record.severityText,
    body: shorten(record.body, BODY_CHARS_MAX),
    attributes: record.attributes,
    resource: record.resource.attributes,
    scope: record.scopeName,
    traceId: record.traceId === '' ? null : record.traceId,
    spanId: record.spanId === '' ? null : record.spanId,
  }
}
