/** Counts over time in the height of a line. The numbers beside it say the rest. */
import type { TimeRange } from '../app/time-range.ts'

export interface SparklineProps {
  /** `[date-time, count]`, one per interval that has any. */
  readonly points: readonly (readonly (string | number)[])[]
  readonly range: TimeRange
  readonly label: string
}

const WIDTH = 120
const HEIGHT = 24
const COLUMNS = 40

export function Sparkline({ points, range, label }: SparklineProps) {
  const columns = columnsOf(points, range)
  const highest = Math.max(...columns, 1)
  return (
    <svg class="sparkline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} preserveAspectRatio="none">
      {columns.map((count, index) => {
        const height = count === 0 ? 0 : Math.max(1.5, (count / highest) * HEIGHT)
        return (
          <rect
            key={index}
            x={(index * WIDTH) / COLUMNS}
            y={HEIGHT - height}
            width={WIDTH / COLUMNS - 0.6}
            height={height}
            fill="var(--chart-1)"
          />
        )
      })}
    </svg>
  )
}

/** Sums points into the columns that are drawn. */
export function columnsOf(points: SparklineProps['points'], { from, to }: TimeRange): number[] {
  const columns = new Array<number>(COLUMNS).fill(0)
  for (const [at, count] of points) {
    const index = Math.floor(((Date.parse(String(at)) - from) / (to - from)) * COLUMNS)
    const place = Math.min(COLUMNS - 1, Math.max(0, index))
    columns[place] = (columns[place] ?? 0) + Number(count)
  }
  return columns
}
