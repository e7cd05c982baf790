import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { createDestination } from '../../domain/destinations/destinations.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { text } from '../../http/parameters.ts'
import { DESTINATION_EXAMPLE, destination, destinationOf, rulesInput, secretOnce, targetInput } from './schema.ts'

const operation = defineOperation({
  operationId: 'destinations.create',
  method: 'post',
  path: '/destinations',
  tag: 'Destinations',
  summary: 'Create a destination',
  description:
    'Adds a destination for the incidents and scheduled answers of the project. Internal addresses are refused. E-mail goes only to members of the organization. Webhooks are signed as Standard Webhooks specify; only this answer and a rotation contain the secret.',
  permission: 'destinations:manage',
  body: {
    name: text(1, 100),
    target: targetInput,
    rules: rulesInput.optional(),
    enabled: z.boolean().default(true),
  },
  bodyExample: {
    name: 'on-call bot',
    target: { kind: 'webhook', url: 'https://hooks.example.com/incidents' },
    rules: { severityMin: 'warning' },
  },
  success: {
    status: 201,
    description: 'The destination.',
    schema: z.object({ destination, secret: secretOnce }),
    example: { destination: DESTINATION_EXAMPLE, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'UNPROCESSABLE_CONTENT'],
})

export class CreateDestination extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    const { name, target, rules, enabled } = input.body
    const { row, secret } = await createDestination({ ctx, scope, input: { name, target, rules, enabled } })
    return { destination: destinationOf(row), secret }
  }
}
