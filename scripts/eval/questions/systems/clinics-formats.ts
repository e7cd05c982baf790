/** Lines of the clinics' platform: JSON of zap, key=value of structlog, plain text of .NET, access lines of an nginx ingress. */
import type { Format } from './scribe.ts'

/** zap of Go: ISO times, the logger's name, the caller, then the keys. */
export const zapJson: Format = ({ timeMs, service, severity, message, fields, traceId }) =>
  JSON.stringify({
    ...{ level: severity.toLowerCase(), ts: new Date(timeMs).toISOString(), logger: service },
    ...{ caller: 'server/handle.go:74', msg: message },
    ...fields,
    ...(traceId === '' ? {} : { trace_id: traceId }),
  })

/** structlog's logfmt renderer: the event in quotes, keys behind it. */
export const structlogLine: Format = ({ timeMs, severity, message, fields, traceId }) => {
  const level = severity === 'WARN' ? 'warning' : severity.toLowerCase()
  const pairs = Object.entries(fields).map(
    ([key, value]) => `${key}=${/[\s"=]/.test(String(value)) ? JSON.stringify(value) : value}`,
  )
  const head = [`timestamp=${new Date(timeMs).toISOString()}`, `level=${level}`, `event=${JSON.stringify(message)}`]
  return [...head, ...pairs, ...(traceId === '' ? [] : [`trace_id=${traceId}`])].join(' ')
}

const SHORT = { DEBUG: 'DBG', INFO: 'INF', WARN: 'WRN', ERROR: 'ERR', FATAL: 'FTL' }
/** Serilog's template of a .NET service with its category; all is in the text. */
export const dotnetLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().replace('T', ' ').replace('Z', ' +00:00')
  const category = message.startsWith('Estimate') ? 'Clinics.Billing.Estimates' : 'Clinics.Billing.Payments'
  return `${stamp} [${SHORT[severity]}] ${category}: ${message}`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** The access line of ingress-nginx: the upstream in brackets, seconds at the end. */
export const ingressLine: Format = ({ timeMs, fields }) => {
  const at = new Date(timeMs)
  const day = `${String(at.getUTCDate()).padStart(2, '0')}/${MONTHS[at.getUTCMonth()]}/${at.getUTCFullYear()}`
  const { address, request, status, bytes, agent, seconds } = fields
  const clock = at.toISOString().slice(11, 19)
  const head = `${address} - - [${day}:${clock} +0000] "${request} HTTP/2.0" ${status} ${bytes} "-" "${agent}"`
  return `${head} ${bytes} ${seconds} [clinics-portal-api-8080] [] 10.12.4.31:8080 ${bytes} ${seconds} ${status}`
}
