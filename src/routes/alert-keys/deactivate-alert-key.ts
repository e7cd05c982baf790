import { z } from 'zod'
import type { Found } from '../../auth/scope.ts'
import { type AlertKeyRow, deactivateAlertKey, findAlertKey } from '../../domain/keys/alert-keys.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { alertKey, alertKeyOf } from './schema.ts'

const response = z.object({ alertKey })

const operation = defineOperation({
  operationId: 'alertKeys.deactivate',
  method: 'post',
  path: '/alert-keys/{alertKeyId}/deactivate',
  tag: 'Keys',
  summary: 'Deactivate an alert key permanently',
  description: 'Deliveries with the key are refused from then on. Repeating the request changes nothing.',
  permission: 'alert_keys:manage',
  pathParameters: { alertKeyId: z.uuid() },
  success: { status: 200, description: 'The key.', schema: response },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class DeactivateAlertKey extends Operation<Found<AlertKeyRow>> {
  readonly operation = operation

  protected async authorize({ access, input, ctx }: Asked<typeof operation>) {
    return access.found(await findAlertKey(ctx, input.path.alertKeyId), 'The key')
  }

  protected async answer({ granted: { scope, row: key }, ctx }: Call<typeof operation, Found<AlertKeyRow>>) {
    return { alertKey: alertKeyOf(await deactivateAlertKey({ ctx, scope, input: { key } })) }
  }
}
