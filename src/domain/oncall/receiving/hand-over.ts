/**
 * Gives the pieces of a delivery to the project's on-call object, or puts them on the queue. The object comes first: it
 * answers within milliseconds, after writing to its own storage, and the investigation starts at once. If it does not
 * answer in time (a storm, a restart, an outage), the pieces wait on the queue, which retries until the object takes
 * them. A piece that arrives both ways is stored once, because the object knows its id.
 */

import { z } from 'zod'
import { ALERT_SOURCES, CHANGE_KINDS, CHANGE_STATUSES, SEVERITIES } from '../../../contracts/oncall-protocol.ts'
import { logFailure } from '../../../log/log.ts'
import type { DomainContext, VerbCall } from '../../context.ts'
import type { SystemScope } from '../../system-scope.ts'
import type { Piece } from './pieces.ts'

/** For all pieces of a delivery together. Pieces that the object has not stored by then go to the queue. */
export const DIRECT_MS_MAX = 1_000
/** One `sendBatch` holds 256 KB; a piece is 100 KB at most. */
const BATCH_MESSAGES_MAX = 2
/** The runtime has six connections at a time; the largest delivery is some sixty batches. */
const SENDERS_MAX = 4

/** Resolves when every piece is stored, in the object or on the queue. Throws if neither took a piece. */
export async function handOver(ctx: DomainContext, pieces: readonly Piece[]): Promise<'object' | 'queue'> {
  const taken = await direct(ctx, pieces)
  const left = pieces.slice(taken)
  if (left.length === 0) return 'object'
  const batches: Piece[][] = []
  for (let i = 0; i < left.length; i += BATCH_MESSAGES_MAX) batches.push(left.slice(i, i + BATCH_MESSAGES_MAX))
  const senders = Array.from({ length: SENDERS_MAX }, async () => {
    for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) await ctx.queues.sendPieces(batch)
  })
  await Promise.all(senders)
  return 'queue'
}

/** Returns how many pieces, counted from the first, the object stored in time. */
async function direct(ctx: DomainContext, pieces: readonly Piece[]): Promise<number> {
  let taken = 0
  let isOver = false
  const all = (async () => {
    for (const piece of pieces) {
      if (isOver) return
      await deliver(ctx, piece)
      taken += 1
    }
  })().catch((error: unknown) => logFailure('alerts_not_taken', error, { pieces: pieces.length }))
  let timer: ReturnType<typeof setTimeout> | undefined
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, DIRECT_MS_MAX)
  })
  await Promise.race([all, deadline])
  clearTimeout(timer)
  isOver = true
  // The current call may still succeed. The object then recognises the piece on the queue by its id.
  if (taken < pieces.length) ctx.waitUntil(all)
  return taken
}

/** Gives one piece to the object of its project. The queue's consumer uses this too. */
export const deliverPiece = ({ ctx, input: piece }: VerbCall<SystemScope, Piece>): Promise<void> => deliver(ctx, piece)

async function deliver(ctx: DomainContext, piece: Piece): Promise<void> {
  const object = ctx.objects.onCall(piece.owner)
  if (piece.kind === 'alerts') {
    const { owner, deliveryId, receivedAt, alerts } = piece
    await object.receiveAlerts({ owner, deliveryId, receivedAt, alerts })
  } else {
    const { owner, deliveryId, changes } = piece
    await object.recordChanges({ owner, deliveryId, changes })
  }
}

const text = z.string()
const textOrNull = text.nullable()
const texts = z.record(text, text)
const owner = z.object({ organizationId: text, projectId: text, region: text })

/** Loose, so that an older release keeps the fields that a newer one added. */
const alert = z.looseObject({
  source: z.enum(ALERT_SOURCES),
  dedupKey: text,
  status: z.enum(['firing', 'resolved']),
  severity: z.enum(SEVERITIES),
  title: text,
  description: text,
  service: textOrNull,
  entities: z.array(text),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  query: textOrNull,
  links: z.array(z.object({ title: text, url: text })),
  labels: texts,
  raw: text,
})

const change = z.looseObject({
  kind: z.enum(CHANGE_KINDS),
  services: z.array(text),
  environment: textOrNull,
  version: textOrNull,
  author: textOrNull,
  url: textOrNull,
  title: text,
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  status: z.enum(CHANGE_STATUSES).nullable(),
  source: text,
  dedupKey: textOrNull,
  attributes: texts,
})

/** A message of the queue `alerts`. It may wait there for up to four days (docs/storage.md). */
export const pieceSchema: z.ZodType<Piece> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('alerts'), owner, deliveryId: text, receivedAt: z.number(), alerts: z.array(alert) }),
  z.object({ kind: z.literal('changes'), owner, deliveryId: text, changes: z.array(change) }),
])
