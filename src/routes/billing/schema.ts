/** Billing objects. Money, credits, prices and counts are decimal text. */
import { z } from 'zod'
import { dateTime } from '../../http/parameters.ts'

const money = z.string().regex(/^-?\d+\.\d{2}$/)
const credits = z.string().regex(/^-?\d+(\.\d{1,6})?$/)
const count = z.string().regex(/^\d+$/)
const fraction = z.string().regex(/^[01]\.\d{6}$/)
const currency = z.string().regex(/^[a-z]{3}$/)
const orNull = <T extends z.ZodType>(schema: T) => z.union([schema, z.null()])

export const plan = z
  .object({
    slug: z.string(),
    billingModel: z.string(),
    name: z.string(),
    description: z.string(),
    bestFor: orNull(z.string()),
    price: money,
    currency,
    cycleCredits: credits,
    targetCreditBalance: credits,
    logsIncludedBytes: count,
    aiTokensIncluded: count,
  })
  .openapi('BillingPlan')

const pendingChange = z
  .object({
    billingSubscriptionChangeId: z.uuid(),
    effectiveAt: dateTime,
    planSlug: z.string(),
    planName: z.string(),
    price: money,
    currency,
    cycleCredits: credits,
    targetCreditBalance: credits,
  })
  .openapi('BillingPendingChange')

const status = z.enum(['active', 'past_due', 'canceled', 'none'])

export const currentPlan = z
  .object({
    slug: z.string(),
    name: z.string(),
    price: money,
    currency,
    cycleCredits: credits,
    targetCreditBalance: credits,
    subscriptionStatus: status,
    cycleStartsAt: orNull(dateTime),
    cycleEndsAt: orNull(dateTime),
    renewalAt: orNull(dateTime),
    pendingSwitch: orNull(pendingChange),
    pendingCancellation: orNull(z.object({ effectiveAt: dateTime })),
  })
  .openapi('BillingCurrentPlan')

const estimate = z.object({
  subscriptionChargeAmount: money,
  creditDeficitAmount: credits,
  creditDeficitChargeAmount: money,
  totalAmount: money,
  currency,
})

const collection = z.object({
  status: z.enum(['current', 'payment_retrying', 'delinquent']),
  outstandingCredits: orNull(credits),
  outstandingAmount: orNull(money),
  currency: orNull(currency),
  scheduledAttemptsMade: z.number().int(),
  nextRetryAt: orNull(dateTime),
  billingInvoiceId: orNull(z.uuid()),
  hostedInvoiceUrl: orNull(z.string()),
})

export const summary = z
  .object({
    billingModel: z.string(),
    billable: z.boolean(),
    nonBillableReason: orNull(z.enum(['free_plan', 'no_subscription'])),
    status,
    hasActiveProcessorBilling: z.boolean(),
    planName: orNull(z.string()),
    planSlug: orNull(z.string()),
    currency: orNull(currency),
    currentBalance: orNull(credits),
    cycleCredits: orNull(credits),
    targetCreditBalance: orNull(credits),
    currentCycle: orNull(z.object({ startsAt: dateTime, endsAt: dateTime, billableStartsAt: dateTime })),
    currentPeriodEstimate: orNull(estimate),
    pendingDowngrade: orNull(pendingChange),
    subscription: orNull(
      z.object({
        id: z.string(),
        status,
        billingPlanId: z.string(),
        cycleType: z.enum(['monthly']),
        cancelAt: orNull(dateTime),
        canceledAt: orNull(dateTime),
      }),
    ),
    currentPlan: orNull(currentPlan),
    collection,
  })
  .openapi('BillingSummary')

const planChangeShape = {
  calculatedAt: dateTime,
  type: z.enum(['upgrade', 'downgrade', 'withdrawal']),
  effectiveAt: dateTime,
  currency,
  currentPlanSlug: orNull(z.string()),
  targetPlanSlug: z.string(),
  currentPlanName: z.string(),
  targetPlanName: z.string(),
  currentPlanPrice: money,
  targetPlanPrice: money,
  currentCycleCredits: credits,
  currentTargetCreditBalance: credits,
  cycleCredits: credits,
  targetCreditBalance: credits,
  creditDeficitAmount: credits,
  creditDeficitChargeAmount: money,
  additionalCreditPrice: money,
  immediateChargeAmount: money,
  subscriptionChargeAmount: money,
  proratedCreditGrantAmount: credits,
  remainingCycleFraction: fraction,
  nextCycleChargeAmount: money,
}

export const planChangePreview = z.object(planChangeShape).openapi('BillingPlanChangePreview')

export const planChange = z
  .object({
    billingSubscriptionChangeId: z.uuid(),
    billingSubscriptionId: z.uuid(),
    status: z.enum(['applied', 'scheduled', 'pending_payment']),
    checkoutUrl: orNull(z.string()),
    ...planChangeShape,
  })
  .openapi('BillingPlanChange')

const cancellationShape = {
  currentPlan,
  effectiveAt: dateTime,
  currentBalance: credits,
  servicePolicy: z.enum(['active_until_period_end']),
  creditPolicy: z.enum(['dormant_until_resubscription']),
  scheduledFinalCharge: orNull(money),
  autoTopUpEnabled: z.boolean(),
  pendingDowngrade: orNull(pendingChange),
  calculatedAt: dateTime,
}

export const cancellationPreview = z.object(cancellationShape).openapi('BillingCancellationPreview')

export const cancellation = z
  .object({ ...cancellationShape, billingSubscriptionChangeId: z.uuid(), alreadyScheduled: z.boolean() })
  .openapi('BillingCancellation')

export const usageLine = z.object({
  dimension: z.enum(['log_bytes', 'ai_input_tokens', 'ai_output_tokens']),
  totalQuantity: count,
  creditsConsumed: credits,
})

export const transaction = z
  .object({
    id: z.uuid(),
    type: z.enum(['credit', 'debit']),
    kind: z.enum(['cycle_grant', 'upgrade_grant', 'deficit_settlement', 'usage']),
    amount: credits,
    balanceAfter: credits,
    description: z.string(),
    effectiveAt: dateTime,
    createdAt: dateTime,
    planSlug: z.string().optional(),
    billingSubscriptionChangeId: z.uuid().optional(),
    projectId: z.string().optional(),
    dimension: usageLine.shape.dimension.optional(),
    hour: dateTime.optional(),
    quantity: count.optional(),
  })
  .openapi('BillingTransaction')
