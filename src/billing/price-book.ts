/**
 * The price book: what every plan costs and includes, and what usage costs. These numbers exist only in this file.
 * Changing them needs a new `version`. A plan that is no longer sold stays here as `retired` as long as an organization
 * may hold it. Amounts are decimal text, so that they are never converted to doubles.
 */

/** `offered`: anyone may switch to it. `retired`: visible to and renewed for its holders, not sold to anyone else. */
export type PlanAvailability = 'offered' | 'retired'

export interface Plan {
  readonly slug: string
  readonly availability: PlanAvailability
  readonly name: string
  readonly description: string
  readonly bestFor: string | null
  /** Price of one monthly cycle, as money text with two decimals. */
  readonly price: string
  readonly currency: string
  /** Credits that belong to one cycle; the base of proration. */
  readonly cycleCredits: string
  /** Minimum balance at the start of a new cycle. */
  readonly targetCreditBalance: string
  /** How far the balance may fall below zero before runs and intake are refused. */
  readonly overdraftCredits: string
  /** Price of one credit used beyond the balance, charged at the next renewal or upgrade. */
  readonly additionalCreditPrice: string
  /** Log bytes that half of the credits pay for. */
  readonly logsIncludedBytes: string
  /** Model tokens (three input tokens for each output token) that the other half pays for. */
  readonly aiTokensIncluded: string
  readonly retentionDays: number
}

export const USAGE_DIMENSIONS = ['log_bytes', 'ai_input_tokens', 'ai_output_tokens'] as const
export type UsageDimension = (typeof USAGE_DIMENSIONS)[number]

/** `credits` are debited for every `per` units of the dimension. */
export interface UsagePrice {
  readonly credits: string
  readonly per: string
}

/** Usage prices in force from a time on. The prices at the start of an hour apply to that hour for ever. */
export interface UsagePriceList {
  readonly from: string
  readonly prices: Readonly<Record<UsageDimension, UsagePrice>>
}

export interface PriceBook {
  readonly version: string
  readonly plans: readonly Plan[]
  readonly usage: readonly UsagePriceList[]
}

export const FREE_PLAN_SLUG = 'free'

export const PRICE_BOOK: PriceBook = {
  version: '2026-11-01',
  plans: [
    {
      slug: FREE_PLAN_SLUG,
      availability: 'offered',
      name: 'Free',
      description: 'Connect a first service and ask questions about it.',
      bestFor: 'Trying the assistant on one service',
      price: '0.00',
      currency: 'usd',
      cycleCredits: '50',
      targetCreditBalance: '50',
      overdraftCredits: '0',
      additionalCreditPrice: '0.00',
      logsIncludedBytes: '6250000000',
      aiTokensIncluded: '500000',
      retentionDays: 7,
    },
    {
      slug: 'starter',
      availability: 'offered',
      name: 'Starter',
      description: 'A month of logs and daily investigations for a small team.',
      bestFor: 'Small teams with a handful of services',
      price: '29.00',
      currency: 'usd',
      cycleCredits: '300',
      targetCreditBalance: '300',
      overdraftCredits: '300',
      additionalCreditPrice: '0.12',
      logsIncludedBytes: '37500000000',
      aiTokensIncluded: '3000000',
      retentionDays: 30,
    },
    {
      slug: 'team',
      availability: 'offered',
      name: 'Team',
      description: 'Several projects under steady load, with longer retention.',
      bestFor: 'Teams that are on call for production',
      price: '149.00',
      currency: 'usd',
      cycleCredits: '1700',
      targetCreditBalance: '1700',
      overdraftCredits: '1700',
      additionalCreditPrice: '0.10',
      logsIncludedBytes: '212500000000',
      aiTokensIncluded: '17000000',
      retentionDays: 60,
    },
    {
      slug: 'scale',
      availability: 'offered',
      name: 'Scale',
      description: 'Terabytes of telemetry and many investigations a day.',
      bestFor: 'Organizations with many services and teams',
      price: '999.00',
      currency: 'usd',
      cycleCredits: '13000',
      targetCreditBalance: '13000',
      overdraftCredits: '13000',
      additionalCreditPrice: '0.09',
      logsIncludedBytes: '1625000000000',
      aiTokensIncluded: '130000000',
      retentionDays: 90,
    },
    {
      slug: 'starter-preview',
      availability: 'retired',
      name: 'Starter (preview)',
      description: 'The small plan of the preview period, kept for those who hold it.',
      bestFor: null,
      price: '19.00',
      currency: 'usd',
      cycleCredits: '200',
      targetCreditBalance: '250',
      overdraftCredits: '200',
      additionalCreditPrice: '0.12',
      logsIncludedBytes: '25000000000',
      aiTokensIncluded: '2000000',
      retentionDays: 30,
    },
  ],
  usage: [
    {
      from: '1970-01-01T00:00:00.000Z',
      prices: {
        log_bytes: { credits: '4', per: '1000000000' },
        ai_input_tokens: { credits: '25', per: '1000000' },
        ai_output_tokens: { credits: '125', per: '1000000' },
      },
    },
  ],
}
