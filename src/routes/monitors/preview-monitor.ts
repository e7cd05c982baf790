import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { previewMonitor } from '../../domain/monitors/preview-monitor.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { dateTime, iso } from '../../http/parameters.ts'
import { CONDITION_EXAMPLE, newMonitorFields, transition } from './schema.ts'

const preview = z
  .object({
    from: dateTime,
    to: dateTime,
    firings: z.int(),
    firingMinutes: z.int(),
    noDataMinutes: z.int(),
    transitions: z.array(transition).describe('The first 200.'),
    partial: z.array(z.string()).describe('Why the past was not evaluated completely; empty when it was.'),
  })
  .openapi('MonitorPreview')

const operation = defineOperation({
  operationId: 'monitors.preview',
  method: 'post',
  path: '/monitors/preview',
  tag: 'Monitors',
  summary: 'Preview when a monitor would have fired',
  description:
    'Evaluates every minute of the past days as the monitor would have done. Nothing is stored and nobody is notified.',
  permission: 'monitors:read',
  body: { ...newMonitorFields, name: newMonitorFields.name.default('preview'), days: z.int().min(1).max(7).default(1) },
  bodyExample: { condition: CONDITION_EXAMPLE, forMinutes: 2, days: 7 },
  success: { status: 200, description: 'When it would have fired.', schema: z.object({ preview }) },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class PreviewMonitor extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    const { days, name, severity, condition, forMinutes, recoverForMinutes, noData } = input.body
    const definition = { name, severity, condition, forMinutes, recoverForMinutes, noData }
    const found = await previewMonitor({ ctx, scope, input: { definition, days } })
    return {
      preview: {
        ...found,
        from: iso(found.from),
        to: iso(found.to),
        transitions: found.transitions.map((one) => ({ ...one, at: iso(one.at) })),
      },
    }
  }
}
