import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { getNote } from '../../domain/oncall/notes.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { queryInteger } from '../../http/parameters.ts'
import { NOTE_EXAMPLE, note, noteOf } from './schema.ts'

const operation = defineOperation({
  operationId: 'notes.get',
  method: 'get',
  path: '/notes/{noteId}',
  tag: 'Notes',
  summary: 'Read a note or runbook',
  description: 'The last 50 versions are kept.',
  permission: 'incidents:read',
  pathParameters: { noteId: z.uuid() },
  query: { version: queryInteger(0, 1_000_000, 0).describe('0 selects the latest version.') },
  success: { status: 200, description: 'The note.', schema: z.object({ note }), example: { note: NOTE_EXAMPLE } },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class GetNote extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, ctx, input }: Call<typeof operation, ProjectScope>) {
    const { version } = input.query
    const asked = { id: input.path.noteId, version: version === 0 ? null : version }
    return { note: noteOf(await getNote({ ctx, scope, input: asked })) }
  }
}
