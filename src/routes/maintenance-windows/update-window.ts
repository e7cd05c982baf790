import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { updateWindow } from '../../domain/oncall/maintenance-windows.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { maintenanceWindow, WINDOW_EXAMPLE, windowBody, windowOf } from './schema.ts'

const operation = defineOperation({
  operationId: 'maintenanceWindows.update',
  method: 'patch',
  path: '/maintenance-windows/{windowId}',
  tag: 'Incidents',
  summary: 'Change a maintenance window',
  permission: 'incidents:write',
  pathParameters: { windowId: z.uuid() },
  body: z.object(windowBody).partial().shape,
  bodyExample: { endsAt: '2026-11-21T05:00:00Z' },
  success: {
    status: 200,
    description: 'The window.',
    schema: z.object({ maintenanceWindow }),
    example: { maintenanceWindow: WINDOW_EXAMPLE },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class UpdateWindow extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, ctx, input }: Call<typeof operation, ProjectScope>) {
    const { title, services, labels, startsAt, endsAt } = input.body
    const window = {
      ...(title === undefined ? {} : { title }),
      ...(services === undefined ? {} : { services }),
      ...(labels === undefined ? {} : { labels }),
      ...(startsAt === undefined ? {} : { startsAt: Date.parse(startsAt) }),
      ...(endsAt === undefined ? {} : { endsAt: Date.parse(endsAt) }),
    }
    return {
      maintenanceWindow: windowOf(await updateWindow({ ctx, scope, input: { id: input.path.windowId, window } })),
    }
  }
}
