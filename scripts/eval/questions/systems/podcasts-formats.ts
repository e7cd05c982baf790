/** Lines of the podcast platform: access lines of nginx, JSON of two loggers, plain lines of Go and Python. */
import type { Format } from './scribe.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** An access line with the time of the request at its end. */
export const nginxLine: Format = ({ timeMs, fields }) => {
  const at = new Date(timeMs)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${two(at.getUTCDate())}/${MONTHS[at.getUTCMonth()]}/${at.getUTCFullYear()}`
  const { client, method, path, status, bytes, agent, seconds } = fields
  const request = `"${method} ${path} HTTP/2.0" ${status} ${bytes} "-" "${agent}"`
  return `${client} - - [${day}:${at.toISOString().slice(11, 19)} +0000] ${request} ${seconds}`
}

/** JSON of bunyan: a number for the level, a version of the record, the name of the logger. */
export const bunyanJson: Format = ({ timeMs, service, severity, message, fields, instance }) => {
  const levels = { DEBUG: 20, INFO: 30, WARN: 40, ERROR: 50, FATAL: 60 }
  const head = { name: service, hostname: instance, pid: 1, level: levels[severity] }
  return JSON.stringify({ ...head, ...fields, msg: message, time: new Date(timeMs).toISOString(), v: 0 })
}

/** JSON of zerolog: the level first, the message last. */
export const zerologJson: Format = ({ timeMs, severity, message, fields, traceId }) =>
  JSON.stringify({
    level: severity.toLowerCase(),
    ...fields,
    ...(traceId === '' ? {} : { trace_id: traceId }),
    time: new Date(timeMs).toISOString(),
    message,
  })

/** A line of Go's log package with a word for the level. */
export const goLogLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replaceAll('-', '/').replace('T', ' ')
  return `${stamp} ${severity}: ${message}`
}

/** A line of Python's logging: level, logger and message between colons. */
export const pythonColonLine: Format = ({ timeMs, service, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ').replace('.', ',')
  return `${stamp} ${severity === 'WARN' ? 'WARNING' : severity}:${service.replace('-', '_')}.main:${message}`
}
