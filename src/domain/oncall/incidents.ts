/** Incidents of a project, through its on-call object. */
import type { ProjectScope } from '../../auth/scope.ts'
import { notFound } from '../../contracts/domain-error.ts'
import type { IncidentDetail, IncidentPage, IncidentQuery } from '../../contracts/incident-protocol.ts'
import type { VerbCall } from '../context.ts'
import { ownerOf } from './changes.ts'

/** Newest first. */
export async function listIncidents({
  ctx,
  scope,
  input,
}: VerbCall<ProjectScope, IncidentQuery>): Promise<IncidentPage> {
  return ctx.objects.onCall(ownerOf(scope)).listIncidents(input)
}

export async function getIncident({
  ctx,
  scope,
  input,
}: VerbCall<ProjectScope, { readonly id: string }>): Promise<IncidentDetail> {
  const incident = await ctx.objects.onCall(ownerOf(scope)).getIncident(input.id.toLowerCase())
  if (incident === null) throw notFound('The incident')
  return incident
}
