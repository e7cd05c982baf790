/** Services of the translation agency's platform, what they are asked for, and by whom. */
import { logfmt } from './formats.ts'
import { springTraced, structlogSorted, zapLine } from './translation-formats.ts'

export const SETUPS = {
  'portal-gateway': [zapLine, '1.31.0'],
  'project-api': [springTraced, '7.2.4'],
  'file-intake': [zapLine, '0.18.3'],
  pretranslate: [structlogSorted, '2.9.1'],
  'mt-bridge': [structlogSorted, '1.4.8'],
  termbase: [springTraced, '4.0.6'],
  'linguist-desk': [springTraced, '5.3.1'],
  'delivery-packer': [structlogSorted, '3.1.0'],
  'billing-ledger': [springTraced, '6.5.2'],
  'payout-runner': [logfmt, '0.7.7'],
} as const
export const SERVICES = Object.keys(SETUPS)
export const PAIRS = ['en-de', 'en-de', 'en-de', 'en-fr', 'en-fr', 'de-en', 'en-es', 'en-ja']
export const CUSTOMERS = [
  'nordwerk',
  'nordwerk',
  'nordwerk',
  'belmare',
  'belmare',
  'medilux',
  'medilux',
  'tavira',
  'oakfield',
]
export const FILES = ['docx', 'docx', 'docx', 'pdf', 'xliff', 'xliff', 'idml']
export const REASONS = ['no capacity', 'no capacity', 'deadline too tight', 'rate too low']
export const FULL = "OOM command not allowed when used memory > 'maxmemory'"

/** Where a request goes, and up to which ticket of a hundred. */
export const VISITS = [
  ['GET', '/api/projects/{id}', 20],
  ['POST', '/api/projects', 38],
  ['GET', '/api/jobs', 56],
  ['POST', '/api/jobs/{id}/accept', 67],
  ['POST', '/api/jobs/{id}/decline', 72],
  ['GET', '/api/terms', 84],
  ['POST', '/api/reviews', 95],
  ['GET', '/api/invoices', 100],
] as const

export interface Visit {
  readonly route: string
  readonly pair: string
  readonly customer: string
  readonly project: string
}
