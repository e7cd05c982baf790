/** What happened to the messages for a destination: the log, replays, tests, and previews of messages. */
import type { ProjectScope } from '../../auth/scope.ts'
import type { DeliveryPage, DeliveryState, DeliveryView, Target } from '../../contracts/delivery-protocol.ts'
import { notFound, notPossible } from '../../contracts/domain-error.ts'
import { createdId } from '../../contracts/ids.ts'
import type { IncidentEventType } from '../../contracts/oncall-protocol.ts'
import type { DestinationRow } from '../../db/destinations.ts'
import { baseUrlOf } from '../../env.ts'
import type { PreparedMessage } from '../../oncall/messages/prepared.ts'
import type { VerbCall } from '../context.ts'
import { sampleEvent, testEvent } from './notice.ts'
import { render } from './render.ts'

type Call<Input> = VerbCall<ProjectScope, Input>

/**
 * Lists the delivery log of a destination, newest first, restricted to an incident or a state. The cursor is that of
 * the previous page.
 */
export function listDeliveries({
  ctx,
  scope,
  input,
}: Call<{
  readonly destinationId: string
  readonly incidentId: string | undefined
  readonly state: DeliveryState | undefined
  readonly limit: number
  readonly cursor: string | undefined
}>): Promise<DeliveryPage> {
  const { destinationId, incidentId = null, state = null, limit, cursor = null } = input
  return ctx.objects.deliveries(scope).listDeliveries({ destinationId, incidentId, state, limit, cursor })
}

/** Sends a delivery again under its own id. Its destination must be enabled when the delivery's turn comes. */
export async function replayDelivery({
  ctx,
  scope,
  input,
}: Call<{ readonly deliveryId: string }>): Promise<DeliveryView> {
  const view = await ctx.objects.deliveries(scope).replay({ owner: placeOf(scope), id: input.deliveryId })
  if (view === null) throw notFound('The delivery')
  return view
}

/** Sends one test message to a destination at once, also to a disabled one. */
export function testDestination({ ctx, scope, input }: Call<{ readonly row: DestinationRow }>): Promise<DeliveryView> {
  const event = testEvent({ id: createdId(ctx), at: ctx.now(), baseUrl: baseUrlOf(ctx.settings) })
  return ctx.objects.deliveries(scope).sendTest({ owner: placeOf(scope), destinationId: input.row.id, event })
}

/** Returns the message that a destination would receive for an event of this type: a sample without secrets. */
export async function previewMessage({
  ctx,
  scope,
  input,
}: Call<{ readonly row: DestinationRow; readonly type: IncidentEventType }>): Promise<PreparedMessage> {
  const { row, type } = input
  const event = sampleEvent(type, { id: row.id, at: ctx.now(), baseUrl: baseUrlOf(ctx.settings) })
  // No e-mail is sent and no stored target is opened, so the preview cannot contain a credential.
  const settings = { ...ctx.settings, EMAIL_API_KEY: HIDDEN }
  const message = await render(settings, hiddenTarget(row), {
    id: row.id,
    event,
    projectName: scope.projectName,
    now: ctx.now(),
  })
  if (message === null)
    throw notPossible('This deployment sends no e-mail: its operator has configured no provider for it.')
  return message
}

const HIDDEN = 'hidden'

function hiddenTarget({ kind, summary: { address } }: DestinationRow): Target {
  const url = `https://${address}/${HIDDEN}`
  switch (kind) {
    case 'webhook':
      return { kind, url, secrets: [] }
    case 'slack':
    case 'teams':
      return { kind, url }
    case 'pagerduty':
      return { kind, routingKey: HIDDEN, region: address.includes('.eu.') ? 'eu' : 'us' }
    case 'opsgenie':
      return { kind, apiKey: HIDDEN, region: 'us', url: `https://${address}` }
    case 'email':
      return { kind, to: address.split(', ') }
  }
}

const placeOf = ({ organizationId, projectId, region }: ProjectScope) => ({ organizationId, projectId, region })
