/** Units of measure that people ask for by name, each with the ways in which lines and keys write it; behind a bar those that nobody asks for. */
const UNITS: readonly string[] = [
  'bytes byte',
  'kb kib kilobytes kilobyte kbytes',
  'mb mib megabytes megabyte mbytes megs',
  'gb gib gigabytes gigabyte gbytes gigs',
  'tb tib terabytes terabyte',
  'wh',
  'kwh',
  'mwh',
  'km kilometres kilometers kilometre kilometer kms',
  'miles mile',
  'kg kgs kilos kilograms kilogram',
  'grams gram grammes | g',
  'tonnes tonne tons | t',
  'litres liters litre liter | l',
  'gallons gallon | gal',
  'hectares hectare | ha',
]

const SAME_UNIT: ReadonlyMap<string, readonly string[]> = new Map(
  UNITS.flatMap((line) => {
    const names = line.split(/ \| | /)
    return names.map((name) => [name, names] as const)
  }),
)

/** All ways to write a unit; null for a word that is none. */
export function unitNames(word: string): readonly string[] | null {
  return SAME_UNIT.get(word.toLowerCase()) ?? null
}

const NAMES = UNITS.flatMap((line) => (line.split(' | ')[0] ?? '').split(' '))
  .map((name) => RegExp.escape(name))
  .join('|')
const ASKED = new RegExp(
  `(?:^(?:(?:so|and|but|ok|hey|total|sum of|the|all) ){0,4}|\\b(?:how many|how much|total|sum of|number of|average|avg|mean|median|max|min) )(${NAMES})(?![\\w./-])`,
)

/** The unit that a question wants an amount in: "MB uploaded today", "how many km were driven?"; null without one. */
export function unitAsked(text: string): string | null {
  return ASKED.exec(text)?.[1] ?? null
}

const OF_BYTES = /^(?:[kmgt]i?)?by?$|bytes?$/i

/** Whether amounts of a metric are in a unit, or in one that is a part of it. */
export function isInUnit(unit: string, metric: { readonly name: string; readonly unit: string }): boolean {
  const names = unitNames(unit) ?? [unit]
  const isOfBytes = OF_BYTES.test(unit) || /(?:bytes?|b|gigs|megs)$/.test(unit)
  if (isOfBytes && (OF_BYTES.test(metric.unit) || /bytes|[._][kmgt]i?b$/i.test(metric.name))) return true
  return [metric.unit, ...metric.name.split(/[^A-Za-z]+/)].some((part) => names.includes(part.toLowerCase()))
}

/** Ends of metrics' names that state the unit, as Prometheus names its metrics, with UCUM's code for each. */
const UNIT_ENDS: readonly (readonly [RegExp, string])[] = [
  [/[._]bytes(?:[._](?:total|sum))?$/i, 'By'],
  [/[._](?:milliseconds|millis|ms)(?:[._](?:total|sum))?$/i, 'ms'],
  [/[._]seconds(?:[._](?:total|sum))?$/i, 's'],
  [/[._]ratio$/i, '1'],
  [/[._](?:percent|pct|percentage)$/i, '%'],
  [/[._]celsius$/i, 'Cel'],
  [/[._](?:eur|euros?)(?:[._](?:total|sum))?$/i, 'EUR'],
  [/[._](?:usd|dollars?)(?:[._](?:total|sum))?$/i, 'USD'],
]

/** The unit of a metric: what its sender states, else what its name ends in; empty where neither tells. */
export function unitOfMetric({ name, unit }: { readonly name: string; readonly unit: string }): string {
  return unit !== '' ? unit : (UNIT_ENDS.find(([end]) => end.test(name))?.[1] ?? '')
}

/** How much of each unit one of the base unit is: seconds and bytes, as UCUM writes them and as people do. */
const SCALES: readonly (readonly [said: RegExp, base: 's' | 'By', amount: number])[] = [
  [/^ns$/, 's', 1e-9],
  [/^us$/, 's', 1e-6],
  [/^(?:ms|msecs?|millis|milliseconds?)$/, 's', 1e-3],
  [/^(?:s|secs?|seconds?)$/, 's', 1],
  [/^(?:m|min|mins|minutes?)$/, 's', 60],
  [/^(?:h|hours?)$/, 's', 3600],
  [/^(?:d|days?)$/, 's', 86_400],
  [/^(?:by|b|bytes?)$/, 'By', 1],
  [/^(?:kby|kb|kib|kilobytes?)$/, 'By', 1e3],
  [/^(?:mby|mb|mib|megabytes?)$/, 'By', 1e6],
  [/^(?:gby|gb|gib|gigabytes?)$/, 'By', 1e9],
  [/^(?:tby|tb|tib|terabytes?)$/, 'By', 1e12],
]

/** By what a number in the unit that was said is multiplied to be one of a metric; null where they are of another kind. */
export function factorTo(said: string, unit: string): number | null {
  const scaleOf = (name: string) => SCALES.find(([names]) => names.test(name.toLowerCase()))
  const [own, other] = [scaleOf(said), scaleOf(unit)]
  if (own !== undefined && other !== undefined) return own[1] === other[1] ? own[2] / other[2] : null
  if (/^(?:%|percent|pct)$/.test(said)) return unit === '1' ? 0.01 : unit === '%' || unit === '' ? 1 : null
  // "20 messages" of `{message}`: a noun of what is counted, if it is none of another unit.
  return own === undefined ? 1 : null
}
