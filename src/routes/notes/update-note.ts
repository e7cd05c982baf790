import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { updateNote } from '../../domain/oncall/notes.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { NOTE_EXAMPLE, note, noteBody, noteOf } from './schema.ts'

const operation = defineOperation({
  operationId: 'notes.update',
  method: 'patch',
  path: '/notes/{noteId}',
  tag: 'Notes',
  summary: 'Change a note or runbook',
  description: 'Creates a new version. With `version`, only if that version is still the latest one; otherwise 409.',
  permission: 'incidents:write',
  pathParameters: { noteId: z.uuid() },
  body: { ...z.object(noteBody).partial().shape, version: z.number().int().min(1).optional() },
  bodyExample: { text: '1. Look for locks.', version: 3 },
  success: { status: 200, description: 'The note.', schema: z.object({ note }), example: { note: NOTE_EXAMPLE } },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'SERVICE_UNAVAILABLE'],
})

export class UpdateNote extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, ctx, input }: Call<typeof operation, ProjectScope>) {
    const { kind, title, service, url, text, version = null } = input.body
    const changed = {
      ...(kind === undefined ? {} : { kind }),
      ...(title === undefined ? {} : { title }),
      ...(service === undefined ? {} : { service }),
      ...(url === undefined ? {} : { url }),
      ...(text === undefined ? {} : { text }),
    }
    return { note: noteOf(await updateNote({ ctx, scope, input: { id: input.path.noteId, version, note: changed } })) }
  }
}
