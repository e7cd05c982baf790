/** Lines of the vending machines that no other system writes: Caddy, zerolog, logback, Rust, Monolog, NLog, Crystal. */
import type { Format } from './scribe.ts'

const LOWER = { DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error', FATAL: 'fatal' } as const
const SHORT_WARNING = { DEBUG: 'DEBUG', INFO: 'INFO', WARN: 'WARNING', ERROR: 'ERROR', FATAL: 'CRITICAL' } as const

/** JSON of Caddy's access log: the request is an object, the duration is in seconds. */
export const caddyJson: Format = ({ timeMs, severity, message, fields }) => {
  const { method, route, status, durationMs, ...rest } = fields
  const request = method === undefined ? {} : { request: { proto: 'HTTP/2.0', method, uri: route }, status }
  const took = durationMs === undefined ? {} : { duration: Number(durationMs) / 1000 }
  const head = { level: LOWER[severity], ts: Math.floor(timeMs) / 1000, logger: 'http.log.access' }
  return JSON.stringify({ ...head, msg: message, ...request, ...took, ...rest })
}

/** JSON of zerolog. */
export const zerologJson: Format = ({ timeMs, severity, message, fields, traceId }) =>
  JSON.stringify({
    ...{ level: LOWER[severity], ...fields, time: new Date(timeMs).toISOString() },
    ...(traceId === '' ? {} : { trace: traceId }),
    message,
  })

/** A line of logback with its context in braces. */
export const logbackLine: Format = ({ timeMs, severity, message, fields }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ')
  const context = Object.entries(fields).map(([key, value]) => `${key}=${value}`)
  const thread = `DefaultDispatcher-worker-${(Math.floor(timeMs) % 5) + 1}`
  return `${stamp} [${thread}] ${severity.padEnd(5)} m.cards.AuthRoute {${context.join(', ')}} - ${message}`
}

/** A line of Rust's tracing for journald: no time of its own. */
export const timelessLine: Format = ({ severity, message, fields }) => {
  const pairs = Object.entries(fields).map(([key, value]) => ` ${key}=${JSON.stringify(value)}`)
  return `${severity.padStart(5)} vault::crypt: ${message}${pairs.join('')}`
}

/** A line of PHP's Monolog: channel and level with a dot, the context as JSON, and extras that are none. */
export const monologLine: Format = ({ timeMs, severity, message, fields }) => {
  const context = Object.keys(fields).length === 0 ? '[]' : JSON.stringify(fields)
  return `[${new Date(timeMs).toISOString()}] refunds.${SHORT_WARNING[severity]}: ${message} ${context} []`
}

/** A line of NLog: parts between bars, the level in capitals. */
export const nlogLine: Format = ({ timeMs, severity, message }) => {
  const stamp = `${new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ')}0`
  return `${stamp}|${severity}|Coins.Sorter|${message}`
}

/** A line of Crystal's own logger. */
export const crystalLine: Format = ({ timeMs, severity, message }) =>
  `${new Date(timeMs).toISOString().replace('Z', '000Z')} ${severity.padStart(6)} - texts: ${message}`
