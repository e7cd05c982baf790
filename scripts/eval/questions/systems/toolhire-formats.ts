/** Lines of the hire company: Kong, NestJS, Ruby's semantic logger, gunicorn, go-kit, a cron job behind BSD syslog. */
import type { Format } from './scribe.ts'

const LOWER = { DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error', FATAL: 'fatal' } as const
const SHORT_WARNING = { DEBUG: 'DEBUG', INFO: 'INFO', WARN: 'WARNING', ERROR: 'ERROR', FATAL: 'CRITICAL' } as const

/** JSON of Kong's access log: neither a level nor a message, the request and the response are objects. */
export const kongJson: Format = ({ fields, traceId, timeMs }) => {
  const { method, route, status, durationMs, account } = fields
  return JSON.stringify({
    ...{ request: { method, uri: route, id: traceId.slice(0, 12) }, response: { status } },
    ...{ latencies: { request: durationMs, kong: 1 }, consumer: { username: account } },
    ...{ route: { name: `${method} ${route}` }, started_at: Math.floor(timeMs - Number(durationMs)) },
  })
}

/** JSON of NestJS: its context is the class, the fields come after the message. */
export const nestJson: Format = ({ timeMs, severity, message, fields, traceId }) =>
  JSON.stringify({
    ...{ level: severity === 'INFO' ? 'log' : LOWER[severity], pid: 31, timestamp: Math.floor(timeMs), message },
    ...{ context: 'BookingsService', ...fields },
    ...(traceId === '' ? {} : { traceId }),
  })

/** A line of Ruby's semantic logger: one letter for the level, the thread and the place in brackets. */
export const semanticLine: Format = ({ timeMs, severity, message }) => {
  const stamp = `${new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ')}000`
  const place = `71:worker-${(Math.floor(timeMs) % 4) + 1} planner.rb:${80 + (Math.floor(timeMs) % 30)}`
  return `${stamp} ${severity.slice(0, 1)} [${place}] Dispatch::Planner -- ${message}`
}

/** A line of gunicorn: the time, the process and the level in brackets each. */
export const gunicornLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ')
  return `[${stamp} +0000] [${23 + (Math.floor(timeMs) % 3)}] [${SHORT_WARNING[severity]}] damages: ${message}`
}

/** A logfmt of go-kit: the place in the code comes first, fields last. */
export const gokitLogfmt: Format = ({ timeMs, severity, message, fields }) => {
  const pairs = Object.entries(fields).map(([key, value]) => `${key}=${value}`)
  const head = `caller=render.go:${60 + (Math.floor(timeMs) % 40)} level=${LOWER[severity]}`
  return [head, `ts=${new Date(timeMs).toISOString()}`, `msg=${JSON.stringify(message)}`, ...pairs].join(' ')
}

/** A line of a cron job behind BSD syslog: the level is a word of the script. */
export const cronJobLine: Format = ({ timeMs, service, severity, message }) => {
  const date = new Date(timeMs)
  const month = date.toUTCString().slice(8, 11)
  const day = String(date.getUTCDate()).padStart(2)
  return `${month} ${day} ${date.toISOString().slice(11, 19)} hw-3 ${service}[4402]: ${severity.toLowerCase()}: ${message}`
}
