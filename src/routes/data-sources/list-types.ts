import { z } from 'zod'
import { typeDescriptors } from '../../domain/sources/type-descriptors.ts'
import { type Asked, defineOperation, Operation } from '../../http/operation.ts'
import { typeDescriptor } from './schema.ts'

const operation = defineOperation({
  operationId: 'dataSources.listTypes',
  method: 'get',
  path: '/data-sources/types',
  tag: 'Data sources',
  summary: 'List the platforms that can be connected',
  permission: 'data_sources:read',
  success: {
    status: 200,
    description: 'The types, with the fields of their credentials and set-up instructions.',
    schema: z.object({ types: z.array(typeDescriptor) }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class ListTypes extends Operation<void> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    // Types are the same for everyone. The organization is needed only to check that the caller may read.
    return access.organizationOrProject()
  }

  protected async answer() {
    return { types: await typeDescriptors() }
  }
}
