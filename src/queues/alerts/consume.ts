/** The queue of alerts and changes that their on-call object did not take at once, and its dead letters. */

import type { DomainContext } from '../../domain/context.ts'
import { deliverPiece, pieceSchema } from '../../domain/oncall/receiving/hand-over.ts'
import { isProjectLive } from '../../domain/oncall/receiving/is-project-live.ts'
import type { Piece } from '../../domain/oncall/receiving/pieces.ts'
import { systemScope } from '../../domain/system-scope.ts'
import { logEvent } from '../../log/log.ts'
import { consumeEach, DONE, type JobResult, type QueueJob } from '../consume-each.ts'

const fieldsOf = ({ kind, deliveryId, owner }: Piece) => ({ kind, deliveryId, projectId: owner.projectId })

const JOB: QueueJob<Piece> = {
  name: 'alerts',
  schema: pieceSchema,
  handle: deliver,
  // A hundred attempts: the object may be unavailable for most of an hour.
  retryDelaySeconds: 30,
  fieldsOf,
  // Each waits for the object of its own project.
  isParallel: true,
}

/** After a hundred attempts, a hundred more are made, one every ten minutes, and an operator can see it. */
const DEAD_JOB: QueueJob<Piece> = {
  ...JOB,
  name: 'dead_alerts',
  handle: async (ctx, piece) => {
    logEvent('alerts_waiting_long', fieldsOf(piece))
    return deliver(ctx, piece)
  },
  retryDelaySeconds: 600,
}

export const consumeAlerts = (batch: MessageBatch, ctx: DomainContext): Promise<void> => consumeEach(batch, ctx, JOB)

export const consumeAlertsDead = (batch: MessageBatch, ctx: DomainContext): Promise<void> =>
  consumeEach(batch, ctx, DEAD_JOB)

async function deliver(ctx: DomainContext, piece: Piece): Promise<JobResult> {
  // A message may wait longer than its project lives, and to call an object creates it again.
  const scope = systemScope('alerts')
  if (await isProjectLive({ ctx, scope, input: { projectId: piece.owner.projectId } }))
    await deliverPiece({ ctx, scope, input: piece })
  return DONE
}
