/** Names and numbers of the hire company. */
export const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'hire-gateway': '3.7.1', 'booking-api': '8.21.0', dispatch: '6.3.2', 'damage-desk': '1.15.4' },
  ...{ 'fleet-telematics': '0.42.0', invoicing: '5.9.1', workshop: '2.2.8', 'fuel-sync': '1.4.0' },
}
export const CONFIRMED = { 'messaging.system': 'activemq', 'messaging.destination.name': 'bookings.confirmed' }
export const DUE = { 'messaging.system': 'activemq', 'messaging.destination.name': 'deliveries.due' }
export const FRAMES = { 'messaging.system': 'kafka', 'messaging.destination.name': 'machine.frames' }
export const TRUCKS = 14
export const DAMAGES = ['scratch', 'scratch', 'broken light', 'hydraulic leak', 'flat tyre', 'torn cable'] as const
export const MECHANICS = ['kay', 'ines', 'ravi', 'tom'] as const

/** What is hired: the letters of its machines and the price of a day in pounds. */
export const CATEGORIES = {
  excavator: { letters: 'EX', perDay: 145 },
  lift: { letters: 'LI', perDay: 95 },
  compactor: { letters: 'CO', perDay: 38 },
  generator: { letters: 'GE', perDay: 44 },
  breaker: { letters: 'BR', perDay: 29 },
} as const
export type Category = keyof typeof CATEGORIES
const CATEGORY_NAMES: readonly Category[] = [
  ...(['excavator', 'excavator', 'excavator', 'lift', 'lift'] as const),
  ...(['compactor', 'compactor', 'generator', 'generator', 'breaker'] as const),
]

/** Depots by region, and up to which ticket of a hundred; the periods of the west are the most by far. */
const DEPOTS = [
  ['leeds', 'north', 18],
  ['hull', 'north', 31],
  ['norwich', 'east', 42],
  ['ipswich', 'east', 53],
  ['bristol', 'west', 76],
  ['exeter', 'west', 90],
  ['bath', 'west', 100],
] as const
export const DEPOT_NAMES: readonly string[] = DEPOTS.map(([depot]) => depot)
/** Median of a query over all periods of a region, without the index, in milliseconds. */
export const SCAN_MS: Readonly<Record<string, number>> = { north: 900, east: 640, west: 4300 }

/** Who hires: account, plan, and up to which ticket of a hundred. */
const CUSTOMERS = [
  ['brickwell', 'account', 26],
  ['harrow-roofing', 'trade', 43],
  ['council-works', 'account', 57],
  ['fenland-rail', 'account', 68],
  ['stageline', 'trade', 80],
  ['private', 'walk-in', 100],
] as const

/** What clients ask for, by whom it is answered, and up to which ticket of a hundred. */
export const VISITS = [
  ['GET /v1/availability', 'availability', 25],
  ['POST /v1/bookings', 'booking-api', 44],
  ['GET /v1/bookings/{id}', 'booking-api', 57],
  ['POST /v1/bookings/{id}/extension', 'booking-api', 64],
  ['DELETE /v1/bookings/{id}', 'booking-api', 69],
  ['GET /v1/machines/{id}', 'availability', 79],
  ['POST /v1/damages', 'damage-desk', 85],
  ['GET /v1/deposits/{id}', 'deposit-desk', 91],
  ['GET /v1/tours/{truck}', 'dispatch', 100],
] as const

export interface Hirer {
  readonly account: string
  readonly plan: string
  readonly depot: string
  readonly region: string
  readonly category: Category
  readonly machine: string
  readonly channel: string
}

interface Drawing {
  integer(low: number, high: number): number
  pick<T>(items: readonly T[]): T
}

export function machineOf(random: Drawing, category: Category): string {
  return `${CATEGORIES[category].letters}-${2003 + 7 * random.integer(0, 60)}`
}

/** Somebody who hires something somewhere. */
export function hirer(random: Drawing): Hirer {
  const [whoTicket, depotTicket] = [random.integer(1, 100), random.integer(1, 100)]
  const [account, plan] = CUSTOMERS.find(([, , upTo]) => whoTicket <= upTo) ?? CUSTOMERS[0]
  const [depot, region] = DEPOTS.find(([, , upTo]) => depotTicket <= upTo) ?? DEPOTS[0]
  const category = random.pick(CATEGORY_NAMES)
  const channel = random.pick(plan === 'walk-in' ? ['web', 'counter', 'counter'] : ['web', 'web', 'phone', 'counter'])
  return { account, plan, depot, region, category, machine: machineOf(random, category), channel }
}

export function truckOf(random: Drawing): string {
  return `T-${String(random.integer(1, TRUCKS)).padStart(2, '0')}`
}
