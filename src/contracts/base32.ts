/** Random text of ids, codes and credentials. */

/** Crockford's base32 in lower case: no i, l, o, u. */
export const BASE32_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** Random base32 text from the platform's generator: 5 bits a character. */
export function randomBase32(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length))
  let text = ''
  for (const byte of bytes) text += BASE32_ALPHABET.charAt(byte & 31)
  return text
}
