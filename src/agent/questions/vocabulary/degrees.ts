/**
 * Adjectives of degree and their superlatives, with what they measure: "how full", "heaviest" and "coldest" ask for a
 * number of their kind, whose units and usual names are general knowledge.
 */
export interface Degree {
  readonly asks: RegExp
  /** Those that mean little of it: "emptiest", "lightest". */
  readonly little: RegExp
  readonly units: RegExp
  readonly names: RegExp
}

const kind = (more: string, less: string, units: string, names: string): Degree => ({
  asks: new RegExp(`^(?:${more}|${less})$`),
  little: new RegExp(`^(?:${less})$`),
  units: new RegExp(`^(?:${units})$`, 'i'),
  names: new RegExp(`^(?:${names})$`, 'i'),
})

const DEGREES: readonly Degree[] = [
  kind(
    'full|fuller|fullest|filled|fill|fills|filling',
    'empty|emptier|emptiest',
    '%|1|percent|pct',
    'fill|level|fullness|occupancy|percent|pct|percentage|utili[sz]ation',
  ),
  kind(
    'heavy|heavier|heaviest|weigh|weighs|weighed|weighing|weight',
    'light|lighter|lightest',
    'kgs?|kilos?|kilograms?|g|grams?|t|tonnes?|tons|lbs?|pounds|mg',
    'weight|mass|kg|kilos?|grams?|tonnes?',
  ),
  kind('deep|deeper|deepest', 'shallow|shallower|shallowest', 'mm|cm|m|metres?|meters?|ft|inch(?:es)?', 'depth'),
  kind('tall|taller|tallest', '(?!)', 'mm|cm|m|metres?|meters?|ft', 'height'),
  kind('far|farther|farthest|furthest', '(?!)', 'm|km|metres?|meters?|mi|miles?', 'distance|km|miles?|kilometres?'),
  kind('windy|windier|windiest', '(?!)', 'm/s|km/h|kmh|mph|kn|kt|knots?', 'wind'),
  kind(
    'warm|warmer|warmest|hot|hotter|hottest',
    'cold|colder|coldest|cool|cooler|coolest|chilly',
    '°?[cf]|cel|celsius|fahrenheit|kelvin|\\[degf\\]|degc|°',
    'temperature|temp|celsius|degrees?',
  ),
  kind('humid|moist|damp', 'dry|drier|driest', '%|1|percent', 'humidity|moisture'),
  kind('old|older|oldest', 'young|younger|youngest', 'd|h|min|s|ms|days?|years?|hours?', 'age|years?'),
  kind(
    'expensive|dear|dearest|priciest|costly|costliest|cost|costs|money|cash',
    'cheap|cheaper|cheapest',
    '[$€£]|eur|euros?|usd|gbp|chf|dollars?|cents?|ct',
    'price|cost|fee|fare|amount|eur|euros?|usd|gbp|chf|cents?|cash|revenue',
  ),
  kind('loud|louder|loudest', 'quiet|quieter|quietest', 'db', 'noise|loudness|volume|db'),
]

/** Requests are fast and slow as well: only of a gauge do these ask for a speed. */
const SPEED = kind(
  'fast|faster|fastest|quick|quicker|quickest|speedy',
  'slow|slower|slowest',
  'm/s|km/h|kmh|mph|kn|kt|knots?|rpm|m/min',
  'speed|velocity|rpm|pace',
)

/** Kinds of numbers that a word asks for. */
export function degreeOf(word: string): Degree | null {
  return DEGREES.find(({ asks }) => asks.test(word)) ?? null
}

/** "Fullest", "most full": one of several, or the furthest of all. */
export function isSuperlative(word: string): boolean {
  return /est$/.test(word) && degreeOf(word) !== null
}

/** The same of a gauge, which may tell a speed. */
export function degreeOfGauge(word: string): Degree | null {
  return degreeOf(word) ?? (SPEED.asks.test(word) ? SPEED : null)
}
