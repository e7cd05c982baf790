/** Reads and changes the incidents of a project, through its on-call object. */
import type { ProjectScope } from '../../auth/scope.ts'
import { notFound } from '../../contracts/domain-error.ts'
import type {
  Accuracy,
  IncidentAlertPage,
  IncidentAlertQuery,
  IncidentDetail,
  IncidentFeedback,
  IncidentPage,
  IncidentQuery,
  IncidentWithMessages,
} from '../../contracts/incident-protocol.ts'
import { logFailure } from '../../log/log.ts'
import type { VerbCall } from '../context.ts'
import { ownerOf } from './changes.ts'
import { postmortemOf } from './postmortem.ts'

/** Lists incidents, newest first. */
export async function listIncidents({
  ctx,
  scope,
  input,
}: VerbCall<ProjectScope, IncidentQuery>): Promise<IncidentPage> {
  return ctx.objects.onCall(ownerOf(scope)).listIncidents(input)
}

/** Returns an incident of the project with its alerts, events and brief. Throws `not_found`. */
export async function getIncident({
  ctx,
  scope,
  input,
}: VerbCall<ProjectScope, { readonly id: string }>): Promise<IncidentWithMessages> {
  const incident = await ctx.objects.onCall(ownerOf(scope)).getIncident(input.id.toLowerCase())
  if (incident === null) throw notFound('The incident')
  return withMessages({ ctx, scope, input: incident })
}

/** Lists the alerts of an incident in the order in which they came. Throws `not_found`. */
export async function listIncidentAlerts({
  ctx,
  scope,
  input,
}: VerbCall<ProjectScope, IncidentAlertQuery>): Promise<IncidentAlertPage> {
  const incidentId = input.incidentId.toLowerCase()
  const page = await ctx.objects.onCall(ownerOf(scope)).listIncidentAlerts({ ...input, incidentId })
  if (page === null) throw notFound('The incident')
  return page
}

/** A page shows no more of them; the log of a destination has all. */
const MESSAGES_MAX = 100

/** Adds what people were told. An incident is answered also where that cannot be read. */
async function withMessages({
  ctx,
  scope,
  input: incident,
}: VerbCall<ProjectScope, IncidentDetail>): Promise<IncidentWithMessages> {
  const query = { destinationId: null, incidentId: incident.id, state: null, limit: MESSAGES_MAX, cursor: null }
  try {
    const { deliveries } = await ctx.objects.deliveries(ownerOf(scope)).listDeliveries(query)
    const messages = deliveries.map(({ id, destinationId, type, state, createdAt, settledAt, attempts }) => ({
      deliveryId: id,
      destinationId,
      type,
      state,
      createdAt,
      settledAt,
      attempts: attempts.length,
    }))
    return { ...incident, messages: messages.toReversed() }
  } catch (error) {
    logFailure('incident_messages_unreadable', error)
    return { ...incident, messages: null }
  }
}

/** Returns the draft of a postmortem in Markdown. Each sentence cites its source. */
export async function getPostmortem(
  call: VerbCall<ProjectScope, { readonly id: string }>,
): Promise<{ readonly incidentId: string; readonly title: string; readonly markdown: string }> {
  const incident = await getIncident(call)
  return { incidentId: incident.id, title: incident.title, markdown: postmortemOf(incident) }
}

/** Stores a person's judgement of an answer. The latest judgement counts. */
export async function giveFeedback({
  ctx,
  scope,
  input,
}: VerbCall<
  ProjectScope,
  { readonly id: string; readonly feedback: Omit<IncidentFeedback, 'at' | 'by'> }
>): Promise<IncidentWithMessages> {
  const incident = await ctx.objects
    .onCall(ownerOf(scope))
    .giveFeedback({ incidentId: input.id.toLowerCase(), feedback: { ...input.feedback, by: actorName(scope) } })
  if (incident === null) throw notFound('The incident')
  return withMessages({ ctx, scope, input: incident })
}

/** Resolves an incident by hand. A resolved incident does not change. */
export async function resolveIncident({
  ctx,
  scope,
  input,
}: VerbCall<ProjectScope, { readonly id: string }>): Promise<IncidentWithMessages> {
  const incident = await ctx.objects
    .onCall(ownerOf(scope))
    .resolveIncident({ id: input.id.toLowerCase(), by: actorName(scope) })
  if (incident === null) throw notFound('The incident')
  return withMessages({ ctx, scope, input: incident })
}

/** Returns how often investigations that people judged were right, by the confidence they had stated. */
export async function getAccuracy({ ctx, scope }: VerbCall<ProjectScope>): Promise<Accuracy> {
  return ctx.objects.onCall(ownerOf(scope)).accuracy()
}

/** `user user_…`, `secret_key …`: ids, never names or addresses. */
export function actorName({ actor }: ProjectScope): string {
  return `${actor.kind} ${actor.id}`
}
