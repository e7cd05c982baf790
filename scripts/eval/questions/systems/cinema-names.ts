/** Services, formats, halls and people of the cinemas. */
import { numberedJson, slogJson, springLine, structlogJson } from './formats.ts'
import type { Format } from './scribe.ts'

/** What a script prints: the second, its name with a number, the words. */
const printedLine: Format = ({ timeMs, service, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ')
  return `${stamp} ${service}[4471]: ${severity === 'INFO' ? '' : `${severity.toLowerCase()}: `}${message}`
}

export const FORMATS: Readonly<Record<string, Format>> = {
  'box-front': numberedJson,
  'seat-hold': slogJson,
  screenings: structlogJson,
  pricing: slogJson,
  'pay-desk': springLine,
  loyalty: numberedJson,
  'door-scan': structlogJson,
  snackbar: numberedJson,
  newsletter: slogJson,
  'poster-sync': printedLine,
}
export const SERVICES = Object.keys(FORMATS)
export const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'box-front': '12.1.4', 'seat-hold': '3.9.0', screenings: '6.2.7', pricing: '2.14.1', 'pay-desk': '5.5.2' },
  ...{ 'door-scan': '1.8.3', snackbar: '4.0.6', newsletter: '2.3.1', 'poster-sync': '0.6.0' },
}
export const LOYALTY_BEFORE = '4.7.2'
export const LOYALTY_AFTER = '4.8.0'

/** Halls with their size; the large ones are asked for most. */
const HALLS = [
  ['grand-1', 'large'],
  ['grand-1', 'large'],
  ['grand-1', 'large'],
  ['grand-2', 'large'],
  ['grand-2', 'large'],
  ['mid-3', 'medium'],
  ['mid-3', 'medium'],
  ['mid-4', 'medium'],
  ['club-7', 'small'],
  ['club-7', 'small'],
] as const
export const SITES = ['riverside', 'riverside', 'riverside', 'oldtown', 'oldtown', 'airport', 'harbour', 'harbour']
const FILMS = ['night-ferry', 'night-ferry', 'night-ferry', 'paper-kings', 'paper-kings', 'ninth-tide', 'little-owl']
const CHANNELS = ['web', 'web', 'web', 'app', 'app', 'app', 'app', 'kiosk', 'kiosk']
export const METHODS = ['card', 'card', 'card', 'card', 'paypal', 'paypal', 'giftcard']
export const SNACKS = ['popcorn', 'popcorn', 'popcorn', 'nachos', 'nachos', 'soda', 'soda', 'icecream']

/** Who looks for which seats. */
export interface Visitor {
  readonly site: string
  readonly hall: string
  readonly size: string
  readonly film: string
  readonly channel: string
  readonly customer: string
  readonly seats: number
}

interface Dice {
  integer(low: number, high: number): number
  pick<T>(values: readonly T[]): T
}

export function visitorOf(random: Dice): Visitor {
  const [hall, size] = random.pick(HALLS)
  return {
    ...{ site: random.pick(SITES), hall, size, film: random.pick(FILMS), channel: random.pick(CHANNELS) },
    ...{ customer: `CU-${random.integer(5000, 5890)}`, seats: random.integer(1, 5) },
  }
}

export function attributesOf({ site, hall, size, film, channel, customer }: Visitor) {
  return {
    ...{ 'cinema.site': site, 'hall.name': hall, 'hall.size': size, 'film.title': film },
    ...{ 'booking.channel': channel, 'customer.id': customer },
  }
}
