/** Maintenance windows: times in which alerts open no incidents. */
import type { ProjectScope } from '../../auth/scope.ts'
import { conflict, invalidInput, notFound } from '../../contracts/domain-error.ts'
import { createdId } from '../../contracts/ids.ts'
import type { MaintenanceWindow, WindowInput } from '../../contracts/incident-protocol.ts'
import { windowProblem } from '../../oncall/incidents/maintenance.ts'
import { audit } from '../audit.ts'
import type { DomainContext, VerbCall } from '../context.ts'
import { ownerOf } from './changes.ts'
import { actorName } from './incidents.ts'

/** Lists the maintenance windows of the project. */
export async function listWindows({ ctx, scope }: VerbCall<ProjectScope>): Promise<readonly MaintenanceWindow[]> {
  return ctx.objects.onCall(ownerOf(scope)).listWindows()
}

/** Returns a maintenance window of the project. Throws `not_found`. */
export async function getWindow({
  ctx,
  scope,
  input,
}: VerbCall<ProjectScope, { readonly id: string }>): Promise<MaintenanceWindow> {
  const window = await ctx.objects.onCall(ownerOf(scope)).getWindow(input.id.toLowerCase())
  if (window === null) throw notFound('The maintenance window')
  return window
}

/**
 * Creates a maintenance window. Throws `invalid_input` when it does not end after its start or is longer than 30 days,
 * and `conflict` when the project has as many as it may have.
 */
export async function createWindow({
  ctx,
  scope,
  input,
}: VerbCall<ProjectScope, WindowInput>): Promise<MaintenanceWindow> {
  const problem = windowProblem(input)
  if (problem !== null) throw refused(problem)
  const owner = ownerOf(scope)
  const id = createdId(ctx)
  const window = await ctx.objects.onCall(owner).addWindow({ owner, id, window: input, by: actorName(scope) })
  if (window === null) throw conflict('The project has 500 maintenance windows. Remove some that have ended.')
  await record(ctx, scope, 'maintenance_window.create', id, window)
  return window
}

/** Changes the named fields of a maintenance window. Throws `not_found`, and `invalid_input` for what would result. */
export async function updateWindow({
  ctx,
  scope,
  input,
}: VerbCall<ProjectScope, { readonly id: string; readonly window: Partial<WindowInput> }>): Promise<MaintenanceWindow> {
  const id = input.id.toLowerCase()
  const window = await ctx.objects.onCall(ownerOf(scope)).updateWindow({ id, window: input.window })
  if (window === null) throw notFound('The maintenance window')
  if (typeof window === 'string') throw refused(window)
  await record(ctx, scope, 'maintenance_window.update', id, window)
  return window
}

/** Removes a maintenance window. Throws `not_found`. */
export async function deleteWindow({
  ctx,
  scope,
  input,
}: VerbCall<ProjectScope, { readonly id: string }>): Promise<void> {
  const id = input.id.toLowerCase()
  if (!(await ctx.objects.onCall(ownerOf(scope)).removeWindow(id))) throw notFound('The maintenance window')
  await record(ctx, scope, 'maintenance_window.delete', id, null)
}

const refused = (message: string) =>
  invalidInput(`The request is not valid: body.endsAt ${message}.`, [{ path: 'body.endsAt', message }])

async function record(
  ctx: DomainContext,
  scope: ProjectScope,
  action: string,
  targetId: string,
  window: MaintenanceWindow | null,
): Promise<void> {
  const { organizationId, projectId, actor } = scope
  const detail = window === null ? {} : { startsAt: window.startsAt, endsAt: window.endsAt, services: window.services }
  await ctx.db.batch([audit(ctx, { organizationId, projectId, actor, action, targetId, detail })])
}
