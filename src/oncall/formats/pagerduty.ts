/**
 * PagerDuty's V3 webhooks (https://developer.pagerduty.com/docs/webhooks-overview): one event in each delivery. Events
 * about an incident become an alert; events about notes, responders and services are answered as ignored.
 */
import { alertOf } from './alert.ts'
import { type AlertFormat, items, nothing, refused } from './format.ts'
import { labelsOf } from './labels.ts'
import { at, firstText, textOf } from './reading.ts'
import { severityOf } from './severity.ts'

const FIRING: ReadonlySet<string> = new Set([
  'incident.triggered',
  'incident.acknowledged',
  'incident.unacknowledged',
  'incident.escalated',
  'incident.reopened',
  'incident.delegated',
  'incident.reassigned',
  'incident.priority_updated',
])

export const pagerduty: AlertFormat = {
  source: 'pagerduty',
  deliveryId: ({ body }) => textOf(at(body, 'event', 'id'), 100) || null,
  decode: ({ body, nowMs }) => {
    const event = body['event']
    const type = textOf(at(event, 'event_type'), 80)
    if (type === '') return refused('This is no V3 webhook of PagerDuty: it has no event.event_type.')
    const isResolved = type === 'incident.resolved'
    if (!isResolved && !FIRING.has(type)) return nothing('This event of PagerDuty is no change of an incident’s state.')
    const incident = at(event, 'data')
    const id = textOf(at(incident, 'id'), 100)
    if (id === '') return refused('The event of PagerDuty has no incident.')
    const service = textOf(at(incident, 'service', 'summary'), 200)
    const labels = labelsOf({
      service,
      urgency: at(incident, 'urgency'),
      priority: at(incident, 'priority', 'summary'),
      escalation_policy: at(incident, 'escalation_policy', 'summary'),
      incident_number: at(incident, 'number'),
      incident_key: at(incident, 'incident_key'),
    })
    return items([
      alertOf(
        {
          source: 'pagerduty',
          key: id,
          isResolved,
          severity: severityOf('error', labels['priority'], labels['urgency']),
          title: firstText(300, at(incident, 'title'), at(incident, 'summary'), `Incident ${id}`),
          description: firstText(4000, at(incident, 'body', 'details'), at(incident, 'description')),
          service,
          startedAt: at(incident, 'created_at'),
          endedAt: firstText(40, at(incident, 'resolved_at'), at(event, 'occurred_at')),
          links: [
            ['Incident in PagerDuty', at(incident, 'html_url')],
            ['Service in PagerDuty', at(incident, 'service', 'html_url')],
          ],
          labels,
          raw: body,
        },
        nowMs,
      ),
    ])
  },
}
