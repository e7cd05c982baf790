import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { listNotes } from '../../domain/oncall/notes.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { NOTE_ITEM_EXAMPLE, noteItem, noteItemOf } from './schema.ts'

const operation = defineOperation({
  operationId: 'notes.list',
  method: 'get',
  path: '/notes',
  tag: 'Notes',
  summary: 'List notes and runbooks',
  description: 'Lists them without their texts. With `service`, lists those of the service and of the whole project.',
  permission: 'incidents:read',
  query: { service: z.string().min(1).max(200).optional() },
  success: {
    status: 200,
    description: 'The notes.',
    schema: z.object({ notes: z.array(noteItem) }),
    example: { notes: [NOTE_ITEM_EXAMPLE] },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class ListNotes extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, ctx, input }: Call<typeof operation, ProjectScope>) {
    const notes = await listNotes({ ctx, scope, input: { service: input.query.service ?? null } })
    return { notes: notes.map(noteItemOf) }
  }
}
