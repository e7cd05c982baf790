import { z } from 'zod'
import { getRedaction } from '../../domain/redaction/redaction-settings.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
import { REDACTION_EXAMPLE, redaction } from './schema.ts'

const operation = defineOperation({
  operationId: 'projects.getRedaction',
  method: 'get',
  path: '/projects/{projectId}/redaction',
  tag: 'Projects',
  summary: 'What is redacted before storage',
  description:
    'Built-in rules take out bearer tokens, keys, passwords and card numbers; e-mail addresses on request; own patterns are added.',
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

export class GetRedaction extends Operation {
  readonly operation = operation

  protected async answer({ access, input, ctx }: Call<typeof operation>) {
    const scope = await access.projectById(input.path.projectId)
    return { redaction: await getRedaction({ ctx, scope }) }
  }
}
