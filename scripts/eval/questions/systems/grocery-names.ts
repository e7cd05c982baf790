/** Services, words and shares of the online supermarket. */
import {
  bracketed,
  eventJson,
  logfmt,
  loguruLine,
  numberedJson,
  pythonLine,
  shortLogfmt,
  springLine,
} from './formats.ts'
import type { Format } from './scribe.ts'

export const MINUTE_MS = 60_000

export const FORMATS: Readonly<Record<string, Format>> = {
  'front-door': numberedJson,
  'catalogue-api': logfmt,
  'basket-api': shortLogfmt,
  'slot-planner': springLine,
  'order-desk': springLine,
  till: eventJson,
  'pick-floor': bracketed,
  'van-router': pythonLine,
  doorbell: bracketed,
  'shelf-sync': loguruLine,
}
export const SERVICES = Object.keys(FORMATS)
/** Their lines have no fields: everything is in the text. */
export const PLAIN = ['slot-planner', 'order-desk', 'pick-floor', 'van-router', 'doorbell', 'shelf-sync']
export const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'front-door': '12.3.1', 'basket-api': '4.9.0', 'slot-planner': '3.17.2', 'order-desk': '7.5.4', till: '2.11.0' },
  ...{ 'pick-floor': '5.0.8', 'van-router': '1.6.3', doorbell: '2.3.1', 'shelf-sync': '0.7.5' },
}

export const REGIONS = ['north', 'north', 'north', 'south', 'south', 'west']
export const TIERS = ['basic', 'basic', 'basic', 'plus', 'plus', 'business']
export const CHANNELS = ['ios', 'ios', 'android', 'android', 'android', 'web', 'web']
export const SEARCHES = [
  ...['oat milk', 'bananas', 'sourdough', 'free range eggs', 'olive oil', 'nappies size 4', 'tomatoes', 'cat food'],
  ...['slow cooked beans', 'timeout wafer', 'warning hot sauce', 'gluten free pasta', 'coffee beans', 'oat milk'],
] as const
export const PRODUCTS = ['oat-milk-1l', 'bananas-5', 'eggs-10', 'pasta-500', 'coffee-1kg', 'cat-food-6', 'olive-oil-75']
export const DEPOTS: Readonly<Record<string, string>> = { north: 'millgate', south: 'harbour', west: 'airfield' }

/** Where a request goes, and up to which ticket of a hundred. */
export const VISITS = [
  ['GET', '/api/products/search', 24],
  ['GET', '/api/products/{sku}', 40],
  ['POST', '/api/basket/items', 62],
  ['GET', '/api/basket', 69],
  ['GET', '/api/slots', 80],
  ['POST', '/api/checkout', 94],
  ['GET', '/api/orders/{id}', 97],
  ['POST', '/api/login', 100],
] as const

export interface Visit {
  readonly route: string
  readonly region: string
  readonly tier: string
  readonly channel: string
  readonly customer: string
  readonly order: string
  readonly sku: string
}
