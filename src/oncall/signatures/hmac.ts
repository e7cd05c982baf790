/** Computes message authentication codes of bodies, and compares them in constant time. */
import { Buffer } from 'node:buffer'
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

type Hash = 'sha1' | 'sha256'
type Key = string | Uint8Array

/** Signs the parts in order, without copying them into one buffer. */
export function hmac(hash: Hash, key: Key, ...parts: readonly (string | Uint8Array)[]): Buffer {
  const code = createHmac(hash, key)
  for (const part of parts) code.update(part)
  return code.digest()
}

export const sha256Hex = (...parts: readonly (string | Uint8Array)[]): string => {
  const digest = createHash('sha256')
  for (const part of parts) digest.update(part)
  return digest.digest('hex')
}

/** Returns true if two texts are equal. The time it takes does not show where they differ. */
export function equalInConstantTime(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.byteLength === b.byteLength && timingSafeEqual(a, b)
}
