/** Lines of the property portal: JSON of pino and of Logback's own encoder, flat JSON with short keys, Ruby, two syslogs. */
import type { Format } from './scribe.ts'

/** pino: the level as a number, the time in milliseconds, the message last. */
export const pinoJson: Format = ({ timeMs, severity, message, fields, instance, traceId }) => {
  const levels = { DEBUG: 20, INFO: 30, WARN: 40, ERROR: 50, FATAL: 60 }
  const head = { level: levels[severity], time: Math.floor(timeMs), pid: 17, hostname: instance }
  return JSON.stringify({ ...head, ...fields, ...(traceId === '' ? {} : { trace_id: traceId }), msg: message })
}

/** Logback's own JSON encoder: what the request put into the context stands apart. */
export const logbackOwnJson: Format = ({ timeMs, service, severity, message, fields, traceId }) =>
  JSON.stringify({
    ...{ timestamp: Math.floor(timeMs), level: severity, threadName: `exec-${(Math.floor(timeMs) % 6) + 1}` },
    loggerName: `eu.heimwerk.${service.replace('-', '.')}.Service`,
    mdc: { ...fields, ...(traceId === '' ? {} : { traceId }) },
    ...{ message, throwable: null },
  })

/** One letter for the level, short keys, nothing nested. */
export const shortKeyJson: Format = ({ timeMs, service, severity, message, fields }) =>
  JSON.stringify({ t: Math.floor(timeMs / 1000), l: severity.slice(0, 1), s: service, ...fields, m: message })

/** Ruby's logger with the process after the time. */
export const rubyLogLine: Format = ({ timeMs, service, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().replace('Z', '000')
  return `${severity.slice(0, 1)}, [${stamp} #64] ${severity.padStart(5)} -- ${service}: ${message}`
}

const LEVELS = { DEBUG: 7, INFO: 6, WARN: 4, ERROR: 3, FATAL: 2 }
/** Syslog of RFC 5424, facility local1, without structured data. */
export const newSyslogLine: Format = ({ timeMs, service, severity, message, instance }) =>
  `<${17 * 8 + LEVELS[severity]}>1 ${new Date(timeMs).toISOString()} ${instance} ${service} 902 - - ${message}`

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** Syslog of RFC 3164, facility cron, no year. */
export const cronSyslogLine: Format = ({ timeMs, service, severity, message }) => {
  const at = new Date(timeMs)
  const stamp = `${MONTHS[at.getUTCMonth()]} ${String(at.getUTCDate()).padStart(2)} ${at.toISOString().slice(11, 19)}`
  return `<${9 * 8 + LEVELS[severity]}>${stamp} estate-vm-4 ${service}[2207]: ${message}`
}
