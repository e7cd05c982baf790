/** Names and numbers of the clinics' platform. */
export const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'clinic-ingress': '1.11.3', 'portal-api': '8.2.1', 'scheduling-api': '5.14.0', 'eligibility-api': '3.6.2' },
  ...{ 'refill-api': '4.0.7', 'reminder-worker': '1.19.4', 'billing-service': '12.3.0', 'lab-import': '0.9.8' },
}
const PLACES = [
  'riverside',
  'riverside',
  'riverside',
  'riverside',
  'hilltop',
  'hilltop',
  'hilltop',
  'lakeview',
  'oldtown',
]
const PAYERS = [
  'northcare',
  'northcare',
  'northcare',
  'northcare',
  'unity',
  'unity',
  'harbor',
  'stateplan',
  'stateplan',
]
const CHANNELS = ['app', 'app', 'app', 'app', 'web', 'web', 'web', 'frontdesk']
export const KINDS = ['checkup', 'checkup', 'checkup', 'dental', 'dental', 'telehealth', 'telehealth', 'physio']
export const DRUGS = ['lisinopril', 'lisinopril', 'metformin', 'metformin', 'metformin', 'atorvastatin', 'amoxicillin']
export const PHARMACIES = ['greenleaf', 'greenleaf', 'greenleaf', 'cornerstone', 'cornerstone', 'quickmeds']
export const DECLINES = ['card declined', 'card declined', 'insufficient funds', 'card expired']
export const LABS = ['biotest', 'biotest', 'meridian']
export const AGENTS: Readonly<Record<string, string>> = {
  ...{ app: 'ClinicsApp/7.3', web: 'Mozilla/5.0', frontdesk: 'ClinicsDesk/2.1' },
}
export const QUEUE = { 'messaging.system': 'rabbitmq', 'messaging.destination.name': 'reminders' }

/** What patients ask the portal for, which service answers on which route, and up to which ticket of a hundred. */
export const VISITS = [
  ['POST /api/login', 'portal-api', '', 12],
  ['GET /api/slots', 'scheduling-api', 'GET /v1/slots', 34],
  ['POST /api/appointments', 'scheduling-api', 'POST /v1/appointments', 54],
  ['POST /api/refills', 'refill-api', 'POST /v1/refills', 68],
  ['POST /api/visits/{id}/join', 'video-visits', 'POST /v1/visits/{id}/join', 78],
  ['GET /api/results', 'portal-api', '', 84],
  ['POST /api/payments', 'billing-service', 'POST /v1/payments', 92],
  ['POST /api/estimates', 'billing-service', 'POST /v1/estimates', 97],
  ['POST /api/appointments/{id}/cancel', 'scheduling-api', 'POST /v1/appointments/{id}/cancel', 100],
] as const

export interface Patient {
  readonly patient: string
  readonly payer: string
  readonly channel: string
  readonly clinic: string
  /** Whether the coverage was checked not long ago. */
  readonly isKnown: boolean
}

/** Who is treated: each always at the same clinic, with the same insurer and program. */
export function patients(pick: <T>(items: readonly T[]) => T, many: number): Patient[] {
  return Array.from({ length: many }, (_none, index) => ({
    ...{ patient: `P-${31_204 + 17 * index}`, payer: pick(PAYERS), channel: pick(CHANNELS) },
    ...{ clinic: pick(PLACES), isKnown: index % 5 < 2 },
  }))
}
