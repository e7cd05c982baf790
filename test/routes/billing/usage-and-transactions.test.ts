import { describe, expect, it } from 'vitest'
import { recordUsage } from '../../../src/domain/billing/record-usage.ts'
import { contextAt, hourOf, usageOf } from '../../billing/support.ts'
import { SYSTEM } from '../../support/system.ts'
import { addTenant, type TestTenant } from '../../support/tenants.ts'
import { ageBy, changeTo, get } from './support.ts'

/** `total` is that of the hour of `at`. */
async function use(tenant: TestTenant, total: number, at = Date.now(), now = at) {
  const { organizationId, projectId } = tenant
  const messages = [usageOf(organizationId, total, { hour: hourOf(at), projectId })]
  await recordUsage({ ctx: contextAt({ now }), scope: SYSTEM, input: { messages } })
}

describe('GET /billing/usage', () => {
  it('the usage shows every dimension of the running cycle', async () => {
    const tenant = await addTenant()
    // Both are totals of one hour, also when it turns in between.
    const at = Date.now()
    await use(tenant, 1_000_000_000, at, Date.now())
    await use(tenant, 2_500_000_100, at, Date.now())
    const answer = await get(tenant, 'usage')
    expect(answer.status).toBe(200)
    const summary = await get(tenant, 'summary')
    expect(answer.body).toEqual({
      cycle: { startsAt: summary.body.currentCycle.startsAt, endsAt: summary.body.currentCycle.endsAt },
      usage: [
        { dimension: 'log_bytes', totalQuantity: '2500000100', creditsConsumed: '10' },
        { dimension: 'ai_input_tokens', totalQuantity: '0', creditsConsumed: '0' },
        { dimension: 'ai_output_tokens', totalQuantity: '0', creditsConsumed: '0' },
      ],
    })
  })

  it('the usage of the previous cycle is returned, and null if there was none', async () => {
    const tenant = await addTenant()
    expect((await get(tenant, 'usage?cycle=previous')).body).toEqual({ cycle: null, usage: [] })
    await changeTo(tenant, 'starter')
    await ageBy(tenant, 40)
    await use(tenant, 500_000_000, Date.now() - 30 * 86_400_000)
    const previous = await get(tenant, 'usage?cycle=previous')
    expect(previous.body.usage[0]).toEqual({ dimension: 'log_bytes', totalQuantity: '500000000', creditsConsumed: '2' })
    expect((await get(tenant, 'usage?cycle=current')).body.cycle.startsAt).toBe(previous.body.cycle.endsAt)
    expect((await get(tenant, 'usage?cycle=next')).status).toBe(400)
  })
})

describe('GET /billing/transactions', () => {
  it('the list of transactions is paged, newest first, with balances that add up', async () => {
    const tenant = await addTenant()
    await changeTo(tenant, 'starter')
    const at = Date.now()
    for (let total = 1; total <= 23; total++) await use(tenant, total * 250_000_000, at, Date.now())
    const amounts: string[] = []
    const balances: number[] = []
    for (let page = 1; page <= 3; page++) {
      const { body, status } = await get(tenant, `transactions?page=${page}`)
      expect(status).toBe(200)
      expect(body.pagination).toEqual({
        page,
        limit: 10,
        total: 25,
        totalPages: 3,
        hasNext: page < 3,
        hasPrev: page > 1,
      })
      for (const item of body.items) {
        amounts.push(item.amount)
        balances.push(Number(item.balanceAfter))
      }
    }
    expect(amounts).toHaveLength(25)
    expect(amounts.slice(0, 3)).toEqual(['-1', '-1', '-1'])
    const summary = await get(tenant, 'summary')
    expect(balances[0]).toBe(Number(summary.body.currentBalance))
    for (let index = 0; index < 24; index++) {
      expect(balances[index]).toBeCloseTo((balances[index + 1] ?? 0) + Number(amounts[index]), 6)
    }
    expect(amounts.at(-1)).toBe('50')
    const beyond = await get(tenant, 'transactions?page=9&limit=100')
    expect(beyond.body).toMatchObject({ items: [], pagination: { totalPages: 1, hasNext: false, hasPrev: true } })
  })

  it('the list of transactions names the cause of every entry', async () => {
    const tenant = await addTenant()
    const change = await changeTo(tenant, 'team')
    await use(tenant, 1_000_000)
    const { body } = await get(tenant, 'transactions')
    expect(body.items).toMatchObject([
      {
        type: 'debit',
        kind: 'usage',
        amount: '-0.004',
        projectId: tenant.projectId,
        dimension: 'log_bytes',
        quantity: '1000000',
      },
      { type: 'credit', kind: 'upgrade_grant', billingSubscriptionChangeId: change.body.billingSubscriptionChangeId },
      { type: 'credit', kind: 'cycle_grant', amount: '50', planSlug: 'free' },
    ])
    expect((await get(tenant, 'transactions?limit=101')).status).toBe(400)
    expect((await get(tenant, 'transactions?page=0')).status).toBe(400)
  })
})
