import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { createAlertKey } from '../../domain/keys/alert-keys.ts'
import { endpointsOfKey } from '../../domain/oncall/receiving/senders.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { credentialName, dateTimeInput } from '../../http/parameters.ts'
import { alertKeyOf, createdAlertKey, senderId, signingSecret } from './schema.ts'

const response = z.object({ alertKey: createdAlertKey })

const operation = defineOperation({
  operationId: 'alertKeys.create',
  method: 'post',
  path: '/alert-keys',
  tag: 'Keys',
  summary: 'Create an alert key',
  description:
    'Creates a key that senders use to deliver alerts and changes (`alerts.receive`, `changes.receive`). Only this answer contains its value, together with the values for each sender’s settings.',
  permission: 'alert_keys:manage',
  body: {
    name: credentialName,
    source: senderId.optional(),
    signingSecret: signingSecret.optional(),
    expiresAt: dateTimeInput.optional(),
  },
  bodyExample: { name: 'alertmanager of prod', source: 'alertmanager' },
  success: { status: 201, description: 'The key with its value.', schema: response },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class CreateAlertKey extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    const { name, source = null, signingSecret: secret = null, expiresAt } = input.body
    const created = await createAlertKey({ ctx, scope, input: { name, source, signingSecret: secret, expiresAt } })
    const endpoints = endpointsOfKey(ctx.baseUrl, created.value, source, secret !== null)
    return { alertKey: { ...alertKeyOf(created), value: created.value, endpoints } }
  }
}
