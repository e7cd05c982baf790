import { z } from 'zod'
import { providerDescriptors } from '../../domain/sources/type-descriptors.ts'
import { type Asked, defineOperation, Operation } from '../../http/operation.ts'
import { textOrNull } from '../../http/parameters.ts'
import { fieldDescriptor } from '../data-sources/schema.ts'
import { mode } from './schema.ts'

const operation = defineOperation({
  operationId: 'logSources.listProviders',
  method: 'get',
  path: '/log-sources/providers',
  tag: 'Log sources',
  summary: 'List the providers that can deliver logs',
  permission: 'log_sources:read',
  success: {
    status: 200,
    description: 'The providers with their modes.',
    schema: z.object({
      providers: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          modes: z.array(mode),
          metadataFields: z.array(fieldDescriptor),
          setupSkill: textOrNull,
        }),
      ),
    }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class ListProviders extends Operation<void> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.organizationOrProject()
  }

  protected async answer() {
    return { providers: await providerDescriptors() }
  }
}
