/** Lines of plain text with a time in front: loggers of Java, Go and Python, a shell's date, a syslog without numbers. */
import type { Severity } from '../records.ts'
import type { Format } from './scribe.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function partsOf(timeMs: number) {
  const text = new Date(timeMs).toISOString()
  return { date: text.slice(0, 10), clock: text.slice(11, 19), millis: text.slice(20, 23), month: text.slice(5, 7) }
}

/** What is usual is not said: "warning: …". */
function unlessUsual(severity: Severity): string {
  return { DEBUG: 'debug: ', INFO: '', WARN: 'warning: ', ERROR: 'error: ', FATAL: 'fatal: ' }[severity]
}

/** Date, time, level, message. */
export const datedLine: Format = ({ timeMs, severity, message }) => {
  const { date, clock, millis } = partsOf(timeMs)
  return `${date} ${clock}.${millis} ${severity.padEnd(5)} ${message}`
}

/** Go's own logger: slashes in the date, no level unless something is wrong. */
export const goLine: Format = ({ timeMs, severity, message }) => {
  const { date, clock } = partsOf(timeMs)
  return `${date.replaceAll('-', '/')} ${clock} ${unlessUsual(severity)}${message}`
}

/** Python's logger with the level in front of the colon. */
export const levelFirstLine: Format = ({ timeMs, service, severity, message }) => {
  const { date, clock, millis } = partsOf(timeMs)
  const level = { DEBUG: 'DEBUG', INFO: 'INFO', WARN: 'WARNING', ERROR: 'ERROR', FATAL: 'CRITICAL' }[severity]
  return `${level}:${service}:${date} ${clock},${millis} ${message}`
}

/** A shell script's echo: only the time of day. */
export const clockLine: Format = ({ timeMs, severity, message }) =>
  `[${partsOf(timeMs).clock}] ${unlessUsual(severity)}${message}`

/** Syslog as it stands in a file: month, day, time, host, program. */
export const messagesLine: Format = ({ timeMs, service, severity, message, instance }) => {
  const { date, clock, month } = partsOf(timeMs)
  const day = String(Number(date.slice(8))).padStart(2)
  return `${MONTHS[Number(month) - 1] ?? ''} ${day} ${clock} ${instance} ${service}[311]: ${unlessUsual(severity)}${message}`
}
