/** Quantities as people read them. */

const TIME_UNITS: Readonly<Record<string, number>> = { ns: 1e-6, us: 1e-3, µs: 1e-3, ms: 1, s: 1_000, min: 60_000 }
const BYTE_UNITS: Readonly<Record<string, number>> = {
  By: 1,
  B: 1,
  bytes: 1,
  KiBy: 1024,
  MiBy: 1024 ** 2,
  GiBy: 1024 ** 3,
}

const number = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 3 })
const whole = new Intl.NumberFormat()
const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumSignificantDigits: 3 })

export const countText = (value: number): string => whole.format(Math.round(value))

/** `0.4 ms`, `12 ms`, `1.53 s`, `2 min`. */
export function milliseconds(ms: number): string {
  if (ms < 1_000) return `${number.format(ms)} ms`
  return ms < 120_000 ? `${number.format(ms / 1_000)} s` : `${number.format(ms / 60_000)} min`
}

function bytes(value: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(Math.abs(value) || 1) / 10)))
  return `${number.format(value / 1024 ** power)} ${units[power]}`
}

/** Words a value of a metric's unit (UCUM): `1` and `{request}` name no unit that helps. */
export function quantity(value: number, unit: string): string {
  const perMs = TIME_UNITS[unit]
  if (perMs !== undefined) return milliseconds(value * perMs)
  const perByte = BYTE_UNITS[unit]
  if (perByte !== undefined) return bytes(value * perByte)
  if (unit === '%') return `${number.format(value)} %`
  const text = Math.abs(value) >= 10_000 ? compact.format(value) : number.format(value)
  return unit === '' || unit === '1' || unit.startsWith('{') ? text : `${text} ${unit}`
}

/** A share of 0 to 1: `1.25 %`. */
export function shareText(share: number): string {
  const percents = 100 * share
  return `${percents > 0 && percents < 0.1 ? '< 0.1' : number.format(percents)} %`
}

export const percent = (part: number, whole: number): string => (whole === 0 ? '–' : shareText(part / whole))

/** How sure something is, as whole percents; what is nearly certain is not rounded up to certainty. */
export function probabilityText(probability: number): string {
  if (probability > 0.99 && probability < 1) return 'over 99 %'
  if (probability > 0 && probability < 0.01) return 'under 1 %'
  return `${Math.round(probability * 100)} %`
}

/** Per second, with two digits that count: `0.067`, `1.3`, `120`. */
export function rateText(perSecond: number): string {
  if (perSecond > 0 && perSecond < 0.001) return '< 0.001'
  return perSecond >= 100 ? countText(perSecond) : Number(perSecond.toPrecision(2)).toString()
}
