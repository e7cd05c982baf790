import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { updateRedaction } from '../../domain/redaction/redaction-settings.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { REDACTION_CHANGE_EXAMPLE, REDACTION_EXAMPLE, redaction, redactionRules } from './schema.ts'

const operation = defineOperation({
  operationId: 'projects.updateRedaction',
  method: 'patch',
  path: '/projects/{projectId}/redaction',
  tag: 'Projects',
  summary: 'Change what is redacted before storage',
  description:
    'Built-in rules remove bearer tokens, keys, passwords and card numbers, and e-mail addresses if enabled. A project can add its own patterns in RE2 syntax.',
  permission: 'projects:manage',
  pathParameters: { projectId: z.uuid() },
  body: {
    enabled: z.boolean().optional(),
    redactEmails: z.boolean().optional(),
    rules: redactionRules.optional(),
  },
  bodyExample: REDACTION_CHANGE_EXAMPLE,
  success: {
    status: 200,
    description: 'The settings.',
    schema: z.object({ redaction }),
    example: { redaction: REDACTION_EXAMPLE },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class UpdateRedaction extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access, input }: Asked<typeof operation>) {
    return access.projectById(input.path.projectId)
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    const { enabled, redactEmails, rules } = input.body
    return { redaction: await updateRedaction({ ctx, scope, input: { enabled, redactEmails, rules } }) }
  }
}
