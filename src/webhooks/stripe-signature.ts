/**
 * Whether a header can be the processor's signature of a body. This is decided before the body is read; whether it
 * really is one shows only with the body and the secret (`BillingProcessor.verifyEvent`).
 */

/** A time and one digest for each secret that is in use; Stripe sends two or three parts. */
const PARTS_MAX = 20
const DIGEST = /^[0-9a-f]{64}$/
const UNIX_SECONDS = /^\d{1,12}$/
/** Signatures are valid for five minutes. A clock may be ahead by the same time. */
const AGE_MAX_MS = 5 * 60_000

/** `t=<unix seconds>,v1=<hex of 32 bytes>`, in any order, with other parts allowed, and of this time. */
export function canBeSignature(header: string | null, now: number): boolean {
  const parts = (header ?? '').split(',', PARTS_MAX + 1)
  if (parts.length > PARTS_MAX) return false
  const valuesOf = (name: string) =>
    parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1))
  const [time, ...otherTimes] = valuesOf('t')
  if (time === undefined || otherTimes.length > 0 || !UNIX_SECONDS.test(time)) return false
  if (Math.abs(now - Number(time) * 1000) > AGE_MAX_MS) return false
  const digests = valuesOf('v1')
  return digests.length > 0 && digests.every((digest) => DIGEST.test(digest))
}
