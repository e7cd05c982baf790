/** Lines of the live subtitle service that no other system writes: a web server's JSON, zerolog, a Django log, NLog. */
import type { Format } from './scribe.ts'

/** JSON of Caddy: who asked and what was answered in objects of their own. */
export const caddyJson: Format = ({ timeMs, severity, message, fields }) => {
  const { method, route, status, seconds, ...rest } = fields
  return JSON.stringify({
    ...{ level: severity.toLowerCase(), ts: timeMs / 1000, logger: 'http.log.access', msg: message },
    ...(method === undefined ? {} : { request: { proto: 'HTTP/2.0', method, uri: route }, status, duration: seconds }),
    ...rest,
  })
}

/** JSON of Go's zerolog. */
export const zerologJson: Format = ({ timeMs, severity, message, fields, traceId }) =>
  JSON.stringify({
    ...{ level: severity.toLowerCase(), ...fields },
    ...(traceId === '' ? {} : { trace_id: traceId }),
    ...{ time: new Date(timeMs).toISOString(), message },
  })

/** What a Django project writes with its verbose formatter. */
export const djangoLine: Format = ({ timeMs, severity, message, traceId }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ').replace('.', ',')
  return `${severity === 'WARN' ? 'WARNING' : severity} ${stamp} views 41 ${(timeMs % 9973) | 0} [${traceId}] ${message}`
}

/** NLog's usual layout: parts between bars, the logger before the message. */
export const nlogLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ')
  return `${stamp}0|${severity}|Captions.Archive.SegmentWriter|${message}`
}
