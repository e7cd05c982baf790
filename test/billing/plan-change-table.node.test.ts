/**
 * Every preview compared, to the last digit, with exact fractions of BigInts (exact-fraction.ts) and with cycle ends
 * found by Temporal: neither is used by the code under test.
 */
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import type { BillingAccount } from '../../src/billing/account.ts'
import { creditsText, moneyText } from '../../src/billing/amounts.ts'
import { cycleOf } from '../../src/billing/cycle.ts'
import { planChange } from '../../src/billing/plan-change.ts'
import { creditsOf, fraction, minus, over, parse, plus, roundHalfUp, times } from './exact-fraction.ts'

/** The price book as its reader sees it, written down a second time: slug, price, credits, target, credit price. */
const BOOK: Record<string, readonly [price: string, credits: string, target: string, creditPrice: string]> = {
  free: ['0.00', '50', '50', '0.00'],
  starter: ['29.00', '300', '300', '0.12'],
  team: ['149.00', '1700', '1700', '0.10'],
  scale: ['999.00', '13000', '13000', '0.09'],
  'starter-preview': ['19.00', '200', '250', '0.12'],
}

const ANCHORS = [
  '2026-01-01T00:00:00.000Z',
  '2026-01-31T00:00:00.000Z',
  '2024-01-31T23:59:59.999Z',
  '2026-03-30T12:34:56.789Z',
  '2026-07-15T06:00:00.001Z',
  '2025-12-29T18:30:00.000Z',
]

/** Where in the cycle, as thousandths or as milliseconds before its end. */
const MOMENTS = [
  { afterMs: 0 },
  { afterMs: 1 },
  { permille: 137 },
  { permille: 500 },
  { permille: 861 },
  { beforeEndMs: 1 },
  { beforeEndMs: 86_400_001 },
]
const BALANCES = ['300', '12.345678', '0', '-0.000001', '-0.041666', '-0.041667', '-123.456789', '-299.999999']
const PAIRS = [
  ['free', 'starter'],
  ['free', 'team'],
  ['free', 'scale'],
  ['starter', 'team'],
  ['starter', 'scale'],
  ['team', 'scale'],
  ['starter-preview', 'starter'],
  ['starter-preview', 'scale'],
  ['scale', 'team'],
  ['scale', 'starter'],
  ['team', 'starter'],
  ['team', 'free'],
  ['starter', 'free'],
  ['starter-preview', 'free'],
] as const

interface Case {
  readonly name: string
  readonly from: string
  readonly to: string
  readonly anchor: string
  readonly cycleNumber: number
  readonly now: number
  readonly startsAt: number
  readonly endsAt: number
  readonly balance: string
}

function cases(): Case[] {
  const all: Case[] = []
  for (const [pairIndex, [from, to]] of PAIRS.entries()) {
    for (const [momentIndex, moment] of MOMENTS.entries()) {
      const index = pairIndex * MOMENTS.length + momentIndex
      const anchor = ANCHORS[index % ANCHORS.length] ?? ''
      const balance = BALANCES[(index + pairIndex) % BALANCES.length] ?? ''
      const cycleNumber = index % 14
      const start = Temporal.Instant.from(anchor).toZonedDateTimeISO('UTC')
      const startsAt = start.add({ months: cycleNumber }).epochMilliseconds
      const endsAt = start.add({ months: cycleNumber + 1 }).epochMilliseconds
      const length = endsAt - startsAt
      let now = startsAt + (moment.afterMs ?? 0)
      if (moment.permille !== undefined) now = startsAt + Math.floor((length * moment.permille) / 1000)
      if (moment.beforeEndMs !== undefined) now = endsAt - moment.beforeEndMs
      const name = `${from} → ${to}, cycle ${cycleNumber} of ${anchor}, at ${new Date(now).toISOString()}, balance ${balance}`
      all.push({ name, from, to, anchor, cycleNumber, now, startsAt, endsAt, balance })
    }
  }
  return all
}

/** The rules of plan changes, in exact fractions. */
function expectation(test: Case) {
  const [fromPrice, fromCredits] = BOOK[test.from] ?? ['', '']
  const [toPrice, toCredits, , creditPrice] = BOOK[test.to] ?? ['', '', '', '']
  const deficit = test.balance.startsWith('-') ? parse(test.balance.slice(1)) : fraction(0n)
  const shown = roundHalfUp(
    over(fraction(BigInt(test.endsAt - test.now)), fraction(BigInt(test.endsAt - test.startsAt))),
    6,
  )
  const up = Number(toPrice) > Number(fromPrice)
  const zero = fraction(0n)
  const charge = up ? times(minus(parse(toPrice), parse(fromPrice)), parse(shown)) : zero
  const deficitCharge = up ? times(deficit, parse(creditPrice)) : zero
  const chargeText = roundHalfUp(charge, 2)
  const deficitChargeText = roundHalfUp(deficitCharge, 2)
  return {
    type: up ? 'upgrade' : 'downgrade',
    effectiveAt: new Date(up ? test.now : test.endsAt).toISOString(),
    remainingCycleFraction: shown,
    creditDeficitAmount: creditsOf(deficit),
    creditDeficitChargeAmount: deficitChargeText,
    subscriptionChargeAmount: chargeText,
    immediateChargeAmount: roundHalfUp(plus(parse(chargeText), parse(deficitChargeText)), 2),
    proratedCreditGrantAmount: creditsOf(up ? times(minus(parse(toCredits), parse(fromCredits)), parse(shown)) : zero),
    nextCycleChargeAmount: toPrice,
  }
}

function accountOf(test: Case): BillingAccount {
  const anchorAt = Date.parse(test.anchor)
  const cycle = cycleOf(anchorAt, test.cycleNumber)
  return {
    organizationId: 'org_table',
    pending: null,
    subscription: {
      id: 'subscription',
      planSlug: test.from,
      status: 'active',
      anchorAt,
      cycleNumber: test.cycleNumber,
      cycleStartsAt: cycle.startsAt,
      cycleEndsAt: cycle.endsAt,
      startedAt: anchorAt,
    },
  }
}

describe('the preview of a plan change', () => {
  const all = cases()

  it('the preview of a plan change is tried on at least sixty cases', () => {
    expect(all.length).toBeGreaterThanOrEqual(60)
  })

  it.each(all)('the preview of a plan change is exact: $name', (test) => {
    const account = accountOf(test)
    expect(account.subscription).toMatchObject({ cycleStartsAt: test.startsAt, cycleEndsAt: test.endsAt })
    const balanceMicro = Number(
      `${test.balance.includes('.') ? test.balance.replace('.', '') : `${test.balance}000000`}`,
    )
    const result = planChange({
      account,
      balanceMicro,
      planSlug: test.to,
      changeId: 'change',
      newSubscriptionId: 'new',
      prepaidFromCents: null,
      now: test.now,
    })
    if (result.outcome !== 'changed') throw new Error(result.outcome)
    const { quote } = result
    expect({
      type: quote.type,
      effectiveAt: new Date(quote.effectiveAt).toISOString(),
      remainingCycleFraction: quote.remainingCycleFraction,
      creditDeficitAmount: creditsText(quote.deficitMicro),
      creditDeficitChargeAmount: moneyText(quote.deficitChargeCents),
      subscriptionChargeAmount: moneyText(quote.subscriptionChargeCents),
      immediateChargeAmount: moneyText(quote.immediateChargeCents),
      proratedCreditGrantAmount: creditsText(quote.grantMicro),
      nextCycleChargeAmount: moneyText(quote.nextCycleChargeCents),
    }).toEqual(expectation(test))
  })

  it('the preview agrees with one worked by hand: Free to Starter after 10 of 31 days', () => {
    // 21/31 = 0.677419(35…) → 0.677419; 29.00 × 0.677419 = 19.645151 → 19.65; 250 × 0.677419 = 169.35475 credits.
    const test = { from: 'free', anchor: '2026-01-01T00:00:00.000Z', cycleNumber: 0 } as Case
    const result = planChange({
      account: accountOf(test),
      balanceMicro: 12_000_000,
      planSlug: 'starter',
      changeId: 'change',
      newSubscriptionId: 'new',
      prepaidFromCents: null,
      now: Date.parse('2026-01-11T00:00:00.000Z'),
    })
    if (result.outcome !== 'changed') throw new Error(result.outcome)
    expect(result.quote.remainingCycleFraction).toBe('0.677419')
    expect(moneyText(result.quote.subscriptionChargeCents)).toBe('19.65')
    expect(creditsText(result.quote.grantMicro)).toBe('169.35475')
    expect(result.transition.entries).toMatchObject([{ kind: 'upgrade_grant', amountMicro: 169_354_750 }])
  })
})
