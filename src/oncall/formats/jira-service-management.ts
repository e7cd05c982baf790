/**
 * Webhooks of alerts of Jira Service Management, and of Opsgenie before it
 * (https://support.atlassian.com/jira-service-management-cloud/docs/alert-action-data-for-jira-edge-connector/): an
 * action and the alert. Actions that do not change the alert's state are answered as ignored.
 */
import { alertOf } from './alert.ts'
import { type AlertFormat, items, nothing, refused } from './format.ts'
import { labelsOf, tagLabels } from './labels.ts'
import { at, firstText, itemsOf, textOf } from './reading.ts'
import { severityOf } from './severity.ts'

const CLOSING: ReadonlySet<string> = new Set(['close', 'delete'])
const OPENING: ReadonlySet<string> = new Set([
  'create',
  'updatepriority',
  'updatedescription',
  'updatemessage',
  'escalate',
  'escalatetonext',
  'unacknowledge',
])

export const jiraServiceManagement: AlertFormat = {
  source: 'jira_service_management',
  decode: ({ body, nowMs }) => {
    const action = textOf(body['action'], 60).toLowerCase()
    const alert = body['alert']
    const id = firstText(255, at(alert, 'alertId'), at(alert, 'alias'))
    if (action === '' || id === '')
      return refused('This is no webhook of Jira Service Management: it has no action, or no alert with an alertId.')
    const isResolved = CLOSING.has(action)
    if (!isResolved && !OPENING.has(action)) return nothing('This action leaves the state of the alert as it is.')
    const tags = itemsOf(at(alert, 'tags'), 64)
    const labels = labelsOf(at(alert, 'details'), tagLabels(tags), {
      priority: at(alert, 'priority'),
      alias: at(alert, 'alias'),
      tinyId: at(alert, 'tinyId'),
      source: at(alert, 'source'),
    })
    const entity = textOf(at(alert, 'entity'), 200)
    return items([
      alertOf(
        {
          source: 'jira_service_management',
          key: id,
          isResolved,
          severity: severityOf('error', at(alert, 'priority'), labels['severity']),
          title: firstText(300, at(alert, 'message'), at(alert, 'alias')),
          description: at(alert, 'description'),
          entities: entity === '' ? [] : [entity],
          startedAt: at(alert, 'createdAt'),
          endedAt: at(alert, 'updatedAt'),
          links: [
            ['Alert', at(alert, 'url')],
            ['Runbook', labels['runbook_url']],
          ],
          labels,
          raw: body,
        },
        nowMs,
      ),
    ])
  },
}
