/** What the address of the audit says: who, what, since when. */
import { timeOf } from '../../app/time-range.ts'

export interface AuditSearch {
  /** The id of a person or key. */
  readonly actor?: string
  /** An action, or the kind of thing that was acted on. */
  readonly action?: string
  /** As a range of time begins: `now-24h`. */
  readonly since?: string
}

/** Kinds of things that people change, by the first word of their actions. */
export const ACTION_KINDS = [
  { value: 'member', label: 'Members' },
  { value: 'invitation', label: 'Invitations' },
  { value: 'organization', label: 'Organization' },
  { value: 'project', label: 'Projects' },
  { value: 'secret_key', label: 'API keys' },
  { value: 'public_key', label: 'Intake keys' },
  { value: 'alert_key', label: 'Alert keys' },
  { value: 'connection', label: 'Connections' },
  { value: 'log_source', label: 'Log sources' },
  { value: 'stream', label: 'Streams' },
  { value: 'monitor', label: 'Monitors' },
  { value: 'schedule', label: 'Schedules' },
  { value: 'destination', label: 'Destinations' },
  { value: 'maintenance_window', label: 'Maintenance windows' },
  { value: 'note', label: 'Notes and runbooks' },
  { value: 'incident_share', label: 'Links to incidents' },
  { value: 'redaction', label: 'Redaction' },
  { value: 'billing', label: 'Billing' },
  { value: 'oauth_grant', label: 'Access of clients' },
] as const

export const AUDIT_TIMES = [
  { value: 'now-24h', label: 'Last 24 hours' },
  { value: 'now-7d', label: 'Last 7 days' },
  { value: 'now-30d', label: 'Last 30 days' },
] as const

const ACTION = /^[a-z_]{1,50}(?:\.[a-z_]{1,49})?$/

const text = (value: unknown): string => (typeof value === 'string' && value.length <= 100 ? value : '')

export function auditSearch(search: Record<string, unknown>): AuditSearch {
  const [actor, action, since] = [text(search['actor']), text(search['action']), text(search['since'])]
  return {
    ...(actor ? { actor } : {}),
    ...(ACTION.test(action) ? { action } : {}),
    ...(since && timeOf(since, 0) !== null ? { since } : {}),
  }
}
