/**
 * Computes the times of a schedule with croner. A time in the hour that daylight saving skips runs at the end of that
 * hour. A daily time in the hour that is repeated runs once.
 */
import { Cron } from 'croner'
import { SCHEDULE_GAP_MINUTES_MIN, type Timing } from '../../contracts/schedule-protocol.ts'

/** Five fields of digits, names and the signs of cron. Further signs, which only croner knows, are refused. */
const CRON_PATTERN = /^[0-9A-Za-z*,/-]{1,40}(?: [0-9A-Za-z*,/-]{1,40}){4}$/
const TIME_ZONE_PATTERN = /^[A-Za-z][A-Za-z0-9_+-]{0,30}(?:\/[A-Za-z0-9_+-]{1,30}){0,2}$/
/** This many times are checked for two that are too close to each other. */
const TIMES_LOOKED_AT = 100

const DAYS: Readonly<Record<string, string>> = {
  day: '*',
  weekday: '1-5',
  weekend: '0,6',
  monday: '1',
  tuesday: '2',
  wednesday: '3',
  thursday: '4',
  friday: '5',
  saturday: '6',
  sunday: '0',
}

/** `every weekday 09:00 Europe/Berlin`, `every day at 7:30 UTC`, `every hour Europe/Berlin`; null for any other text. */
export function timingOf(text: string): Timing | null {
  const words = text.trim().split(/\s+/).slice(0, 6)
  if (words[0]?.toLowerCase() !== 'every') return null
  const [, every = '', ...rest] = words
  if (every.toLowerCase() === 'hour' && rest.length === 1) return { cron: '0 * * * *', timeZone: rest[0] ?? '' }
  const [time = '', timeZone = '', ...more] = rest[0]?.toLowerCase() === 'at' ? rest.slice(1) : rest
  const days = DAYS[every.toLowerCase()]
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(time) ?? []
  if (days === undefined || hour === undefined || minute === undefined || more.length > 0) return null
  return { cron: `${Number(minute)} ${Number(hour)} * * ${days}`, timeZone }
}

/** Returns why a timing cannot be used; null if it can. */
export function problemOf(
  timing: Timing,
  now: number,
): { readonly field: keyof Timing; readonly message: string } | null {
  if (!isTimeZone(timing.timeZone))
    return { field: 'timeZone', message: 'must be an IANA time zone name, such as Europe/Berlin' }
  const invalid = { field: 'cron', message: 'must have five cron fields, such as 0 9 * * 1-5' } as const
  if (!CRON_PATTERN.test(timing.cron)) return invalid
  let cron: Cron
  try {
    cron = cronOf(timing)
  } catch {
    return invalid
  }
  const times = cron.nextRuns(TIMES_LOOKED_AT, new Date(now)).map((time) => time.getTime())
  if (times.length === 0) return { field: 'cron', message: 'must have a time in the future' }
  const isTooClose = times.some(
    (at, index) => index > 0 && at - (times[index - 1] ?? 0) < SCHEDULE_GAP_MINUTES_MIN * 60_000,
  )
  return isTooClose
    ? { field: 'cron', message: `must leave at least ${SCHEDULE_GAP_MINUTES_MIN} minutes between two times` }
    : null
}

/** Returns the next time after this one, in milliseconds since 1970; null if there is none. */
export const nextTime = (timing: Timing, after: number): number | null =>
  cronOf(timing).nextRun(new Date(after))?.getTime() ?? null

/** Returns the last time in (after, until]; null if there is none. Of several missed times, only this one is caught up. */
export function lastTime(timing: Timing, after: number, until: number): number | null {
  // croner returns times before a moment, with a precision of a second.
  const [last] = cronOf(timing).previousRuns(1, new Date(until + 1_000))
  const at = last?.getTime() ?? 0
  return at > after && at <= until ? at : null
}

const cronOf = ({ cron, timeZone }: Timing): Cron =>
  new Cron(cron, { timezone: timeZone, paused: true, mode: '5-part' })

function isTimeZone(name: string): boolean {
  if (!TIME_ZONE_PATTERN.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
