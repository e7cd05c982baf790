/** Sentry: the Splunk forwarder and signed webhooks of an internal integration. The forwarder's exact fields are weak. */
import { hmacHex, iso, post, postJson, type SeededLog, type SentRequest } from './sender.ts'

const LEVELS = { debug: 'debug', info: 'info', warn: 'warning', error: 'error' } as const

export function sentryEvent(log: SeededLog, index = 0): Record<string, unknown> {
  const event_id = String(index).padStart(32, '0')
  return {
    event_id,
    project: 4_500_000,
    release: 'shop@1.2.3',
    level: LEVELS[log.level ?? 'info'],
    title: log.message,
    message: log.message,
    culprit: 'checkout in pay',
    timestamp: log.atMs / 1000,
    datetime: iso(log.atMs),
    platform: 'javascript',
    tags: [
      ['environment', 'production'],
      ['level', LEVELS[log.level ?? 'info']],
    ],
    contexts: log.traceId === undefined ? {} : { trace: { trace_id: log.traceId, span_id: log.spanId, type: 'trace' } },
    exception: { values: [{ type: 'Error', value: log.message }] },
    web_url: `https://shop.sentry.io/issues/1/events/${event_id}/`,
    issue_id: '1',
  }
}

/** Events to the HEC endpoint below the instance URL. */
export function sentrySplunkForwarder(logs: readonly SeededLog[], token: string): SentRequest {
  const events = logs.map((log, index) => ({
    time: Math.floor(log.atMs / 1000),
    source: 'sentry',
    index: 'main',
    host: 'shop',
    event: sentryEvent(log, index),
  }))
  const body = events.map((event) => JSON.stringify(event)).join('')
  return post(body, { Authorization: `Splunk ${token}`, 'Content-Type': 'application/json' }, '/services/collector')
}

export type SentryResource = 'event_alert' | 'error' | 'issue' | 'installation'

export async function sentryWebhook(
  log: SeededLog,
  clientSecret: string,
  resource: SentryResource = 'event_alert',
): Promise<SentRequest> {
  const event = sentryEvent(log)
  const data =
    resource === 'issue'
      ? {
          issue: {
            id: '1',
            title: log.message,
            level: event['level'],
            lastSeen: iso(log.atMs),
            project: { slug: 'shop-0' },
          },
        }
      : { event, triggered_rule: 'all errors' }
  const action = resource === 'event_alert' ? 'triggered' : 'created'
  const sent = postJson({
    action,
    actor: { id: 'sentry', name: 'Sentry', type: 'application' },
    data,
    installation: { uuid: 'a8e5d37a' },
  })
  const signature = await hmacHex('SHA-256', clientSecret, sent.body)
  return {
    ...sent,
    headers: {
      ...sent.headers,
      'Request-ID': 'req-1',
      'Sentry-Hook-Resource': resource,
      'Sentry-Hook-Timestamp': String(Math.floor(log.atMs / 1000)),
      'Sentry-Hook-Signature': signature,
    },
  }
}
