/** Names and numbers of the tyre workshops. */
export const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'front-door': '3.1.4', 'tyre-catalog': '9.0.2', pricing: '2.14.0', 'wheel-hotel': '1.7.3' },
  ...{ 'stock-ledger': '4.4.1', 'job-worker': '5.1.0', 'bench-link': '0.9.6', 'reminder-mailer': '1.2.8' },
  roadside: '3.0.1',
}
export const CHECKED_IN = { 'messaging.system': 'kafka', 'messaging.destination.name': 'jobs.checked-in' }
export const WORKSHOPS = ['kiel-nord', 'kiel-hafen', 'bremen-messe', 'hamburg-sued', 'luebeck-markt'] as const
const WORKSHOP_TICKETS = [24, 40, 62, 88, 100] as const
const CHANNELS = ['web', 'web', 'web', 'app', 'app', 'counter', 'partner']
export const SIZES = ['205/55R16', '205/55R16', '225/45R17', '195/65R15', '235/35R19', '215/60R17'] as const
export const WAREHOUSES = ['wh-kiel', 'wh-kiel', 'wh-bremen'] as const
export const BENCHES = ['B1', 'B2', 'B3', 'B4'] as const

/** Who drives the cars: account and how many drivers of a hundred. */
const TENANTS = [
  ['private', 52],
  ['citycab', 68],
  ['nordlease', 80],
  ['postvan', 90],
  ['greencar', 96],
  ['uni-pool', 100],
] as const

/** What clients ask for, by whom it is answered, and up to which ticket of a hundred. */
export const VISITS = [
  ['GET /v1/tyres', 'tyre-catalog', 18],
  ['GET /v1/tyres/{sku}', 'tyre-catalog', 29],
  ['POST /v1/quotes', 'pricing', 40],
  ['GET /v1/bays/free', 'booking-api', 51],
  ['POST /v1/appointments', 'booking-api', 67],
  ['DELETE /v1/appointments/{id}', 'booking-api', 71],
  ['POST /v1/appointments/{id}/check-in', 'booking-api', 83],
  ['POST /v1/wheel-sets', 'wheel-hotel', 91],
  ['POST /v1/wheel-sets/{id}/retrieve', 'wheel-hotel', 100],
] as const

export interface Driver {
  readonly driver: string
  readonly tenant: string
  readonly workshop: string
  readonly channel: string
}

export function drivers(
  random: { integer(low: number, high: number): number; pick<T>(items: readonly T[]): T },
  many: number,
): Driver[] {
  return Array.from({ length: many }, (_none, index) => {
    const ticket = random.integer(1, 100)
    const [tenant] = TENANTS.find(([, upTo]) => ticket <= upTo) ?? TENANTS[0]
    const place = random.integer(1, 100)
    const workshop = WORKSHOPS[WORKSHOP_TICKETS.findIndex((upTo) => place <= upTo)] ?? WORKSHOPS[0]
    return { driver: `d-${3100 + 17 * index}`, tenant, workshop, channel: random.pick(CHANNELS) }
  })
}
