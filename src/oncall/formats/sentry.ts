/**
 * Sentry's integration webhooks (https://docs.sentry.io/organization/integrations/integration-platform/webhooks/):
 * issue alerts, metric alerts and issues. The header of a delivery says which of them its body is. When an issue is
 * resolved, the alert that it opened is closed.
 */
import { alertOf } from './alert.ts'
import { type AlertFormat, type DecodeInput, items, nothing, refused } from './format.ts'
import { labelsOf, tagLabels } from './labels.ts'
import { at, type Fields, fieldsOf, firstText, itemsOf, textOf } from './reading.ts'
import { severityOf } from './severity.ts'

export const sentry: AlertFormat = {
  source: 'sentry',
  deliveryId: ({ headers }) => headers.get('request-id'),
  decode: (input) => {
    const data = fieldsOf(input.body['data'])
    switch (resourceOf(input, data)) {
      case 'event_alert':
        return issueAlert(input, data)
      case 'metric_alert':
        return metricAlert(input, data)
      case 'issue':
        return issue(input, data)
      case 'installation':
      case 'error':
      case 'comment':
        return nothing('This event of Sentry is no alert.')
      default:
        return refused('This is no webhook of Sentry about an alert or an issue.')
    }
  },
}

/** The header names the resource; a proxy may drop it, and the body shows it too. */
function resourceOf({ headers }: DecodeInput, data: Fields): string {
  const named = headers.get('sentry-hook-resource')
  if (named !== null) return named
  if (Object.hasOwn(data, 'metric_alert')) return 'metric_alert'
  if (Object.hasOwn(data, 'event')) return 'event_alert'
  return Object.hasOwn(data, 'issue') ? 'issue' : ''
}

function issueAlert({ body, nowMs }: DecodeInput, data: Fields) {
  const event = data['event']
  const issueId = textOf(at(event, 'issue_id'), 100)
  if (issueId === '' && textOf(at(event, 'event_id'), 100) === '') return refused('The alert of Sentry has no event.')
  // Tags are pairs: [["server_name", "web-1"], …].
  const tags = itemsOf(at(event, 'tags'), 64).map((pair) =>
    itemsOf(pair, 2)
      .map((part) => textOf(part, 500))
      .join(':'),
  )
  const labels = labelsOf(tagLabels(tags), {
    environment: at(event, 'environment'),
    release: at(event, 'release'),
    culprit: at(event, 'culprit'),
    level: at(event, 'level'),
    platform: at(event, 'platform'),
    rule: data['triggered_rule'],
  })
  return items([
    alertOf(
      {
        source: 'sentry',
        key: `issue ${issueId || textOf(at(event, 'event_id'), 100)}`,
        isResolved: false,
        severity: severityOf('error', at(event, 'level')),
        title: firstText(300, at(event, 'title'), at(event, 'message'), data['triggered_rule']),
        description: firstText(4000, at(event, 'culprit'), at(event, 'message')),
        service: firstText(200, labels['service'], at(event, 'project_slug'), at(event, 'project_name')),
        entities: [labels['server_name'] ?? ''],
        startedAt: firstText(40, at(event, 'datetime'), at(event, 'timestamp')),
        links: [
          ['Event in Sentry', at(event, 'web_url')],
          ['Issue in Sentry', at(event, 'issue_url')],
        ],
        labels,
        raw: body,
      },
      nowMs,
    ),
  ])
}

function metricAlert({ body, nowMs }: DecodeInput, data: Fields) {
  const action = textOf(body['action'], 20)
  const alert = data['metric_alert']
  const rule = at(alert, 'alert_rule')
  const id = firstText(100, at(alert, 'id'), at(alert, 'identifier'))
  if (id === '') return refused('The metric alert of Sentry has no id.')
  const projects = itemsOf(at(alert, 'projects'), 8).map((one) => textOf(one, 200))
  const [only] = projects
  const labels = labelsOf({
    environment: at(rule, 'environment'),
    rule: at(rule, 'name'),
    aggregate: at(rule, 'aggregate'),
    dataset: at(rule, 'dataset'),
    projects: projects.join(', '),
  })
  const query = [at(rule, 'aggregate'), at(rule, 'query')]
    .map((part) => textOf(part, 2000))
    .filter((part) => part !== '')
  return items([
    alertOf(
      {
        source: 'sentry',
        key: `metric ${id}`,
        isResolved: action === 'resolved',
        severity: severityOf('error', action === 'resolved' ? '' : action),
        title: firstText(300, data['description_title'], at(alert, 'title'), at(rule, 'name')),
        description: data['description_text'],
        service: projects.length === 1 ? only : '',
        startedAt: firstText(40, at(alert, 'date_started'), at(alert, 'date_detected'), at(alert, 'date_created')),
        endedAt: at(alert, 'date_closed'),
        query: query.join(' where '),
        links: [['Alert in Sentry', data['web_url']]],
        labels,
        raw: body,
      },
      nowMs,
    ),
  ])
}

function issue({ body, nowMs }: DecodeInput, data: Fields) {
  const action = textOf(body['action'], 20)
  if (!['created', 'resolved', 'unresolved', 'archived', 'ignored'].includes(action))
    return nothing('This action leaves the issue’s state as it is.')
  const subject = data['issue']
  const id = textOf(at(subject, 'id'), 100)
  if (id === '') return refused('The event of Sentry has no issue.')
  const labels = labelsOf({
    culprit: at(subject, 'culprit'),
    level: at(subject, 'level'),
    platform: at(subject, 'platform'),
    project: at(subject, 'project', 'slug'),
    shortId: at(subject, 'shortId'),
  })
  return items([
    alertOf(
      {
        source: 'sentry',
        key: `issue ${id}`,
        isResolved: action !== 'created' && action !== 'unresolved',
        severity: severityOf('error', at(subject, 'priority'), at(subject, 'level')),
        title: firstText(300, at(subject, 'title'), at(subject, 'shortId')),
        description: firstText(4000, at(subject, 'metadata', 'value'), at(subject, 'culprit')),
        service: at(subject, 'project', 'slug'),
        startedAt: at(subject, 'firstSeen'),
        links: [['Issue in Sentry', firstText(2048, at(subject, 'web_url'), at(subject, 'permalink'))]],
        labels,
        raw: body,
      },
      nowMs,
    ),
  ])
}
