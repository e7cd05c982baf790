/** The input and the result of a signature check. */

export interface SignedDelivery {
  /** The secret with which the sender signs, as set on the key. */
  readonly secret: string
  readonly headers: Headers
  /** The body as it was sent. Signatures cover these bytes. */
  readonly sent: Uint8Array
  readonly nowMs: number
}

export type SignatureVerdict =
  | 'valid'
  /** A header that the check needs is missing or cannot be read. */
  | 'missing'
  | 'wrong'
  /** The signature is too old or in the future, so the delivery may be a replay. */
  | 'old'

export type VerifySignature = (delivery: SignedDelivery) => SignatureVerdict | Promise<SignatureVerdict>

/** Five minutes, as Standard Webhooks recommend. */
export const SIGNATURE_AGE_MAX_MS = 5 * 60_000

/** Reads a header with a time in Unix seconds; null for any other text. */
export function unixSeconds(text: string | null): number | null {
  return text !== null && /^\d{1,12}$/.test(text) ? Number(text) : null
}

export function isRecent(seconds: number, nowMs: number): boolean {
  return Math.abs(nowMs - seconds * 1000) <= SIGNATURE_AGE_MAX_MS
}
