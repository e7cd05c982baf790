import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { listIncidents } from '../../domain/oncall/incidents.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { listCursor, listLimit, nextCursor } from '../../http/parameters.ts'
import { INCIDENT_ITEM_EXAMPLE, incidentItem, incidentState, itemOf, severity } from './schema.ts'

const operation = defineOperation({
  operationId: 'incidents.list',
  method: 'get',
  path: '/incidents',
  tag: 'Incidents',
  summary: 'List the incidents of a project',
  description: 'Newest first. `service` finds incidents in which it alerts or is named as the cause.',
  permission: 'incidents:read',
  query: {
    limit: listLimit,
    cursor: listCursor,
    state: incidentState.optional(),
    severity: severity.optional(),
    service: z.string().min(1).max(200).optional(),
  },
  success: {
    status: 200,
    description: 'A page of incidents.',
    schema: z.object({ incidents: z.array(incidentItem), nextCursor }),
    example: { incidents: [INCIDENT_ITEM_EXAMPLE], nextCursor: null },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class ListIncidents extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, ctx, input }: Call<typeof operation, ProjectScope>) {
    const { limit, cursor, state = null, severity: least = null, service = null } = input.query
    const page = await listIncidents({
      ctx,
      scope,
      input: { limit, cursor: cursor?.toLowerCase() ?? null, state, severity: least, service },
    })
    return { incidents: page.incidents.map(itemOf), nextCursor: page.nextCursor }
  }
}
