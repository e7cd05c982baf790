/**
 * Telemetry text inside an answer. Others wrote these names and bodies. They are shown as inline code that they cannot
 * break out of, without control, bidirectional or invisible characters, and never as our Markdown.
 */
import { span } from '../answers/format.ts'

const CHARS_MAX = 300

/** Inline code with a fence that is longer than any run of backticks inside. */
export function code(text: string, charsMax: number = CHARS_MAX): string {
  const clean = plain(text, charsMax)
  if (clean === '') return '`(empty)`'
  const longest = Math.max(0, ...[...clean.matchAll(/`+/g)].map((run) => run[0].length))
  const fence = '`'.repeat(longest + 1)
  const padding = clean.startsWith('`') || clean.endsWith('`') ? ' ' : ''
  return `${fence}${padding}${clean}${padding}${fence}`
}

/** One line, without characters that would not be shown as themselves. */
export function plain(text: string, charsMax: number = CHARS_MAX): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .trim()
  const points = [...line]
  return points.length <= charsMax ? line : `${points.slice(0, charsMax - 1).join('')}\u2026`
}

/** The mark that ties a claim to a tool call of this thread. */
export function cite(...ids: readonly string[]): string {
  return [...new Set(ids)].map((id) => `[${id}]`).join('')
}

/** Writes a count with its noun. */
export function count(value: number, singular: string, plural = `${singular}s`): string {
  return `${value.toLocaleString('en-US')} ${value === 1 ? singular : plural}`
}

/** "14:05:12 UTC" on the day of the question, with the date on any other day. */
export function clock(iso: string, askedAtMs: number): string {
  const text = iso.slice(0, 19)
  const [date = '', time = ''] = text.split('T')
  return date === new Date(askedAtMs).toISOString().slice(0, 10) ? `${time} UTC` : `${date} ${time} UTC`
}

/** Writes a duration (in milliseconds) in the largest unit that fits. */
export function duration(ms: number): string {
  return span(Math.max(1000, ms))
}
