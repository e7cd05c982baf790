import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { createIncidentShare } from '../../domain/oncall/incident-shares.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { createdShare, shareView } from './schema.ts'

const HOUR_SECONDS = 3_600
const WEEK_SECONDS = 7 * 24 * HOUR_SECONDS
/** A postmortem is read within a month; who needs it longer makes another link. */
const SECONDS_MAX = 30 * 24 * HOUR_SECONDS

const operation = defineOperation({
  operationId: 'incidentShares.create',
  method: 'post',
  path: '/incidents/{incidentId}/shares',
  tag: 'Incidents',
  summary: 'Share an incident',
  description:
    'Makes a link that shows this incident, and nothing else, to whoever has it, without an account: its finding, timeline, evidence with the rows of its window, and postmortem. It cannot change or ask anything. It works until it expires or is revoked. Only this answer contains it.',
  permission: 'incidents:write',
  pathParameters: { incidentId: z.uuid() },
  body: {
    expiresInSeconds: z
      .number()
      .int()
      .min(300)
      .max(SECONDS_MAX)
      .default(WEEK_SECONDS)
      .describe('Five minutes to 30 days; seven days if it is left out.'),
  },
  bodyExample: { expiresInSeconds: WEEK_SECONDS },
  success: { status: 201, description: 'The link.', schema: z.object({ share: createdShare }) },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'SERVICE_UNAVAILABLE'],
})

export class CreateIncidentShare extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, ctx, input }: Call<typeof operation, ProjectScope>) {
    const { incidentId } = input.path
    const { expiresInSeconds } = input.body
    const { url, value, ...row } = await createIncidentShare({ ctx, scope, input: { incidentId, expiresInSeconds } })
    return { share: { ...shareView(row), url, value } }
  }
}
