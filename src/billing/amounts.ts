/**
 * All arithmetic and all rounding of billing. Credits are kept as integer micro-credits and money as integer cents,
 * both safe integers; everything between them is exact decimal arithmetic (big.js in strict mode, which refuses
 * binary floating point). Every function that rounds does it half-up, exactly once, on its result.
 */
import Big from 'big.js'

const MICRO_DIGITS = 6
const CENT_DIGITS = 2
const FRACTION_DIGITS = 6

/** A constructor of our own, so that its settings are nobody else's. DP is the precision of the only division below. */
const Exact = Big()
Exact.strict = true
Exact.DP = FRACTION_DIGITS
Exact.RM = Exact.roundHalfUp

function exactInteger(value: number): Big {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a safe integer: ${value}`)
  return new Exact(value.toString())
}

function toScaledInteger(value: Big, digits: number): number {
  const scaled = Number(
    value
      .times(new Exact(`1e${digits}`))
      .round(0, Exact.roundHalfUp)
      .toFixed(0),
  )
  if (!Number.isSafeInteger(scaled)) throw new RangeError(`amount out of range: ${value.toFixed()}`)
  // A rounded −0.4 would be −0, which prints as "-0".
  return scaled === 0 ? 0 : scaled
}

/** Credits as decimal text → micro-credits. */
export function microCreditsFromText(credits: string): number {
  return toScaledInteger(new Exact(credits), MICRO_DIGITS)
}

/** Micro-credits → credits as decimal text, up to 6 decimals without trailing zeros: 12500000 → "12.5". */
export function creditsText(microCredits: number): string {
  return exactInteger(microCredits).times(new Exact('0.000001')).toFixed()
}

/** Money text → cents. */
export function centsFromText(money: string): number {
  return toScaledInteger(new Exact(money), CENT_DIGITS)
}

/** Cents → money text with exactly two decimals: 2900 → "29.00". */
export function moneyText(cents: number): string {
  return exactInteger(cents).times(new Exact('0.01')).toFixed(CENT_DIGITS)
}

/** The part of a cycle that is left, as text with 6 decimals, half-up: the fraction shown is the fraction used. */
export function fractionText(remainingMs: number, cycleMs: number): string {
  return exactInteger(remainingMs).div(exactInteger(cycleMs)).toFixed(FRACTION_DIGITS)
}

/** (target price − current price) × fraction in cents, half-up at the total of the line. */
export function proratedCents(currentPrice: string, targetPrice: string, fraction: string): number {
  return toScaledInteger(new Exact(targetPrice).minus(new Exact(currentPrice)).times(new Exact(fraction)), CENT_DIGITS)
}

/** (target credits − current credits) × fraction in micro-credits; never negative, a grant takes nothing away. */
export function proratedMicroCredits(currentCredits: string, targetCredits: string, fraction: string): number {
  const exact = new Exact(targetCredits).minus(new Exact(currentCredits)).times(new Exact(fraction))
  return Math.max(0, toScaledInteger(exact, MICRO_DIGITS))
}

/** Micro-credits × price of one credit in cents, half-up at the total of the line. */
export function microCreditsPriceCents(microCredits: number, pricePerCredit: string): number {
  const exact = exactInteger(microCredits).times(new Exact('0.000001')).times(new Exact(pricePerCredit))
  return toScaledInteger(exact, CENT_DIGITS)
}

/** −1, 0 or 1 as the first amount is smaller than, equal to or larger than the second. */
export function compareAmounts(a: string, b: string): number {
  return new Exact(a).cmp(new Exact(b))
}

/** Micro-credits of one unit of usage as a reduced fraction of integers. */
export interface UsageRate {
  readonly numerator: number
  readonly denominator: number
}

/** The rate behind "`credits` for every `per` units". */
export function usageRate(credits: string, per: string): UsageRate {
  const numerator = microCreditsFromText(credits)
  const denominator = toScaledInteger(new Exact(per), 0)
  if (denominator < 1 || numerator < 0) throw new RangeError(`not a usage price: ${credits} per ${per}`)
  const divisor = greatestCommonDivisor(numerator, denominator)
  return { numerator: numerator / divisor, denominator: denominator / divisor }
}

/** Micro-credits for a whole line of usage, half-up at its total: floor((total × n + ⌊d/2⌋) / d). */
export function usageMicroCredits(total: number, rate: UsageRate): number {
  const exact = BigInt(total) * BigInt(rate.numerator) + BigInt(rate.denominator) / 2n
  const micro = Number(exact / BigInt(rate.denominator))
  if (!Number.isSafeInteger(micro)) throw new RangeError(`usage out of range: ${total}`)
  return micro
}

/**
 * The same as `usageMicroCredits`, as an SQL expression over integer columns, for the one statement that debits: it must
 * price the total it finds, not one read earlier. SQLite divides integers towards zero, and nothing here is negative.
 */
export function usageMicroCreditsSql(total: string, numerator: string, denominator: string): string {
  return `((${total} * ${numerator} + ${denominator} / 2) / ${denominator})`
}

/**
 * The largest hourly total of one counter: a terabyte. No object takes in as much, and thousands of such lines still sum
 * to safe integers of micro-credits and, times any numerator below 9,000, to 64-bit ones.
 */
export const USAGE_TOTAL_MAX = 1_000_000_000_000

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
