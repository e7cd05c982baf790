import { z } from 'zod'
import type { Found } from '../../auth/scope.ts'
import { type AlertKeyRow, findAlertKey } from '../../domain/keys/alert-keys.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { ALERT_KEY_EXAMPLE, alertKey, alertKeyOf } from './schema.ts'

const response = z.object({ alertKey })

const operation = defineOperation({
  operationId: 'alertKeys.get',
  method: 'get',
  path: '/alert-keys/{alertKeyId}',
  tag: 'Keys',
  summary: 'Get an alert key',
  permission: 'alert_keys:read',
  pathParameters: { alertKeyId: z.uuid() },
  success: { status: 200, description: 'The key.', schema: response, example: { alertKey: ALERT_KEY_EXAMPLE } },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class GetAlertKey extends Operation<Found<AlertKeyRow>> {
  readonly operation = operation

  protected async authorize({ access, input, ctx }: Asked<typeof operation>) {
    return access.found(await findAlertKey(ctx, input.path.alertKeyId), 'The key')
  }

  protected async answer({ granted: { row } }: Call<typeof operation, Found<AlertKeyRow>>) {
    return { alertKey: alertKeyOf(row) }
  }
}
