/**
 * Bodies of PagerDuty's Events API v2 (https://developer.pagerduty.com/docs/send-alert-event), for whatever can send
 * to PagerDuty and lets its address be changed.
 */
import { alertOf } from './alert.ts'
import { type AlertFormat, items, nothing, refused } from './format.ts'
import { labelsOf } from './labels.ts'
import { at, fieldsOf, firstText, itemsOf, textOf } from './reading.ts'
import { severityOf } from './severity.ts'

export const pagerdutyEvents: AlertFormat = {
  source: 'pagerduty_events',
  decode: ({ body, nowMs }) => {
    const action = textOf(body['event_action'], 20)
    if (action === 'acknowledge') return nothing('An acknowledgement changes no state of an alert.')
    if (action !== 'trigger' && action !== 'resolve')
      return refused('This is no event of the Events API v2: event_action is neither trigger, acknowledge nor resolve.')
    const payload = fieldsOf(body['payload'])
    const key = textOf(body['dedup_key'], 255)
    const summary = textOf(payload['summary'], 300)
    if (action === 'resolve' && key === '') return refused('An event that resolves needs its dedup_key.')
    if (action === 'trigger' && summary === '') return refused('An event that triggers needs payload.summary.')
    const from = textOf(payload['source'], 200)
    const details = payload['custom_details']
    const labels = labelsOf(
      { source: from, component: payload['component'], group: payload['group'], class: payload['class'] },
      details,
    )
    const links = itemsOf(body['links'], 8).map(
      (link) => [textOf(at(link, 'text'), 80) || 'Link', at(link, 'href')] as const,
    )
    return items([
      alertOf(
        {
          source: 'pagerduty_events',
          key: key || `${from} ${summary}`,
          isResolved: action === 'resolve',
          severity: severityOf('error', payload['severity']),
          title: summary || key,
          description: textOf(details, 4000) || detailLines(details),
          entities: from === '' ? [] : [from],
          startedAt: payload['timestamp'],
          endedAt: payload['timestamp'],
          query: firstText(4000, at(details, 'query'), at(details, 'expression')),
          links: [[textOf(body['client'], 80) || 'Sender', body['client_url']], ...links],
          labels,
          // The routing key is a credential of PagerDuty's.
          raw: { ...body, routing_key: undefined },
        },
        nowMs,
      ),
    ])
  },
}

const detailLines = (details: unknown): string =>
  Object.entries(fieldsOf(details))
    .slice(0, 30)
    .map(([name, value]) => [name.slice(0, 80), textOf(value, 300)] as const)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
