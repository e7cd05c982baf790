/**
 * incident.io's webhooks (https://docs.incident.io/api-reference/webhooks): `event_type`, and the object in a field of
 * the same name. Alerts and public incidents are read; a private incident arrives as an id alone and is ignored.
 */
import { alertOf } from './alert.ts'
import { type AlertFormat, items, nothing, refused } from './format.ts'
import { labelsOf } from './labels.ts'
import { at, fieldsOf, firstText, itemsOf, textOf } from './reading.ts'
import { severityOf } from './severity.ts'

const OVER: ReadonlySet<string> = new Set([
  'closed',
  'post_incident',
  'post-incident',
  'learning',
  'declined',
  'merged',
  'canceled',
  'cancelled',
  'resolved',
])

export const incidentIo: AlertFormat = {
  source: 'incident_io',
  deliveryId: ({ headers }) => headers.get('webhook-id'),
  decode: ({ body, nowMs }) => {
    const type = textOf(body['event_type'], 100)
    if (type === '') return refused('This is no webhook of incident.io: it has no event_type.')
    const subject = fieldsOf(at(body, type))
    if (type.startsWith('public_alert.')) return items([ofAlert(subject, body, nowMs)])
    if (!/^public_incident\.incident_(created|updated|status_updated)_v\d$/.test(type))
      return nothing('This event of incident.io is not about the state of a public incident or alert.')
    const incident = type.includes('status_updated') ? fieldsOf(subject['incident']) : subject
    if (textOf(incident['id'], 100) === '') return refused('The event of incident.io has no incident.')
    return items([ofIncident(incident, subject, body, nowMs)])
  },
}

function ofIncident(incident: unknown, subject: unknown, body: unknown, nowMs: number) {
  const status = fieldsOf(at(subject, 'new_status') ?? at(incident, 'incident_status') ?? at(incident, 'status'))
  const severity = textOf(at(incident, 'severity', 'name'), 60)
  const labels = labelsOf(customFields(at(incident, 'custom_field_entries')), {
    reference: at(incident, 'reference'),
    severity,
    status: status['name'],
    incident_type: at(incident, 'incident_type', 'name'),
  })
  return alertOf(
    {
      source: 'incident_io',
      key: at(incident, 'id'),
      isResolved: OVER.has(firstText(40, status['category'], status['name']).toLowerCase()),
      severity: severityOf('error', severity),
      title: firstText(300, at(incident, 'name'), at(incident, 'reference')),
      description: firstText(4000, at(incident, 'summary'), at(subject, 'message')),
      startedAt: at(incident, 'created_at'),
      endedAt: at(incident, 'updated_at'),
      links: [['Incident in incident.io', at(incident, 'permalink')]],
      labels,
      raw: body,
    },
    nowMs,
  )
}

function ofAlert(alert: unknown, body: unknown, nowMs: number) {
  const attributes = itemsOf(at(alert, 'attributes'), 64).map((one) => [
    textOf(at(one, 'attribute', 'name'), 100).toLowerCase(),
    firstText(500, at(one, 'value', 'label'), at(one, 'value', 'literal')),
  ])
  const labels = labelsOf(Object.fromEntries(attributes), at(alert, 'metadata'))
  return alertOf(
    {
      source: 'incident_io',
      key: firstText(255, at(alert, 'deduplication_key'), at(alert, 'id')),
      isResolved: textOf(at(alert, 'status'), 20) === 'resolved',
      severity: severityOf('error', labels['severity'], labels['priority']),
      title: at(alert, 'title'),
      description: at(alert, 'description'),
      startedAt: at(alert, 'created_at'),
      endedAt: firstText(40, at(alert, 'resolved_at'), at(alert, 'updated_at')),
      links: [['Where it comes from', at(alert, 'source_url')]],
      labels,
      raw: body,
    },
    nowMs,
  )
}

/** Custom fields by name; of several values the first. */
function customFields(entries: unknown): Record<string, string> {
  const pairs = itemsOf(entries, 64).map((entry) => {
    const [first] = itemsOf(at(entry, 'values'), 1)
    const value = firstText(
      500,
      at(first, 'value_catalog_entry', 'name'),
      at(first, 'value_option', 'value'),
      at(first, 'value_text'),
      at(first, 'value_link'),
      at(first, 'value_numeric'),
    )
    return [
      textOf(at(entry, 'custom_field', 'name'), 100)
        .toLowerCase()
        .replaceAll(' ', '_'),
      value,
    ]
  })
  return Object.fromEntries(pairs)
}
