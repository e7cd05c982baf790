/** Names and numbers of the box office. */
export const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'shop-front': '14.6.1', 'seat-map': '8.3.4', basket: '4.11.0', checkout: '7.20.2', pay: '12.0.8' },
  ...{ 'ticket-print': '2.9.5', 'scan-gate': '3.3.1', mailer: '1.40.6' },
}

export interface Show {
  readonly act: string
  readonly venue: string
  readonly event: string
  readonly price: number
}
const SHOWS = {
  mira: { act: 'mira-vale', venue: 'arena', event: 'E-4101', price: 64 },
  lantern: { act: 'lantern-parade', venue: 'riverside', event: 'E-4102', price: 42 },
  iron: { act: 'iron-orchard', venue: 'arena', event: 'E-4103', price: 58 },
  nova: { act: 'nova-kind', venue: 'club-9', event: 'E-4104', price: 23 },
  osk: { act: 'osk-quartet', venue: 'opera', event: 'E-4105', price: 71 },
  train: { act: 'festival-express', venue: 'central-station', event: 'E-4106', price: 35 },
} as const
/** What is on sale, as often as it is asked for. */
export const PROGRAMME: readonly Show[] = [
  ...[SHOWS.mira, SHOWS.mira, SHOWS.mira, SHOWS.mira, SHOWS.mira, SHOWS.lantern, SHOWS.lantern, SHOWS.lantern],
  ...[SHOWS.lantern, SHOWS.iron, SHOWS.iron, SHOWS.iron, SHOWS.train, SHOWS.train, SHOWS.nova, SHOWS.nova, SHOWS.osk],
]
/** Concerts that people are let in to this evening. */
export const TONIGHT: readonly Show[] = [SHOWS.mira, SHOWS.mira, SHOWS.mira, SHOWS.nova, SHOWS.nova, SHOWS.osk]

export const TIERS = ['standing', 'standing', 'standing', 'standing', 'balcony', 'balcony', 'balcony', 'stalls', 'vip']
export const FACTORS: Readonly<Record<string, number>> = { standing: 1, balcony: 1.25, stalls: 1.7, vip: 3 }
export const CHANNELS = ['web', 'web', 'web', 'web', 'web', 'app', 'app', 'app', 'kiosk', 'phone']
export const METHODS = ['card', 'card', 'card', 'card', 'wallet', 'wallet', 'invoice']
export const DECLINES = [
  ...['insufficient funds', 'insufficient funds', 'insufficient funds', 'card expired', 'card expired'],
  'wrong security code',
]
export const SEATS = [1, 2, 2, 2, 2, 3, 4, 4, 6]
export const PAPERS = ['pdf', 'pdf', 'pdf', 'mobile', 'mobile', 'paper']
export const PRINTERS = ['P-1', 'P-1', 'P-2', 'P-3', 'P-4']
export const BOUNCES = ['mailbox full', 'mailbox full', 'unknown address']
export const REFUNDS = ['event moved', 'event moved', 'event moved', 'illness', 'illness', 'bought twice']
export const GATES = [
  ...['north', 'north', 'north', 'north', 'north', 'south', 'south', 'south', 'south', 'east', 'east', 'east'],
  ...['west', 'west', 'side'],
]
export const DEVICES = ['turnstile', 'turnstile', 'turnstile', 'turnstile', 'handheld', 'handheld', 'tablet']
export const REFUSALS = ['already used', 'already used', 'already used', 'wrong gate', 'wrong gate', 'wrong day']
export const TICKETS = { 'messaging.system': 'rabbitmq', 'messaging.destination.name': 'tickets' }
export const MAILS = { 'messaging.system': 'rabbitmq', 'messaging.destination.name': 'mails' }

/** What buyers ask the shop for, who answers, and up to which ticket of a hundred. */
export const VISITS = [
  ['GET /events', 'catalogue', 17],
  ['GET /events/{id}', 'catalogue', 31],
  ['GET /seats', 'seat-map', 45],
  ['POST /baskets', 'basket', 69],
  ['POST /orders', 'checkout', 95],
  ['POST /refunds', 'pay', 100],
] as const

export interface Buyer {
  readonly customer: string
  readonly channel: string
}

/** Who buys: each always over the same channel. */
export function buyers(pick: <T>(items: readonly T[]) => T, many: number): Buyer[] {
  return Array.from({ length: many }, (_none, index) => ({
    customer: `C-${30_411 + 17 * index}`,
    channel: pick(CHANNELS),
  }))
}
