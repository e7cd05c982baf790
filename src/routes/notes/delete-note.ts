import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { deleteNote } from '../../domain/oncall/notes.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'

const operation = defineOperation({
  operationId: 'notes.delete',
  method: 'delete',
  path: '/notes/{noteId}',
  tag: 'Notes',
  summary: 'Remove a note or runbook',
  description: 'With all of its versions.',
  permission: 'incidents:write',
  pathParameters: { noteId: z.uuid() },
  success: { status: 204, description: 'Removed.', schema: null },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class DeleteNote extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, ctx, input }: Call<typeof operation, ProjectScope>) {
    await deleteNote({ ctx, scope, input: { id: input.path.noteId } })
  }
}
