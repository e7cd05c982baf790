import { z } from 'zod'
import type { Found } from '../../auth/scope.ts'
import { type AlertKeyRow, findAlertKey, updateAlertKey } from '../../domain/keys/alert-keys.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { credentialName, dateTimeInput } from '../../http/parameters.ts'
import { ALERT_KEY_EXAMPLE, alertKey, alertKeyOf, signingSecret } from './schema.ts'

const response = z.object({ alertKey })

const operation = defineOperation({
  operationId: 'alertKeys.update',
  method: 'patch',
  path: '/alert-keys/{alertKeyId}',
  tag: 'Keys',
  summary: 'Change an alert key',
  description: 'A new signing secret takes effect within 30 seconds everywhere. `null` removes the secret.',
  permission: 'alert_keys:manage',
  pathParameters: { alertKeyId: z.uuid() },
  body: {
    name: credentialName.optional(),
    signingSecret: z.union([signingSecret, z.null()]).optional(),
    expiresAt: z.union([dateTimeInput, z.null()]).optional(),
  },
  bodyExample: { name: 'renamed' },
  success: { status: 200, description: 'The key.', schema: response, example: { alertKey: ALERT_KEY_EXAMPLE } },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class UpdateAlertKey extends Operation<Found<AlertKeyRow>> {
  readonly operation = operation

  protected async authorize({ access, input, ctx }: Asked<typeof operation>) {
    return access.found(await findAlertKey(ctx, input.path.alertKeyId), 'The key')
  }

  protected async answer({ granted: { scope, row: key }, input, ctx }: Call<typeof operation, Found<AlertKeyRow>>) {
    const { name, signingSecret: secret, expiresAt } = input.body
    const changed = await updateAlertKey({ ctx, scope, input: { key, name, signingSecret: secret, expiresAt } })
    return { alertKey: alertKeyOf(changed) }
  }
}
