/** Lines of the payment service provider: JSON of two teams, logfmt, plain text of Go, nginx's access log. */
import type { Format } from './scribe.ts'

/** The payments team: `timestamp`, `level`, `message`, keys with underscores. */
export const paymentsJson: Format = ({ timeMs, service, severity, message, fields, traceId }) =>
  JSON.stringify({
    ...{ timestamp: new Date(timeMs).toISOString(), level: severity.toLowerCase(), logger: service, message },
    ...fields,
    ...(traceId === '' ? {} : { trace_id: traceId }),
  })

/** The risk team: seconds since 1970, severity in capitals, what belongs to the event apart. */
export const riskJson: Format = ({ timeMs, service, severity, message, fields, version, traceId }) =>
  JSON.stringify({
    ...{ ts: timeMs / 1000, severity, app: { name: service, version }, msg: message },
    ...(traceId === '' ? {} : { traceId }),
    ctx: fields,
  })

/** logfmt with the time first. */
export const backLogfmt: Format = ({ timeMs, severity, message, fields, traceId }) => {
  const pairs = Object.entries(fields).map(([key, value]) => `${key}=${value}`)
  const trace = traceId === '' ? [] : [`trace=${traceId}`]
  const head = [`ts=${new Date(timeMs).toISOString()}`, `lvl=${severity.toLowerCase()}`]
  return [...head, `msg=${JSON.stringify(message)}`, ...pairs, ...trace].join(' ')
}

/** Go's standard logger with microseconds, the level as a word. */
export const goMicrosLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString()
  const micros = String(Math.floor((timeMs % 1) * 1000)).padStart(3, '0')
  return `${stamp.slice(0, 10).replaceAll('-', '/')} ${stamp.slice(11, 23)}${micros} ${severity} ${message}`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** nginx' access log with the time that the request took. */
export const nginxLine: Format = ({ timeMs, fields }) => {
  const at = new Date(timeMs)
  const day = `${String(at.getUTCDate()).padStart(2, '0')}/${MONTHS[at.getUTCMonth()]}/${at.getUTCFullYear()}`
  const { address, request, status, bytes, agent, seconds } = fields
  const clock = at.toISOString().slice(11, 19)
  return `${address} - - [${day}:${clock} +0000] "${request} HTTP/1.1" ${status} ${bytes} "-" "${agent}" rt=${seconds}`
}
