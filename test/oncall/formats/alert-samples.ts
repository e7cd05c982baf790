/** One body of each sender of alerts, in the shape its public documents show, with values of our own. */
import type { AlertSender } from '../../../src/contracts/oncall-protocol.ts'

export interface Sample {
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: string
  readonly body: unknown
}

export const NOW_MS = Date.UTC(2026, 4, 4, 10, 30)
export const STARTED_MS = Date.UTC(2026, 4, 4, 10, 15, 2)
export const STARTED = '2026-05-04T10:15:02Z'
export const ENDED_MS = Date.UTC(2026, 4, 4, 10, 28, 41)
export const ENDED = '2026-05-04T10:28:41Z'

const prometheusAlert = {
  status: 'firing',
  labels: {
    alertname: 'CheckoutErrorsHigh',
    namespace: 'shop',
    service: 'checkout',
    pod: 'checkout-6f7c9-x2x4q',
    severity: 'critical',
  },
  annotations: {
    summary: '12 % of checkouts fail',
    description: 'More than 5 % of the requests to checkout answer 5xx for 5 minutes.',
    runbook_url: 'https://runbooks.shop.test/checkout-errors',
  },
  startsAt: '2026-05-04T10:15:02.113Z',
  endsAt: '0001-01-01T00:00:00Z',
  generatorURL: 'http://prometheus-0:9090/graph?g0.expr=sum%28rate%28http_errors%5B5m%5D%29%29+%3E+0.05&g0.tab=1',
  fingerprint: 'a41c5e8d2f6b7093',
}

export const alertmanagerBody = {
  version: '4',
  groupKey: '{}/{severity="critical"}:{alertname="CheckoutErrorsHigh"}',
  truncatedAlerts: 3,
  status: 'firing',
  receiver: 'observability-agent',
  groupLabels: { alertname: 'CheckoutErrorsHigh' },
  commonLabels: { alertname: 'CheckoutErrorsHigh', cluster: 'prod-eu', severity: 'critical' },
  commonAnnotations: {},
  externalURL: 'http://alertmanager-0:9093',
  alerts: [
    prometheusAlert,
    {
      ...prometheusAlert,
      status: 'resolved',
      labels: { ...prometheusAlert.labels, pod: 'checkout-6f7c9-b81kk' },
      endsAt: '2026-05-04T10:28:41.002Z',
      fingerprint: 'd0e1f2a3b4c5d6e7',
    },
  ],
}

export const grafanaBody = {
  receiver: 'agent',
  status: 'firing',
  orgId: 1,
  alerts: [
    {
      status: 'firing',
      labels: { alertname: 'Latency of search', grafana_folder: 'Shop', service_name: 'search', severity: 'warning' },
      annotations: { summary: 'p95 above 800 ms', description: 'Search is slow.' },
      startsAt: '2026-05-04T12:15:02+02:00',
      endsAt: '0001-01-01T00:00:00Z',
      values: { A: 912.5, C: 1 },
      generatorURL: 'https://grafana.shop.test/alerting/grafana/be1x/view?orgId=1',
      fingerprint: '57c6d9296de2ad39',
      silenceURL: 'https://grafana.shop.test/alerting/silence/new?alertmanager=grafana&matcher=alertname%3DLatency',
      dashboardURL: 'https://grafana.shop.test/d/search?orgId=1',
      panelURL: 'https://grafana.shop.test/d/search?orgId=1&viewPanel=2',
      imageURL: '',
      valueString: "[ var='A' labels={service_name=search} value=912.5 ]",
    },
  ],
  groupLabels: { alertname: 'Latency of search', grafana_folder: 'Shop' },
  commonLabels: { alertname: 'Latency of search', grafana_folder: 'Shop' },
  commonAnnotations: {},
  externalURL: 'https://grafana.shop.test/',
  version: '1',
  groupKey: '{}:{alertname="Latency of search", grafana_folder="Shop"}',
  truncatedAlerts: 0,
  title: '[FIRING:1] Latency of search Shop',
  state: 'alerting',
  message: '**Firing**\n\nValue: A=912.5',
}

const alarm = {
  AlarmName: 'orders-db-connections-critical',
  AlarmDescription: 'Connections of the orders database',
  AWSAccountId: '210987654321',
  AlarmConfigurationUpdatedTimestamp: '2026-01-12T08:00:00.000+0000',
  NewStateValue: 'ALARM',
  NewStateReason: 'Threshold Crossed: 1 datapoint [498.0] was greater than the threshold (450.0).',
  StateChangeTime: '2026-05-04T10:15:02.000+0000',
  Region: 'EU (Frankfurt)',
  AlarmArn: 'arn:aws:cloudwatch:eu-central-1:210987654321:alarm:orders-db-connections-critical',
  OldStateValue: 'OK',
  OKActions: [],
  AlarmActions: ['arn:aws:sns:eu-central-1:210987654321:alarms'],
  InsufficientDataActions: [],
  Trigger: {
    MetricName: 'DatabaseConnections',
    Namespace: 'AWS/RDS',
    StatisticType: 'Statistic',
    Statistic: 'AVERAGE',
    Unit: null,
    Dimensions: [{ value: 'orders-db-1', name: 'DBInstanceIdentifier' }],
    Period: 60,
    EvaluationPeriods: 1,
    ComparisonOperator: 'GreaterThanThreshold',
    Threshold: 450.0,
    TreatMissingData: 'missing',
    EvaluateLowSampleCountPercentile: '',
  },
}

export const snsBody = (message: unknown = alarm) => ({
  Type: 'Notification',
  MessageId: 'b2f1c8de-7c7c-5a0e-9f5a-94c1d2f0a111',
  TopicArn: 'arn:aws:sns:eu-central-1:210987654321:alarms',
  Subject: 'ALARM: "orders-db-connections-critical" in EU (Frankfurt)',
  Message: typeof message === 'string' ? message : JSON.stringify(message),
  Timestamp: '2026-05-04T10:15:03.412Z',
  SignatureVersion: '1',
  Signature: 'c2lnbmF0dXJl',
  SigningCertURL:
    'https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem',
  UnsubscribeURL: 'https://sns.eu-central-1.amazonaws.com/?Action=Unsubscribe&SubscriptionArn=arn:aws:sns:x',
})

export const eventBridgeAlarm = {
  version: '0',
  id: 'c4c1c1c9-6542-e61b-6ef0-8c4d36933a92',
  'detail-type': 'CloudWatch Alarm State Change',
  source: 'aws.cloudwatch',
  account: '210987654321',
  time: '2026-05-04T10:28:41Z',
  region: 'eu-central-1',
  resources: ['arn:aws:cloudwatch:eu-central-1:210987654321:alarm:orders-db-connections-critical'],
  detail: {
    alarmName: 'orders-db-connections-critical',
    configuration: {
      description: 'Connections of the orders database',
      metrics: [
        {
          id: 'm1',
          metricStat: {
            metric: {
              namespace: 'AWS/RDS',
              name: 'DatabaseConnections',
              dimensions: { DBInstanceIdentifier: 'orders-db-1' },
            },
            period: 60,
            stat: 'Average',
          },
          returnData: true,
        },
      ],
    },
    previousState: { value: 'ALARM', timestamp: '2026-05-04T10:15:02.000+0000' },
    state: { value: 'OK', reason: 'Threshold Crossed: 1 datapoint [120.0]', timestamp: '2026-05-04T10:28:41.000+0000' },
  },
}

export const ALERT_SAMPLES: Readonly<Record<AlertSender, Sample>> = {
  alertmanager: { body: alertmanagerBody },
  grafana: { body: grafanaBody },
  datadog: {
    body: {
      alert_id: '88123456',
      cycle_key: '6120955381117',
      aggregation_key: '9bd4ac313a4d1e8fae2482df7b77628',
      transition: 'Triggered',
      type: 'error',
      priority: 'P2',
      title: 'Queue of invoices grows on {service:invoices}',
      event_title: '[Triggered] Queue of invoices grows',
      message: 'Nothing takes from the queue. @webhook-agent',
      status: 'invoices.queue.size over service:invoices was > 5000 on average during the last 5m.',
      query: 'avg(last_5m):avg:invoices.queue.size{service:invoices} by {host} > 5000',
      metric: 'invoices.queue.size',
      scope: 'host:ip-10-1-2-3,service:invoices',
      tags: 'env:prod,monitor,service:invoices,team:billing',
      hostname: 'ip-10-1-2-3',
      last_updated: '1777889702000',
      date: '1777889702000',
      link: 'https://app.datadoghq.eu/monitors/88123456?group=host%3Aip-10-1-2-3',
      snapshot: 'null',
      event_id: '7421987654321',
    },
  },
  pagerduty: {
    headers: { 'x-webhook-subscription': 'PXYZ123' },
    body: {
      event: {
        id: '01DEN4HPBQAAAG05V5QQYBRZMF',
        event_type: 'incident.triggered',
        resource_type: 'incident',
        occurred_at: '2026-05-04T10:15:03.000Z',
        agent: { html_url: 'https://shop.pagerduty.com/users/PU1', id: 'PU1', type: 'user_reference', summary: 'Kim' },
        client: null,
        data: {
          id: 'Q2YKBXB3AH1MOP',
          type: 'incident',
          self: 'https://api.pagerduty.com/incidents/Q2YKBXB3AH1MOP',
          html_url: 'https://shop.pagerduty.com/incidents/Q2YKBXB3AH1MOP',
          number: 2147,
          status: 'triggered',
          incident_key: 'checkout-down',
          created_at: STARTED,
          title: 'Checkout does not answer',
          service: {
            html_url: 'https://shop.pagerduty.com/services/PSVC1',
            id: 'PSVC1',
            type: 'service_reference',
            summary: 'checkout',
          },
          assignees: [],
          escalation_policy: { id: 'PEP1', type: 'escalation_policy_reference', summary: 'Shop on call' },
          teams: [],
          priority: { id: 'PPR1', type: 'priority_reference', summary: 'P1' },
          urgency: 'high',
          conference_bridge: null,
          resolve_reason: null,
        },
      },
    },
  },
  pagerduty_events: {
    body: {
      routing_key: 'R0UT1NGK3Y00000000000000000000AB',
      event_action: 'trigger',
      dedup_key: 'disk-orders-db-1',
      client: 'Nightly checks',
      client_url: 'https://checks.shop.test',
      payload: {
        summary: 'Disk of orders-db-1 is 95 % full',
        timestamp: '2026-05-04T10:15:02.000+0000',
        source: 'orders-db-1',
        severity: 'critical',
        component: 'postgres',
        group: 'prod-datapipe',
        class: 'disk',
        custom_details: { free: '5 %', path: '/var/lib/postgresql' },
      },
      links: [{ href: 'https://wiki.shop.test/disk', text: 'Runbook' }],
      images: [],
    },
  },
  incident_io: {
    headers: { 'webhook-id': 'msg_2mJ8a' },
    body: {
      event_type: 'public_incident.incident_created_v2',
      'public_incident.incident_created_v2': {
        id: '01HZX0FDAG4SAP5TYPT98WGR2N',
        reference: 'INC-312',
        name: 'Search answers nothing',
        summary: 'Customers see empty result pages.',
        severity: { id: '01H1', name: 'Critical', rank: 3, description: '' },
        incident_status: { id: '01H2', name: 'Investigating', category: 'live', rank: 1 },
        incident_type: { id: '01H3', name: 'Production' },
        mode: 'standard',
        visibility: 'public',
        permalink: 'https://app.incident.io/shop/incidents/312',
        custom_field_entries: [
          {
            custom_field: { id: '01H4', name: 'Affected service', field_type: 'single_select' },
            values: [{ value_option: { id: '01H5', value: 'search' } }],
          },
          { custom_field: { id: '01H6', name: 'Service' }, values: [{ value_catalog_entry: { name: 'search' } }] },
        ],
        incident_timestamp_values: [],
        created_at: STARTED,
        updated_at: '2026-05-04T10:16:00Z',
      },
    },
  },
  jira_service_management: {
    body: {
      source: { name: '', type: 'API' },
      alert: {
        alertId: '052652ac-5d1c-464a-812a-7dd18bbf0001',
        alias: 'payments-latency',
        tinyId: '231',
        message: 'Payments are slow',
        description: 'p99 of payments is above 4 s.',
        priority: 'P2',
        tags: ['service:payments', 'prod'],
        teams: ['t1'],
        entity: 'payments-7',
        source: 'uptime checks',
        createdAt: STARTED_MS,
        updatedAt: 1777889702113000000,
        username: 'checks',
        details: { region: 'eu-central-1' },
      },
      action: 'Create',
      integrationId: '37c8f316-17c6-49d7-899b-9c7e540c0000',
      integrationName: 'Webhook',
    },
  },
  sentry: {
    headers: { 'sentry-hook-resource': 'event_alert', 'request-id': 'd1c2b3a4' },
    body: {
      action: 'triggered',
      installation: { uuid: 'a8e5d37a-696c-4c54-adb5-b3f28d640000' },
      actor: { type: 'application', id: 'sentry', name: 'Sentry' },
      data: {
        event: {
          event_id: 'e4874d664c3540c1a32eab185f12c5ab',
          project: 1,
          issue_id: '1117540176',
          title: 'TypeError: can\'t access property "total", cart is undefined',
          message: '',
          culprit: 'cart/summary in render',
          level: 'error',
          platform: 'javascript',
          environment: 'production',
          release: 'web@2026.5.4',
          datetime: '2026-05-04T10:15:02.113000Z',
          timestamp: 1777889702.113,
          tags: [
            ['browser', 'Firefox 150'],
            ['server_name', 'web-3'],
            ['service', 'web'],
          ],
          url: 'https://sentry.io/api/0/projects/shop/web/events/e4874d664c3540c1a32eab185f12c5ab/',
          web_url: 'https://sentry.io/organizations/shop/issues/1117540176/events/e4874d664c3540c1a32eab185f12c5ab/',
          issue_url: 'https://sentry.io/api/0/issues/1117540176/',
        },
        triggered_rule: 'Errors in the cart',
      },
    },
  },
  better_stack: {
    body: {
      data: {
        id: '6011',
        type: 'incident',
        attributes: {
          name: 'Shop front page',
          url: 'https://www.shop.test/',
          http_method: 'get',
          cause: 'Status 503',
          incident_group_id: null,
          started_at: '2026-05-04T10:15:02.113Z',
          acknowledged_at: null,
          resolved_at: null,
          status: 'Started',
          team_name: 'Shop',
          response_content: 'upstream connect error',
          origin_url: 'https://uptime.betterstack.com/team/1/incidents/6011',
          screenshot_url: null,
          regions: ['eu', 'us'],
          metadata: { Service: [{ type: 'String', value: 'front' }] },
        },
        relationships: { monitor: { data: { id: '25', type: 'monitor' } } },
      },
      included: [
        {
          id: '25',
          type: 'monitor',
          attributes: { url: 'https://www.shop.test/', pronounceable_name: 'Shop front page' },
        },
      ],
    },
  },
  cloudwatch: { headers: { 'x-amz-sns-message-type': 'Notification' }, body: snsBody() },
  azure_monitor: {
    body: {
      schemaId: 'azureMonitorCommonAlertSchema',
      data: {
        essentials: {
          alertId:
            '/subscriptions/11111111-2222-3333-4444-555555555555/providers/Microsoft.AlertsManagement/alerts/b9569717',
          alertRule: 'mail-5xx',
          severity: 'Sev1',
          signalType: 'Metric',
          monitorCondition: 'Fired',
          monitoringService: 'Platform',
          alertTargetIDs: [
            '/subscriptions/11111111-2222-3333-4444-555555555555/resourcegroups/shop/providers/microsoft.web/sites/mail',
          ],
          configurationItems: ['mail'],
          originAlertId: '11111111_shop_microsoft.insights_metricAlerts_mail-5xx_1234',
          firedDateTime: '2026-05-04T10:15:02.3713213Z',
          description: 'Answers with 5xx of mail',
          essentialsVersion: '1.0',
          alertContextVersion: '1.0',
          investigationLink: 'https://portal.azure.com/#view/alert/b9569717',
        },
        alertContext: {
          properties: null,
          conditionType: 'SingleResourceMultipleMetricCriteria',
          condition: {
            windowSize: 'PT5M',
            allOf: [
              {
                metricName: 'Http5xx',
                metricNamespace: 'Microsoft.Web/sites',
                operator: 'GreaterThan',
                threshold: '25',
                timeAggregation: 'Total',
                dimensions: [{ name: 'Instance', value: 'RD281878' }],
                metricValue: 91,
              },
            ],
          },
        },
        customProperties: { team: 'mail' },
      },
    },
  },
  gcp_monitoring: {
    body: {
      version: '1.2',
      incident: {
        incident_id: '0.nshop1xk9d2',
        scoping_project_id: 'shop-prod',
        scoping_project_number: 365415240001,
        url: 'https://console.cloud.google.com/monitoring/alerting/alerts/0.nshop1xk9d2?project=shop-prod',
        started_at: STARTED_MS / 1000,
        ended_at: 0,
        state: 'open',
        severity: 'Critical',
        summary: 'Request latency for shop-prod recommend is above the threshold of 900.000 with a value of 2110.000.',
        observed_value: '2110.000',
        threshold_value: '900',
        resource: {
          type: 'cloud_run_revision',
          labels: { project_id: 'shop-prod', service_name: 'recommend', revision_name: 'recommend-00042-xyz' },
        },
        resource_type_display_name: 'Cloud Run Revision',
        resource_id: '',
        resource_display_name: 'recommend',
        resource_name: 'shop-prod Cloud Run Revision labels {service_name=recommend}',
        metric: { type: 'run.googleapis.com/request_latencies', displayName: 'Request Latency', labels: {} },
        metadata: { system_labels: {}, user_labels: {} },
        policy_name: 'Latency of recommend',
        policy_user_labels: { team: 'ml' },
        condition_name: 'p95 above 900 ms',
        condition: {
          name: 'projects/shop-prod/alertPolicies/1/conditions/2',
          displayName: 'p95 above 900 ms',
          conditionThreshold: {
            filter: 'metric.type="run.googleapis.com/request_latencies"',
            comparison: 'COMPARISON_GT',
          },
        },
        documentation: { content: 'See the runbook.', mime_type: 'text/markdown' },
      },
    },
  },
  generic: {
    query: 'title=check.name&service=check.labels.app&status=check.state&resolved=green&key=check.id',
    body: {
      check: {
        id: 'c-77',
        name: 'Nightly export did not run',
        state: 'red',
        priority: 'high',
        labels: { app: 'export' },
      },
      severity: 'high',
      started_at: STARTED,
      url: 'https://checks.shop.test/c-77',
    },
  },
}
