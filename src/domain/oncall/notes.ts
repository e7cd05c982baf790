/** Notes and runbooks that people write for the next incident, per project or service. The agent treats them as data. */
import type { ProjectScope } from '../../auth/scope.ts'
import { conflict, invalidInput, notFound } from '../../contracts/domain-error.ts'
import { createdId } from '../../contracts/ids.ts'
import { NOTE_BYTES_MAX, NOTES_MAX, type NoteInput, type NoteView } from '../../contracts/incident-protocol.ts'
import { audit } from '../audit.ts'
import type { DomainContext, VerbCall } from '../context.ts'
import { ownerOf } from './changes.ts'
import { actorName } from './incidents.ts'

/** Lists notes without their texts. */
export async function listNotes({
  ctx,
  scope,
  input,
}: VerbCall<ProjectScope, { readonly service: string | null }>): Promise<readonly NoteView[]> {
  return ctx.objects.onCall(ownerOf(scope)).listNotes(input.service)
}

/** Returns a note, as it is or in an older version. Throws `not_found` for the note or its version. */
export async function getNote({
  ctx,
  scope,
  input,
}: VerbCall<ProjectScope, { readonly id: string; readonly version: number | null }>): Promise<NoteView> {
  const { version } = input
  const note = await ctx.objects.onCall(ownerOf(scope)).getNote({ id: input.id.toLowerCase(), version })
  if (note === null) throw notFound(version === null ? 'The note' : 'The version of the note')
  return note
}

/**
 * Creates a note or runbook. Throws `invalid_input` for a text that is too large, and `conflict` when the project has
 * as many as it may have.
 */
export async function createNote({ ctx, scope, input }: VerbCall<ProjectScope, NoteInput>): Promise<NoteView> {
  checked(input)
  const owner = ownerOf(scope)
  const id = createdId(ctx)
  const note = await ctx.objects.onCall(owner).addNote({ owner, id, note: input, by: actorName(scope) })
  if (note === 'full') throw conflict(`The project has its ${NOTES_MAX} notes. Remove some.`)
  await record(ctx, scope, 'note.create', note)
  return note
}

/**
 * Writes a new version of a note. With `version`, only if that one is the newest: otherwise it throws `conflict`.
 * Throws `not_found`.
 */
export async function updateNote({
  ctx,
  scope,
  input,
}: VerbCall<
  ProjectScope,
  { readonly id: string; readonly version: number | null; readonly note: Partial<NoteInput> }
>): Promise<NoteView> {
  checked(input.note)
  const note = await ctx.objects
    .onCall(ownerOf(scope))
    .updateNote({ id: input.id.toLowerCase(), note: input.note, by: actorName(scope), version: input.version })
  if (note === 'not_found') throw notFound('The note')
  if (note === 'other_version')
    throw conflict(
      'The note was not changed, because another change came first and it has a newer version. Read it and try again.',
    )
  await record(ctx, scope, 'note.update', note)
  return note
}

/** Removes a note with all its versions. Throws `not_found`. */
export async function deleteNote({
  ctx,
  scope,
  input,
}: VerbCall<ProjectScope, { readonly id: string }>): Promise<void> {
  const id = input.id.toLowerCase()
  if (!(await ctx.objects.onCall(ownerOf(scope)).removeNote(id))) throw notFound('The note')
  await record(ctx, scope, 'note.delete', { id, version: 0 })
}

function checked({ text }: Partial<NoteInput>): void {
  if (text === undefined || new TextEncoder().encode(text).byteLength <= NOTE_BYTES_MAX) return
  const message = `must not be larger than ${NOTE_BYTES_MAX / 1_024} KiB`
  throw invalidInput(`The request is not valid: body.text ${message}.`, [{ path: 'body.text', message }])
}

async function record(
  ctx: DomainContext,
  scope: ProjectScope,
  action: string,
  { id, version }: Pick<NoteView, 'id' | 'version'>,
): Promise<void> {
  const { organizationId, projectId, actor } = scope
  await ctx.db.batch([audit(ctx, { organizationId, projectId, actor, action, targetId: id, detail: { version } })])
}
