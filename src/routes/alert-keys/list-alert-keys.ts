import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { listAlertKeys } from '../../domain/keys/alert-keys.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { listCursor, listLimit, nextCursor } from '../../http/parameters.ts'
import { ALERT_KEY_EXAMPLE, alertKey, alertKeyOf } from './schema.ts'

const response = z.object({ alertKeys: z.array(alertKey), nextCursor })

const operation = defineOperation({
  operationId: 'alertKeys.list',
  method: 'get',
  path: '/alert-keys',
  tag: 'Keys',
  summary: 'List alert keys',
  permission: 'alert_keys:read',
  query: { limit: listLimit, cursor: listCursor },
  success: {
    status: 200,
    description: 'The keys, newest first.',
    schema: response,
    example: { alertKeys: [ALERT_KEY_EXAMPLE], nextCursor: null },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class ListAlertKeys extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    const { limit, cursor } = input.query
    const page = await listAlertKeys({ ctx, scope, input: { limit, cursor } })
    return { alertKeys: page.keys.map(alertKeyOf), nextCursor: page.nextCursor }
  }
}
