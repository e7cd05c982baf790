/** What a gauge may come to at most: another gauge of the same thing that tells its limit, or what of it is free. */
import type { MetricDescriptor } from '../../../telemetry/index.ts'
import { partsOf } from './covering/told.ts'

export const USED_PART =
  /^(?:used|usage|active|busy|open|current|count|size|length|occupied|taken|allocated|in|use|utilization|connected)$/
export const LIMIT_PART = /^(?:max|maximum|limit|limits|total|capacity|quota|allowed|ceiling)$/
const REST_PART = /^(?:free|idle|available|avail|unused|remaining|left)$/
const USED_STATE = /^(?:used|active|busy|in[-_ ]?use|occupied|taken)$/i
const REST_STATE = /^(?:idle|free|available|unused)$/i

export interface GaugeLimit {
  readonly metric: string
  /** It tells what is free, and not how much there is in all. */
  readonly isRest: boolean
}

/** The gauge beside one that tells its limit or what is left of it; null where none does. */
export function limitOf(gauge: MetricDescriptor, metrics: readonly MetricDescriptor[]): GaugeLimit | null {
  const stem = stemWithout(gauge.name, USED_PART)
  const beside = metrics.filter(
    ({ name, type, services }) =>
      name !== gauge.name && type === 'gauge' && services.some((service) => gauge.services.includes(service)),
  )
  const limit = beside.find(({ name }) => isSaidBy(name, LIMIT_PART) && stemWithout(name, LIMIT_PART) === stem)
  if (limit !== undefined) return { metric: limit.name, isRest: false }
  const rest = beside.find(({ name }) => isSaidBy(name, REST_PART) && stemWithout(name, REST_PART) === stem)
  return rest === undefined ? null : { metric: rest.name, isRest: true }
}

/** The gauge of the same pool that tells who waits for it. */
export function waitingBeside(gauge: MetricDescriptor, metrics: readonly MetricDescriptor[]): string | null {
  const stem = stemWithout(gauge.name, USED_PART)
  const found = metrics.find(
    ({ name, type, services }) =>
      type === 'gauge' &&
      services.some((service) => gauge.services.includes(service)) &&
      isSaidBy(name, WAITING_PART) &&
      stemWithout(name, WAITING_PART) === stem,
  )
  return found?.name ?? null
}
const WAITING_PART = /^(?:pending|waiting|queued)$/

/** The key by which one gauge tells what is used and what is idle; null where it does not. */
export function stateKeyOf({ attributes }: MetricDescriptor): { readonly key: string; readonly used: string } | null {
  for (const { key, values } of attributes) {
    const used = values.find((value) => USED_STATE.test(value))
    if (used !== undefined && values.some((value) => REST_STATE.test(value))) return { key, used }
  }
  return null
}

function stemWithout(name: string, parts: RegExp): string {
  return partsOf(name)
    .filter((part) => !parts.test(part) && !USED_PART.test(part))
    .join(' ')
}

function isSaidBy(name: string, parts: RegExp): boolean {
  return partsOf(name).some((part) => parts.test(part))
}
