/** Contexts with a clock of their own, organizations of a chosen age, and a look at everything billing has stored. */

import { env } from 'cloudflare:workers'
import type { UsageMessage } from '../../src/billing/metering/usage-message.ts'
import { newOrganizationId } from '../../src/contracts/ids.ts'
import type { DomainContext } from '../../src/domain/context.ts'
import { type Settings, settingsOf } from '../../src/env.ts'
import { backgroundContext } from '../../src/wiring/contexts.ts'

export const DAY_MS = 86_400_000
export const HOUR_MS = 3_600_000

export interface TestClock {
  now: number
}

export function contextAt(
  clock: TestClock,
  overrides: { readonly db?: D1Database; readonly settings?: Partial<Settings>; readonly fetch?: typeof fetch } = {},
): DomainContext {
  return {
    ...backgroundContext(env, () => {}),
    db: overrides.db ?? env.DB,
    settings: { ...settingsOf(env), ...overrides.settings },
    now: () => clock.now,
    fetch: overrides.fetch ?? (() => Promise.reject(new Error('no network in this test'))),
    baseUrl: 'https://service.test',
  }
}

export async function addOrganization(createdAt: number): Promise<string> {
  const id = newOrganizationId()
  await env.DB.prepare('insert into organizations (id, name, slug, created_at) values (?, ?, ?, ?)')
    .bind(id, 'Billing test', id.replace('_', '-'), createdAt)
    .run()
  return id
}

export async function balanceOf(organizationId: string): Promise<number> {
  const row = await env.DB.prepare(
    'select coalesce(sum(amount_micro), 0) as micro from billing_ledger_entries where organization_id = ?',
  )
    .bind(organizationId)
    .first<{ micro: number }>()
  return row?.micro ?? 0
}

const TABLES = [
  'billing_accounts',
  'billing_subscriptions',
  'billing_subscription_changes',
  'billing_ledger_entries',
  'billing_checkpoints',
  'billing_invoices',
] as const

/** Every billing row of an organization; equal snapshots mean that nothing changed. */
export async function snapshotOf(organizationId: string): Promise<Record<string, Record<string, unknown>[]>> {
  const results = await env.DB.batch<Record<string, unknown>>(
    TABLES.map((table) => env.DB.prepare(`select * from ${table} where organization_id = ?`).bind(organizationId)),
  )
  return Object.fromEntries(TABLES.map((table, index) => [table, results[index]?.results ?? []]))
}

export function usageOf(
  organizationId: string,
  total: number,
  rest: Partial<UsageMessage> & { readonly hour: number },
): UsageMessage {
  return {
    organizationId,
    projectId: 'p1',
    streamId: 's1',
    source: 'partition-1',
    dimension: 'log_bytes',
    total,
    ...rest,
  }
}

export const hourOf = (ms: number): number => Math.floor(ms / HOUR_MS)
