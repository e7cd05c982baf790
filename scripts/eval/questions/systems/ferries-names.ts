/** Names and numbers of the ferry line. */
export const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'web-gateway': '7.3.1', 'booking-api': '9.12.0', 'payment-bridge': '3.4.8', 'deck-planner': '2.6.5' },
  ...{ 'checkin-api': '6.1.2', 'notify-worker': '1.17.0', 'berth-control': '0.9.14', 'weather-feed': '1.2.9' },
}
export const CONFIRMED = { 'messaging.system': 'activemq', 'messaging.destination.name': 'booking.confirmed' }
export const TERMINALS = ['holm', 'vargo', 'skarn', 'brekke', 'lund'] as const
export const BASES = ['holm', 'holm', 'brekke', 'vargo'] as const
export const ROLES = ['deckhand', 'deckhand', 'steward', 'mate', 'engineer'] as const
export const VEHICLES = ['car', 'car', 'car', 'camper', 'truck', 'motorcycle', 'none', 'none', 'none'] as const

/** Crossings with the terminals they leave from and the vessels that sail them. */
const CROSSINGS = [
  { crossing: 'holm-vargo', terminal: 'holm', vessel: 'aurora' },
  { crossing: 'holm-vargo', terminal: 'vargo', vessel: 'aurora' },
  { crossing: 'holm-vargo', terminal: 'holm', vessel: 'solveig' },
  { crossing: 'holm-skarn', terminal: 'holm', vessel: 'solveig' },
  { crossing: 'holm-skarn', terminal: 'skarn', vessel: 'tern' },
  { crossing: 'brekke-lund', terminal: 'brekke', vessel: 'tern' },
  { crossing: 'brekke-lund', terminal: 'lund', vessel: 'kittiwake' },
] as const
/** Whose deck plans are large. */
export const LARGE_VESSELS: readonly string[] = ['aurora', 'solveig']

/** Who sells: partner and up to which ticket of a hundred. */
const PARTNERS = [
  ['direct', 52],
  ['nordfreight', 70],
  ['islandtours', 84],
  ['autoclub', 94],
  ['coachline', 100],
] as const

/** What clients ask for, by whom it is answered, and up to which ticket of a hundred. */
export const VISITS = [
  ['GET /api/sailings', 'timetable-api', 22],
  ['GET /api/sailings/{id}', 'timetable-api', 31],
  ['GET /api/fares', 'timetable-api', 40],
  ['POST /api/bookings', 'booking-api', 62],
  ['GET /api/bookings/{ref}', 'booking-api', 72],
  ['POST /api/bookings/{ref}/cancel', 'booking-api', 76],
  ['POST /api/checkins', 'checkin-api', 90],
  ['GET /api/boarding/{sailing}', 'checkin-api', 95],
  ['GET /api/decks/{sailing}', 'deck-planner', 100],
] as const

export interface Sailing {
  readonly sailing: string
  readonly crossing: string
  readonly terminal: string
  readonly vessel: string
}

export function sailings(many: number): Sailing[] {
  return Array.from({ length: many }, (_none, index) => ({
    ...{ sailing: `S-${1201 + index}` },
    ...(CROSSINGS[index % CROSSINGS.length] ?? CROSSINGS[0]),
  }))
}

export function partnerOf(ticket: number): string {
  return (PARTNERS.find(([, upTo]) => ticket <= upTo) ?? PARTNERS[0])[0]
}
