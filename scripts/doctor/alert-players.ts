/**
 * How each sender of alerts and changes delivers: bodies in the shape its public documents show, and its signature. Kept
 * apart from the service's own decoders, so that a wrong idea of a format does not confirm itself.
 */
import { createHash, createHmac } from 'node:crypto'

export interface Occasion {
  /** Tells this alert or change from all others. */
  readonly id: string
  readonly title: string
  readonly service: string
  readonly atMs: number
  readonly isResolved: boolean
}

export interface AlertPlayer {
  readonly receives: 'alerts' | 'changes'
  readonly body: (occasion: Occasion) => unknown
  readonly headers?: (occasion: Occasion) => Readonly<Record<string, string>>
  /** Behind the URL: the mapping of a generic sender. */
  readonly query?: string
  readonly sign?: (secret: string, body: string, atMs: number) => Readonly<Record<string, string>>
  /** Why it cannot be played at all. */
  readonly cannot?: string
}

const iso = (ms: number) => new Date(ms).toISOString()
const hex = (hash: 'sha1' | 'sha256', secret: string, text: string) =>
  createHmac(hash, secret).update(text).digest('hex')

function standardWebhook(secret: string, body: string, atMs: number): Record<string, string> {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : secret
  const [id, seconds] = [`msg_${createHash('sha1').update(body).digest('hex')}`, Math.floor(atMs / 1000)]
  const code = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${code}` }
}

const prometheus = ({ id, title, service, atMs, isResolved }: Occasion) => {
  const status = isResolved ? 'resolved' : 'firing'
  const labels = { alertname: 'Doctor', service, severity: 'warning', run: id }
  const alert = {
    status,
    labels,
    annotations: { summary: title },
    startsAt: iso(atMs - 60_000),
    endsAt: isResolved ? iso(atMs) : '0001-01-01T00:00:00Z',
    generatorURL: 'http://prometheus:9090/graph?g0.expr=up+%3D%3D+0&g0.tab=1',
    fingerprint: createHash('sha256').update(id).digest('hex').slice(0, 16),
  }
  return {
    receiver: 'doctor',
    status,
    alerts: [alert],
    groupLabels: { alertname: 'Doctor' },
    commonLabels: labels,
    commonAnnotations: { summary: title },
    externalURL: 'http://alertmanager:9093',
    version: '4',
    groupKey: '{}:{alertname="Doctor"}',
    truncatedAlerts: 0,
  }
}

const ALERTS: Readonly<Record<string, Omit<AlertPlayer, 'receives'>>> = {
  alertmanager: { body: prometheus },
  grafana: {
    body: (occasion) => ({ ...prometheus(occasion), version: '1', orgId: 1, state: 'alerting', title: occasion.title }),
    sign: (secret, body, atMs) => {
      const seconds = String(Math.floor(atMs / 1000))
      return {
        'x-grafana-alerting-timestamp': seconds,
        'x-grafana-alerting-signature': hex('sha256', secret, `${seconds}:${body}`),
      }
    },
  },
  datadog: {
    body: ({ id, title, service, atMs, isResolved }) => ({
      alert_id: '1',
      cycle_key: id,
      transition: isResolved ? 'Recovered' : 'Triggered',
      priority: 'P3',
      title,
      tags: `service:${service}`,
      date: String(atMs),
      event_id: `${id}${isResolved}`,
    }),
  },
  pagerduty: {
    body: ({ id, title, service, atMs, isResolved }) => ({
      event: {
        id: `${id}${isResolved}`,
        event_type: isResolved ? 'incident.resolved' : 'incident.triggered',
        resource_type: 'incident',
        occurred_at: iso(atMs),
        data: {
          id,
          type: 'incident',
          title,
          created_at: iso(atMs - 60_000),
          urgency: 'high',
          service: { summary: service },
        },
      },
    }),
    sign: (secret, body) => ({ 'x-pagerduty-signature': `v1=${hex('sha256', secret, body)}` }),
  },
  pagerduty_events: {
    body: ({ id, title, service, isResolved }) => ({
      routing_key: 'doctor',
      event_action: isResolved ? 'resolve' : 'trigger',
      dedup_key: id,
      payload: { summary: title, source: 'doctor', severity: 'warning', component: service },
    }),
  },
  incident_io: {
    body: ({ id, title, atMs, isResolved }) => {
      const type = 'public_incident.incident_updated_v2'
      const incident_status = {
        name: isResolved ? 'Closed' : 'Investigating',
        category: isResolved ? 'closed' : 'live',
      }
      return {
        event_type: type,
        [type]: { id, name: title, incident_status, created_at: iso(atMs - 60_000), updated_at: iso(atMs) },
      }
    },
    sign: standardWebhook,
  },
  jira_service_management: {
    body: ({ id, title, service, atMs, isResolved }) => ({
      action: isResolved ? 'Close' : 'Create',
      alert: { alertId: id, message: title, tags: [`service:${service}`], priority: 'P3', createdAt: atMs - 60_000 },
      source: { name: '', type: 'API' },
      integrationName: 'doctor',
    }),
  },
  sentry: {
    headers: ({ id, isResolved }) => ({ 'sentry-hook-resource': 'metric_alert', 'request-id': `${id}${isResolved}` }),
    body: ({ id, title, service, atMs, isResolved }) => ({
      action: isResolved ? 'resolved' : 'critical',
      data: {
        description_title: title,
        metric_alert: {
          id,
          date_started: iso(atMs - 60_000),
          projects: [service],
          alert_rule: { name: title, aggregate: 'count()' },
        },
      },
    }),
    sign: (secret, body) => ({ 'sentry-hook-signature': hex('sha256', secret, body) }),
  },
  better_stack: {
    body: ({ id, title, service, atMs, isResolved }) => ({
      data: {
        id,
        type: 'incident',
        attributes: {
          name: title,
          cause: 'Status 503',
          started_at: iso(atMs - 60_000),
          resolved_at: isResolved ? iso(atMs) : null,
          metadata: { Service: [{ type: 'String', value: service }] },
        },
      },
    }),
  },
  cloudwatch: {
    body: () => ({ Type: 'Notification' }),
    cannot: 'only Amazon can sign its messages: subscribe a topic, and SNS itself shows whether it was confirmed',
  },
  azure_monitor: {
    body: ({ id, title, atMs, isResolved }) => ({
      schemaId: 'azureMonitorCommonAlertSchema',
      data: {
        essentials: {
          originAlertId: id,
          alertRule: title,
          severity: 'Sev2',
          monitorCondition: isResolved ? 'Resolved' : 'Fired',
          firedDateTime: iso(atMs - 60_000),
          ...(isResolved ? { resolvedDateTime: iso(atMs) } : {}),
        },
        alertContext: {},
      },
    }),
  },
  gcp_monitoring: {
    body: ({ id, title, service, atMs, isResolved }) => ({
      version: '1.2',
      incident: {
        incident_id: id,
        state: isResolved ? 'closed' : 'open',
        policy_name: title,
        started_at: Math.floor(atMs / 1000) - 60,
        ended_at: isResolved ? Math.floor(atMs / 1000) : 0,
        resource: { type: 'cloud_run_revision', labels: { service_name: service } },
      },
    }),
  },
  generic: {
    query: 'title=check.name&status=check.state&resolved=green',
    body: ({ id, title, service, isResolved }) => ({
      check: { name: title, state: isResolved ? 'green' : 'red' },
      service,
      key: id,
    }),
    sign: standardWebhook,
  },
}

const CHANGES: Readonly<Record<string, Omit<AlertPlayer, 'receives'>>> = {
  github: {
    headers: ({ id, isResolved }) => ({
      'x-github-event': 'deployment_status',
      'x-github-delivery': `${id}${isResolved}`,
    }),
    body: ({ id, service, atMs, isResolved }) => ({
      deployment_status: {
        state: isResolved ? 'success' : 'in_progress',
        environment: 'production',
        created_at: iso(atMs),
      },
      deployment: { id, ref: 'main', sha: createHash('sha1').update(id).digest('hex'), created_at: iso(atMs - 60_000) },
      repository: {
        name: service,
        full_name: `doctor/${service}`,
        html_url: 'https://github.com/doctor/x',
        default_branch: 'main',
      },
    }),
    sign: (secret, body) => ({ 'x-hub-signature-256': `sha256=${hex('sha256', secret, body)}` }),
  },
  gitlab: {
    headers: ({ id, isResolved }) => ({ 'idempotency-key': `${id}${isResolved}` }),
    body: ({ id, service, atMs, isResolved }) => ({
      object_kind: 'deployment',
      status: isResolved ? 'success' : 'running',
      status_changed_at: iso(atMs)
        .replace('T', ' ')
        .replace(/\.\d+Z/, ' +0000'),
      deployment_id: id,
      environment: 'production',
      project: { name: service, path_with_namespace: `doctor/${service}` },
      short_sha: 'abc12345',
      ref: 'main',
    }),
    sign: (secret) => ({ 'x-gitlab-token': secret }),
  },
  vercel: {
    body: ({ id, service, atMs, isResolved }) => ({
      id: `${id}${isResolved}`,
      type: isResolved ? 'deployment.succeeded' : 'deployment.created',
      createdAt: atMs,
      payload: { target: 'production', deployment: { id, name: service, meta: {} }, links: {} },
    }),
    sign: (secret, body) => ({ 'x-vercel-signature': hex('sha1', secret, body) }),
  },
  netlify: {
    body: ({ id, service, atMs, isResolved }) => ({
      id,
      site_id: 'doctor',
      name: service,
      state: isResolved ? 'ready' : 'building',
      context: 'production',
      created_at: iso(atMs - 60_000),
      updated_at: iso(atMs),
    }),
    sign: (secret, body) => {
      const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const sha256 = createHash('sha256').update(body).digest('hex')
      const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ iss: 'netlify', sha256 })}`
      return { 'x-webhook-signature': `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}` }
    },
  },
  argo_cd: {
    body: ({ id, service, atMs, isResolved }) => ({
      app: service,
      namespace: id,
      revision: 'abc12345',
      phase: isResolved ? 'Succeeded' : 'Running',
      startedAt: iso(atMs - 60_000),
      finishedAt: isResolved ? iso(atMs) : null,
    }),
  },
  launchdarkly: {
    body: ({ id, title, atMs, isResolved }) => ({
      _id: `${id}${isResolved}`,
      kind: 'flag',
      name: title,
      date: atMs,
      titleVerb: 'turned on the flag',
      accesses: [{ action: 'updateOn', resource: 'proj/doctor:env/production:flag/x' }],
    }),
    sign: (secret, body) => ({ 'x-ld-signature': hex('sha256', secret, body) }),
  },
  generic: {
    body: ({ id, title, service, isResolved }) => ({
      kind: 'deployment',
      title,
      service,
      key: id,
      status: isResolved ? 'succeeded' : 'started',
    }),
    sign: standardWebhook,
  },
}

/** The player of a sender. `generic` has one for alerts and one for changes. */
export function playerOf(receives: 'alerts' | 'changes', source: string): AlertPlayer | undefined {
  const players = receives === 'alerts' ? ALERTS : CHANGES
  const player = Object.hasOwn(players, source) ? players[source] : undefined
  return player === undefined ? undefined : { receives, ...player }
}

export const ALERT_SOURCES_PLAYED = Object.keys(ALERTS)
export const CHANGE_SOURCES_PLAYED = Object.keys(CHANGES)
