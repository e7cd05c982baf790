/**
 * "How long is an opened job on average, in minutes as the log says?": a number that lines state is asked for, and none
 * that is measured of requests or kept by a metric.
 */

export interface StatedAsked {
  /** The same asked of what lines state, the likeliest first. */
  readonly texts: readonly string[]
  /** How lines write the unit that is asked for; empty where none is named. */
  readonly units: readonly string[]
  /** The question without saying where its number stands. */
  readonly rest: string
}

const LINES = '(?:logs?|log (?:lines?|messages?|records?)|lines?|log entries|log text)'
const AS_LINES_SAY = new RegExp(
  `,? (?:(?:as|like|that|which) (?:(?:the|our|its|their) )?${LINES} (?:says?|states?|tells?|writes?|shows?|reports?|has|have|gives?)(?: (?:it|them|so))?|according to (?:(?:the|our|its) )?${LINES}|(?:as )?(?:stated|written|told|reported|given) (?:in|by) (?:(?:the|our|its) )?${LINES})(?= |\\W*$)`,
)
/** Units as they are said, and the ways in which lines write them. */
const UNITS: readonly (readonly [said: RegExp, written: readonly string[]])[] = [
  [/^(?:minutes?|mins?)$/, ['min', 'minutes', 'mins']],
  [/^(?:seconds?|secs?)$/, ['s', 'seconds', 'sec']],
  [/^(?:milliseconds?|millis|ms)$/, ['ms', 'milliseconds']],
  [/^(?:hours?|hrs?)$/, ['h', 'hours']],
]
const UNIT_NAMES = 'minutes?|mins?|seconds?|secs?|milliseconds?|millis|ms|hours?|hrs?'
const STATISTICS: readonly (readonly [said: RegExp, plain: string])[] = [
  [/\b(?:on average|average|avg|mean|usually|typically)\b/, 'mean'],
  [/\b(?:median)\b/, 'median'],
  [/\b(?:at most|longest|max|maximum|highest)\b/, 'max'],
  [/\b(?:at least|shortest|min|minimum|lowest)\b/, 'min'],
  [/\b(?:in total|altogether|in all|total|sum of)\b/, 'sum of'],
]
const GRAMMAR =
  /\b(?:so|and|but|ok|hey|please|how|long|many|much|what|is|are|was|were|does|do|did|the|its|our|an?|one|each|take|takes|last|lasts|run|runs|on average|average|avg|mean|usually|typically|median|at most|longest|max|maximum|highest|at least|shortest|minimum|lowest|in total|altogether|in all|total|sum of|duration|length|time|of|in)\b/g

/** What is asked; null where nothing says that lines state it. */
export function statedAsked(text: string): StatedAsked | null {
  if (text.length > 200 || !AS_LINES_SAY.test(text)) return null
  const rest = text.replace(AS_LINES_SAY, ' ').replace(/\s+/g, ' ').trim()
  const unit = new RegExp(`\\b(${UNIT_NAMES})\\b`).exec(rest)?.[1]
  const statistic = STATISTICS.find(([said]) => said.test(rest))?.[1]
  const written = UNITS.find(([said]) => unit !== undefined && said.test(unit))?.[1]
  if (statistic === undefined || written === undefined || unit === undefined) return { texts: [], units: [], rest }
  const thing = rest
    .replace(unit, ' ')
    .replace(GRAMMAR, ' ')
    .replace(/[^\w./ -]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (thing === '') return { texts: [], units: written, rest }
  return { texts: written.map((name) => `${statistic} ${name} of ${doneBehind(thing)}`), units: written, rest }
}

/** "Opened job": "jobs that were opened". */
function doneBehind(thing: string): string {
  const [, done, noun] = /^([a-z]{3,20}ed) ([a-z-]{3,20}?)s?$/.exec(thing) ?? []
  return done === undefined || noun === undefined ? thing : `${noun}s that were ${done}`
}
