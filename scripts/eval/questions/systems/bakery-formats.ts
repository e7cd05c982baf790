/** Lines of the bakery chain: two JSON loggers, Ruby's logger, syslog of controllers, text with bracketed levels. */
import type { Format } from './scribe.ts'

/** zerolog: the level first, the time in the middle, the message last. */
export const zerologJson: Format = ({ timeMs, severity, message, fields, traceId }) =>
  JSON.stringify({
    level: severity.toLowerCase(),
    ...fields,
    ...(traceId === '' ? {} : { trace_id: traceId }),
    time: new Date(timeMs).toISOString(),
    message,
  })

/** Logback's encoder for Logstash, with what the request put into the context. */
export const logbackJson: Format = ({ timeMs, service, severity, message, fields, version, traceId }) => {
  const levels = { DEBUG: 10_000, INFO: 20_000, WARN: 30_000, ERROR: 40_000, FATAL: 40_000 }
  return JSON.stringify({
    ...{ '@timestamp': new Date(timeMs).toISOString(), '@version': '1', message },
    logger_name: `de.kruste.${service.replace('-', '.')}.Handler`,
    thread_name: `http-exec-${(Math.floor(timeMs) % 8) + 1}`,
    ...{ level: severity, level_value: levels[severity] },
    ...fields,
    ...(traceId === '' ? {} : { traceId }),
    build: version,
  })
}

/** Ruby's logger. */
export const rubyLine: Format = ({ timeMs, service, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().replace('Z', '000')
  return `${severity.slice(0, 1)}, [${stamp} #21] ${severity.padStart(5)} -- ${service}: ${message}`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** Syslog as controllers have sent it for decades (RFC 3164): facility local3, no year. */
export const oldSyslogLine: Format = ({ timeMs, service, severity, message }) => {
  const levels = { DEBUG: 7, INFO: 6, WARN: 4, ERROR: 3, FATAL: 2 }
  const at = new Date(timeMs)
  const day = String(at.getUTCDate()).padStart(2)
  const clock = at.toISOString().slice(11, 19)
  return `<${19 * 8 + levels[severity]}>${MONTHS[at.getUTCMonth()]} ${day} ${clock} bakehouse-plc ${service}[318]: ${message}`
}

/** Plain text, the level in brackets. */
export const levelInBrackets: Format = ({ timeMs, service, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ')
  return `${stamp} [${severity}] ${service}: ${message}`
}
