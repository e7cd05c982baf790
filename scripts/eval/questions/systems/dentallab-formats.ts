/** Lines of the dental laboratory: Caddy, Monolog, zerolog, logstash, Python, bunyan, slog's text, a machine's link, log4net. */
import type { Format } from './scribe.ts'

/** JSON of Caddy's access log. */
export const caddyJson: Format = ({ timeMs, severity, message, fields }) => {
  const { method, route, status, durationMs, ...rest } = fields
  const request =
    method === undefined
      ? {}
      : { request: { proto: 'HTTP/2.0', method, uri: route }, status, duration: Number(durationMs) / 1000 }
  const head = { level: severity.toLowerCase(), ts: timeMs / 1000, logger: 'http.log.access.lab', msg: message }
  return JSON.stringify({ ...head, ...request, ...rest })
}

/** A line of Monolog, PHP's usual logger. */
export const monologLine: Format = ({ timeMs, severity, message }) => {
  const level = { DEBUG: 'DEBUG', INFO: 'INFO', WARN: 'WARNING', ERROR: 'ERROR', FATAL: 'CRITICAL' }[severity]
  return `[${new Date(timeMs).toISOString().replace('Z', '000+00:00')}] cases.${level}: ${message} [] []`
}

/** JSON of Go's zerolog. */
export const zerologJson: Format = ({ timeMs, severity, message, fields }) =>
  JSON.stringify({
    ...{ level: severity.toLowerCase(), time: new Date(timeMs).toISOString().replace(/\.\d+/, '') },
    ...{ ...fields, message },
  })

/** JSON of logback with the encoder of logstash. */
export const logstashJson: Format = ({ timeMs, severity, message, fields }) =>
  JSON.stringify({
    ...{ '@timestamp': new Date(timeMs).toISOString(), '@version': '1', message },
    ...{ logger_name: 'lab.vault.ObjectFiles', thread_name: `vault-io-${(Math.floor(timeMs) % 8) + 1}` },
    ...{ level: severity, level_value: { DEBUG: 10, INFO: 20, WARN: 30, ERROR: 40, FATAL: 50 }[severity] * 1000 },
    ...fields,
  })

/** A line of Python's logging: level, time, process. */
export const workerLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ').replace('.', ',')
  const level = { DEBUG: 'DEBUG', INFO: 'INFO', WARN: 'WARNING', ERROR: 'ERROR', FATAL: 'CRITICAL' }[severity]
  return `${level} ${stamp} jobs 1 ${140_200 + (Math.floor(timeMs) % 4)} ${message}`
}

/** JSON of bunyan: the level is a number. */
export const bunyanJson: Format = ({ timeMs, service, severity, message, fields, instance }) =>
  JSON.stringify({
    ...{ name: service, hostname: instance, pid: 7 },
    ...{ level: { DEBUG: 20, INFO: 30, WARN: 40, ERROR: 50, FATAL: 60 }[severity] },
    ...{ ...fields, msg: message, time: new Date(timeMs).toISOString(), v: 0 },
  })

/** Text of Go's slog. */
export const slogText: Format = ({ timeMs, severity, message, fields }) => {
  const pairs = Object.entries(fields).map(([key, value]) => ` ${key}=${value}`)
  const stamp = new Date(timeMs).toISOString()
  return `time=${stamp} level=${severity} msg=${JSON.stringify(message)}${pairs.join('')}`
}

/** A line of the program that speaks with the mills. */
export const millLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 19).replaceAll('-', '/').replace('T', ' ')
  return `${stamp} mill-link[311]: ${severity === 'WARN' ? 'WARNING' : severity}: ${message}`
}

/** A line of log4net. */
export const log4netLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ').replace('.', ',')
  return `${stamp} [${(Math.floor(timeMs) % 5) + 3}] ${severity.padEnd(5)} Courier.Labels - ${message}`
}
