import { z } from 'zod'
import { getSharedTelemetry } from '../../domain/oncall/shared-incident.ts'
import { defineSharedOperation, type SharedCall, SharedOperation } from '../../http/shared-operation.ts'
import { dependency, keyedSeries, spanStatsRow } from '../telemetry/schema.ts'

const operation = defineSharedOperation({
  operationId: 'sharedIncidents.getTelemetry',
  path: '/telemetry',
  summary: 'Charts of a shared incident',
  description: 'What the services of the incident did within its window (`incident.window`), and who called whom.',
  success: {
    status: 200,
    description: 'Requests, log errors and calls.',
    schema: z.object({
      requests: z.array(spanStatsRow).describe('Received requests by service and interval.'),
      logErrors: z.array(keyedSeries.extend({ total: z.number() })).describe('Warnings and errors by service.'),
      calls: z.object({ before: z.array(dependency), since: z.array(dependency) }),
    }),
  },
})

export class GetSharedTelemetry extends SharedOperation {
  readonly operation = operation

  protected async answer({ ctx, scope }: SharedCall<typeof operation>) {
    return getSharedTelemetry({ ctx, scope })
  }
}
