import { z } from 'zod'
import type { OrganizationScope } from '../../auth/scope.ts'
import { listProjects } from '../../domain/projects/list-projects.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { PROJECT_EXAMPLE, project } from './schema.ts'

const response = z.object({ projects: z.array(project) })

const operation = defineOperation({
  operationId: 'projects.list',
  method: 'get',
  path: '/projects',
  tag: 'Projects',
  summary: 'List the projects of an organization',
  permission: 'projects:read',
  success: {
    status: 200,
    description: 'The projects, newest first.',
    schema: response,
    example: { projects: [PROJECT_EXAMPLE] },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class ListProjects extends Operation<OrganizationScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.organization()
  }

  protected async answer({ granted: scope, ctx }: Call<typeof operation, OrganizationScope>) {
    return { projects: await listProjects({ ctx, scope }) }
  }
}
