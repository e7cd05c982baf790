/** What every check of a sender's signature is given and answers. */

export interface SignedDelivery {
  /** What the key's owner told us the sender signs with. */
  readonly secret: string
  readonly headers: Headers
  /** The body as it was sent: signatures cover these bytes. */
  readonly sent: Uint8Array
  readonly nowMs: number
}

export type SignatureVerdict =
  | 'valid'
  /** The header with the signature, or one that it needs, is not there or cannot be read. */
  | 'missing'
  | 'wrong'
  /** Made too long ago, or in the future: a delivery that somebody recorded may come again. */
  | 'old'

export type VerifySignature = (delivery: SignedDelivery) => SignatureVerdict | Promise<SignatureVerdict>

/** Five minutes, as Standard Webhooks recommend. */
export const SIGNATURE_AGE_MAX_MS = 5 * 60_000

/** A time in Unix seconds, as a header states it; null for anything else. */
export function unixSeconds(text: string | null): number | null {
  return text !== null && /^\d{1,12}$/.test(text) ? Number(text) : null
}

export function isRecent(seconds: number, nowMs: number): boolean {
  return Math.abs(nowMs - seconds * 1000) <= SIGNATURE_AGE_MAX_MS
}
