import type { IncidentItem } from '@observability-agent/sdk'

const SEVERITY_CLASS: Readonly<Record<IncidentItem['severity'], string>> = {
  critical: 'badge critical',
  error: 'badge critical',
  warning: 'badge warning',
  info: 'badge info',
}

export function SeverityBadge({ severity }: Pick<IncidentItem, 'severity'>) {
  return <span class={SEVERITY_CLASS[severity]}>{severity}</span>
}

export function StateBadge({ state }: Pick<IncidentItem, 'state'>) {
  return <span class={state === 'open' ? 'badge warning' : 'badge good'}>{state}</span>
}
