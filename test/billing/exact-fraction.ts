/**
 * Exact fractions of BigInts: an implementation of billing's arithmetic that shares nothing with src/billing, for tests
 * to compare against. Nothing is rounded until `roundHalfUp`, which says to how many digits.
 */
export interface Fraction {
  readonly n: bigint
  readonly d: bigint
}

export function fraction(n: bigint, d = 1n): Fraction {
  if (d === 0n) throw new RangeError('division by zero')
  return d < 0n ? { n: -n, d: -d } : { n, d }
}

/** "12.345" → 12345/1000. */
export function parse(text: string): Fraction {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (match === null) throw new SyntaxError(text)
  const [, sign, whole = '0', decimals = ''] = match
  const n = BigInt(whole + decimals)
  return fraction(sign === '-' ? -n : n, 10n ** BigInt(decimals.length))
}

export const plus = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.d + b.n * a.d, a.d * b.d)
export const minus = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.d - b.n * a.d, a.d * b.d)
export const times = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.n, a.d * b.d)
export const over = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.d, a.d * b.n)
export const isNegative = (a: Fraction): boolean => a.n < 0n

/** Half-up (away from zero on a tie) to `digits` decimals, as text with exactly that many. */
export function roundHalfUp(value: Fraction, digits: number): string {
  const scale = 10n ** BigInt(digits)
  const magnitude = (value.n < 0n ? -value.n : value.n) * scale
  const rounded = (2n * magnitude + value.d) / (2n * value.d)
  const sign = value.n < 0n && rounded > 0n ? '-' : ''
  const text = rounded.toString().padStart(digits + 1, '0')
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** Credits as the API writes them: up to six decimals, no trailing zeros. */
export function creditsOf(value: Fraction): string {
  const text = roundHalfUp(value, 6).replace(/0+$/, '').replace(/\.$/, '')
  return text === '-0' ? '0' : text
}
