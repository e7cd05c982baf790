/** What a service does otherwise than in the rest of its time: warnings and errors by their kind, and what it gets to do. */
import type { LogPattern, SpanStatsRow } from '../../../telemetry/index.ts'
import { spokenText } from '../../message-text.ts'
import type { PlanTime } from '../plan/plan.ts'
import { type Episode, episodeOf } from './more-or-less.ts'
import type { ServiceEpisode } from './result.ts'

const MINUTE_MS = 60_000
/** What ended so shortly before the last record still goes on. */
const LASTING_MS = 4 * MINUTE_MS
/** Of less to do the rest tells enough only with so many requests in a minute. */
const INPUT_PER_MINUTE_MIN = 2
const LISTED = 2

/** The kinds of warnings and errors that came newly or far more often for a time, the most telling first. */
export function oddLines(patterns: readonly LogPattern[], time: PlanTime): ServiceEpisode[] {
  const found = patterns
    .filter(({ severity }) => severity === 'warn' || severity === 'error' || severity === 'fatal')
    .flatMap((pattern) => {
      const counts = minutesOf(pattern.counts, time)
      const episode = episodeOf(counts, 'more')
      return episode === null
        ? []
        : [{ ...told(episode, time), line: spokenText(pattern.template), severity: pattern.severity }]
    })
  return found
    .toSorted((a, b) => Number(b.until === null) - Number(a.until === null) || b.count - a.count)
    .slice(0, LISTED)
}

/** A time in which far fewer requests came in than in the rest; null where there is none. */
export function lessInput(rows: readonly SpanStatsRow[], time: PlanTime): ServiceEpisode | null {
  const counts = minutesOf(
    rows.map(({ startMs, requests }) => [startMs, requests] as const),
    time,
  )
  const episode = episodeOf(counts, 'less')
  return episode === null || episode.outside < INPUT_PER_MINUTE_MIN ? null : told(episode, time)
}

function told({ from, to, inside, outside, count }: Episode, time: PlanTime): ServiceEpisode {
  const beginMs = Date.parse(time.from)
  const untilMs = beginMs + to * MINUTE_MS
  return {
    since: new Date(beginMs + from * MINUTE_MS).toISOString(),
    until: Date.parse(time.to) - untilMs < LASTING_MS ? null : new Date(untilMs).toISOString(),
    perMinute: inside,
    usualPerMinute: outside,
    count,
  }
}

/** A count for each whole minute. */
function minutesOf(counts: readonly (readonly [atMs: number, count: number])[], time: PlanTime): number[] {
  const fromMs = Date.parse(time.from)
  const minutes = Array.from({ length: Math.floor((Date.parse(time.to) - fromMs) / MINUTE_MS) }, () => 0)
  for (const [atMs, count] of counts) {
    const at = Math.round((atMs - fromMs) / MINUTE_MS)
    if (at >= 0 && at < minutes.length) minutes[at] = (minutes[at] ?? 0) + count
  }
  return minutes
}
