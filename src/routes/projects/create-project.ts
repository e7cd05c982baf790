import { z } from 'zod'
import type { OrganizationScope } from '../../auth/scope.ts'
import { REGIONS } from '../../contracts/region.ts'
import { createProject } from '../../domain/projects/create-project.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { text } from '../../http/parameters.ts'
import { PROJECT_EXAMPLE, project } from './schema.ts'

const response = z.object({ project })

const operation = defineOperation({
  operationId: 'projects.create',
  method: 'post',
  path: '/projects',
  tag: 'Projects',
  summary: 'Create a project',
  description: 'The region decides where the objects of the project are created. It cannot be changed later.',
  permission: 'projects:manage',
  body: { name: text(1, 100), region: z.enum(REGIONS).default('us-east-1') },
  bodyExample: { name: 'production', region: 'eu-central-1' },
  success: { status: 201, description: 'The project.', schema: response, example: { project: PROJECT_EXAMPLE } },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
})

export class CreateProject extends Operation<OrganizationScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.organization()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, OrganizationScope>) {
    const { name, region } = input.body
    return { project: await createProject({ ctx, scope, input: { name, region } }) }
  }
}
