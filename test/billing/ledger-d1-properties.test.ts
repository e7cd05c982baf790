/**
 * The same histories as in the pure property tests, through the verbs and D1: one after the other they leave exactly what
 * the pure model leaves; several at once keep every invariant of the ledger.
 */
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OrganizationScope } from '../../src/auth/scope.ts'
import { isProblem } from '../../src/contracts/domain-error.ts'
import { loadAccount } from '../../src/db/billing/load-account.ts'
import { resumeSubscription, scheduleCancellation } from '../../src/domain/billing/cancellation.ts'
import { changePlan } from '../../src/domain/billing/plan-change.ts'
import { recordUsage } from '../../src/domain/billing/record-usage.ts'
import { settleOverdue } from '../../src/domain/billing/settle-overdue.ts'
import type { DomainContext } from '../../src/domain/context.ts'
import { SYSTEM } from '../support/system.ts'
import { MemoryLedger } from './memory-ledger.ts'
import { addOrganization, balanceOf, contextAt, DAY_MS, hourOf, type TestClock, usageOf } from './support.ts'

const START = Date.parse('2027-01-31T10:00:00Z')
const SEQUENTIAL_RUNS = 25
const CONCURRENT_RUNS = 40

const action = fc.oneof(
  // Bytes at 0.004 micro-credits each: whole micro-credits, so that the model need not know lines.
  fc.record({ kind: fc.constant('debit' as const), micro: fc.integer({ min: 1, max: 2_000_000_000 }) }),
  fc.record({ kind: fc.constant('change' as const), plan: fc.constantFrom('free', 'starter', 'team', 'scale') }),
  fc.record({ kind: fc.constantFrom('cancel' as const, 'resume' as const, 'renew' as const) }),
)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never
const step = fc.record({ afterMs: fc.integer({ min: 3_600_000, max: 45 * DAY_MS }), action })

/** D1 whose batches wait a little, each its own time: reads and writes of concurrent verbs then really interleave. */
function jittering(): D1Database {
  return new Proxy(env.DB, {
    get: (target, property) => {
      if (property !== 'batch') return Reflect.get(target, property).bind(target)
      return async (statements: D1PreparedStatement[]) => {
        await scheduler.wait(Math.random() * 4)
        return target.batch(statements)
      }
    },
  })
}

/** D1 that lets something happen between the reading of an account and the first write of a transition. */
function interrupted(before: () => Promise<unknown>): D1Database {
  let isInterrupted = false
  return new Proxy(env.DB, {
    get: (target, property) => {
      if (property !== 'batch') return Reflect.get(target, property).bind(target)
      return async (statements: D1PreparedStatement[]) => {
        // An account is read by three statements; transitions have more.
        if (!isInterrupted && statements.length > 3) {
          isInterrupted = true
          await before()
        }
        return target.batch(statements)
      }
    },
  })
}

/** An organization in D1 with the verbs that act on it. */
class Stored {
  readonly clock: TestClock = { now: START }
  ctx: DomainContext = contextAt(this.clock)
  readonly organizationId: string
  readonly #scope: OrganizationScope
  #debits = 0

  constructor(organizationId: string) {
    this.organizationId = organizationId
    const actor = { kind: 'user', id: 'user_test' }
    // Scopes are made by auth only; these tests are below it.
    this.#scope = {
      organizationId,
      narrowedToProjectId: null,
      actor,
      permissions: new Set(),
    } as unknown as OrganizationScope
  }

  /** Refusals (409) are outcomes here as in the model. */
  async act(what: Action): Promise<void> {
    const call = { ctx: this.ctx, scope: this.#scope }
    try {
      if (what.kind === 'debit') await this.#debit(what.micro)
      if (what.kind === 'change') await changePlan({ ...call, input: { planSlug: what.plan } })
      if (what.kind === 'cancel') await scheduleCancellation(call)
      if (what.kind === 'resume') await resumeSubscription(call)
      if (what.kind === 'renew') await settleOverdue(this.ctx, this.organizationId)
    } catch (error) {
      if (!isProblem(error, 'conflict') && !isProblem(error, 'busy')) throw error
    }
  }

  /** Each debit counts as a source of its own, so that its micro-credits are its own. */
  async #debit(micro: number): Promise<void> {
    const source = `source-${this.#debits++}`
    const message = usageOf(this.organizationId, micro * 250, { hour: hourOf(this.clock.now), source })
    await recordUsage({ ctx: this.ctx, scope: SYSTEM, input: { messages: [message, message] } })
  }

  async entries(): Promise<string[]> {
    const { results } = await env.DB.prepare(
      'select kind, amount_micro, effective_at from billing_ledger_entries where organization_id = ?',
    )
      .bind(this.organizationId)
      .all<{ kind: string; amount_micro: number; effective_at: number }>()
    return results.map((row) => `${row.effective_at} ${row.kind} ${row.amount_micro}`).sort()
  }

  async rows<Row>(sql: string): Promise<Row[]> {
    return (await env.DB.prepare(sql).bind(this.organizationId).all<Row>()).results
  }
}

function playInMemory(ledger: MemoryLedger, what: Action, now: number): void {
  if (what.kind === 'debit') ledger.debit(what.micro, now)
  if (what.kind === 'change') ledger.change(what.plan, now)
  if (what.kind === 'cancel') ledger.cancel(now)
  if (what.kind === 'resume') ledger.resume(now)
  if (what.kind === 'renew') ledger.renew(now)
}

describe('histories in D1', () => {
  it(`a history leaves in D1 exactly what the pure model leaves (${SEQUENTIAL_RUNS} runs)`, {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
        const stored = new Stored(await addOrganization(START))
        const model = new MemoryLedger('model', START)
        for (const { afterMs, action: what } of steps) {
          stored.clock.now += afterMs
          await stored.act(what)
          playInMemory(model, what, stored.clock.now)
        }
        await stored.act({ kind: 'renew' })
        model.renew(stored.clock.now)
        expect(await stored.entries()).toEqual(
          model.entries.map((entry) => `${entry.effectiveAt} ${entry.kind} ${entry.amountMicro}`).sort(),
        )
        const loaded = await loadAccount(env.DB, stored.organizationId, stored.clock.now)
        expect(loaded?.balanceMicro).toBe(model.balanceMicro)
        expect(loaded?.account.subscription?.planSlug).toBe(model.account.subscription?.planSlug)
        expect(loaded?.account.subscription?.cycleEndsAt).toBe(model.account.subscription?.cycleEndsAt)
        expect(loaded?.account.pending?.kind).toBe(model.account.pending?.kind)
        const invoices = await stored.rows<{ total_cents: number }>(
          'select total_cents from billing_invoices where organization_id = ? order by issued_at',
        )
        expect(invoices.map((row) => row.total_cents).sort()).toEqual(
          model.invoices.map((invoice) => invoice.totalCents).sort(),
        )
      }),
      { numRuns: SEQUENTIAL_RUNS },
    )
  })

  it(`a history of several actions at once loses and doubles nothing in D1 (${CONCURRENT_RUNS} runs)`, {
    timeout: 120_000,
  }, async () => {
    let settlements = 0
    const together = fc.record({
      afterMs: fc.integer({ min: 3_600_000, max: 45 * DAY_MS }),
      actions: fc.array(action, { minLength: 2, maxLength: 5 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(together, { minLength: 1, maxLength: 6 }), async (steps) => {
        const stored = new Stored(await addOrganization(START))
        stored.ctx = contextAt(stored.clock, { db: jittering() })
        let debitedMicro = 0
        for (const { afterMs, actions } of steps) {
          stored.clock.now += afterMs
          await Promise.all(actions.map((what) => stored.act(what)))
          for (const what of actions) debitedMicro += what.kind === 'debit' ? what.micro : 0
        }
        await stored.act({ kind: 'renew' })
        const loaded = await loadAccount(env.DB, stored.organizationId, stored.clock.now)
        expect(loaded?.balanceMicro).toBe(await balanceOf(stored.organizationId))
        const [usage] = await stored.rows<{ micro: number | null }>(
          "select -sum(amount_micro) as micro from billing_ledger_entries where organization_id = ? and kind = 'usage'",
        )
        expect(usage?.micro ?? 0).toBe(debitedMicro)
        const doubled = await stored.rows(
          `select effective_at from billing_ledger_entries where organization_id = ? and kind = 'cycle_grant'
           group by subscription_id, effective_at having count(*) > 1`,
        )
        expect(doubled).toEqual([])
        const running = await stored.rows(
          "select id from billing_subscriptions where organization_id = ? and status != 'canceled'",
        )
        expect(running.length).toBeLessThanOrEqual(1)
        // An upgrade settles the deficit there is when it is written, not one that was read before a debit slipped in.
        const settled = await stored.rows<{ amount_micro: number; before_micro: number }>(
          `select e.amount_micro, (select sum(amount_micro) from billing_ledger_entries b
             where b.organization_id = e.organization_id and b.sequence < e.sequence) as before_micro
           from billing_ledger_entries e join billing_subscription_changes c on c.id = e.change_id
           where e.organization_id = ? and e.kind = 'deficit_settlement' and c.kind = 'upgrade'`,
        )
        for (const row of settled) expect(row.amount_micro).toBe(-row.before_micro)
        settlements += settled.length
        const checkpoints = await stored.rows<{ balance_micro: number; sum_micro: number }>(
          `select c.balance_micro, (select sum(amount_micro) from billing_ledger_entries e
             where e.organization_id = c.organization_id and e.sequence <= c.sequence) as sum_micro
           from billing_checkpoints c where c.organization_id = ?`,
        )
        for (const row of checkpoints) expect(row.balance_micro).toBe(row.sum_micro)
      }),
      { numRuns: CONCURRENT_RUNS },
    )
    expect(settlements).toBeGreaterThan(0)
  })

  it.each(['an untouched', 'an opened'])(
    'a transition of %s account is decided again when a debit comes between reading and writing',
    async (which) => {
      const stored = new Stored(await addOrganization(START))
      if (which === 'an opened') await stored.act({ kind: 'renew' })
      await stored.act({ kind: 'debit', micro: 60_000_000 })
      const slips = () => stored.act({ kind: 'debit', micro: 5_000_000 })
      const calm = stored.ctx
      stored.ctx = contextAt(stored.clock, {
        db: interrupted(async () => {
          stored.ctx = calm
          await slips()
        }),
      })
      await stored.act({ kind: 'change', plan: 'starter' })
      const entries = (await stored.entries()).map((entry) => entry.split(' ').slice(1).join(' '))
      expect(entries).toContain('deficit_settlement 15000000')
      expect(entries.filter((entry) => entry.startsWith('deficit_settlement'))).toHaveLength(1)
      expect(entries.filter((entry) => entry.startsWith('upgrade_grant'))).toHaveLength(1)
    },
  )
})
