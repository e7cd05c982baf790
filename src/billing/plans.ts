/** Look-ups in the price book. */
import { compareAmounts, microCreditsFromText, type UsageRate, usageRate } from './amounts.ts'
import { FREE_PLAN_SLUG, type Plan, PRICE_BOOK, type PriceBook, type UsageDimension } from './price-book.ts'

export const BILLING_MODEL = 'credit-balance-v1'

/** Returns a plan of the book, offered or retired; null if no plan has the slug. */
export function findPlan(slug: string, book: PriceBook = PRICE_BOOK): Plan | null {
  return book.plans.find((plan) => plan.slug === slug) ?? null
}

/**
 * Returns the plan that an organization holds. A missing plan is a bug, because plans are retired and never removed.
 */
export function heldPlan(slug: string, book: PriceBook = PRICE_BOOK): Plan {
  const plan = findPlan(slug, book)
  if (plan === null)
    throw new Error(
      `the price book has no plan ${slug}, although an organization holds it; plans must be retired, not removed`,
    )
  return plan
}

/**
 * Returns the plans that an organization can see, in the order of the book: those on offer and its own, retired or not.
 */
export function listedPlans(currentSlug: string | null, book: PriceBook = PRICE_BOOK): readonly Plan[] {
  return book.plans.filter((plan) => plan.availability === 'offered' || plan.slug === currentSlug)
}

/** Whether the plan costs nothing. */
export function isFree(plan: Plan): boolean {
  return plan.slug === FREE_PLAN_SLUG
}

/** A higher price, or an equal price and more credits. */
export function isUpgrade(
  current: Pick<Plan, 'price' | 'cycleCredits'>,
  target: Pick<Plan, 'price' | 'cycleCredits'>,
): boolean {
  const byPrice = compareAmounts(target.price, current.price)
  return byPrice > 0 || (byPrice === 0 && compareAmounts(target.cycleCredits, current.cycleCredits) > 0)
}

/** Returns the balance in micro-credits at or below which runs and intake of a plan are refused. */
export function refusalBalanceMicro(plan: Plan): number {
  // 0 − x, because −0 is not 0 to Object.is.
  return 0 - microCreditsFromText(plan.overdraftCredits)
}

/**
 * Returns for how many days telemetry is kept. Without a subscription (not opened yet, or cancelled), as long as on the
 * free plan.
 */
export function retentionDaysOf(planSlug: string | null): number {
  return heldPlan(planSlug ?? FREE_PLAN_SLUG).retentionDays
}

export const HOUR_MS = 3_600_000

/** Returns micro-credits per unit for usage in an hour (hours since 1970): the prices in force when the hour began. */
export function usageRateAt(dimension: UsageDimension, hour: number, book: PriceBook = PRICE_BOOK): UsageRate {
  const startsAt = hour * HOUR_MS
  const list = book.usage.findLast((candidate) => Date.parse(candidate.from) <= startsAt)
  if (list === undefined) throw new Error(`the price book has no usage prices for hour ${hour}`)
  const price = list.prices[dimension]
  return usageRate(price.credits, price.per)
}
