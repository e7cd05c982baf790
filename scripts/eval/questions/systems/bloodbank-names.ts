/** Names and numbers of the blood donation service. */
import type { Values } from '../records.ts'

export const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'front-gateway': '4.6.2', 'appointment-book': '7.12.0', 'session-desk': '2.30.1', 'code-registry': '1.8.4' },
  ...{ 'lab-results': '6.1.3', 'stock-ledger': '3.0.9', 'hospital-orders': '5.4.1', 'cold-chain': '0.9.7' },
}
export const SAMPLES = { 'messaging.system': 'kafka', 'messaging.destination.name': 'samples.taken' }
export const RELEASED = { 'messaging.system': 'kafka', 'messaging.destination.name': 'units.released' }
/** The lists of product codes: the one before, and the one of the new month. */
export const OLD_LIST = { list: '2026-11', codes: 1964 }
export const NEW_LIST = { list: '2026-12', codes: 1981 }
export const FRIDGES = ['F1', 'F2', 'F3', 'F4'] as const
export const DEPOTS = ['central', 'central', 'east', 'lakeside'] as const
export const GROUPS = ['A+', 'A+', 'A+', 'O+', 'O+', 'O+', 'B+', 'A-', 'O-', 'AB+', 'B-', 'AB-'] as const
export const CODES: Readonly<Record<string, readonly string[]>> = {
  red_cells: ['E0382', 'E0424'],
  plasma: ['E2701', 'E2555'],
  platelets: ['E3087', 'E3046', 'E8712'],
}

/** Where donors give blood: centres and two buses, with the region and how many of a hundred go there. */
const CENTRES = [
  ['city-hall', 'south', 30],
  ['harbour', 'north', 52],
  ['campus', 'south', 70],
  ['bus-1', 'north', 84],
  ['bus-2', 'west', 95],
  ['old-mill', 'west', 100],
] as const
/** Who orders, with the tier of the contract. */
const HOSPITALS = [
  ['st-anna', 'standard', 22],
  ['university', 'priority', 55],
  ['marien', 'standard', 73],
  ['childrens', 'priority', 88],
  ['westfield', 'standard', 100],
] as const

/** What clients ask for, by whom it is answered, and up to which ticket of a hundred. */
export const VISITS = [
  ['GET /v1/slots', 'appointment-book', 17],
  ['POST /v1/appointments', 'appointment-book', 28],
  ['DELETE /v1/appointments/{id}', 'appointment-book', 32],
  ['POST /v1/questionnaires', 'questionnaire', 43],
  ['GET /v1/questionnaires/{id}', 'questionnaire', 49],
  ['POST /v1/donations', 'session-desk', 59],
  ['POST /v1/labels', 'session-desk', 71],
  ['GET /v1/stock', 'stock-ledger', 79],
  ['POST /v1/orders', 'hospital-orders', 92],
  ['GET /v1/orders/{id}', 'hospital-orders', 100],
] as const

interface Picks {
  integer(low: number, high: number): number
  pick<T>(items: readonly T[]): T
}

/** Who asks: what travels with the request, and what only the service behind the gateway knows. */
export interface Who {
  readonly attributes: Values
  readonly centre: string
  readonly hospital: string
  readonly tier: string
}

export function whoAsks(random: Picks, name: string): Who {
  const at = random.integer(1, 100)
  const [centre, region] = CENTRES.find(([, , upTo]) => at <= upTo) ?? CENTRES[0]
  const by = random.integer(1, 100)
  const [hospital, tier] = HOSPITALS.find(([, , upTo]) => by <= upTo) ?? HOSPITALS[0]
  const ofHospital = { 'hospital.id': hospital, 'contract.tier': tier, 'app.channel': 'portal' }
  if (name.includes('/orders') || name.includes('/stock')) return { attributes: ofHospital, centre, hospital, tier }
  const isSession = name.includes('/donations') || name.includes('/labels')
  const channel = isSession ? 'tablet' : random.pick(['app', 'app', 'app', 'phone', 'website'])
  return { attributes: { 'centre.id': centre, region, 'app.channel': channel }, centre, hospital, tier }
}
