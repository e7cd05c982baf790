import { z } from 'zod'
import { getSharedIncident } from '../../domain/oncall/shared-incident.ts'
import { dateTime, iso } from '../../http/parameters.ts'
import { defineSharedOperation, type SharedCall, SharedOperation } from '../../http/shared-operation.ts'
import { detailOf, incidentDetail } from '../incidents/schema.ts'

const operation = defineSharedOperation({
  operationId: 'sharedIncidents.get',
  path: '',
  summary: 'Read a shared incident',
  description:
    'Takes the credential of a link (`incidentShares.create`). Returns the incident without what leads elsewhere: similar incidents, messages to destinations, feedback and follow-ups are empty.',
  success: {
    status: 200,
    description: 'The incident.',
    schema: z.object({
      share: z.object({ id: z.uuid(), expiresAt: dateTime }),
      incident: incidentDetail.omit({ threadId: true }).openapi('SharedIncident'),
    }),
  },
})

export class GetSharedIncident extends SharedOperation {
  readonly operation = operation

  protected async answer({ ctx, scope }: SharedCall<typeof operation>) {
    const { threadId: _, ...incident } = detailOf(await getSharedIncident({ ctx, scope }))
    return { share: { id: scope.shareId, expiresAt: iso(scope.expiresAt) }, incident }
  }
}
