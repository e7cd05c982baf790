/**
 * Prometheus Alertmanager, webhook version 4
 * (https://prometheus.io/docs/alerting/latest/configuration/#webhook_config). One delivery is a group of alerts.
 */
import type { NormalizedAlert } from '../../contracts/oncall-protocol.ts'
import { alertOf } from './alert.ts'
import { type AlertFormat, ITEMS_MAX, items, madeOf, refused } from './format.ts'
import { labelsOf } from './labels.ts'
import { at, fieldsOf, firstText, itemsOf, numberOf, textOf } from './reading.ts'
import { severityOf } from './severity.ts'

/** What Grafana's body has besides: it is Alertmanager's with more fields. */
export interface PrometheusFlavour {
  readonly source: 'alertmanager' | 'grafana'
  readonly linksOf: (alert: unknown, group: unknown) => readonly (readonly [string, unknown])[]
}

export const alertmanager: AlertFormat = {
  source: 'alertmanager',
  decode: ({ body, nowMs }) => {
    if (!Array.isArray(body['alerts'])) return refused('This is no webhook of Alertmanager: it has no list of alerts.')
    const version = textOf(body['version'], 10)
    if (version !== '' && version !== '4') return refused('Only version 4 of the webhook of Alertmanager is read.')
    const flavour: PrometheusFlavour = {
      source: 'alertmanager',
      linksOf: (alert, group) => [
        ['Runbook', at(alert, 'annotations', 'runbook_url')],
        ['Dashboard', at(alert, 'annotations', 'dashboard_url')],
        ['Query in Prometheus', at(alert, 'generatorURL')],
        ['Alertmanager', at(group, 'externalURL')],
      ],
    }
    return decodeGroup(body, flavour, nowMs)
  },
}

/** All alerts of a group; those that Alertmanager left out and those above our limit are counted. */
export function decodeGroup(body: unknown, flavour: PrometheusFlavour, nowMs: number) {
  const all = at(body, 'alerts')
  const listed = itemsOf(all, ITEMS_MAX)
  const excess = Array.isArray(all) ? all.length - listed.length : 0
  const truncated = Math.max(0, Math.trunc(numberOf(at(body, 'truncatedAlerts')) ?? 0))
  return items(
    madeOf(listed, (alert) => decodeOne(alert, body, flavour, nowMs)),
    truncated + excess,
  )
}

function decodeOne(alert: unknown, group: unknown, flavour: PrometheusFlavour, nowMs: number): NormalizedAlert {
  const labels = labelsOf(at(alert, 'labels'), at(group, 'commonLabels'))
  const annotations = fieldsOf(at(alert, 'annotations'))
  const common = fieldsOf(at(group, 'commonAnnotations'))
  const name = labels['alertname'] ?? ''
  const summary = firstText(300, annotations['summary'], annotations['message'], common['summary'])
  return alertOf(
    {
      source: flavour.source,
      key: textOf(at(alert, 'fingerprint'), 64) || labelKey(labels),
      isResolved: firstText(20, at(alert, 'status'), at(group, 'status')) === 'resolved',
      severity: severityOf('warning', labels['severity'], labels['priority'], labels['level']),
      title: [name, summary].filter((part) => part !== '').join(': '),
      description: firstText(4000, annotations['description'], common['description'], annotations['message']),
      startedAt: at(alert, 'startsAt'),
      endedAt: at(alert, 'endsAt'),
      query: expressionOf(at(alert, 'generatorURL')),
      links: flavour.linksOf(alert, group),
      labels,
      raw: alert,
    },
    nowMs,
  )
}

/** Old versions send no fingerprint: an alert is its labels. */
const labelKey = (labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join(',')

/** Prometheus writes the rule's expression into the address of its graph. */
function expressionOf(generatorUrl: unknown): string {
  const text = textOf(generatorUrl, 8192)
  return URL.canParse(text) ? (new URL(text).searchParams.get('g0.expr') ?? '') : ''
}
