/** How the services of the build farm write their lines: none of them sends a severity beside the text. */
import type { Format } from './scribe.ts'

/** Logfmt without a severity: what happened stands under `event`. */
export const eventLogfmt: Format = ({ timeMs, message, fields }) => {
  const pairs = Object.entries(fields).map(
    ([key, value]) => `${key}=${/[\s"=]/.test(String(value)) ? JSON.stringify(value) : value}`,
  )
  return [`time=${new Date(timeMs).toISOString()}`, `event=${message}`, ...pairs].join(' ')
}

/** JSON with the names of the company's own little logger. */
export const ownJson: Format = ({ timeMs, severity, message, fields }) =>
  JSON.stringify({ ts: Math.floor(timeMs) / 1000, lvl: severity.toLowerCase(), msg: message, ...fields })

/** The console of a runner: who runs, a bar, and what it does. */
export const runnerLine: Format = ({ timeMs, message, fields }) =>
  `${new Date(timeMs).toISOString().slice(11, 23)} ${fields['runner'] ?? 'runner'} | ${message}`

/** A line of a script that talks to the console of its host. */
export const scriptLine: Format = ({ timeMs, service, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ')
  return `[${stamp}] ${service}: ${message}`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The moment as nginx writes it into its access log. */
export function accessTime(timeMs: number): string {
  const iso = new Date(timeMs).toISOString()
  return `${iso.slice(8, 10)}/${MONTHS[Number(iso.slice(5, 7)) - 1]}/${iso.slice(0, 4)}:${iso.slice(11, 19)} +0000`
}
