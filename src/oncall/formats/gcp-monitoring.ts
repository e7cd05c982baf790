/**
 * Google Cloud Monitoring's webhook notifications, schema version 1.2
 * (https://cloud.google.com/monitoring/support/notification-options#schema-structure). The test button sends the same
 * shape with the version `test`.
 */
import { alertOf } from './alert.ts'
import { type AlertFormat, items, nothing, refused } from './format.ts'
import { labelsOf } from './labels.ts'
import { at, fieldsOf, firstText, textOf } from './reading.ts'
import { severityOf } from './severity.ts'

export const gcpMonitoring: AlertFormat = {
  source: 'gcp_monitoring',
  decode: ({ body, nowMs }) => {
    const incident = fieldsOf(body['incident'])
    const id = textOf(incident['incident_id'], 200)
    if (id === '') return refused('This is no notification of Google Cloud Monitoring: it has no incident.incident_id.')
    const version = textOf(body['version'], 20).toLowerCase()
    if (version === 'test') return nothing('This is the test notification of Google Cloud Monitoring.')
    const labels = labelsOf(
      at(incident, 'resource', 'labels'),
      at(incident, 'metric', 'labels'),
      at(incident, 'metadata', 'user_labels'),
      at(incident, 'metadata', 'system_labels'),
      incident['policy_user_labels'],
      {
        project: incident['scoping_project_id'],
        policy: incident['policy_name'],
        condition: incident['condition_name'],
        resource_type: at(incident, 'resource', 'type'),
        metric: at(incident, 'metric', 'type'),
      },
    )
    const name = firstText(200, incident['policy_name'], incident['condition_name'])
    const condition = textOf(incident['condition_name'], 200)
    return items([
      alertOf(
        {
          source: 'gcp_monitoring',
          key: id,
          isResolved: textOf(incident['state'], 20).toLowerCase() === 'closed',
          severity: severityOf('error', incident['severity'], labels['severity']),
          title: condition !== '' && condition !== name ? `${name}: ${condition}` : name,
          description: [textOf(incident['summary'], 2000), textOf(at(incident, 'documentation', 'content'), 1900)]
            .filter((part) => part !== '')
            .join('\n\n'),
          entities: [textOf(incident['resource_display_name'], 200)],
          startedAt: incident['started_at'],
          endedAt: incident['ended_at'],
          query: queryOf(incident['condition']),
          links: [['Incident in Google Cloud', incident['url']]],
          labels,
          raw: body,
        },
        nowMs,
      ),
    ])
  },
}

function queryOf(condition: unknown): string {
  return firstText(
    4000,
    at(condition, 'conditionThreshold', 'filter'),
    at(condition, 'conditionPrometheusQueryLanguage', 'query'),
    at(condition, 'conditionMonitoringQueryLanguage', 'query'),
    at(condition, 'conditionMatchedLog', 'filter'),
    at(condition, 'conditionAbsent', 'filter'),
  )
}
