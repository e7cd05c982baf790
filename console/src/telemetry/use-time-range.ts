/** The range of a view's address as two moments that all its queries share, until the reader asks for newer ones. */
import { useMemo, useState } from 'preact/hooks'
import { type TimeRange, type TimeRangeSearch, timeRangeOf } from '../app/time-range.ts'

export interface FixedRange extends TimeRange {
  /** What queries of the API take. */
  readonly between: { readonly from: string; readonly to: string }
  /** Differs for every two ranges; a part of keys of queries. */
  readonly key: string
  /** Lets a range that moves with the clock end now. */
  readonly refresh: () => void
}

const iso = (ms: number): string => new Date(ms).toISOString()

export function useTimeRange({ from, to }: TimeRangeSearch): FixedRange {
  const [asOf, setAsOf] = useState(Date.now())
  return useMemo(() => {
    const range = timeRangeOf({ ...(from ? { from } : {}), ...(to ? { to } : {}) }, asOf)
    const between = { from: iso(range.from), to: iso(range.to) }
    return { ...range, between, key: `${between.from}/${between.to}`, refresh: () => setAsOf(Date.now()) }
  }, [from, to, asOf])
}

/** The range of the same length that ends where this one begins. */
export const rangeBefore = ({ from, to }: TimeRange): { readonly from: string; readonly to: string } => ({
  from: iso(2 * from - to),
  to: iso(from),
})

/** A range around a moment, as an address states it. */
export const around = (at: number, beforeMs: number, afterMs: number = beforeMs): Required<TimeRangeSearch> => ({
  from: iso(at - beforeMs),
  to: iso(at + afterMs),
})
