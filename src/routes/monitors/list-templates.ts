import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { monitorTemplates } from '../../domain/monitors/templates.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { definition } from './schema.ts'

const template = z
  .object({ id: z.string(), title: z.string(), reason: z.string(), monitor: definition })
  .openapi('MonitorTemplate')

const operation = defineOperation({
  operationId: 'monitors.listTemplates',
  method: 'get',
  path: '/monitors/templates',
  tag: 'Monitors',
  summary: 'Monitors that suit the project',
  description:
    'For the services and metrics of the last day: error ratios, durations and error lines unlike usual, silence of a source, saturation, new error patterns.',
  permission: 'monitors:read',
  success: {
    status: 200,
    description: 'The templates. `monitor` is what creating one takes.',
    schema: z.object({ templates: z.array(template) }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class ListMonitorTemplates extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, ctx }: Call<typeof operation, ProjectScope>) {
    return { templates: await monitorTemplates({ ctx, scope }) }
  }
}
