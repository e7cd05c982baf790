import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { createLogSource } from '../../domain/sources/log-sources.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { anyObject, textOrNull } from '../../http/parameters.ts'
import { endpointCard, filterInput, logSource, logSourceOf, mode, provider } from './schema.ts'

const operation = defineOperation({
  operationId: 'logSources.create',
  method: 'post',
  path: '/log-sources',
  tag: 'Log sources',
  summary: 'Create a log source',
  description:
    'Managed: credentials in metadata are validated and delivery is provisioned. Connectionless: returns an intake key and endpoint cards.',
  permission: 'log_sources:manage',
  body: {
    provider,
    mode: mode.optional(),
    metadata: anyObject.optional(),
    streamAutoProvisionFilter: z.union([filterInput, z.null()]).optional(),
  },
  success: {
    status: 201,
    description: 'The log source. For a connectionless one, also its intake key and the addresses for senders.',
    schema: z.object({
      logSource,
      streamId: z.union([z.uuid(), z.null()]),
      publicKey: textOrNull,
      endpointCards: z.array(endpointCard),
    }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'UNPROCESSABLE_CONTENT', 'BAD_GATEWAY'],
})

export class CreateLogSource extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    const { provider: from, metadata, streamAutoProvisionFilter } = input.body
    const chosen = input.body.mode ?? (metadata === undefined ? 'connectionless' : 'managed')
    const created = await createLogSource({
      ctx,
      scope,
      input: { provider: from, mode: chosen, metadata, filter: streamAutoProvisionFilter ?? null },
    })
    const { source, streamId, publicKey, endpointCards } = created
    return { logSource: logSourceOf(source, streamId === null ? 0 : 1), streamId, publicKey, endpointCards }
  }
}
