/** Whether requests suffer while a resource is used more: investigator.md, Harm. */
import type { HarmSeen } from './metric-cause.ts'

export interface RequestsSeen {
  /** Direct callers of each service, as far as calls are known. */
  readonly callers: ReadonlyMap<string, ReadonlySet<string>>
  /** Services whose requests any reading measures. */
  readonly measured: ReadonlySet<string>
  /** Services that send spans. */
  readonly withSpans: ReadonlySet<string>
  /** Nats by which spans show the requests of a service suffering; 0 where they show nothing. */
  bySpans(service: string): number
  /** The most surprising reading of its requests, in nats. */
  byReadings(service: string): number
}

/**
 * What the requests of a service suffer; where only those of its direct callers are measured, what these suffer. Who tells
 * nothing of its requests, and whom nobody names as called, is behind somebody whose requests are measured: all of these
 * speak for it, less the logarithm of how many are asked, because the most surprising one of many is surprising by chance.
 */
export function harmIn({ callers, measured, withSpans, bySpans, byReadings }: RequestsSeen): HarmSeen {
  const everybody = [...withSpans.union(measured)]
  const isAsked = (one: string): boolean => measured.has(one) || withSpans.has(one)
  return (service) => {
    const near = isAsked(service) ? [service] : [...(callers.get(service) ?? [])].filter(isAsked)
    const asked = near.length > 0 ? near : everybody
    if (asked.length === 0) return null
    const most = Math.max(...asked.flatMap((one) => [bySpans(one), byReadings(one)]))
    return near.length > 0 ? most : most - Math.log(asked.length)
  }
}
