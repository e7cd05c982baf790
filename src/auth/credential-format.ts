/**
 * The text of a credential: `oas_<kind>_<random><checksum>`. 35 base32 characters carry 175 random bits. 7 more carry a
 * CRC-32 of everything before them, so a mistyped or truncated credential is refused without a look-up, and secret
 * scanners can recognize a real one.
 */

import { Buffer } from 'node:buffer'
import { BASE32_ALPHABET, randomBase32 } from '../contracts/base32.ts'

export const CREDENTIAL_KINDS = ['secret', 'user', 'partner', 'public'] as const
export type CredentialKind = (typeof CREDENTIAL_KINDS)[number]
/**
 * Kinds with tables of their own. `alerts`: keys of senders of alerts and changes (src/db/alert-keys.ts). `session`:
 * sign-ins of browsers to the console (src/db/sessions.ts). `share`: links to one incident (src/db/incident-shares.ts).
 */
export type KeyTextKind = CredentialKind | 'alerts' | 'session' | 'share'

const RANDOM_LENGTH = 35
const CHECKSUM_LENGTH = 7
const FORMAT = /^oas_(secret|user|partner|public|alerts|session|share)_([0-9a-hjkmnp-tv-z]{42})$/

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value >>> 0
})

function checksum(text: string): string {
  let crc = 0xffffffff
  for (let i = 0; i < text.length; i += 1) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ text.charCodeAt(i)) & 0xff] ?? 0)
  return base32((crc ^ 0xffffffff) >>> 0, CHECKSUM_LENGTH)
}

function base32(value: number, length: number): string {
  let rest = value
  let text = ''
  for (let i = 0; i < length; i += 1) {
    text = BASE32_ALPHABET.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  return text
}

/** Creates the text of a new credential: its kind, 175 random bits, and a checksum that detects typing errors. */
export function createCredential(kind: KeyTextKind): string {
  const start = `oas_${kind}_${randomBase32(RANDOM_LENGTH)}`
  return start + checksum(start)
}

/** Returns the kind of a well-formed credential, or null for any other text. */
export function credentialKindOf(value: string): KeyTextKind | null {
  const match = FORMAT.exec(value)
  if (!match) return null
  const start = value.slice(0, -CHECKSUM_LENGTH)
  if (checksum(start) !== value.slice(-CHECKSUM_LENGTH)) return null
  // The pattern admits only the seven kinds.
  return match[1] as KeyTextKind
}

/** Returns the SHA-256 of a credential as hex, the only form in which credentials are stored and looked up. */
export async function credentialDigest(value: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(value))
  return Buffer.from(digest).toString('hex')
}
