/**
 * The second number that a count may mean, told in the same sentence: lines by the service that has them, where two
 * services tell of one event, and requests from outside, where each is counted at every service it passes.
 */
import { code } from '../embedded/markdown.ts'
import type { Amount, MeasureResult } from '../questions/execute/result.ts'
import { number, percent } from './format.ts'

const SERVICES_SHOWN = 2

/** ": **57** of `orders`, **57** of `pay-bridge`"; empty where one service has all lines. */
export function byService({ services = [], groups }: MeasureResult): string {
  if (services.length < 2 || groups.length > 0) return ''
  const shown = services
    .slice(0, SERVICES_SHOWN)
    .map(({ service, count }) => `**${number(count)}** of ${code(service, 60)}`)
  const rest = services.slice(SERVICES_SHOWN)
  const others = rest.length === 0 ? '' : `, ${number(rest.reduce((sum, { count }) => sum + count, 0))} of others`
  return `: ${shown.join(', ')}${others}`
}

/** "; **1,514** at the outermost services alone", where that is another number. */
export function outside(outermost: Amount | undefined, value: number): string {
  if (outermost === undefined || outermost.value === value) return ''
  return `; **${number(outermost.value ?? 0)}** at the outermost services alone`
}

/** The share among the requests that came from outside. */
export function outsideShare({ outermost, of }: MeasureResult): string {
  if (outermost === undefined || outermost.of === of || outermost.value === null) return ''
  return `; of requests from outside **${percent(outermost.value)}** (${number(outermost.failed ?? 0)} of ${number(outermost.of ?? 0)})`
}

/** The rate of the requests that came from outside, over as many units of time. */
export function outsideRate({ outermost, value }: MeasureResult, units: number, unit: string): string {
  if (outermost === undefined || outermost.value === value) return ''
  return `; **${number((outermost.value ?? 0) / units)}** per ${unit} at the outermost services alone`
}
