/** The head of every view of Explore: its name, what it offers, and its time. */
import type { ComponentChildren } from 'preact'
import type { TimeRangeSearch } from '../../app/time-range.ts'
import { TimeRangePicker } from '../../components/time-range-picker.tsx'
import type { FixedRange } from '../../telemetry/use-time-range.ts'
import './explore.css'

export interface HeadProps {
  readonly title: string
  readonly search: TimeRangeSearch
  readonly range: FixedRange
  readonly onRange: (range: TimeRangeSearch) => void
  readonly children?: ComponentChildren
}

export function Head({ title, search, range, onRange, children }: HeadProps) {
  return (
    <div class="row apart">
      <h1>{title}</h1>
      <div class="row">
        {children}
        <TimeRangePicker range={search} onChange={onRange} />
        {search.to === undefined && (
          <button type="button" class="button" onClick={range.refresh}>
            Refresh
          </button>
        )}
      </div>
    </div>
  )
}
