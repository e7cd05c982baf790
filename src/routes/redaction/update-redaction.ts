import { z } from 'zod'
import { updateRedaction } from '../../domain/redaction/redaction-settings.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
import { REDACTION_EXAMPLE, redaction, redactionRules } from './schema.ts'

const operation = defineOperation({
  operationId: 'projects.updateRedaction',
  method: 'patch',
  path: '/projects/{projectId}/redaction',
  tag: 'Projects',
  summary: 'Change what is redacted before storage',
  description:
    'Built-in rules take out bearer tokens, keys, passwords and card numbers; e-mail addresses on request; own patterns are added.',
  permission: 'projects:manage',
  pathParameters: { projectId: z.uuid() },
  body: {
    enabled: z.boolean().optional(),
    redactEmails: z.boolean().optional(),
    rules: redactionRules.optional(),
  },
  bodyExample: REDACTION_EXAMPLE,
  success: {
    status: 200,
    description: 'The settings.',
    schema: z.object({ redaction }),
    example: { redaction: REDACTION_EXAMPLE },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class UpdateRedaction extends Operation {
  readonly operation = operation

  protected async answer({ access, input, ctx }: Call<typeof operation>) {
    const scope = await access.projectById(input.path.projectId)
    const { enabled, redactEmails, rules } = input.body
    return { redaction: await updateRedaction({ ctx, scope, input: { enabled, redactEmails, rules } }) }
  }
}
