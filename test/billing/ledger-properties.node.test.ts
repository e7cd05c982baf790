import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyUpgrade, planChange } from '../../src/billing/plan-change.ts'
import { renew } from '../../src/billing/renewal.ts'
import { MemoryLedger } from './memory-ledger.ts'

const DAY_MS = 86_400_000
const START = Date.parse('2027-01-31T10:00:00Z')
const RUNS = 1000

const step = fc.record({
  afterMs: fc.integer({ min: 1, max: 45 * DAY_MS }),
  action: fc.oneof(
    fc.record({ kind: fc.constant('debit' as const), micro: fc.integer({ min: 0, max: 2_000_000_000 }) }),
    fc.record({ kind: fc.constant('change' as const), plan: fc.constantFrom('free', 'starter', 'team', 'scale') }),
    fc.record({ kind: fc.constantFrom('cancel' as const, 'resume' as const, 'renew' as const) }),
  ),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function play(ledger: MemoryLedger, { action }: Step, now: number): void {
  if (action.kind === 'debit') ledger.debit(action.micro, now)
  if (action.kind === 'change') ledger.change(action.plan, now)
  if (action.kind === 'cancel') ledger.cancel(now)
  if (action.kind === 'resume') ledger.resume(now)
  if (action.kind === 'renew') ledger.renew(now)
}

function run(steps: readonly Step[], each: (ledger: MemoryLedger, now: number, step: Step) => void): MemoryLedger {
  const ledger = new MemoryLedger('org_p', START)
  let now = START
  for (const next of steps) {
    now += next.afterMs
    each(ledger, now, next)
  }
  return ledger
}

describe(`any interleaving of grants, debits, renewals, changes and cancellations (${RUNS} runs each)`, () => {
  it('no cause is entered twice, a cycle is granted at most once, and no grant takes credits away', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        // MemoryLedger throws on a repeated key.
        const ledger = run(steps, (current, now, next) => play(current, next, now))
        const perCycle = ledger.entries
          .filter((entry) => entry.kind === 'cycle_grant')
          .map((entry) => entry.effectiveAt)
        expect(new Set(perCycle).size).toBe(perCycle.length)
        for (const entry of ledger.entries) if (entry.kind !== 'usage') expect(entry.amountMicro).toBeGreaterThan(0)
      }),
      { numRuns: RUNS },
    )
  })

  it('a second renewal at the same instant changes nothing', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        run(steps, (ledger, now, next) => {
          play(ledger, next, now)
          ledger.renew(now)
          const again = renew(ledger.account, (boundary) => ledger.balanceBefore(boundary), now)
          expect(again).toEqual({ account: ledger.account, ended: [], entries: [], invoices: [], changes: [] })
        })
      }),
      { numRuns: RUNS },
    )
  })

  it('the ledger is the same whether the clock looks daily or only when something else happens', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const lazy = run(steps, (ledger, now, next) => play(ledger, next, now))
        let last = START
        const diligent = run(steps, (ledger, now, next) => {
          for (; last < now; last += DAY_MS) ledger.renew(last)
          ledger.renew(now)
          last = now
          play(ledger, next, now)
        })
        const end = START + 4000 * DAY_MS
        lazy.renew(end)
        diligent.renew(end)
        const sorted = (ledger: MemoryLedger) =>
          ledger.entries.map((entry) => `${entry.effectiveAt} ${entry.kind} ${entry.amountMicro}`).sort()
        expect(sorted(lazy)).toEqual(sorted(diligent))
        expect(lazy.invoices).toEqual(diligent.invoices)
        expect(lazy.account).toEqual(diligent.account)
      }),
      { numRuns: RUNS / 4 },
    )
  })

  it('a preview does not change the state it is given', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), fc.constantFrom('free', 'starter', 'team'), (steps, planSlug) => {
        const ledger = run(steps, (current, now, next) => play(current, next, now))
        const before = structuredClone({ account: ledger.account, entries: ledger.entries })
        const { account, balanceMicro } = ledger
        const now = (account.subscription?.cycleStartsAt ?? START) + 1
        planChange({
          account,
          balanceMicro,
          planSlug,
          changeId: 'c',
          newSubscriptionId: 's',
          prepaidFromCents: 50,
          now,
        })
        expect({ account: ledger.account, entries: ledger.entries }).toEqual(before)
      }),
      { numRuns: RUNS },
    )
  })
})

describe('an upgrade that waits for its payment', () => {
  const quoted = (now: number) => {
    const ledger = new MemoryLedger('org_w', START)
    const { account, balanceMicro } = ledger
    const result = planChange({
      account,
      balanceMicro,
      planSlug: 'team',
      changeId: 'change-1',
      newSubscriptionId: 'new-1',
      prepaidFromCents: 50,
      now,
    })
    if (result.outcome !== 'changed') throw new Error(result.outcome)
    ledger.commit(result.transition)
    return { ledger, change: result.change, quote: result.quote }
  }

  it('an upgrade grants nothing until it is paid, and then exactly what was quoted', () => {
    const { ledger, change, quote } = quoted(START + 10 * DAY_MS)
    expect(change.status).toBe('pending_payment')
    expect(ledger.entries).toHaveLength(1)
    const paidAt = START + 11 * DAY_MS
    ledger.commit(
      applyUpgrade(ledger.account, change, { balanceMicro: ledger.balanceMicro, isPaid: true, now: paidAt }),
    )
    expect(ledger.account).toMatchObject({ pending: null, subscription: { planSlug: 'team' } })
    expect(ledger.entries.at(-1)).toMatchObject({ kind: 'upgrade_grant', amountMicro: quote.grantMicro })
    expect(ledger.invoices).toMatchObject([{ totalCents: quote.immediateChargeCents, isPaid: true }])
  })

  it('an unpaid upgrade expires with the cycle it was quoted for', () => {
    const { ledger } = quoted(START + 10 * DAY_MS)
    ledger.renew(START + 40 * DAY_MS)
    expect(ledger.account).toMatchObject({ pending: null, subscription: { planSlug: 'free' } })
    expect(ledger.changes.get('change-1')?.status).toBe('expired')
  })
})

describe('dormant credits', () => {
  it('dormant credits survive a cancellation and return with the next subscription', () => {
    const ledger = new MemoryLedger('org_d', START)
    ledger.change('starter', START + 1)
    ledger.cancel(START + 5 * DAY_MS)
    ledger.debit(100_000_000, START + 6 * DAY_MS)
    ledger.renew(START + 40 * DAY_MS)
    expect(ledger.account.subscription).toBeNull()
    const dormant = ledger.balanceMicro
    expect(dormant).toBeGreaterThan(150_000_000)
    ledger.change('starter', START + 400 * DAY_MS)
    expect(ledger.balanceMicro).toBe(300_000_000)
    expect(ledger.entries.at(-1)?.amountMicro).toBe(300_000_000 - dormant)
  })
})
