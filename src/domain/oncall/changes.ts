/** Records changes that a caller states over the API, and lists all changes. */
import type { ProjectScope } from '../../auth/scope.ts'
import { invalidInput } from '../../contracts/domain-error.ts'
import { newId } from '../../contracts/ids.ts'
import type { ChangeInput, ChangePage, ChangeQuery, ChangeView } from '../../contracts/oncall-protocol.ts'
import type { VerbCall } from '../context.ts'
import { recogniseChanges } from './recognise-changes.ts'

/** Stores a change. A repeated request returns the change that the first one stored. */
export async function recordChange({
  ctx,
  scope,
  input,
}: VerbCall<ProjectScope, Omit<ChangeInput, 'source'>>): Promise<ChangeView> {
  if (input.endedAt !== null && input.endedAt < input.startedAt) {
    const message = 'must not be before startedAt'
    throw invalidInput(`The request is not valid: body.endedAt ${message}.`, [{ path: 'body.endedAt', message }])
  }
  const owner = ownerOf(scope)
  const deliveryId = `api:${ctx.idempotencySeed ?? newId()}`
  const changes = [{ ...input, source: 'api' }]
  const [stored] = await ctx.objects.onCall(owner).recordChanges({ owner, deliveryId, changes })
  if (stored === undefined) throw new Error('The on-call object answered without the change it was given.')
  return stored
}

/** Lists recorded changes, newest first. The first page also looks for changes in the project's telemetry. */
export async function listChanges({
  ctx,
  scope,
  input,
}: VerbCall<ProjectScope, Omit<ChangeQuery, 'owner'>>): Promise<ChangePage> {
  const owner = ownerOf(scope)
  // Changes in telemetry are looked for when the first page of the list is read.
  if (input.cursor === null) await recogniseChanges({ ctx, scope: owner })
  return ctx.objects.onCall(owner).listChanges({ ...input, owner })
}

/** Returns the project of a scope in the form that the on-call objects accept. */
export function ownerOf({ organizationId, projectId, region }: ProjectScope) {
  return { organizationId, projectId, region }
}
