import { ChangePlan } from './change-plan.ts'
import { CreatePortalSession } from './create-portal-session.ts'
import { GetBillingSummary } from './get-summary.ts'
import { GetBillingUsage } from './get-usage.ts'
import { ListPlans } from './list-plans.ts'
import { ListBillingTransactions } from './list-transactions.ts'
import { PreviewCancellation } from './preview-cancellation.ts'
import { PreviewPlanChange } from './preview-plan-change.ts'
import { ResumeSubscription } from './resume-subscription.ts'
import { ScheduleCancellation } from './schedule-cancellation.ts'

export const billingOperations = [
  ListPlans,
  GetBillingSummary,
  GetBillingUsage,
  ListBillingTransactions,
  PreviewPlanChange,
  ChangePlan,
  PreviewCancellation,
  ScheduleCancellation,
  ResumeSubscription,
  CreatePortalSession,
]
