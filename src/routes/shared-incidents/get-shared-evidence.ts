import { z } from 'zod'
import { getSharedEvidence } from '../../domain/oncall/shared-incident.ts'
import { text } from '../../http/parameters.ts'
import { defineSharedOperation, type SharedCall, SharedOperation } from '../../http/shared-operation.ts'
import { pattern, spanStatsRow } from '../telemetry/schema.ts'

const rows = z.object({ before: z.array(spanStatsRow), since: z.array(spanStatsRow) })

const operation = defineSharedOperation({
  operationId: 'sharedIncidents.getEvidence',
  path: '/evidence',
  summary: 'Rows behind the evidence of a shared incident',
  description:
    'Spans by operation, or patterns of log lines, of a service that a hypothesis names: before the onset and since.',
  query: { service: text(1, 200), signal: z.enum(['spans', 'logs']) },
  success: {
    status: 200,
    description: 'The rows of the signal that was asked for.',
    schema: z.object({ spans: z.union([rows, z.null()]), patterns: z.union([z.array(pattern), z.null()]) }),
  },
})

export class GetSharedEvidence extends SharedOperation {
  readonly operation = operation

  protected async answer({ ctx, scope, input }: SharedCall<typeof operation>) {
    return getSharedEvidence({ ctx, scope, input: input.query })
  }
}
