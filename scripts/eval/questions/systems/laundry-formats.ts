/** Lines of the laundry chain that no other system writes: a proxy's JSON, Monolog, logrus, Logback, Erlang. */
import type { Format } from './scribe.ts'

/** JSON of Envoy's access log, with the level that the sidecar adds. */
export const envoyJson: Format = ({ timeMs, severity, message, fields, traceId }) => {
  const { method, route, status, durationMs, upstream, ...rest } = fields
  const request =
    method === undefined
      ? {}
      : {
          ...{ method, path: route, protocol: 'HTTP/2', response_code: status, duration: durationMs },
          ...{ upstream_cluster: upstream, response_flags: Number(status) >= 500 ? 'UH' : '-', trace_id: traceId },
        }
  return JSON.stringify({
    start_time: new Date(timeMs).toISOString(),
    level: severity === 'WARN' ? 'warning' : severity.toLowerCase(),
    ...request,
    ...rest,
    msg: message,
  })
}

/** A line of PHP's Monolog: date and channel with the level, then the context as JSON. */
export const monologLine: Format = ({ timeMs, severity, message, fields }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23)
  const level = severity === 'WARN' ? 'WARNING' : severity
  return `[${stamp}+00:00] orders.${level}: ${message} ${JSON.stringify(fields)} []`
}

/** A line of Go's logrus without a terminal. */
export const logrusLine: Format = ({ timeMs, severity, message, fields }) => {
  const level = severity === 'WARN' ? 'warning' : severity.toLowerCase()
  const pairs = Object.entries(fields).map(([key, value]) => ` ${key}=${value}`)
  const stamp = `${new Date(timeMs).toISOString().slice(0, 19)}Z`
  return `time="${stamp}" level=${level} msg=${JSON.stringify(message)}${pairs.join('')}`
}

/** A line of Logback's newer default pattern: the context in front of the level. */
export const logbackLine: Format = ({ timeMs, severity, message }) => {
  const clock = new Date(timeMs).toISOString().slice(11, 23)
  return `${clock} [bags-${(Math.floor(timeMs) % 4) + 1}] ${severity.padEnd(5)} nl.linen.intake.BagListener -- ${message}`
}

/** A line of Erlang's lager: level in brackets, process and place in the code. */
export const lagerLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ')
  const level = severity === 'WARN' ? 'warning' : severity.toLowerCase()
  return `${stamp} [${level}] <0.${300 + (Math.floor(timeMs) % 80)}.0>@wash_line:transfer:112 ${message}`
}
