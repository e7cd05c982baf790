import type { OrganizationScope } from '../../auth/scope.ts'
import { creditsText } from '../../billing/amounts.ts'
import { findPlan, HOUR_MS } from '../../billing/plans.ts'
import type { UsageDimension } from '../../billing/price-book.ts'
import { iso } from '../../billing/views.ts'
import { type LedgerEntryRow, ledgerPage } from '../../db/billing/read-ledger.ts'
import type { VerbCall } from '../context.ts'
import { settleOverdue } from './settle-overdue.ts'

type ListTransactionsCall = VerbCall<OrganizationScope, { readonly limit: number; readonly page: number }>

/** Returns the ledger, newest entry first: every change of the balance with its cause and the balance after it. */
export async function listTransactions({ ctx, scope, input }: ListTransactionsCall) {
  const { limit, page } = input
  await settleOverdue(ctx, scope.organizationId)
  const { total, entries } = await ledgerPage(ctx.db, scope.organizationId, limit, page)
  const totalPages = Math.ceil(total / limit)
  return {
    items: entries.map(transactionView),
    pagination: { page, limit, total, totalPages, hasNext: page < totalPages, hasPrev: page > 1 },
  }
}

function transactionView(entry: LedgerEntryRow) {
  return {
    id: entry.id,
    type: entry.amountMicro < 0 || entry.kind === 'usage' ? ('debit' as const) : ('credit' as const),
    kind: entry.kind,
    amount: creditsText(entry.amountMicro),
    balanceAfter: creditsText(entry.balanceAfterMicro),
    description: descriptionOf(entry),
    effectiveAt: iso(entry.effectiveAt),
    createdAt: iso(entry.createdAt),
    ...(entry.planSlug === null ? {} : { planSlug: entry.planSlug }),
    ...(entry.changeId === null ? {} : { billingSubscriptionChangeId: entry.changeId }),
    ...(entry.projectId === null ? {} : { projectId: entry.projectId }),
    ...(entry.dimension === null ? {} : { dimension: entry.dimension }),
    ...(entry.hour === null ? {} : { hour: iso(entry.hour * HOUR_MS) }),
    ...(entry.quantity === null ? {} : { quantity: entry.quantity.toString() }),
  }
}

const UNITS: Record<UsageDimension, string> = {
  log_bytes: 'bytes of telemetry accepted',
  ai_input_tokens: 'model input tokens',
  ai_output_tokens: 'model output tokens',
}

function descriptionOf(entry: LedgerEntryRow): string {
  const plan = entry.planSlug === null ? '' : (findPlan(entry.planSlug)?.name ?? entry.planSlug)
  switch (entry.kind) {
    case 'cycle_grant':
      return `Credits for a cycle on ${plan}`
    case 'upgrade_grant':
      return `Credits for the rest of the cycle on ${plan}`
    case 'deficit_settlement':
      return 'Credits used beyond the balance, charged'
    case 'usage':
      return `${entry.quantity ?? 0} ${entry.dimension === null ? 'units' : UNITS[entry.dimension]}`
  }
}
