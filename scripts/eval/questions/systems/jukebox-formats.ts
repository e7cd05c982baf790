/** Lines of the music streaming service: two kinds of JSON, logfmt, Spring Boot, Python, and an access log of Traefik. */
import type { Format } from './scribe.ts'

const LEVELS = { DEBUG: 20, INFO: 30, WARN: 40, ERROR: 50, FATAL: 60 }

/** pino of Node.js: levels as numbers, milliseconds since 1970. */
export const pinoJson: Format = ({ timeMs, service, severity, message, fields, instance, traceId }) =>
  JSON.stringify({
    ...{ level: LEVELS[severity], time: Math.round(timeMs), name: service, hostname: instance },
    ...fields,
    ...(traceId === '' ? {} : { trace_id: traceId }),
    msg: message,
  })

/** zap of Go: seconds since 1970, the caller, keys in the order they were given. */
export const zapJson: Format = ({ timeMs, severity, message, fields, version, traceId }) =>
  JSON.stringify({
    ...{ level: severity.toLowerCase(), ts: timeMs / 1000, caller: 'http/handler.go:118', msg: message, version },
    ...fields,
    ...(traceId === '' ? {} : { traceId }),
  })

/** logfmt as Go services write it. */
export const goLogfmt: Format = ({ timeMs, severity, message, fields, traceId }) => {
  const pairs = Object.entries(fields).map(([key, value]) => `${key}=${value}`)
  const trace = traceId === '' ? [] : [`trace_id=${traceId}`]
  const head = [`time=${new Date(timeMs).toISOString()}`, `level=${severity.toLowerCase()}`]
  return [...head, `msg=${JSON.stringify(message)}`, ...pairs, ...trace].join(' ')
}

/** Spring Boot's console pattern; all is in the text. */
export const springLine: Format = ({ timeMs, severity, message, traceId }) => {
  const logger = message.startsWith('HikariPool') ? 'com.zaxxer.hikari.pool.HikariPool' : 'm.playback.StreamService'
  const level = severity.padStart(5)
  const thread = `[${(traceId || 'main').slice(0, 15).padStart(15)}]`
  return `${new Date(timeMs).toISOString()} ${level} 1 --- ${thread} ${logger.padEnd(40)} : ${message}`
}

/** Python's logging with a comma before the milliseconds. */
export const pythonLine: Format = ({ timeMs, service, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().replace('T', ' ').replace('.', ',').slice(0, 23)
  const level = severity === 'WARN' ? 'WARNING' : severity
  return `${stamp} ${level} [${service.replaceAll('-', '_')}] ${message}`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** Traefik's access log in the common format. */
export const traefikLine: Format = ({ timeMs, fields }) => {
  const at = new Date(timeMs)
  const day = `${String(at.getUTCDate()).padStart(2, '0')}/${MONTHS[at.getUTCMonth()]}/${at.getUTCFullYear()}`
  const { address, request, status, bytes, agent, backend, tookMs } = fields
  const clock = at.toISOString().slice(11, 19)
  const head = `${address} - - [${day}:${clock} +0000] "${request} HTTP/2.0" ${status} ${bytes}`
  return `${head} "-" "${agent}" "${backend}@kubernetes" ${tookMs}ms`
}
