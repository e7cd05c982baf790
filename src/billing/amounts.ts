/**
 * All arithmetic and rounding of billing. Credits are stored as integer micro-credits and money as integer cents, both
 * safe integers. Everything in between is exact decimal arithmetic (big.js in strict mode, which refuses binary
 * floating point). Every function that rounds does so half-up, exactly once, on its result.
 */
import Big from 'big.js'

const MICRO_DIGITS = 6
const CENT_DIGITS = 2
const FRACTION_DIGITS = 6

/**
 * A constructor of its own, so that its settings affect no other code. DP is the precision of the only division below.
 */
const Exact = Big()
Exact.strict = true
Exact.DP = FRACTION_DIGITS
Exact.RM = Exact.roundHalfUp

function exactInteger(value: number): Big {
  if (!Number.isSafeInteger(value)) throw new RangeError(`billing amounts must be safe integers, not ${value}`)
  return new Exact(value.toString())
}

function toScaledInteger(value: Big, digits: number): number {
  const scaled = Number(
    value
      .times(new Exact(`1e${digits}`))
      .round(0, Exact.roundHalfUp)
      .toFixed(0),
  )
  if (!Number.isSafeInteger(scaled))
    throw new RangeError(`the billing amount ${value.toFixed()} is outside the range of safe integers`)
  // A rounded −0.4 would be −0, which prints as "-0".
  return scaled === 0 ? 0 : scaled
}

/** Converts credits as decimal text to micro-credits. */
export function microCreditsFromText(credits: string): number {
  return toScaledInteger(new Exact(credits), MICRO_DIGITS)
}

/**
 * Converts micro-credits to credits as decimal text, with up to 6 decimals and no trailing zeros: 12500000 → "12.5".
 */
export function creditsText(microCredits: number): string {
  return exactInteger(microCredits).times(new Exact('0.000001')).toFixed()
}

/** Converts money text to cents. */
export function centsFromText(money: string): number {
  return toScaledInteger(new Exact(money), CENT_DIGITS)
}

/** Converts cents to money text with exactly two decimals: 2900 → "29.00". */
export function moneyText(cents: number): string {
  return exactInteger(cents).times(new Exact('0.01')).toFixed(CENT_DIGITS)
}

/**
 * Returns the remaining part of a cycle as text with 6 decimals, rounded half-up. The fraction shown is the fraction
 * used.
 */
export function fractionText(remainingMs: number, cycleMs: number): string {
  return exactInteger(remainingMs).div(exactInteger(cycleMs)).toFixed(FRACTION_DIGITS)
}

/** Returns (target price − current price) × fraction in cents, rounded half-up on the total of the line. */
export function proratedCents(currentPrice: string, targetPrice: string, fraction: string): number {
  return toScaledInteger(new Exact(targetPrice).minus(new Exact(currentPrice)).times(new Exact(fraction)), CENT_DIGITS)
}

/**
 * Returns (target credits − current credits) × fraction in micro-credits. Never negative, because a grant takes nothing
 * away.
 */
export function proratedMicroCredits(currentCredits: string, targetCredits: string, fraction: string): number {
  const exact = new Exact(targetCredits).minus(new Exact(currentCredits)).times(new Exact(fraction))
  return Math.max(0, toScaledInteger(exact, MICRO_DIGITS))
}

/** Returns micro-credits × price of one credit in cents, rounded half-up on the total of the line. */
export function microCreditsPriceCents(microCredits: number, pricePerCredit: string): number {
  const exact = exactInteger(microCredits).times(new Exact('0.000001')).times(new Exact(pricePerCredit))
  return toScaledInteger(exact, CENT_DIGITS)
}

/** Returns −1, 0 or 1 if the first amount is smaller than, equal to or larger than the second. */
export function compareAmounts(a: string, b: string): number {
  return new Exact(a).cmp(new Exact(b))
}

/** Micro-credits of one unit of usage, as a reduced fraction of integers. */
export interface UsageRate {
  readonly numerator: number
  readonly denominator: number
}

/** Returns the rate of "`credits` for every `per` units". */
export function usageRate(credits: string, per: string): UsageRate {
  const numerator = microCreditsFromText(credits)
  const denominator = toScaledInteger(new Exact(per), 0)
  if (denominator < 1 || numerator < 0)
    throw new RangeError(`a usage price needs positive amounts, not ${credits} per ${per}`)
  const divisor = greatestCommonDivisor(numerator, denominator)
  return { numerator: numerator / divisor, denominator: denominator / divisor }
}

/** Returns the micro-credits of a whole line of usage, rounded half-up on its total: floor((total × n + ⌊d/2⌋) / d). */
export function usageMicroCredits(total: number, rate: UsageRate): number {
  const exact = BigInt(total) * BigInt(rate.numerator) + BigInt(rate.denominator) / 2n
  const micro = Number(exact / BigInt(rate.denominator))
  if (!Number.isSafeInteger(micro))
    throw new RangeError(`a usage total must be an integer within the limit of one counter, not ${total}`)
  return micro
}

/**
 * The same as `usageMicroCredits`, as an SQL expression over integer columns for the statement that debits. That
 * statement must price the total that it finds, not one that was read earlier. SQLite divides integers towards zero,
 * and nothing here is negative.
 */
export function usageMicroCreditsSql(total: string, numerator: string, denominator: string): string {
  return `((${total} * ${numerator} + ${denominator} / 2) / ${denominator})`
}

/**
 * Maximum hourly total of one counter: a terabyte. No object receives that much. Thousands of such lines still add up
 * to safe integers of micro-credits, and to 64-bit integers when multiplied by any numerator below 9,000.
 */
export const USAGE_TOTAL_MAX = 1_000_000_000_000

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
