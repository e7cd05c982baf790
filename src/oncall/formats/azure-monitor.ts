/**
 * Azure Monitor's common alert schema (https://learn.microsoft.com/azure/azure-monitor/alerts/alerts-common-schema).
 * An action group sends it if “Enable the common alert schema” is on.
 */
import { alertOf } from './alert.ts'
import { type AlertFormat, items, refused } from './format.ts'
import { labelsOf } from './labels.ts'
import { at, fieldsOf, firstText, itemsOf, textOf } from './reading.ts'
import { severityOf } from './severity.ts'

export const azureMonitor: AlertFormat = {
  source: 'azure_monitor',
  decode: ({ body, nowMs }) => {
    if (body['schemaId'] !== 'azureMonitorCommonAlertSchema')
      return refused('Only the common alert schema of Azure Monitor is read: turn it on in the action group.')
    const essentials = fieldsOf(at(body, 'data', 'essentials'))
    const context = at(body, 'data', 'alertContext')
    const rule = textOf(essentials['alertRule'], 200)
    const id = firstText(600, essentials['originAlertId'], essentials['alertId'])
    if (rule === '' && id === '') return refused('The alert of Azure Monitor has neither a rule nor an id.')
    const targets = itemsOf(essentials['alertTargetIDs'], 16).map((one) => textOf(one, 600))
    const [criterion] = itemsOf(at(context, 'condition', 'allOf'), 1)
    const dimensions = itemsOf(at(criterion, 'dimensions'), 30).map((one) => [
      textOf(at(one, 'name'), 128),
      at(one, 'value'),
    ])
    const labels = labelsOf(Object.fromEntries(dimensions), at(body, 'data', 'customProperties'), {
      severity: essentials['severity'],
      signalType: essentials['signalType'],
      monitoringService: essentials['monitoringService'],
      resourceType: essentials['targetResourceType'],
      resourceGroup: essentials['targetResourceGroup'],
      metric: at(criterion, 'metricName'),
    })
    const resources = itemsOf(essentials['configurationItems'], 16).map((one) => textOf(one, 200))
    return items([
      alertOf(
        {
          source: 'azure_monitor',
          // The end tells long ids apart: it holds the rule's name and the instance.
          key: id.slice(-255) || rule,
          isResolved: textOf(essentials['monitorCondition'], 20).toLowerCase() === 'resolved',
          severity: sev(essentials['severity']),
          title: rule || 'Alert of Azure Monitor',
          description: firstText(4000, essentials['description'], at(context, 'properties', 'title')),
          service: serviceIn(labels, resources, targets),
          entities: [...resources, ...targets.map(lastPart)],
          startedAt: essentials['firedDateTime'],
          endedAt: essentials['resolvedDateTime'],
          query: firstText(4000, at(criterion, 'searchQuery'), conditionText(criterion)),
          links: [
            ['Alert in Azure', essentials['investigationLink']],
            ['Results', at(criterion, 'linkToFilteredSearchResultsUI')],
            ['Results', at(criterion, 'linkToSearchResultsUI')],
          ],
          labels,
          raw: body,
        },
        nowMs,
      ),
    ])
  },
}

/** Sev0 to Sev4 of Azure: critical, error, warning, informational, verbose. */
function sev(value: unknown) {
  const levels = { sev0: 'critical', sev1: 'error', sev2: 'warning', sev3: 'info', sev4: 'info' } as const
  const word = textOf(value, 10).toLowerCase()
  return word === 'sev0' || word === 'sev1' || word === 'sev2' || word === 'sev3' || word === 'sev4'
    ? levels[word]
    : severityOf('error', value)
}

const lastPart = (id: string): string => id.slice(id.lastIndexOf('/') + 1)

/** A resource that is a service by its kind: web apps, container apps, functions, Application Insights roles. */
function serviceIn(
  labels: Readonly<Record<string, string>>,
  resources: readonly string[],
  targets: readonly string[],
): string {
  const role = labels['cloud/roleName'] ?? labels['cloud_RoleName'] ?? ''
  if (role !== '') return role
  const [target = ''] = targets
  const isService =
    /\/providers\/microsoft\.(?:web\/sites|app\/containerapps|insights\/components|apimanagement\/service)\//i.test(
      target,
    )
  return isService ? firstText(200, lastPart(target), resources[0]) : ''
}

function conditionText(criterion: unknown): string {
  const parts = ['timeAggregation', 'metricName', 'operator', 'threshold'].map((name) =>
    textOf(at(criterion, name), 200),
  )
  return parts[1] === '' ? '' : parts.filter((part) => part !== '').join(' ')
}
