/**
 * Finds intake keys in the bytes of a body whose sender gave none elsewhere. One pass, before anything is parsed, so
 * that a stranger's body costs no more than its own length.
 */
import { Buffer } from 'node:buffer'
import { credentialKindOf } from '../../auth/credential-format.ts'

const PREFIX = Buffer.from('oas_public_')
const KEY_LENGTH = PREFIX.length + 42
/** A body names one key. More distinct ones than this are guesses. */
const KEYS_MAX = 3

/** The first few distinct keys with a right checksum, as they stand in JSON and protobuf alike. */
export function keysInBody(bytes: Uint8Array): string[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const keys = new Set<string>()
  let at = buffer.indexOf(PREFIX)
  while (at >= 0 && keys.size < KEYS_MAX) {
    const text = buffer.toString('latin1', at, at + KEY_LENGTH)
    if (credentialKindOf(text) === 'public') keys.add(text)
    at = buffer.indexOf(PREFIX, at + 1)
  }
  return [...keys]
}
