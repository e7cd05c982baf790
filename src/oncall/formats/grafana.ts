/**
 * Grafana Alerting's webhook contact point
 * (https://grafana.com/docs/grafana/latest/alerting/configure-notifications/manage-contact-points/integrations/webhook-notifier/).
 */
import { decodeGroup } from './alertmanager.ts'
import { type AlertFormat, refused } from './format.ts'
import { at } from './reading.ts'

export const grafana: AlertFormat = {
  source: 'grafana',
  decode: ({ body, nowMs }) => {
    if (!Array.isArray(body['alerts']))
      return refused('This is no webhook of Grafana Alerting: it has no list of alerts.')
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
