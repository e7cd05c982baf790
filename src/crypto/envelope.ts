/**
 * Envelope encryption of sensitive values. Each value has a data key of its own, AES-256-GCM; the data key is wrapped
 * by a key derived (HKDF-SHA-256) from one master key of a versioned keyring for one purpose. The associated data binds
 * a value to its place (table, row, field), so that a value copied to another row does not open.
 *
 * Text form: `e1.<master key id>.<wrapped data key>.<sealed value>`, each base64url of iv and ciphertext. Rotation: add
 * a key, make it current, deploy; `rewrap` moves a value to it without touching the ciphertext.
 */
import { Buffer } from 'node:buffer'
import { z } from 'zod'

const IV_BYTES = 12
const KEY_BYTES = 32
const VERSION = 'e1'

const keyringSchema = z.object({
  current: z.string().regex(/^[A-Za-z0-9_-]{1,32}$/),
  keys: z.record(z.string().regex(/^[A-Za-z0-9_-]{1,32}$/), z.base64()),
})

export interface Keyring {
  readonly current: string
  readonly keys: ReadonlyMap<string, Uint8Array>
}

/** What a value is for and where it lies. Both are needed to open it. */
export interface Place {
  /** For example `connection-metadata`, `idempotency`, `intake-key`. */
  readonly purpose: string
  /** For example `data_source_connections|<id>|metadata`. */
  readonly associatedData: string
}

let parsed: { readonly text: string; readonly keyring: Keyring } | undefined

/** Parses the MASTER_KEYS setting. Throws a sentence that names what is wrong, never the value. */
export function keyringOf(text: string): Keyring {
  if (parsed?.text === text) return parsed.keyring
  if (text === '') throw new Error('MASTER_KEYS is not set: sensitive values cannot be stored (docs/operations.md).')
  const result = keyringSchema.safeParse(jsonOf(text))
  if (!result.success) throw new Error('MASTER_KEYS must be {"current":"k1","keys":{"k1":"<32 bytes in base64>"}}.')
  const keys = new Map(
    Object.entries(result.data.keys).map(([id, key]) => [id, new Uint8Array(Buffer.from(key, 'base64'))]),
  )
  for (const [id, key] of keys)
    if (key.length !== KEY_BYTES) throw new Error(`The key ${id} of MASTER_KEYS is not 32 bytes long.`)
  if (!keys.has(result.data.current)) throw new Error('The current key of MASTER_KEYS is not among its keys.')
  const keyring = { current: result.data.current, keys }
  parsed = { text, keyring }
  return keyring
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export async function seal(keyring: Keyring, place: Place, plaintext: string): Promise<string> {
  const dataKey = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
  const sealed = await encrypt(await importKey(dataKey), new TextEncoder().encode(plaintext), place.associatedData)
  return [VERSION, keyring.current, await wrap(keyring, keyring.current, place, dataKey), sealed].join('.')
}

/** Throws if the value does not belong to this place, was changed, or its master key is gone. */
export async function open(keyring: Keyring, place: Place, envelope: string): Promise<string> {
  const { keyId, wrapped, sealed } = partsOf(envelope)
  const dataKey = await unwrap(keyring, keyId, place, wrapped)
  return new TextDecoder().decode(await decrypt(await importKey(dataKey), sealed, place.associatedData))
}

export function isUnderCurrentKey(keyring: Keyring, envelope: string): boolean {
  return partsOf(envelope).keyId === keyring.current
}

/** The same value under the current master key. */
export async function rewrap(keyring: Keyring, place: Place, envelope: string): Promise<string> {
  const { keyId, wrapped, sealed } = partsOf(envelope)
  if (keyId === keyring.current) return envelope
  const dataKey = await unwrap(keyring, keyId, place, wrapped)
  return [VERSION, keyring.current, await wrap(keyring, keyring.current, place, dataKey), sealed].join('.')
}

function partsOf(envelope: string): { keyId: string; wrapped: string; sealed: string } {
  const [version, keyId, wrapped, sealed, ...rest] = envelope.split('.')
  if (version !== VERSION || !keyId || !wrapped || !sealed || rest.length > 0) throw new Error('Not an envelope.')
  return { keyId, wrapped, sealed }
}

async function wrap(keyring: Keyring, keyId: string, place: Place, dataKey: Uint8Array): Promise<string> {
  return encrypt(await wrappingKey(keyring, keyId, place.purpose), dataKey, place.associatedData)
}

async function unwrap(keyring: Keyring, keyId: string, place: Place, wrapped: string): Promise<Uint8Array> {
  return decrypt(await wrappingKey(keyring, keyId, place.purpose), wrapped, place.associatedData)
}

async function wrappingKey(keyring: Keyring, keyId: string, purpose: string): Promise<CryptoKey> {
  const master = keyring.keys.get(keyId)
  if (!master) throw new Error(`The master key ${keyId} is no longer in MASTER_KEYS.`)
  const base = await crypto.subtle.importKey('raw', master, 'HKDF', false, ['deriveKey'])
  const info = new TextEncoder().encode(`observability-agent-service/${purpose}`)
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}

const importKey = (key: Uint8Array) => crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt', 'decrypt'])

async function encrypt(key: CryptoKey, plaintext: Uint8Array, associatedData: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const additionalData = new TextEncoder().encode(associatedData)
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, plaintext)
  return Buffer.concat([iv, new Uint8Array(sealed)]).toString('base64url')
}

async function decrypt(key: CryptoKey, text: string, associatedData: string): Promise<Uint8Array> {
  const bytes = new Uint8Array(Buffer.from(text, 'base64url'))
  const additionalData = new TextEncoder().encode(associatedData)
  const iv = bytes.subarray(0, IV_BYTES)
  return new Uint8Array(
    await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, bytes.subarray(IV_BYTES)),
  )
}
