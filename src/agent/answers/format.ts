/** Formats numbers, durations, sizes and times for people, each in one way. */

/** Writes a number with as many decimals as its size deserves. */
export function number(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString('en-US')
  const abs = Math.abs(value)
  if (abs >= 1000) return Math.round(value).toLocaleString('en-US')
  if (abs >= 100) return value.toFixed(1)
  if (abs >= 1) return value.toFixed(2)
  return abs === 0 ? '0' : value.toPrecision(3)
}

/** "0 %", "0.4 %", "33.3 %", "100 %". */
export function percent(share: number): string {
  const value = share * 100
  if (value === 0 || value === 100) return `${value} %`
  if (value < 0.1) return `${value.toPrecision(2)} %`
  return `${value.toFixed(1)} %`
}

/** "5.2 ms", "264 ms", "2.72 s", "1 min 5.3 s", "12 min 5 s". */
export function milliseconds(ms: number): string {
  const abs = Math.abs(ms)
  if (abs < 1) return `${Number(ms.toPrecision(2))} ms`
  if (abs < 100) return `${Number(ms.toPrecision(3))} ms`
  if (abs < 1000) return `${Math.round(ms * 10) / 10} ms`
  if (abs < SHOWN_AS_MINUTE_MS) return `${Number((ms / 1000).toPrecision(3))} s`
  return `${ms < 0 ? '-' : ''}${inTwoUnits(abs, abs < TENTHS_BELOW_MS ? 10 : 1)}`
}

/** A length of time: "45 s", "12 min", "2 min 18 s", "2 h 5 min", "3 days 4 h". */
export function span(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  return seconds < 60 ? `${seconds} s` : inTwoUnits(seconds * 1000, 1)
}

const MINUTE_MS = 60_000
/** From here on three digits of seconds would be "60 s". */
const SHOWN_AS_MINUTE_MS = 59_950
/** Of minutes the tenths of a second still tell something. */
const TENTHS_BELOW_MS = 10 * MINUTE_MS

/** From a minute on: one unit alone hides up to a half of it. Rounded before it is split, so that no "60 s" is left. */
function inTwoUnits(ms: number, partsOfSecond: 1 | 10): string {
  const seconds = Math.round((ms / 1000) * partsOfSecond) / partsOfSecond
  if (seconds < 3600) return split(seconds, 60, 'min', 's')
  const minutes = Math.round(ms / MINUTE_MS)
  if (minutes < 48 * 60) return split(minutes, 60, 'h', 'min')
  return split(Math.round(minutes / 60), 24, 'days', 'h')
}

function split(amount: number, size: number, large: string, small: string): string {
  const rest = Math.round((amount % size) * 10) / 10
  return `${Math.floor(amount / size)} ${large}${rest === 0 ? '' : ` ${rest} ${small}`}`
}

const BYTES = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** Writes a size in decimal units, such as `1.2 MB`. */
export function bytes(value: number): string {
  let size = value
  let unit = 0
  while (Math.abs(size) >= 1000 && unit < BYTES.length - 1) {
    size /= 1000
    unit++
  }
  return `${unit === 0 ? number(size) : Number(size.toPrecision(4))} ${BYTES[unit]}`
}

/** A value in the unit that its sender stated (UCUM codes, as OpenTelemetry uses them). */
export function inUnit(value: number, unit: string): string {
  switch (unit) {
    case 'By':
      return bytes(value)
    case 'By/s':
      return `${bytes(value)}/s`
    case 's':
      return milliseconds(value * 1000)
    case 'ms':
      return milliseconds(value)
    case 'us':
      return milliseconds(value / 1000)
    case 'ns':
      return milliseconds(value / 1e6)
    case '%':
      return `${number(value)} %`
    case '1':
    case '':
      return number(value)
    default:
      return `${number(value)} ${spoken(unit, value === 1)}`
  }
}

/** A unit as people write it: `MiB` for `MiBy`, `requests/s` for `{request}/s`. */
function spoken(unit: string, isOne: boolean): string {
  return unit
    .replace(/^([kKMGT]i?)By(?=$|\/)/, '$1B')
    .replace(/^\{([^{}]*)\}/, (_, noun: string) => (isOne || /s$/.test(noun) ? noun : severalOf(noun)))
}

/** "402 to 515 MB": two values, with the unit once where both have the same. */
export function rangeInUnit(low: number, high: number, unit: string): string {
  const [from, to] = [inUnit(low, unit), inUnit(high, unit)]
  const [amount = from, own] = from.split(' ')
  return own !== undefined && to.endsWith(` ${own}`) && from.split(' ').length === 2 && to.split(' ').length === 2
    ? `${amount} to ${to}`
    : `${from} to ${to}`
}

/** "14:05:12 UTC" on the day of the question, with the date on any other day. */
export function clock(iso: string, askedAtMs: number): string {
  const [date = '', time = ''] = iso.slice(0, 19).split('T')
  return date === new Date(askedAtMs).toISOString().slice(0, 10) ? `${time} UTC` : `${date} ${time} UTC`
}

const DAY_MS = 86_400_000

/** Writes a time range (ISO 8601). Leaves out dates that are clear from the day of the question. */
export function window({ from, to }: { readonly from: string; readonly to: string }, askedAtMs: number): string {
  const [firstDay, lastDay] = [from.slice(0, 10), to.slice(0, 10)]
  const isWholeDay = Date.parse(to) - Date.parse(from) === DAY_MS && from.slice(11, 19) === '00:00:00'
  if (isWholeDay) return `${firstDay} (the whole day, UTC)`
  if (firstDay !== lastDay) return `${firstDay} ${from.slice(11, 19)} to ${lastDay} ${to.slice(11, 19)} UTC`
  const start = clock(from, askedAtMs)
  return `${start.replace(' UTC', '')}\u2013${to.slice(11, 19)} UTC`
}

/** "Batches", "entries", "files". */
function severalOf(noun: string): string {
  if (/(?:[cs]h|x|z)$/.test(noun)) return `${noun}es`
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`
}
