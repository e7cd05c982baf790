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
  summary: 'List suggested monitors for the project',
  description:
    'Suggests monitors for the services and metrics of the last day: unusual error ratios, durations and error logs, silence of a source, saturation, new error patterns.',
  permission: 'monitors:read',
  success: {
    status: 200,
    description: 'The templates. Pass `monitor` to create one.',
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
