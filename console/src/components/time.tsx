/** Times in the reader's zone, with UTC on hover and for screen readers as the machine-readable value. */

const DAY_MS = 86_400_000

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const day = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' })
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })

export const utcText = (at: number): string => `${new Date(at).toISOString().replace('T', ' ').replace('Z', '')} UTC`

/** The clock, with the day where it is not today. */
export function timeText(at: number, now: number = Date.now()): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString()
  return isToday ? clock.format(at) : `${day.format(at)}, ${clock.format(at)}`
}

/** How long ago: `5 minutes ago`. */
export function agoText(at: number, now: number = Date.now()): string {
  const seconds = Math.round((at - now) / 1000)
  const size = Math.abs(seconds)
  if (size < 60) return relative.format(seconds, 'second')
  if (size < 3_600) return relative.format(Math.round(seconds / 60), 'minute')
  if (size * 1000 < 2 * DAY_MS) return relative.format(Math.round(seconds / 3_600), 'hour')
  return relative.format(Math.round(seconds / 86_400), 'day')
}

/** `95 s`, `12 min`, `3 h 20 min`, `2 d 4 h`. */
export function durationText(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 100) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 100) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
  return `${Math.floor(hours / 24)} d ${hours % 24} h`
}

export interface TimeProps {
  /** ISO 8601 or milliseconds since 1970. */
  readonly at: string | number
  readonly as?: 'clock' | 'ago'
}

export function Time({ at, as = 'clock' }: TimeProps) {
  const ms = typeof at === 'number' ? at : Date.parse(at)
  return (
    <time dateTime={new Date(ms).toISOString()} title={utcText(ms)}>
      {as === 'ago' ? agoText(ms) : timeText(ms)}
    </time>
  )
}
