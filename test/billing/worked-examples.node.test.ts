/** The worked examples of docs/design/billing.md, 2 to 4 (1 stands with the table of previews, 5 with recorded usage). */
import { describe, expect, it } from 'vitest'
import type { BillingAccount } from '../../src/billing/account.ts'
import { creditsText, microCreditsPriceCents, moneyText } from '../../src/billing/amounts.ts'
import { planChange } from '../../src/billing/plan-change.ts'
import { renew } from '../../src/billing/renewal.ts'

const START = Date.parse('2026-06-01T00:00:00.000Z')
const END = Date.parse('2026-07-01T00:00:00.000Z')
const account: BillingAccount = {
  organizationId: 'org_example',
  pending: null,
  subscription: {
    id: 'subscription',
    planSlug: 'starter',
    status: 'active',
    anchorAt: START,
    cycleNumber: 0,
    cycleStartsAt: START,
    cycleEndsAt: END,
    startedAt: START,
  },
}

describe('worked example', () => {
  it('worked example 2 holds: Starter to Team in the middle of the cycle with a deficit of 10.5 credits', () => {
    const result = planChange({
      account,
      balanceMicro: -10_500_000,
      planSlug: 'team',
      changeId: 'change',
      newSubscriptionId: 'new',
      prepaidFromCents: null,
      now: (START + END) / 2,
    })
    if (result.outcome !== 'changed') throw new Error(result.outcome)
    const { quote, transition } = result
    expect(quote.remainingCycleFraction).toBe('0.500000')
    expect(moneyText(quote.subscriptionChargeCents)).toBe('60.00')
    expect(moneyText(quote.deficitChargeCents)).toBe('1.05')
    expect(moneyText(quote.immediateChargeCents)).toBe('61.05')
    expect(creditsText(quote.grantMicro)).toBe('700')
    const balance = transition.entries.reduce((sum, entry) => sum + entry.amountMicro, -10_500_000)
    expect(creditsText(balance)).toBe('700')
  })

  it('worked example 3 holds: renewal on Starter with a deficit of 41.666666 credits', () => {
    const { invoices, entries } = renew(account, () => -41_666_666, END)
    expect(invoices.map((invoice) => moneyText(invoice.totalCents))).toEqual(['34.00'])
    expect(entries.map((entry) => creditsText(entry.amountMicro))).toEqual(['341.666666'])
  })

  it('worked example 4 holds: half a cent', () => {
    expect(moneyText(microCreditsPriceCents(41_666, '0.12'))).toBe('0.00')
    expect(moneyText(microCreditsPriceCents(41_667, '0.12'))).toBe('0.01')
  })
})
