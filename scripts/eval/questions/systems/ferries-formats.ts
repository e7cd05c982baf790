/** Lines of the ferry line that no other system writes: HAProxy, hclog, JsonLayout, .NET, slog of Rust, log4js, Mojo, apex, a PLC. */
import type { Format } from './scribe.ts'

const LOWER = { DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error', FATAL: 'fatal' } as const
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** "Nov 28 06:12:33", as syslog and terminals have it. */
function dayAndClock(timeMs: number): string {
  const stamp = new Date(timeMs).toISOString()
  return `${MONTHS[Number(stamp.slice(5, 7)) - 1] ?? ''} ${stamp.slice(8, 10)} ${stamp.slice(11, 19)}`
}

/** HAProxy's HTTP log: who asked, which back end, five times in milliseconds, the status, then the request. */
export const haproxyLine: Format = ({ timeMs, message, fields }) => {
  const { method, route, status, durationMs, backend } = fields
  if (method === undefined) return message
  const stamp = new Date(timeMs).toISOString()
  const month = MONTHS[Number(stamp.slice(5, 7)) - 1] ?? ''
  const clock = `${stamp.slice(8, 10)}/${month}/${stamp.slice(0, 4)}:${stamp.slice(11, 23)}`
  const took = Number(durationMs)
  const port = 30_000 + (Math.floor(timeMs) % 20_000)
  const times = `0/0/1/${Math.max(0, took - 1)}/${took}`
  return `198.51.100.${Math.floor(timeMs) % 250}:${port} [${clock}] fe_public be_${backend}/s1 ${times} ${status} - - ---- 0/0 "${method} ${route} HTTP/1.1"`
}

/** A line of Go's hclog: the level in brackets, then the name and the pairs. */
export const hclogLine: Format = ({ timeMs, severity, message, fields }) => {
  const pairs = Object.entries(fields).map(([key, value]) => ` ${key}=${value}`)
  const level = `[${severity}]`.padEnd(7)
  const more = pairs.length === 0 ? '' : `:${pairs.join('')}`
  return `${new Date(timeMs).toISOString()} ${level} timetable: ${message}${more}`
}

/** JSON of Logback's JsonLayout. */
export const jsonLayout: Format = ({ timeMs, severity, message, traceId }) =>
  JSON.stringify({
    ...{ timestamp: String(Math.floor(timeMs)), level: severity, thread: `virtual-${Math.floor(timeMs) % 64}` },
    ...(traceId === '' ? {} : { mdc: { trace_id: traceId } }),
    ...{ logger: 'no.ferry.booking.BookingRoutes', message, context: 'default' },
  })

/** JSON of .NET's console logger, levels in whole words. */
export const dotnetJson: Format = ({ timeMs, severity, message, fields }) => {
  const levels = { DEBUG: 'Debug', INFO: 'Information', WARN: 'Warning', ERROR: 'Error', FATAL: 'Critical' }
  const head = { Timestamp: new Date(timeMs).toISOString(), EventId: 0, LogLevel: levels[severity] }
  return JSON.stringify({ ...head, Category: 'Payments.Bridge', Message: message, State: fields })
}

/** A line of Rust's slog: levels of four letters, pairs with colons. */
export const slogTermLine: Format = ({ timeMs, severity, message, fields }) => {
  const levels = { DEBUG: 'DEBG', INFO: 'INFO', WARN: 'WARN', ERROR: 'ERRO', FATAL: 'CRIT' }
  const pairs = Object.entries(fields).map(([key, value]) => `, ${key}: ${value}`)
  const millis = String(Math.floor(timeMs) % 1000).padStart(3, '0')
  return `${dayAndClock(timeMs)}.${millis} ${levels[severity]} ${message}${pairs.join('')}`
}

/** A line of log4js. */
export const log4jsLine: Format = ({ timeMs, severity, message }) =>
  `[${new Date(timeMs).toISOString().slice(0, 23)}] [${severity}] checkin - ${message}`

/** A line of Perl's Mojo::Log. */
export const mojoLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ')
  return `[${stamp}00] [2214] [${LOWER[severity]}] ${message}`
}

/** JSON of Go's apex/log. */
export const apexJson: Format = ({ timeMs, severity, message, fields }) =>
  JSON.stringify({ fields, level: LOWER[severity], timestamp: new Date(timeMs).toISOString(), message })

/** Parts between semicolons, as the controller of the berths writes them. */
export const plcLine: Format = ({ timeMs, severity, message }) => {
  const level = severity === 'WARN' ? 'WARNING' : severity
  return `${new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ')};${level};QUAY;${message}`
}

/** A line for the old syslog: facility daemon, so only the number in angle brackets states the severity. */
export const daemonLine: Format = ({ timeMs, severity, message }) => {
  const levels = { DEBUG: 7, INFO: 6, WARN: 4, ERROR: 3, FATAL: 2 }
  return `<${3 * 8 + levels[severity]}>${dayAndClock(timeMs)} met1 weather-feed[812]: ${message}`
}
