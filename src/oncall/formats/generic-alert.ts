/**
 * Any JSON object as an alert, or a list of them below `alerts`. Fields are found by their usual names or by a mapping
 * in the delivery's address (mapping.ts): status, severity, title, description, service, key, startedAt, endedAt,
 * query, url, labels. `?resolved=<word>` names the word of status that ends an alert.
 */
import type { NormalizedAlert } from '../../contracts/oncall-protocol.ts'
import { alertOf } from './alert.ts'
import { type AlertFormat, ITEMS_MAX, items, madeOf, refused } from './format.ts'
import { labelsOf, tagLabels } from './labels.ts'
import { mapped } from './mapping.ts'
import { fieldsOf, itemsOf, lineOf, textOf } from './reading.ts'
import { severityOf } from './severity.ts'

const RESOLVED: ReadonlySet<string> = new Set([
  'resolved',
  'resolve',
  'ok',
  'closed',
  'close',
  'recovered',
  'recovery',
  'normal',
  'inactive',
  'up',
  'healthy',
  'cleared',
  'false',
])

export const genericAlert: AlertFormat = {
  source: 'generic',
  deliveryId: ({ headers }) => headers.get('webhook-id'),
  decode: ({ body, query, nowMs }) => {
    const listed = body['alerts']
    const all = Array.isArray(listed) ? itemsOf(listed, ITEMS_MAX) : [body]
    const titled = all.map((alert) => ({ alert, title: titleOf(alert, query) })).filter(({ title }) => title !== '')
    if (titled.length === 0)
      return refused(
        'No title was found: send one of title, name, message, summary, or name its place with ?title=<path>.',
      )
    const alerts = madeOf(titled, ({ alert, title }) => decodeOne(alert, title, query, nowMs))
    return items(alerts, Array.isArray(listed) ? listed.length - all.length : 0)
  },
}

/** '' for what is no alert. */
const titleOf = (alert: unknown, query: URLSearchParams): string =>
  lineOf(mapped(alert, query, 'title', ['title', 'name', 'alertname', 'summary', 'message', 'text']), 300)

function decodeOne(alert: unknown, title: string, query: URLSearchParams, nowMs: number): NormalizedAlert {
  const field = (name: string, ...usual: string[]) => mapped(alert, query, name, [name, ...usual])
  const status = textOf(field('status', 'state', 'event_action'), 40).toLowerCase()
  const ending = query.get('resolved')?.toLowerCase()
  const given = field('labels', 'tags', 'attributes')
  const labels = Array.isArray(given) ? tagLabels(itemsOf(given, 64)) : labelsOf(given)
  return alertOf(
    {
      source: 'generic',
      key: field('key', 'dedupKey', 'dedup_key', 'id', 'fingerprint', 'alert_id', 'incident_id'),
      isResolved: ending === undefined ? RESOLVED.has(status) : status === ending,
      severity: severityOf('error', field('severity', 'priority', 'level', 'urgency'), fieldsOf(given)['severity']),
      title,
      description: field('description', 'details', 'body', 'message', 'text'),
      service: textOf(field('service', 'service_name', 'serviceName', 'application', 'app', 'component'), 200),
      entities: [textOf(field('host', 'hostname', 'instance', 'resource', 'entity', 'check'), 200)],
      startedAt: field('startedAt', 'started_at', 'startsAt', 'timestamp', 'time', 'created_at', 'createdAt', 'date'),
      endedAt: field('endedAt', 'ended_at', 'endsAt', 'resolved_at', 'resolvedAt', 'timestamp', 'time'),
      query: field('query', 'expression', 'condition'),
      links: [['Link', field('url', 'link', 'href', 'dashboard_url', 'permalink')]],
      labels,
      raw: alert,
    },
    nowMs,
  )
}
