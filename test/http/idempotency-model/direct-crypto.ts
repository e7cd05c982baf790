/**
 * The Web Crypto functions the operations use, computed in place by node:crypto. Node's own go over a pool of threads,
 * which costs a sequence of requests more than everything else; results are the same.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto'

interface RawKey {
  readonly raw: Uint8Array
}
interface GcmParameters {
  readonly iv: Uint8Array
  readonly additionalData: Uint8Array
}

const TAG_BYTES = 16

const direct = {
  digest: async (_sha256: string, data: Uint8Array) => new Uint8Array(createHash('sha256').update(data).digest()),
  importKey: async (_format: string, raw: Uint8Array): Promise<RawKey> => ({ raw }),
  deriveKey: async ({ salt, info }: { salt: Uint8Array; info: Uint8Array }, { raw }: RawKey): Promise<RawKey> => ({
    raw: new Uint8Array(hkdfSync('sha256', raw, salt, info, 32)),
  }),
  encrypt: async ({ iv, additionalData }: GcmParameters, { raw }: RawKey, plaintext: Uint8Array) => {
    const cipher = createCipheriv('aes-256-gcm', raw, iv).setAAD(additionalData)
    return new Uint8Array(Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]))
  },
  decrypt: async ({ iv, additionalData }: GcmParameters, { raw }: RawKey, sealed: Uint8Array) => {
    const decipher = createDecipheriv('aes-256-gcm', raw, iv).setAAD(additionalData)
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    return new Uint8Array(Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]))
  },
}

/** Takes the place of Web Crypto's own functions until what it returns is called. */
export function useDirectCrypto(): () => void {
  for (const [name, value] of Object.entries(direct))
    Object.defineProperty(crypto.subtle, name, { value, configurable: true })
  // Their own stand on the prototype.
  return () => {
    for (const name of Object.keys(direct)) Reflect.deleteProperty(crypto.subtle, name)
  }
}
