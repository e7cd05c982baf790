import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { createWindow } from '../../domain/oncall/maintenance-windows.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { maintenanceWindow, WINDOW_BODY_EXAMPLE, WINDOW_EXAMPLE, windowBody, windowOf } from './schema.ts'

const operation = defineOperation({
  operationId: 'maintenanceWindows.create',
  method: 'post',
  path: '/maintenance-windows',
  tag: 'Incidents',
  summary: 'Silence alerts for a time',
  description: 'Alerts covered by the window open no incident. Alerts that still fire when the window ends open one.',
  permission: 'incidents:write',
  body: { ...windowBody, services: windowBody.services.default([]), labels: windowBody.labels.default({}) },
  bodyExample: WINDOW_BODY_EXAMPLE,
  success: {
    status: 201,
    description: 'The window.',
    schema: z.object({ maintenanceWindow }),
    example: { maintenanceWindow: WINDOW_EXAMPLE },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'SERVICE_UNAVAILABLE'],
})

export class CreateWindow extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, ctx, input }: Call<typeof operation, ProjectScope>) {
    const { title, services, labels, startsAt, endsAt } = input.body
    const window = { title, services, labels, startsAt: Date.parse(startsAt), endsAt: Date.parse(endsAt) }
    return { maintenanceWindow: windowOf(await createWindow({ ctx, scope, input: window })) }
  }
}
