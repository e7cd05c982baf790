/**
 * A year of a thousand organizations that use, upgrade, downgrade, cancel, resume and resubscribe at random, with a
 * clock that is now and then days or months late. What the ledger holds at the end is compared with an independent
 * recount (recount.ts) from the list of what happened.
 */
import { describe, expect, it } from 'vitest'
import { creditsText, moneyText } from '../../src/billing/amounts.ts'
import { MemoryLedger } from './memory-ledger.ts'
import { type Happening, recount } from './recount.ts'

const DAY_MS = 86_400_000
const YEAR_STARTS_AT = Date.parse('2027-06-01T00:00:00Z')
const ORGANIZATIONS = 1000
const PLANS = ['free', 'starter', 'team', 'scale']

/** mulberry32: a small seeded generator, so that a failure can be run again. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function yearOf(random: () => number, startedAt: number, until: number): Happening[] {
  const happenings: Happening[] = []
  const appetite = 10 ** (5 + random() * 4.5)
  for (let at = startedAt; ; ) {
    // Mostly every few days; now and then a silence of months, in which no clock looks either.
    at += Math.ceil(random() < 0.02 ? random() * 100 * DAY_MS : random() * 6 * DAY_MS)
    if (at >= until) return happenings
    const dice = random()
    if (dice < 0.62) happenings.push({ at, what: 'usage', micro: Math.floor(random() * appetite) })
    else if (dice < 0.76) happenings.push({ at, what: 'change', plan: PLANS[Math.floor(random() * 4)] ?? 'free' })
    else if (dice < 0.83) happenings.push({ at, what: 'cancel' })
    else if (dice < 0.87) happenings.push({ at, what: 'resume' })
    else happenings.push({ at, what: 'tick' })
  }
}

function act(ledger: MemoryLedger, happening: Happening): void {
  if (happening.what === 'usage') ledger.debit(happening.micro, happening.at)
  if (happening.what === 'change') ledger.change(happening.plan, happening.at)
  if (happening.what === 'cancel') ledger.cancel(happening.at)
  if (happening.what === 'resume') ledger.resume(happening.at)
  if (happening.what === 'tick') ledger.renew(happening.at)
}

describe('a simulated year', () => {
  it(`a simulated year of ${ORGANIZATIONS} organizations agrees with an independent recount to the last micro-credit`, () => {
    const seen = { cycleGrants: 0, upgrades: 0, ended: 0, invoices: 0, deficits: 0, entries: 0 }
    for (let index = 0; index < ORGANIZATIONS; index++) {
      const random = randomOf(index + 1)
      const startedAt = YEAR_STARTS_AT + Math.floor(random() * 60 * DAY_MS)
      const until = startedAt + 366 * DAY_MS
      const happenings = yearOf(random, startedAt, until)
      const ledger = new MemoryLedger(`org_${index}`, startedAt)
      for (const happening of happenings) act(ledger, happening)
      ledger.renew(until)
      const invoicedCents = ledger.invoices.reduce((sum, invoice) => sum + invoice.totalCents, 0)
      const expected = recount(startedAt, happenings, until)
      expect(
        {
          balance: Number(creditsText(ledger.balanceMicro)).toFixed(6),
          invoiced: moneyText(invoicedCents),
          invoices: ledger.invoices.length,
          plan: ledger.account.subscription?.planSlug ?? null,
          grants: ledger.entries.filter((entry) => entry.kind.endsWith('_grant')).length,
        },
        `organization of seed ${index + 1}`,
      ).toEqual(expected)
      seen.entries += ledger.entries.length
      seen.invoices += ledger.invoices.length
      seen.deficits += ledger.invoices.filter((invoice) => invoice.deficitMicro > 0).length
      seen.cycleGrants += ledger.entries.filter((entry) => entry.kind === 'cycle_grant').length
      for (const change of ledger.changes.values()) {
        if (change.status !== 'applied') continue
        if (change.kind === 'upgrade') seen.upgrades++
        if (change.kind === 'cancellation') seen.ended++
      }
    }
    // The year must have been eventful, or zero difference would mean nothing.
    expect(seen.upgrades).toBeGreaterThan(2000)
    expect(seen.ended).toBeGreaterThan(500)
    expect(seen.cycleGrants).toBeGreaterThan(3000)
    expect(seen.deficits).toBeGreaterThan(500)
    console.info(`simulated year: ${JSON.stringify(seen)}`)
  })
})
