/** The formats, by the name in the path of the delivery. */
import type { AlertSender } from '../../contracts/oncall-protocol.ts'
import { alertmanager } from './alertmanager.ts'
import { argoCd } from './argo-cd.ts'
import { azureMonitor } from './azure-monitor.ts'
import { betterStack } from './better-stack.ts'
import { cloudwatch } from './cloudwatch.ts'
import { datadog } from './datadog.ts'
import type { AlertFormat, ChangeFormat } from './format.ts'
import { gcpMonitoring } from './gcp-monitoring.ts'
import { genericAlert } from './generic-alert.ts'
import { genericChange } from './generic-change.ts'
import { github } from './github.ts'
import { gitlab } from './gitlab.ts'
import { grafana } from './grafana.ts'
import { incidentIo } from './incident-io.ts'
import { jiraServiceManagement } from './jira-service-management.ts'
import { launchdarkly } from './launchdarkly.ts'
import { netlify } from './netlify.ts'
import { pagerduty } from './pagerduty.ts'
import { pagerdutyEvents } from './pagerduty-events.ts'
import { sentry } from './sentry.ts'
import { vercel } from './vercel.ts'

export const CHANGE_SENDERS = ['github', 'gitlab', 'vercel', 'netlify', 'argo_cd', 'launchdarkly', 'generic'] as const
export type ChangeSender = (typeof CHANGE_SENDERS)[number]

export const ALERT_FORMATS: Readonly<Record<AlertSender, AlertFormat>> = {
  alertmanager,
  grafana,
  datadog,
  pagerduty,
  pagerduty_events: pagerdutyEvents,
  incident_io: incidentIo,
  jira_service_management: jiraServiceManagement,
  sentry,
  better_stack: betterStack,
  cloudwatch,
  azure_monitor: azureMonitor,
  gcp_monitoring: gcpMonitoring,
  generic: genericAlert,
}

export const CHANGE_FORMATS: Readonly<Record<ChangeSender, ChangeFormat>> = {
  github,
  gitlab,
  vercel,
  netlify,
  argo_cd: argoCd,
  launchdarkly,
  generic: genericChange,
}
