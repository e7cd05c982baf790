/** Names of the furniture rental and moving vans: services and their formats, versions, places, what is rented. */
import { flatJson, logfmt, numberedJson, pythonLine, shortLogfmt, slogJson, structlogJson, zapJson } from './formats.ts'
import type { Format } from './scribe.ts'

export const FORMATS: Readonly<Record<string, Format>> = {
  frontdoor: slogJson,
  'van-booking': logfmt,
  'furni-rent': numberedJson,
  'depot-stock': structlogJson,
  'routing-desk': flatJson,
  'driver-roster': pythonLine,
  'deposit-desk': logfmt,
  'sms-courier': zapJson,
  'fleet-tracker': shortLogfmt,
}
export const SERVICES = Object.keys(FORMATS)
export const VERSIONS: Readonly<Record<string, string>> = {
  ...{ frontdoor: '2.18.0', 'van-booking': '7.3.2', 'furni-rent': '4.0.9', 'depot-stock': '5.6.1' },
  ...{ 'driver-roster': '1.22.4', 'deposit-desk': '3.11.0', 'sms-courier': '0.8.17', 'fleet-tracker': '2.5.3' },
}
export const ROUTING_BEFORE = '3.4.2'
export const ROUTING_AFTER = '3.5.0'

/** Warehouses and the etcd cluster that keeps their reservations. */
export const CLUSTERS: Readonly<Record<string, string>> = {
  ...{ altona: 'north', spandau: 'north', nippes: 'south', sendling: 'south' },
}
export const WAREHOUSES = ['altona', 'altona', 'altona', 'spandau', 'spandau', 'nippes', 'nippes', 'sendling']
export const CHANNELS = ['web', 'web', 'web', 'app', 'app', 'phone']
export const SIZES = ['transporter', 'transporter', 'transporter', 'luton', 'luton', 'truck']
export const ITEMS = ['sofa', 'sofa', 'desk', 'desk', 'desk', 'wardrobe', 'bed', 'lamp']
export const METHODS = ['card', 'card', 'card', 'card', 'sepa', 'sepa', 'paypal']

/** Where a request goes, and up to which ticket of a hundred. */
export const VISITS = [
  ['GET', '/vans', 24],
  ['POST', '/van-bookings', 46],
  ['GET', '/furniture', 68],
  ['POST', '/rentals', 84],
  ['POST', '/pickups', 91],
  ['GET', '/bookings/{id}', 100],
] as const

export interface Visit {
  readonly route: string
  readonly warehouse: string
  readonly channel: string
  readonly size: string
  readonly item: string
  readonly booking: string
  readonly rental: string
}
