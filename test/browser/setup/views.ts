/** The views of Explore and Setup: their addresses, and what each shows once its data are there. */

export interface ViewAddress {
  /** As a file is named. */
  readonly name: string
  /** Below `/console`. */
  readonly path: string
  readonly shown: string
}

export const VIEWS: readonly ViewAddress[] = [
  { name: 'logs', path: '/logs?from=now-24h', shown: 'lines, more below' },
  { name: 'log-patterns', path: '/logs?from=now-24h&show=patterns&compared=true', shown: 'An example' },
  { name: 'logs-live', path: '/logs?show=live', shown: 'Waiting for lines' },
  { name: 'traces', path: '/traces?from=now-24h', shown: 'spans, more below' },
  {
    name: 'metrics',
    path: '/metrics?from=now-6h&metric=process.cpu.utilization&by=service',
    shown: 'avg of process.cpu.utilization',
  },
  { name: 'services', path: '/services?from=now-24h', shown: 'A box: spans per second' },
  { name: 'setup', path: '/setup', shown: 'What would help most' },
  { name: 'setup-sources', path: '/setup/sources', shown: 'Connect a source' },
  { name: 'setup-keys', path: '/setup/keys', shown: 'New API key' },
  { name: 'setup-monitors', path: '/setup/monitors', shown: 'Suggested for this project' },
  { name: 'setup-alerting', path: '/setup/alerting', shown: 'New maintenance window' },
  { name: 'setup-notes', path: '/setup/notes', shown: 'New note or runbook' },
  { name: 'setup-privacy', path: '/setup/privacy', shown: 'Mask what language models read' },
  { name: 'setup-organization', path: '/setup/organization', shown: 'New project' },
  { name: 'setup-audit', path: '/setup/audit', shown: 'Every change in this organization' },
  { name: 'setup-billing', path: '/setup/billing', shown: 'What would it cost?' },
]
