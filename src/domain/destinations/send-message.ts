/**
 * One attempt to send an event to a destination: through the outbound guard, with a time limit, never repeated here.
 */

import { OutboundClient, type OutboundOutcome, retryAfterMs } from '../../connectors/outbound/client.ts'
import type { AttemptOutcome, DeliveredEvent, Target } from '../../contracts/delivery-protocol.ts'
import type { DestinationRow } from '../../db/destinations.ts'
import { isMember } from '../../db/members.ts'
import { logFailure } from '../../log/log.ts'
import type { DomainContext, VerbCall } from '../context.ts'
import type { SystemScope } from '../system-scope.ts'
import { destinationGuard } from './outbound-guard.ts'
import { reachOf, render } from './render.ts'
import { openTarget } from './target.ts'

/** Standard Webhooks recommends 15 to 30 s. A hanging destination holds one of six connections for that long. */
const TIMEOUT_MS = 15_000
/** Only Teams' status is read from an answer. */
const ANSWER_BYTES_MAX = 4_096

export interface SendInput {
  readonly destination: DestinationRow
  /** The id of the delivery, by which the receiver recognises repetitions. */
  readonly deliveryId: string
  readonly event: DeliveredEvent
  readonly projectName: string
}

export interface SentAttempt {
  readonly outcome: AttemptOutcome
  readonly status: number | null
  readonly retryAfterMs: number | null
  readonly at: number
  readonly durationMs: number
}

/** Never throws for a failure of a network, a destination or a stored secret. */
export async function sendMessage({ ctx, input }: VerbCall<SystemScope, SendInput>): Promise<SentAttempt> {
  const at = ctx.now()
  const outcome = await attempt(ctx, input, at)
  return { ...outcome, at, durationMs: Math.max(0, ctx.now() - at) }
}

type Outcome = Omit<SentAttempt, 'at' | 'durationMs'>
const without = (outcome: AttemptOutcome): Outcome => ({ outcome, status: null, retryAfterMs: null })

async function attempt(ctx: DomainContext, input: SendInput, now: number): Promise<Outcome> {
  const { destination, deliveryId: id, event, projectName } = input
  let target: Target
  try {
    target = await present(ctx, destination.organizationId, await openTarget(ctx, destination))
  } catch (error) {
    logFailure('destination_unopened', error, { destinationId: destination.id })
    return without('misconfigured')
  }
  if (target.kind === 'email' && target.to.length === 0) return without('misconfigured')
  const message = await render(ctx.settings, target, { id, event, projectName, now })
  if (message === null) return without('misconfigured')
  const { allowed, isUserGiven } = reachOf(target)
  const http = new OutboundClient(
    { fetch: ctx.fetch, sleep: (ms) => scheduler.wait(ms), random: Math.random, guard: destinationGuard(ctx) },
    allowed,
  )
  const answer = await http.send({
    method: 'POST',
    ...message,
    isUserGiven,
    timeoutMs: TIMEOUT_MS,
    bodyBytesMax: ANSWER_BYTES_MAX,
    isBodyCut: true,
    attemptsMax: 1,
  })
  return judged(target.kind, answer, now)
}

/** People who left the organization get no messages any more. */
async function present(ctx: DomainContext, organizationId: string, target: Target): Promise<Target> {
  if (target.kind !== 'email') return target
  const areMembers = await Promise.all(target.to.map((address) => isMember(ctx.db, organizationId, address)))
  return { kind: 'email', to: target.to.filter((_, index) => areMembers[index] === true) }
}

/** What an answer says about the delivery. */
export function judged(kind: Target['kind'], answer: OutboundOutcome, now: number): Outcome {
  if (!answer.ok) {
    switch (answer.kind) {
      case 'blocked':
      case 'redirected':
      case 'timeout':
        return without(answer.kind)
      case 'unreachable':
      case 'cut':
      case 'too_large':
        return without('unreachable')
    }
  }
  const { headers, text } = answer.response
  const status = kind === 'teams' ? statusOfTeams(answer.response.status, text) : answer.response.status
  const asked = retryAfterMs(headers.get('retry-after'), now)
  return { outcome: outcomeOf(status), status, retryAfterMs: asked }
}

function outcomeOf(status: number): AttemptOutcome {
  if (status >= 200 && status < 300) return 'delivered'
  if (status < 400) return 'redirected'
  if (status === 410) return 'gone'
  if (status === 429) return 'rate_limited'
  if (status === 408 || status === 425 || status >= 500) return 'server_error'
  return 'refused'
}

/** Teams' older connector answers 200 and puts the status of a failed delivery into the body. */
function statusOfTeams(status: number, text: () => string): number {
  if (status !== 200) return status
  const inside = /returned HTTP error (\d{3})/.exec(text())?.[1]
  return inside === undefined ? status : Number(inside)
}
