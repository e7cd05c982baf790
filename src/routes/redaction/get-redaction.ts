import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { getRedaction } from '../../domain/redaction/redaction-settings.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { REDACTION_EXAMPLE, redaction } from './schema.ts'

const operation = defineOperation({
  operationId: 'projects.getRedaction',
  method: 'get',
  path: '/projects/{projectId}/redaction',
  tag: 'Projects',
  summary: 'Get what is redacted before storage',
  description:
    'Built-in rules remove bearer tokens, keys, passwords and card numbers, and e-mail addresses if enabled. A project can add its own patterns.',
  permission: 'projects:read',
  pathParameters: { projectId: z.uuid() },
  success: {
    status: 200,
    description: 'The settings.',
    schema: z.object({ redaction }),
    example: { redaction: REDACTION_EXAMPLE },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class GetRedaction extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access, input }: Asked<typeof operation>) {
    return access.projectById(input.path.projectId)
  }

  protected async answer({ granted: scope, ctx }: Call<typeof operation, ProjectScope>) {
    return { redaction: await getRedaction({ ctx, scope }) }
  }
}
