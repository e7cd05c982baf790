/** Services, versions, companies and words of the helpdesk. */
import { jobLine, logbackLine, pinoJson, railsLine } from './helpdesk-formats.ts'

/** Format, version, unit of systemd, hosts, whether records have a severity of their own. */
export const SERVICES = {
  'desk-web': { format: railsLine, version: '2024.11.3', hosts: ['web-01', 'web-02'], isSeveritySent: false },
  'chat-gateway': { format: pinoJson, version: '5.3.1', hosts: ['chat-01'], isSeveritySent: true },
  'ticket-core': { format: logbackLine, version: '8.14.0', hosts: ['core-01', 'core-02'], isSeveritySent: false },
  'file-vault': { format: pinoJson, version: '1.9.4', hosts: ['vault-01', 'vault-02'], isSeveritySent: true },
  'search-hub': { format: logbackLine, version: '3.2.0', hosts: ['search-01'], isSeveritySent: false },
  'mail-relay': { format: logbackLine, version: '4.0.7', hosts: ['mail-01'], isSeveritySent: false },
  'sla-clock': { format: jobLine, version: '1.2.2', hosts: ['jobs-01'], isSeveritySent: false },
  'csat-mailer': { format: pinoJson, version: '0.8.0', hosts: ['jobs-01'], isSeveritySent: true },
} as const

/** Companies that pay for the helpdesk, with their plan. */
export const TENANTS = [
  { tenant: 'brightleaf', plan: 'enterprise', weight: 9 },
  { tenant: 'kestrel-air', plan: 'enterprise', weight: 7 },
  { tenant: 'orchard-clinic', plan: 'growth', weight: 5 },
  { tenant: 'solvo-energy', plan: 'growth', weight: 4 },
  { tenant: 'mooncup', plan: 'growth', weight: 3 },
  { tenant: 'tinyhouse', plan: 'starter', weight: 2 },
  { tenant: 'pennywise', plan: 'starter', weight: 1 },
] as const
export const WEIGHTED = TENANTS.flatMap((one) => Array.from({ length: one.weight }, () => one))

export const SUBJECTS = [
  'Where is my order',
  'Login error after update',
  'Refund failed twice',
  'Wrong invoice',
  'Cannot open attachment',
  'Question about delivery',
  'Cancel my contract',
  'App is slow',
] as const
export const MACROS = ['close-as-solved', 'close-as-solved', 'ask-for-details', 'refund-approved', 'escalate-tier2']
export const FILE_TYPES = ['image/png', 'image/png', 'image/jpeg', 'application/pdf', 'application/pdf', 'text/csv']

/** What agents do in their desk, and up to which ticket of a hundred. */
export const VISITS = [
  ['GET', '/tickets', 30],
  ['GET', '/tickets/{id}', 52],
  ['POST', '/tickets/{id}/replies', 71],
  ['POST', '/tickets/{id}/macros', 79],
  ['GET', '/search', 90],
  ['GET', '/attachments/{id}', 100],
] as const
