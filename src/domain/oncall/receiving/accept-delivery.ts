/**
 * Accepts a delivery of alerts or changes whose key is known and whose body has been read: checks the signature, decodes
 * the format and stores the result. No answer says anything about a body before its signature is checked.
 */

import { DomainError, invalidInput } from '../../../contracts/domain-error.ts'
import type { ChangeInput, NormalizedAlert } from '../../../contracts/oncall-protocol.ts'
import { ALERT_SENDERS, type AlertSender } from '../../../contracts/oncall-protocol.ts'
import { parseBody, unwrapped } from '../../../oncall/formats/body.ts'
import type { Decoded, DecodeInput, Format, Items } from '../../../oncall/formats/format.ts'
import { ALERT_FORMATS, CHANGE_FORMATS, CHANGE_SENDERS, type ChangeSender } from '../../../oncall/formats/index.ts'
import type { Fields } from '../../../oncall/formats/reading.ts'
import { sha256Hex } from '../../../oncall/signatures/hmac.ts'
import { ALERT_SIGNATURES, CHANGE_SIGNATURES } from '../../../oncall/signatures/senders.ts'
import type { SignatureVerdict, VerifySignature } from '../../../oncall/signatures/verdict.ts'
import { WorkPace } from '../../../work-pace.ts'
import type { DomainContext, VerbCall } from '../../context.ts'
import type { SystemScope } from '../../system-scope.ts'
import type { AlertKey } from './alert-key.ts'
import { handOver } from './hand-over.ts'
import { type Piece, piecesOfAlerts, piecesOfChanges } from './pieces.ts'
import { confirmSubscription, requireSns } from './sns-gate.ts'

/** A sender, and what it delivers. `generic` delivers both. */
export type DeliverySender =
  | { readonly receives: 'alerts'; readonly sender: AlertSender }
  | { readonly receives: 'changes'; readonly sender: ChangeSender }

/** Returns the sender that a path names; null if there is no such sender. */
export function deliverySenderOf(receives: 'alerts' | 'changes', name: string): DeliverySender | null {
  if (receives === 'alerts') {
    const sender = ALERT_SENDERS.find((one) => one === name)
    return sender === undefined ? null : { receives, sender }
  }
  const sender = CHANGE_SENDERS.find((one) => one === name)
  return sender === undefined ? null : { receives, sender }
}

export interface Delivery {
  readonly from: DeliverySender
  readonly key: AlertKey
  readonly headers: Headers
  readonly query: URLSearchParams
  /** The body as it was sent. */
  readonly sent: Uint8Array
  /** The body after decompression. */
  readonly bytes: Uint8Array
}

export interface AcceptedDelivery {
  readonly deliveryId: string
  /** The number of alerts or changes that were accepted. */
  readonly accepted: number
  /** The number that the sender left out or that exceeded our limit. */
  readonly truncated: number
  /** Why nothing was accepted; null if something was. */
  readonly note: string | null
}

/** Throws 401 for a bad signature, 400 for a body of another format, and 503 if the delivery cannot be stored now. */
export async function acceptDelivery({
  ctx,
  input: delivery,
}: VerbCall<SystemScope, Delivery>): Promise<AcceptedDelivery> {
  await requireSignature(ctx, delivery)
  const parsed = parseBody(unwrapped(delivery.bytes, delivery.headers))
  if (!parsed.ok) throw invalidInput(parsed.reason)
  const isSns = delivery.from.sender === 'cloudwatch'
  if (isSns) await requireSns(ctx, parsed.fields)
  if (isSns && parsed.fields['Type'] === 'SubscriptionConfirmation') await confirmSubscription(ctx, parsed.fields)
  const { headers, query } = delivery
  const input: DecodeInput = { body: parsed.fields, headers, query, nowMs: ctx.now() }
  const deliveryId = deliveryIdOf(ctx, delivery, parsed.fields)
  const { pieces, ...outcome } = await decode(delivery, input, deliveryId)
  if (pieces.length > 0) await stored(ctx, pieces)
  return { deliveryId, ...outcome }
}

interface Outcome extends Omit<AcceptedDelivery, 'deliveryId'> {
  readonly pieces: readonly Piece[]
}

/** As `WorkPace` counts decoding: five units a kilobyte. */
const PARSED_BYTES_A_UNIT = 200

async function decode({ from, key, bytes }: Delivery, input: DecodeInput, deliveryId: string): Promise<Outcome> {
  const pace = new WorkPace()
  // Parsing a body cannot be divided: others come in before anything else is done with a large one.
  await pace.spend(bytes.byteLength / PARSED_BYTES_A_UNIT)
  const head = { owner: key.project, deliveryId, receivedAt: input.nowMs }
  if (from.receives === 'alerts') {
    const decoded: Decoded<NormalizedAlert> = ALERT_FORMATS[from.sender].decode(input)
    return outcomeOf(decoded, (alerts) => piecesOfAlerts(head, alerts, pace))
  }
  const decoded: Decoded<ChangeInput> = CHANGE_FORMATS[from.sender].decode(input)
  return outcomeOf(decoded, (changes) => piecesOfChanges(head, changes, pace))
}

async function outcomeOf<Item>(
  decoded: Decoded<Item>,
  piecesOf: (items: Items<Item>) => Promise<Piece[]>,
): Promise<Outcome> {
  switch (decoded.kind) {
    case 'refused':
      throw invalidInput(decoded.reason)
    case 'nothing':
      return { pieces: [], accepted: 0, truncated: 0, note: decoded.reason }
    case 'items':
      return {
        pieces: await piecesOf(decoded.items),
        accepted: decoded.items.length,
        truncated: decoded.truncated,
        note: null,
      }
  }
}

async function stored(ctx: DomainContext, pieces: readonly Piece[]): Promise<void> {
  try {
    await handOver(ctx, pieces)
  } catch {
    const message = 'The delivery was not stored, because the storage does not answer. Send it again in a few seconds.'
    throw new DomainError({ kind: 'busy', message, retryAfterSeconds: 5 })
  }
}

const schemeOf = (from: DeliverySender): VerifySignature | undefined =>
  from.receives === 'alerts' ? ALERT_SIGNATURES[from.sender] : CHANGE_SIGNATURES[from.sender]

async function requireSignature(ctx: DomainContext, { from, key, headers, sent }: Delivery): Promise<void> {
  if (key.signingSecret === null) return
  const verify = schemeOf(from)
  // Otherwise anyone who saw the address could deliver in the name of a sender that does not sign.
  if (verify === undefined)
    throw unsigned(`The key has a signing secret, and ${from.sender} cannot sign. Use a key without one for it.`)
  const verdict = await verify({ secret: key.signingSecret, headers, sent, nowMs: ctx.now() })
  if (verdict !== 'valid') throw unsigned(SENTENCES[verdict])
}

const SENTENCES: Readonly<Record<Exclude<SignatureVerdict, 'valid'>, string>> = {
  missing: 'The signature is missing, and the key has a signing secret. Give the sender the same secret.',
  wrong: 'The signature is wrong: the sender has another secret, or the body was changed on its way. Check the secret.',
  old: 'The signature is more than five minutes old or in the future. Check the clock of the sender, and sign again.',
}

const unsigned = (message: string) => new DomainError({ kind: 'unauthenticated', message })

const ID_CHARACTERS_MAX = 200
const MINUTE_MS = 60_000

/**
 * Returns an id that is the same when a delivery is repeated: the sender's own id, or a hash of the body and the minute.
 * A longer time would be wrong, because an alert that fires, is resolved and fires again may send the same bytes twice.
 */
function deliveryIdOf(ctx: DomainContext, { from, key, headers, bytes }: Delivery, body: Fields): string {
  const format: Format<unknown> = from.receives === 'alerts' ? ALERT_FORMATS[from.sender] : CHANGE_FORMATS[from.sender]
  const own = format.deliveryId?.({ body, headers }) ?? null
  const start = `${key.keyId} ${from.receives} ${from.sender} `
  if (own !== null && own !== '' && own.length <= ID_CHARACTERS_MAX) return sha256Hex(start, 'id ', own)
  return sha256Hex(start, String(Math.floor(ctx.now() / MINUTE_MS)), ' ', bytes)
}
