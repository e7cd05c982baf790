/** Trace and span ids as senders and platforms write them. */

/** A hex id of the right length that is not all zeros, '' otherwise. */
export function hexId(value: unknown, length: number): string {
  if (typeof value !== 'string' || value.length < length) return ''
  const text = value.length === length ? value : value.replaceAll('-', '')
  if (text.length !== length) return ''
  let isZero = true
  let isLower = true
  for (let i = 0; i < length; i += 1) {
    const character = text.charCodeAt(i)
    const isDigit = character >= 48 && character <= 57
    const isUpper = character >= 65 && character <= 70
    if (!isDigit && !isUpper && !(character >= 97 && character <= 102)) return ''
    if (isUpper) isLower = false
    if (character !== 48) isZero = false
  }
  if (isZero) return ''
  return isLower ? text : text.toLowerCase()
}
