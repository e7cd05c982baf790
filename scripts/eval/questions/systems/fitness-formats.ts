/** Lines of the studios' software: logfmt of Kotlin, Node's JSON, Monolog, Ruby's logger, BSD syslog of door controllers. */
import type { Format } from './scribe.ts'

/** logfmt with the severity first and the trace last. */
export const kotlinLogfmt: Format = ({ timeMs, severity, message, fields, instance, traceId }) => {
  const pairs = Object.entries(fields).map(([key, value]) => `${key}=${value}`)
  const level = severity === 'WARN' ? 'warning' : severity.toLowerCase()
  const trace = traceId === '' ? [] : [`trace=${traceId.slice(0, 16)}`]
  const head = [`level=${level}`, `time=${new Date(timeMs).toISOString()}`, `node=${instance}`]
  return [...head, `msg=${JSON.stringify(message)}`, ...pairs, ...trace].join(' ')
}

/** Flat JSON of a Node.js service with names of its own. */
export const nodeJson: Format = ({ timeMs, service, severity, message, fields }) =>
  JSON.stringify({
    ...{ when: new Date(timeMs).toISOString(), severity: severity.toLowerCase(), app: service, text: message },
    ...fields,
  })

/** Monolog of PHP: channel and severity in capitals, the context as JSON. */
export const monologLine: Format = ({ timeMs, severity, message, fields }) => {
  const stamp = new Date(timeMs).toISOString().replace('Z', '000+00:00')
  const level = severity === 'WARN' ? 'WARNING' : severity
  return `[${stamp}] desk.${level}: ${message} ${Object.keys(fields).length === 0 ? '[]' : JSON.stringify(fields)} []`
}

/** Ruby's logger, as Rails writes it: the first letter of the severity, then the whole of it. */
export const rubyLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().replace('Z', '000')
  return `${severity.slice(0, 1)}, [${stamp} #2207] ${severity.padStart(5)} -- : ${message}`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** BSD syslog (RFC 3164): no year, the severity only in the number in front. */
export const doorSyslog: Format = ({ timeMs, severity, message, instance }) => {
  const at = new Date(timeMs)
  const levels = { DEBUG: 7, INFO: 6, WARN: 4, ERROR: 3, FATAL: 2 }
  const day = String(at.getUTCDate()).padStart(2)
  const clock = at.toISOString().slice(11, 19)
  return `<${16 * 8 + levels[severity]}>${MONTHS[at.getUTCMonth()]} ${day} ${clock} ${instance} doord[412]: ${message}`
}
