/** What was used, what it costs, and other plans with what changing to one would cost. */
import type { BillingPlanChangePreview, BillingSummary } from '@observability-agent/sdk'
import { useState } from 'preact/hooks'
import { Dialog } from '../../components/dialog.tsx'
import { Answer } from '../../components/states.tsx'
import { TableFrame } from '../../components/table-frame.tsx'
import { Time } from '../../components/time.tsx'
import { quantity } from '../../telemetry/units.ts'
import { attempted, useSetup } from './setup.ts'

const DIMENSIONS = {
  log_bytes: 'Telemetry received',
  ai_input_tokens: 'Tokens read by models',
  ai_output_tokens: 'Tokens written by models',
} as const

export function Billing() {
  return (
    <div class="stack">
      <Summary />
      <Plans />
    </div>
  )
}

function Summary() {
  const { query } = useSetup('billing', async ({ client, project }, signal) => {
    const of = { query: { organizationId: project?.organizationId ?? '' }, signal }
    const [summary, usage] = await Promise.all([client.billing.getSummary(of), client.billing.getUsage(of)])
    return { summary, usage }
  })
  return (
    <Answer query={query} what="the usage">
      {({ summary, usage }) => (
        <section class="stack" aria-label="Usage">
          <h2>Usage</h2>
          <Balance summary={summary} />
          <TableFrame>
            <table>
              <thead>
                <tr>
                  <th scope="col">This cycle</th>
                  <th scope="col">Used</th>
                  <th scope="col">Credits</th>
                </tr>
              </thead>
              <tbody>
                {usage.usage.map(({ dimension, totalQuantity, creditsConsumed }) => (
                  <tr key={dimension}>
                    <th scope="row">{DIMENSIONS[dimension]}</th>
                    <td>{quantity(Number(totalQuantity), dimension === 'log_bytes' ? 'By' : '')}</td>
                    <td>{creditsConsumed}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableFrame>
        </section>
      )}
    </Answer>
  )
}

function Balance({ summary }: { readonly summary: BillingSummary }) {
  const { currentCycle, currentPeriodEstimate: estimate, collection } = summary
  return (
    <dl class="stack tight">
      <div class="row">
        <dt>Plan</dt>
        <dd>
          <strong>{summary.planName ?? 'none'}</strong> <span class="badge">{summary.status}</span>
        </dd>
      </div>
      <div class="row">
        <dt>Credits left</dt>
        <dd>{summary.currentBalance ?? '–'}</dd>
      </div>
      {currentCycle && (
        <div class="row">
          <dt>Cycle</dt>
          <dd>
            <Time at={currentCycle.startsAt} /> to <Time at={currentCycle.endsAt} />
          </dd>
        </div>
      )}
      {estimate && (
        <div class="row">
          <dt>Next invoice, as of now</dt>
          <dd>
            {estimate.totalAmount} {estimate.currency.toUpperCase()}
          </dd>
        </div>
      )}
      {collection.status !== 'current' && (
        <p role="alert">
          <span class="badge critical">{collection.status.replaceAll('_', ' ')}</span> {collection.outstandingAmount}{' '}
          {collection.currency} are open.
        </p>
      )}
    </dl>
  )
}

function Plans() {
  const [preview, setPreview] = useState<BillingPlanChangePreview | null>(null)
  const { query, attempt, workplace } = useSetup('plans', ({ client, project }, signal) =>
    client.billing.listPlans({ query: { organizationId: project?.organizationId ?? '' }, signal }),
  )
  const organizationId = workplace.project?.organizationId ?? ''
  const look = (planSlug: string) =>
    void attempted(workplace.client.billing.previewPlanChange({ body: { planSlug, organizationId } }).then(setPreview))
  const confirm = ({ targetPlanSlug }: BillingPlanChangePreview) =>
    void attempt(async ({ client }) => {
      await client.billing.changePlan({ body: { planSlug: targetPlanSlug, organizationId } })
      setPreview(null)
    }, 'The plan was changed.')
  return (
    <Answer query={query} what="the plans">
      {({ plans, currentPlanSlug }) => (
        <section class="stack" aria-label="Plans">
          <h2>Plans</h2>
          <ul class="cards">
            {plans.map((plan) => (
              <li key={plan.slug} class="card stack tight">
                <strong>{plan.name}</strong>
                <span>
                  {plan.price} {plan.currency.toUpperCase()} a month
                </span>
                <span class="small">{plan.description}</span>
                <span class="small muted">{quantity(Number(plan.logsIncludedBytes), 'By')} of telemetry included</span>
                {plan.slug === currentPlanSlug ? (
                  <span class="badge good">current</span>
                ) : (
                  <button type="button" class="button" onClick={() => look(plan.slug)}>
                    What would it cost?
                  </button>
                )}
              </li>
            ))}
          </ul>
          <Dialog title="Change the plan" isOpen={preview !== null} onClose={() => setPreview(null)}>
            {preview && (
              <>
                <p>
                  From {preview.currentPlanName} to {preview.targetPlanName}, from <Time at={preview.effectiveAt} /> on.
                  Charged now: {preview.immediateChargeAmount} {preview.currency.toUpperCase()}; next cycle:{' '}
                  {preview.nextCycleChargeAmount} {preview.currency.toUpperCase()}.
                </p>
                <button type="button" class="button primary" onClick={() => confirm(preview)}>
                  Change the plan
                </button>
              </>
            )}
          </Dialog>
        </section>
      )}
    </Answer>
  )
}
