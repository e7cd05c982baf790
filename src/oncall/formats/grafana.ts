/**
 * Grafana Alerting's webhook contact point
 * (https://grafana.com/docs/grafana/latest/alerting/configure-notifications/manage-contact-points/integrations/webhook-notifier/).
 */
import { decodeGroup } from './alertmanager.ts'
import { type AlertFormat, nothing, refused } from './format.ts'
import { at, itemsOf } from './reading.ts'

export const grafana: AlertFormat = {
  source: 'grafana',
  decode: ({ body, nowMs }) => {
    if (!Array.isArray(body['alerts']))
      return refused('This is no webhook of Grafana Alerting: it has no list of alerts.')
    if (isTest(body)) return nothing('It is a test of the contact point, which arrived.')
    return decodeGroup(
      body,
      {
        source: 'grafana',
        linksOf: (alert) => [
          ['Runbook', at(alert, 'annotations', 'runbook_url')],
          ['Dashboard', at(alert, 'dashboardURL')],
          ['Panel', at(alert, 'panelURL')],
          ['Alert rule', at(alert, 'generatorURL')],
          ['Silence', at(alert, 'silenceURL')],
        ],
      },
      nowMs,
    )
  },
}

/** The alert that the button Test offers. Somebody who gives it other labels wants to see what comes of an alert. */
function isTest(body: unknown): boolean {
  const alerts = itemsOf(at(body, 'alerts'), 2)
  const [alert] = alerts
  return (
    alerts.length === 1 &&
    at(alert, 'labels', 'alertname') === 'TestAlert' &&
    at(alert, 'labels', 'instance') === 'Grafana'
  )
}
