/**
 * What kind of amount a question asks for, and of which kind a number is: money, weight, energy, time and so on. A
 * question claims a kind by a unit ("in euros", "kWh"), an adjective ("priciest") or a noun ("takings"); a number has
 * one by its unit or by a part of its name.
 */
import { unitNames } from '../../vocabulary/units.ts'
import type { Word } from '../words.ts'

export interface Dimension {
  readonly name: string
  /** Adjectives and superlatives that ask for much of it, and for little. */
  readonly much: RegExp
  readonly little: RegExp
  /** Nouns and verbs that ask for it. */
  readonly nouns: RegExp
  /** Units by which people ask for it, and as numbers are written with them. */
  readonly units: RegExp
  /** Parts of names of numbers. */
  readonly names: RegExp
}

const NEVER = '(?!)'
const dimension = (
  name: string,
  words: { much?: string; little?: string; nouns?: string; units: string; names: string },
): Dimension => ({
  name,
  much: new RegExp(`^(?:${words.much ?? NEVER})$`),
  little: new RegExp(`^(?:${words.little ?? NEVER})$`),
  nouns: new RegExp(`^(?:${words.nouns ?? NEVER})$`),
  units: new RegExp(`^(?:${words.units})$`, 'i'),
  names: new RegExp(`^(?:${words.names})$`, 'i'),
})

export const MONEY = dimension('money', {
  much: 'expensive|priciest|pricier|dearest|costliest|costly',
  little: 'cheap|cheaper|cheapest',
  nouns:
    'money|cash|revenues?|turnover|takings|income|earnings|proceeds|bills?|spend|spends|spent|spending|earns?|earned|price|prices|cost|costs|fees?|fares?|postage|worth|value|amount|amounts|royalties',
  units: 'eur|usd|gbp|chf|euros?|dollars?|pounds?|francs?|cents?|pence|ct|[$€£]',
  names: 'eur|usd|gbp|chf|euros?|dollars?|pounds?|francs?|cents?|pence|ct|amount|price|cost|fee|fare|revenue',
})

export const TIME = dimension('time', {
  much: 'longest|slowest',
  little: 'shortest|fastest|quickest',
  nouns: 'times?|quickly|durations?|length|lengths|latency|minutes|seconds|hours|long',
  units: 'ms|msecs?|millis|milliseconds|s|secs?|seconds|min|mins|minutes|h|hours',
  names: 'ms|millis|s|secs?|seconds|min|mins|minutes|h|hours|duration|took|elapsed|latency|wait|waited',
})

const DIMENSIONS: readonly Dimension[] = [
  MONEY,
  dimension('weight', {
    much: 'heavy|heavier|heaviest',
    little: 'light|lighter|lightest',
    nouns: 'weight|weights|weigh|weighs|weighed|kilos|tonnage',
    units: 'kgs?|kilos?|kilograms?|g|grams?|t|tonnes?|tons|lbs?|mg',
    names: 'weight|mass|kg|grams?|tonnes?|g',
  }),
  dimension('volume', {
    nouns: 'litres?|liters?',
    units: 'l|litres?|liters?|ml|hl|gallons?|gal|m3',
    names: 'litres?|liters?|l|gallons?|volume',
  }),
  dimension('energy', { nouns: 'energy', units: 'wh|kwh|mwh|kj|mj', names: 'energy|wh|kwh|mwh' }),
  dimension('power', { nouns: 'power|wattage', units: 'w|kw|mw|watts?', names: 'power|kw|watts?' }),
  dimension('temperature', {
    much: 'warm|warmer|warmest|hot|hotter|hottest',
    little: 'cold|colder|coldest|cool|cooler|coolest|chilliest',
    nouns: 'temperatures?|temp|degrees|celsius',
    units: '°?[cf]|cel|celsius|fahrenheit|degc',
    names: 'temperature|temp|celsius',
  }),
  dimension('distance', {
    much: 'farther|farthest|further|furthest|far',
    little: 'nearest|closest',
    nouns: 'distances?|mileage',
    units: 'm|km|kms|metres?|meters?|kilomet(?:er|re)s?|mi|miles?',
    names: 'distance|km|miles?|metres?|meters?',
  }),
  dimension('signal', {
    nouns: 'signal|reception|rssi',
    units: 'dbm|db',
    names: 'dbm|rssi|signal',
  }),
  dimension('size', {
    nouns: 'size|sizes|megs|gigs',
    units: '[kmgt]?i?b|by|bytes?|(?:kilo|mega|giga|tera)bytes?|megs|gigs',
    names: 'bytes?|[kmgt]i?b|(?:kilo|mega|giga)bytes?|size',
  }),
  TIME,
]

/** The kind that a number is of, by its unit and its name; null where neither tells. */
export function dimensionOf(unit: string | null, names: readonly string[]): Dimension | null {
  const byUnit = unit === null || unit === '' ? undefined : DIMENSIONS.find(({ units }) => units.test(unit))
  if (byUnit !== undefined) return byUnit
  return DIMENSIONS.find((one) => names.some((name) => one.names.test(name))) ?? null
}

export interface Claim {
  readonly dimension: Dimension
  /** Words that say nothing but the kind. */
  readonly words: readonly Word[]
  readonly by: 'unit' | 'adjective' | 'noun'
  readonly isLittle: boolean
}

/** Behind these an adjective asks for a degree. */
const DEGREE = /^(?:how|most|least)$/

/** The kind of amount that the words ask for; null where none says so, or two do. */
export function claimOf(words: readonly Word[]): Claim | null {
  const by = (kind: Claim['by'], tells: (dimension: Dimension, word: Word, at: number) => boolean): Claim | null => {
    const found = DIMENSIONS.flatMap((one) => {
      const own = words.filter((word, at) => tells(one, word, at))
      return own.length === 0 ? [] : [{ dimension: one, words: own }]
    })
    const [only, more] = found
    if (only === undefined || more !== undefined) return null
    const isLittle = only.words.some(({ text }) => only.dimension.little.test(text))
    return { ...only, by: kind, isLittle }
  }
  const adjective = by(
    'adjective',
    ({ much, little }, { text }, at) =>
      (much.test(text) || little.test(text)) && (/est$/.test(text) || DEGREE.test(words[at - 1]?.text ?? '')),
  )
  const unit = by('unit', ({ units }, { text }, at) => isUnitSaid(units, text, words[at - 1]?.text ?? ''))
  const noun = by('noun', ({ nouns }, { text }) => nouns.test(text))
  const best = unit ?? adjective ?? noun
  if (best === null) return null
  // "Heaviest in kg", "longest call in minutes": what says the same again tells nothing more.
  const same = [adjective, unit, noun].flatMap((one) => (one?.dimension === best.dimension ? one.words : []))
  return {
    ...best,
    words: [...new Set(same)],
    isLittle: adjective?.dimension === best.dimension && adjective.isLittle,
  }
}

/** A unit of letters that are words as well ("t", "in") is one only where it is written out or stands behind "in". */
function isUnitSaid(units: RegExp, text: string, before: string): boolean {
  if (!units.test(text)) return false
  if (TIME.units.test(text)) return before === 'in'
  return text.length > 2 || before === 'in' || unitNames(text) !== null || /^(?:kw|mb|kb|gb|tb|km|kg)$/.test(text)
}
