/** What each sender's alert becomes. */
import { describe, expect, it } from 'vitest'
import type { AlertSender, NormalizedAlert } from '../../../src/contracts/oncall-protocol.ts'
import { ALERT_FORMATS } from '../../../src/oncall/formats/index.ts'
import {
  ALERT_SAMPLES,
  alertmanagerBody,
  ENDED,
  ENDED_MS,
  eventBridgeAlarm,
  grafanaBody,
  NOW_MS,
  STARTED_MS,
  snsBody,
} from './alert-samples.ts'
import { decodeSample, itemsOf } from './decode.ts'

const alertsOf = (sender: AlertSender, body: unknown = ALERT_SAMPLES[sender].body, headers?: Record<string, string>) =>
  itemsOf(decodeSample(ALERT_FORMATS[sender], { ...ALERT_SAMPLES[sender], body, ...(headers ? { headers } : {}) }))
const only = (sender: AlertSender, body?: unknown, headers?: Record<string, string>): NormalizedAlert => {
  const [alert, ...more] = alertsOf(sender, body, headers)
  if (alert === undefined || more.length > 0) throw new Error(`${more.length + 1} alerts`)
  return alert
}

/** What people see first of an alert. */
const EXPECTED: Readonly<Record<AlertSender, Partial<NormalizedAlert>>> = {
  alertmanager: {
    dedupKey: 'alertmanager:a41c5e8d2f6b7093',
    severity: 'critical',
    title: 'CheckoutErrorsHigh: 12 % of checkouts fail',
    service: 'checkout',
    query: 'sum(rate(http_errors[5m])) > 0.05',
  },
  grafana: {
    dedupKey: 'grafana:57c6d9296de2ad39',
    severity: 'warning',
    title: 'Latency of search: p95 above 800 ms',
    service: 'search',
  },
  datadog: {
    dedupKey: 'datadog:6120955381117',
    severity: 'error',
    title: 'Queue of invoices grows on {service:invoices}',
    service: 'invoices',
    query: 'avg(last_5m):avg:invoices.queue.size{service:invoices} by {host} > 5000',
  },
  pagerduty: {
    dedupKey: 'pagerduty:Q2YKBXB3AH1MOP',
    severity: 'critical',
    title: 'Checkout does not answer',
    service: 'checkout',
  },
  pagerduty_events: {
    dedupKey: 'pagerduty_events:disk-orders-db-1',
    severity: 'critical',
    title: 'Disk of orders-db-1 is 95 % full',
    service: 'postgres',
  },
  incident_io: {
    dedupKey: 'incident_io:01HZX0FDAG4SAP5TYPT98WGR2N',
    severity: 'critical',
    title: 'Search answers nothing',
    service: 'search',
  },
  jira_service_management: {
    dedupKey: 'jira_service_management:052652ac-5d1c-464a-812a-7dd18bbf0001',
    severity: 'error',
    title: 'Payments are slow',
    service: 'payments',
  },
  sentry: {
    dedupKey: 'sentry:issue 1117540176',
    severity: 'error',
    title: 'TypeError: can\'t access property "total", cart is undefined',
    service: 'web',
  },
  better_stack: {
    dedupKey: 'better_stack:6011',
    severity: 'error',
    title: 'Shop front page: Status 503',
    service: 'front',
  },
  cloudwatch: {
    dedupKey: 'cloudwatch:arn:aws:cloudwatch:eu-central-1:210987654321:alarm:orders-db-connections-critical',
    severity: 'critical',
    title: 'orders-db-connections-critical',
    service: null,
    entities: ['orders-db-1'],
    query: 'AVERAGE(DatabaseConnections) GreaterThanThreshold 450',
  },
  azure_monitor: {
    dedupKey: 'azure_monitor:11111111_shop_microsoft.insights_metricAlerts_mail-5xx_1234',
    severity: 'error',
    title: 'mail-5xx',
    service: 'mail',
    query: 'Total Http5xx GreaterThan 25',
  },
  gcp_monitoring: {
    dedupKey: 'gcp_monitoring:0.nshop1xk9d2',
    severity: 'critical',
    title: 'Latency of recommend: p95 above 900 ms',
    service: 'recommend',
    query: 'metric.type="run.googleapis.com/request_latencies"',
  },
  generic: {
    dedupKey: 'generic:c-77',
    severity: 'error',
    title: 'Nightly export did not run',
    service: 'export',
  },
}

describe('an alert of each sender', () => {
  it.each(Object.keys(EXPECTED) as AlertSender[])('of %s has its key, title, severity, service and time', (sender) => {
    const [alert] = alertsOf(sender)
    expect(alert).toMatchObject({ source: sender, status: 'firing', endedAt: null, ...EXPECTED[sender] })
    expect(Math.abs((alert?.startedAt ?? 0) - STARTED_MS)).toBeLessThan(1000)
    expect(alert?.raw.length).toBeGreaterThan(20)
  })
})

describe('Alertmanager', () => {
  it('gives each alert of the group its own state, and counts what was left out', () => {
    const decoded = decodeSample(ALERT_FORMATS.alertmanager, { body: alertmanagerBody })
    const [firing, resolved] = itemsOf(decoded)
    expect(decoded).toMatchObject({ truncated: 3 })
    expect(firing).toMatchObject({ status: 'firing', endedAt: null })
    expect(resolved).toMatchObject({ status: 'resolved', dedupKey: 'alertmanager:d0e1f2a3b4c5d6e7' })
    expect(resolved?.endedAt).toBe(Date.UTC(2026, 4, 4, 10, 28, 41, 2))
    expect(firing?.labels).toMatchObject({ cluster: 'prod-eu', pod: 'checkout-6f7c9-x2x4q' })
    expect(firing?.links[0]).toEqual({ title: 'Runbook', url: 'https://runbooks.shop.test/checkout-errors' })
  })

  it('names the workload, never the exporter that reports it', () => {
    const labels = { alertname: 'KubePodCrashLooping', job: 'kube-state-metrics', service: 'kube-state-metrics' }
    const body = { ...alertmanagerBody, alerts: [{ labels: { ...labels, container: 'search' } }, { labels }] }
    expect(alertsOf('alertmanager', body).map(({ service }) => service)).toEqual(['search', null])
  })

  it('keys an alert without a fingerprint by its labels, in any order', () => {
    const group = (labels: object) => ({ version: '4', alerts: [{ labels }] })
    const [a, b] = [
      { alertname: 'X', pod: 'p' },
      { pod: 'p', alertname: 'X' },
    ].map((l) => only('alertmanager', group(l)))
    expect(a?.dedupKey).toBe(b?.dedupKey)
    expect(only('alertmanager', group({ alertname: 'X', pod: 'q' })).dedupKey).not.toBe(a?.dedupKey)
  })

  it('refuses other versions and other bodies', () => {
    for (const body of [{ ...alertmanagerBody, version: '3' }, { version: '4' }, {}])
      expect(decodeSample(ALERT_FORMATS.alertmanager, { body })).toMatchObject({ kind: 'refused' })
  })
})

describe('what ends an alert, and what is no alert', () => {
  const sampleBody = (sender: AlertSender) => JSON.stringify(ALERT_SAMPLES[sender].body)
  const changed = (sender: AlertSender, ...pairs: readonly (readonly [string, string])[]): unknown =>
    JSON.parse(pairs.reduce((text, [from, to]) => text.replace(from, to), sampleBody(sender)))

  const ENDINGS: readonly (readonly [string, AlertSender, unknown])[] = [
    [
      'Grafana',
      'grafana',
      { ...grafanaBody, alerts: [{ ...grafanaBody.alerts[0], status: 'resolved', endsAt: ENDED }] },
    ],
    ['Datadog', 'datadog', changed('datadog', ['"Triggered"', '"Recovered"'], ['"error"', '"success"'])],
    ['PagerDuty', 'pagerduty', changed('pagerduty', ['incident.triggered', 'incident.resolved'])],
    ['Events API v2', 'pagerduty_events', { event_action: 'resolve', dedup_key: 'disk-orders-db-1' }],
    ['incident.io', 'incident_io', changed('incident_io', ['"category":"live"', '"category":"closed"'])],
    ['Jira Service Management', 'jira_service_management', changed('jira_service_management', ['"Create"', '"Close"'])],
    ['Better Stack', 'better_stack', changed('better_stack', ['"resolved_at":null', `"resolved_at":"${ENDED}"`])],
    ['CloudWatch through EventBridge', 'cloudwatch', snsBody(eventBridgeAlarm)],
    ['Azure', 'azure_monitor', changed('azure_monitor', ['"Fired"', '"Resolved"'])],
    [
      'Google Cloud',
      'gcp_monitoring',
      changed('gcp_monitoring', ['"open"', '"closed"'], ['"ended_at":0', `"ended_at":${ENDED_MS / 1000}`]),
    ],
    ['generic', 'generic', changed('generic', ['"red"', '"green"'])],
  ]

  it.each(ENDINGS)('%s closes what it opened: the same key, resolved, with an end', (_, sender, body) => {
    const opened = alertsOf(sender)[0]
    const closed = alertsOf(sender, body)[0]
    expect(closed).toMatchObject({ status: 'resolved', dedupKey: opened?.dedupKey })
    expect(closed?.endedAt).toBeGreaterThanOrEqual(closed?.startedAt ?? Number.NaN)
  })

  it('a resolved issue of Sentry closes what its issue alert opened', () => {
    const body = {
      action: 'resolved',
      data: { issue: { id: '1117540176', title: 'TypeError', project: { slug: 'web' } } },
    }
    const closed = only('sentry', body, { 'sentry-hook-resource': 'issue' })
    expect(closed).toMatchObject({ status: 'resolved', dedupKey: only('sentry').dedupKey, service: 'web' })
  })

  it('metric alerts of Sentry say their level, query and end', () => {
    const metric = (action: string, date_closed: string | null) => ({
      action,
      data: {
        description_text: '1000 events in the last 10 minutes',
        description_title: `${action}: Too many errors`,
        web_url: 'https://sentry.io/organizations/shop/alerts/7/',
        metric_alert: {
          id: '7',
          identifier: '7',
          date_started: '2026-05-04T10:15:02.113Z',
          date_closed,
          projects: ['web'],
          alert_rule: {
            id: '90',
            name: 'Too many errors',
            aggregate: 'count()',
            query: 'level:error',
            environment: 'production',
          },
        },
      },
    })
    const headers = { 'sentry-hook-resource': 'metric_alert' }
    const opened = only('sentry', metric('critical', null), headers)
    expect(opened).toMatchObject({
      severity: 'critical',
      service: 'web',
      query: 'count() where level:error',
      status: 'firing',
    })
    const closed = only('sentry', metric('resolved', ENDED), headers)
    expect(closed).toMatchObject({ status: 'resolved', dedupKey: opened.dedupKey, endedAt: ENDED_MS })
  })

  it('alerts of incident.io itself are read as well', () => {
    const type = 'public_alert.alert_created_v1'
    const alert = {
      id: '01H9',
      title: 'Disk full',
      status: 'firing',
      deduplication_key: 'disk-7',
      source_url: 'https://checks.shop.test/7',
      created_at: '2026-05-04T10:15:02Z',
      attributes: [{ attribute: { name: 'Service' }, value: { label: 'orders' } }],
    }
    expect(only('incident_io', { event_type: type, [type]: alert })).toMatchObject({
      dedupKey: 'incident_io:disk-7',
      service: 'orders',
      startedAt: STARTED_MS,
    })
  })

  it.each([
    ['an acknowledgement of the Events API', 'pagerduty_events', { event_action: 'acknowledge', dedup_key: 'x' }],
    ['a note of PagerDuty', 'pagerduty', changed('pagerduty', ['incident.triggered', 'incident.annotated'])],
    ['a ping of PagerDuty', 'pagerduty', changed('pagerduty', ['incident.triggered', 'pagey.ping'])],
    ['a private incident of incident.io', 'incident_io', { event_type: 'private_incident.incident_created_v2' }],
    [
      'a note of Jira Service Management',
      'jira_service_management',
      changed('jira_service_management', ['"Create"', '"AddNote"']),
    ],
    ['a monitor of Better Stack', 'better_stack', changed('better_stack', ['"type":"incident"', '"type":"monitor"'])],
    ['a confirmation of SNS', 'cloudwatch', { Type: 'SubscriptionConfirmation' }],
    ['a text on the topic of SNS', 'cloudwatch', snsBody('hello')],
    ['the test of Google Cloud', 'gcp_monitoring', changed('gcp_monitoring', ['"1.2"', '"test"'])],
    [
      'the test button of Grafana',
      'grafana',
      { alerts: [{ status: 'firing', labels: { alertname: 'TestAlert', instance: 'Grafana' } }] },
    ],
  ] as const)('%s is accepted and is nothing', (_, sender, body) => {
    expect(decodeSample(ALERT_FORMATS[sender], { ...ALERT_SAMPLES[sender], body })).toMatchObject({ kind: 'nothing' })
  })

  it('a test of Grafana with labels of somebody’s own is an alert, and so is one beside another', () => {
    const test = { status: 'firing', labels: { alertname: 'TestAlert', instance: 'Grafana' } }
    const own = { status: 'firing', labels: { alertname: 'TestAlert', instance: 'web-1' } }
    for (const alerts of [[own], [test, own]])
      expect(decodeSample(ALERT_FORMATS.grafana, { body: { alerts } })).toMatchObject({ kind: 'items' })
  })

  it.each(Object.keys(ALERT_FORMATS) as AlertSender[])('a body of somebody else is refused by %s', (sender) => {
    const decoded = decodeSample(ALERT_FORMATS[sender], { body: { hello: 'world' } })
    expect(decoded.kind).toBe('refused')
  })
})

describe('what is stored of a sender’s text', () => {
  it('keeps no routing key of PagerDuty', () => {
    expect(only('pagerduty_events').raw).not.toContain('R0UT1NGK3Y')
  })

  it('is cut to the bounds of the protocol and is well formed', () => {
    const long = '\ud83d\ude00\u0000x'.repeat(1_000)
    const labels = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`label_${i}${long}`, long]))
    const body = {
      version: '4',
      alerts: [{ labels, annotations: { summary: long, description: long }, fingerprint: long }],
    }
    const alert = only('alertmanager', body)
    expect([alert.title.length <= 300, alert.description.length <= 4000, Object.keys(alert.labels).length]).toEqual([
      true,
      true,
      64,
    ])
    expect(new TextEncoder().encode(alert.raw).byteLength).toBeLessThanOrEqual(16_384)
    expect([alert.title, alert.description, alert.raw].every((text) => text.isWellFormed())).toBe(true)
    expect(alert.title).not.toContain('\u0000')
  })

  it('has times of this century that are not in the future; else the time of the delivery', () => {
    for (const startsAt of ['0001-01-01T00:00:00Z', 'soon', '2999-01-01T00:00:00Z', 0, -5, null, {}, '1e999'])
      expect(only('alertmanager', { alerts: [{ labels: { alertname: 'x' }, startsAt }] }).startedAt).toBe(NOW_MS)
  })

  it('takes labels called like parts of the language for labels', () => {
    const text = '{"alerts":[{"labels":{"alertname":"x","__proto__":"a","constructor":"b","toString":"c"}}]}'
    const { labels, service } = only('alertmanager', text)
    expect(Object.entries(labels).sort()).toEqual([
      ['__proto__', 'a'],
      ['alertname', 'x'],
      ['constructor', 'b'],
      ['toString', 'c'],
    ])
    expect(service).toBeNull()
    const body = JSON.stringify({ event_type: 'constructor', constructor: { id: 'x' } })
    expect(decodeSample(ALERT_FORMATS.incident_io, { body }).kind).toBe('nothing')
  })

  it('links to http and https alone', () => {
    const alert = {
      labels: { alertname: 'x' },
      generatorURL: 'javascript:alert(1)',
      annotations: { runbook_url: 'file:///etc' },
    }
    expect(only('alertmanager', { alerts: [alert] }).links).toEqual([])
  })
})
