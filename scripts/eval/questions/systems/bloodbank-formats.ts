/** Lines of the blood donation service that no other system writes: Traefik, structlog, winston, log4net, Rust, bunyan. */
import type { Format } from './scribe.ts'

const LOWER = { DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error', FATAL: 'fatal' } as const
const PYTHON = { DEBUG: 'DEBUG', INFO: 'INFO', WARN: 'WARNING', ERROR: 'ERROR', FATAL: 'CRITICAL' } as const
const pairsOf = (fields: Readonly<Record<string, string | number>>) =>
  Object.entries(fields).map(([key, value]) => ` ${key}=${value}`)

/** JSON of Traefik's access log: durations in nanoseconds. */
export const traefikJson: Format = ({ timeMs, severity, fields, message }) => {
  const { method, route, status, durationMs, ...rest } = fields
  const request = { RequestMethod: method, RequestPath: route, DownstreamStatus: status }
  const took = { Duration: Math.round(Number(durationMs) * 1e6) }
  const time = new Date(timeMs).toISOString()
  return JSON.stringify({ ...request, ...took, ...rest, level: LOWER[severity], msg: message, time })
}

/** A line of structlog's console: the level in brackets, padded, and the context behind the event. */
export const structlogLine: Format = ({ timeMs, severity, message, fields }) => {
  const level = (severity === 'WARN' ? 'warning' : LOWER[severity]).padEnd(9)
  return `${new Date(timeMs).toISOString()} [${level}] ${message.padEnd(30)} [appointments.api]${pairsOf(fields).join('')}`
}

/** JSON of winston. */
export const winstonJson: Format = ({ timeMs, severity, message, fields }) =>
  JSON.stringify({ ...fields, level: LOWER[severity], message, timestamp: new Date(timeMs).toISOString() })

/** A line of log4net. */
export const log4netLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ').replace('.', ',')
  return `${stamp} [${(Math.floor(timeMs) % 19) + 4}] ${severity.padEnd(5)} Sessions.Desk - ${message}`
}

/** A line of Rust's env_logger. */
export const envLoggerLine: Format = ({ timeMs, severity, message, fields }) => {
  const stamp = `${new Date(timeMs).toISOString().slice(0, 19)}Z`
  return `[${stamp} ${severity.padEnd(5)} code_registry::index] ${message}${pairsOf(fields).join('')}`
}

/** JSON of bunyan: the level as a number. */
export const bunyanJson: Format = ({ timeMs, service, severity, message, fields, instance }) => {
  const levels = { DEBUG: 20, INFO: 30, WARN: 40, ERROR: 50, FATAL: 60 }
  const head = { name: service, hostname: instance, pid: 31, level: levels[severity] }
  return JSON.stringify({ ...head, ...fields, msg: message, time: new Date(timeMs).toISOString(), v: 0 })
}

/** JSON of Python's json logger. */
export const pythonJson: Format = ({ timeMs, severity, message, fields }) => {
  const asctime = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ').replace('.', ',')
  return JSON.stringify({ asctime, levelname: PYTHON[severity], name: 'stock.ledger', message, ...fields })
}

/** logfmt of ZIO: the time has a long name, threads are fibers. */
export const zioLogfmt: Format = ({ timeMs, severity, message, fields }) => {
  const head = `timestamp=${new Date(timeMs).toISOString()} level=${severity}`
  return `${head} thread=zio-fiber-${100 + (Math.floor(timeMs) % 60)} message=${JSON.stringify(message)}${pairsOf(fields).join('')}`
}

/** A line of Tornado: one letter for the level, the day without its century. */
export const tornadoLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString()
  return `[${severity.slice(0, 1)} ${stamp.slice(2, 10).replaceAll('-', '')} ${stamp.slice(11, 19)} tours:88] ${message}`
}

/** A line of a small daemon: the day with a slash, the level before the text. */
export const daemonLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 19).replaceAll('-', '/').replace('T', ' ')
  return `${stamp} ${severity}: ${message}`
}
