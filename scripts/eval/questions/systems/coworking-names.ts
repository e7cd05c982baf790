/** Names and numbers of the co-working spaces. */
export const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'front-proxy': '3.3.1', 'member-api': '3.8.4', 'booking-api': '9.2.0', 'grant-service': '2.14.3' },
  ...{ 'visitor-desk': '1.27.0', 'print-relay': '0.18.6', 'usage-ledger': '5.4.2', 'wifi-radius': '3.2.6' },
  ...{ 'badge-sync': '1.6.0' },
}
export const PRINTS = { 'messaging.system': 'rabbitmq', 'messaging.destination.name': 'print.jobs' }
export const USAGE = { 'messaging.system': 'kafka', 'messaging.destination.name': 'usage.events' }
const CLIENTS = ['app', 'app', 'app', 'card', 'card', 'kiosk']
export const ZONES = ['main', 'main', 'main', 'office', 'office', 'room', 'storage'] as const
export const SITES = ['ham-hafen', 'ber-mitte', 'muc-ost', 'cgn-dom', 'lej-plagwitz'] as const
const SITE_TICKETS = [30, 60, 80, 92, 100] as const

/** Who works here: company, plan, and how many members of a hundred. */
const COMPANIES = [
  ['brightfox', 'office', 22],
  ['kepler-legal', 'office', 33],
  ['nordlicht-studios', 'fixed', 49],
  ['mint-robotics', 'fixed', 61],
  ['halma-media', 'flex', 74],
  ['ostwind-energy', 'flex', 84],
  ['paper-crane', 'flex', 90],
  ['walk-in', 'daypass', 100],
] as const

/** How often a door knows the grant of a member already, by plan. */
export const KNOWN: Readonly<Record<string, number>> = { office: 0.78, fixed: 0.62, flex: 0.44, daypass: 0.12 }

/** What clients ask for, by whom it is answered, and up to which ticket of a hundred. */
export const VISITS = [
  ['POST /v1/doors/{id}/unlock', 'door-api', 38],
  ['GET /v1/members/{id}', 'member-api', 48],
  ['POST /v1/checkins', 'member-api', 57],
  ['POST /v1/print-jobs', 'member-api', 67],
  ['GET /v1/rooms/{id}/slots', 'booking-api', 76],
  ['POST /v1/bookings', 'booking-api', 85],
  ['DELETE /v1/bookings/{id}', 'booking-api', 89],
  ['POST /v1/visits', 'visitor-desk', 95],
  ['GET /v1/visits/{id}', 'visitor-desk', 100],
] as const

export interface Member {
  readonly member: string
  readonly company: string
  readonly plan: string
  readonly site: string
  readonly client: string
}

export function members(
  random: { integer(low: number, high: number): number; pick<T>(items: readonly T[]): T },
  many: number,
): Member[] {
  return Array.from({ length: many }, (_none, index) => {
    const ticket = random.integer(1, 100)
    const [company, plan] = COMPANIES.find(([, , upTo]) => ticket <= upTo) ?? COMPANIES[0]
    const place = random.integer(1, 100)
    const site = SITES[SITE_TICKETS.findIndex((upTo) => place <= upTo)] ?? SITES[0]
    return { member: `m-${20_411 + 17 * index}`, company, plan, site, client: random.pick(CLIENTS) }
  })
}
