/** Webhooks of platforms that are read otherwise: PostHog destinations and Trigger.dev alerts. */
import { hmacHex, iso, postJson, type SeededLog, type SentRequest } from './sender.ts'

/** The default body of PostHog's webhook template: event and person. */
export function posthogWebhook(log: SeededLog, headers: Record<string, string> = {}): SentRequest {
  const isError = log.level === 'error'
  const properties = isError
    ? { $exception_types: ['Error'], $exception_values: [log.message] }
    : { message: log.message, ...log.attributes }
  const event = {
    uuid: '01890000-0000-7000-8000-000000000001',
    event: isError ? '$exception' : 'order_placed',
    distinct_id: 'person-1',
    properties,
    timestamp: iso(log.atMs),
    url: 'https://us.posthog.com/e/1',
  }
  return postJson({ event, person: { id: 'p-1', name: 'Ann', properties: { email: 'ann@shop.example' } } }, headers)
}

export async function triggerDevAlert(log: SeededLog, secret: string): Promise<SentRequest> {
  const error = { type: 'BUILT_IN_ERROR', name: 'Error', message: log.message, stackTrace: 'at pay (checkout.ts:1:1)' }
  const object = {
    task: {
      id: 'charge-card',
      fileName: 'src/charge.ts',
      exportName: 'chargeCard',
      version: '20260101.1',
      sdkVersion: '4.0.0',
      cliVersion: '4.0.0',
    },
    run: {
      id: 'run_000001',
      number: 1,
      status: 'COMPLETED_WITH_ERRORS',
      createdAt: iso(log.atMs),
      startedAt: iso(log.atMs),
      completedAt: iso(log.atMs + 100),
      isTest: false,
      idempotencyKey: '',
      tags: [],
      error,
      isOutOfMemoryError: false,
      machine: 'small-1x',
      dashboardUrl: 'https://cloud.trigger.dev/r/1',
    },
    environment: { id: 'env-1', type: 'PRODUCTION', slug: 'prod' },
    organization: { id: 'o-1', slug: 'shop', name: 'Shop' },
    project: { id: 'p-1', ref: 'proj_shopshopshop', slug: 'shop', name: 'Shop' },
  }
  const sent = postJson({
    id: 'alert-1',
    created: iso(log.atMs),
    webhookVersion: '2026-01-01',
    type: 'alert.run.failed',
    object,
  })
  return {
    ...sent,
    headers: { ...sent.headers, 'x-trigger-signature-hmacsha256': await hmacHex('SHA-256', secret, sent.body) },
  }
}
