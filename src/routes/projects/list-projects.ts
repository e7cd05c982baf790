import { z } from 'zod'
import { listProjects } from '../../domain/projects/list-projects.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
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

export class ListProjects extends Operation {
  readonly operation = operation

  protected async answer({ access, ctx }: Call<typeof operation>) {
    const scope = await access.organization()
    return { projects: await listProjects({ ctx, scope }) }
  }
}
