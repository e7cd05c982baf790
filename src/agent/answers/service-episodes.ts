/** Writes what a service does otherwise than usual although no request of it fails: kinds of lines, and less to do. */
import { code } from '../embedded/markdown.ts'
import type { HealthResult, ServiceEpisode } from '../questions/execute/result.ts'
import { clock, number } from './format.ts'

const HOUR_MS = 3_600_000

/** What goes on until the end, and what was over before it, each as the second half of a sentence; empty for nothing. */
export interface Odd {
  readonly lasting: string
  readonly past: string
  /** Whether its own lines say so, and not only that it had less to do, which others may bring about. */
  readonly isSaid: { readonly lasting: boolean; readonly past: boolean }
}

/** What its lines and its input do otherwise than usual. */
export function oddOf({ oddLines = [], lessInput, window: { to } }: HealthResult): Odd {
  const all = lessInput === undefined ? oddLines : [...oddLines, lessInput]
  const isRecent = ({ until }: ServiceEpisode): boolean =>
    until !== null && Date.parse(to) - Date.parse(until) < HOUR_MS
  const said = (some: readonly ServiceEpisode[]): string =>
    some.map((one) => wordsOf(one, Date.parse(to))).join(', and ')
  const past = all.filter(isRecent)
  return {
    lasting: said(all.filter(({ until }) => until === null)),
    past: said(past),
    isSaid: { lasting: isOfLines(all.filter(({ until }) => until === null)), past: isOfLines(past) },
  }
}

function isOfLines(some: readonly ServiceEpisode[]): boolean {
  return some.some(({ line }) => line !== undefined)
}

/** "It logs `sync incomplete` more often since 22:42 UTC: 9.1 a minute, otherwise 0.2". */
function wordsOf(
  { line, severity, perMinute, usualPerMinute, count, since, until }: ServiceEpisode,
  atMs: number,
): string {
  const isLasting = until === null
  const when = isLasting ? `since ${clock(since, atMs)}` : `from ${clock(since, atMs)} to ${clock(until, atMs)}`
  if (line === undefined)
    return `it ${isLasting ? 'gets' : 'got'} less to do ${when}: ${number(perMinute)} requests a minute, otherwise ${number(usualPerMinute)}`
  const what = code(line.replace(/<\*>/g, '\u2026'), 140)
  const level = severity === 'warn' ? 'warning' : severity
  const verb = isLasting ? 'logs' : 'logged'
  return usualPerMinute === 0
    ? `it ${verb} a new ${level} ${when}, ${number(count)} times: ${what}`
    : `it ${verb} the ${level} ${what} more often ${when}: ${number(perMinute)} a minute, otherwise ${number(usualPerMinute)}`
}
