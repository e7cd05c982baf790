/** Lines of the feature flags: JSON of pino, zap and Logback, key=value, and the lines of a controller in klog's manner. */
import type { Format } from './scribe.ts'

const LEVELS = { DEBUG: 20, INFO: 30, WARN: 40, ERROR: 50, FATAL: 60 }

/** pino: levels as numbers, milliseconds since 1970. */
export const pinoLine: Format = ({ timeMs, service, severity, message, fields, instance, traceId }) =>
  JSON.stringify({
    ...{ level: LEVELS[severity], time: Math.round(timeMs), pid: 1, hostname: instance, name: service },
    ...(traceId === '' ? {} : { trace_id: traceId }),
    ...fields,
    msg: message,
  })

/** zap in production's configuration: seconds since 1970 and the caller. */
export const zapLine: Format = ({ timeMs, service, severity, message, fields, traceId }) =>
  JSON.stringify({
    ...{ level: severity.toLowerCase(), ts: timeMs / 1000, logger: service, caller: 'server/serve.go:204' },
    ...{ msg: message, ...fields },
    ...(traceId === '' ? {} : { traceID: traceId }),
  })

/** Logback with the encoder of Logstash. */
export const logbackLine: Format = ({ timeMs, service, severity, message, fields, version, traceId }) => {
  const logger = `io.flagship.${service.split('-')[0] ?? service}.Handler`
  return JSON.stringify({
    ...{ '@timestamp': new Date(timeMs).toISOString(), '@version': '1', message, logger_name: logger },
    ...{ thread_name: 'http-nio-8080-exec-4', level: severity, app_version: version, ...fields },
    ...(traceId === '' ? {} : { trace_id: traceId }),
  })
}

/** key=value, the level first. */
export const pairsLine: Format = ({ timeMs, severity, message, fields, traceId }) => {
  const pairs = Object.entries(fields).map(([key, value]) => `${key}=${value}`)
  const trace = traceId === '' ? [] : [`trace=${traceId}`]
  const head = [`lvl=${severity.toLowerCase()}`, `t=${new Date(timeMs).toISOString()}`]
  return [...head, `msg=${JSON.stringify(message)}`, ...pairs, ...trace].join(' ')
}

/** klog: the level's letter, month and day, the clock, the process, the place in the code. */
export const klogLine: Format = ({ timeMs, severity, message }) => {
  const [day = '', clock = ''] = new Date(timeMs).toISOString().slice(5, 23).split('T')
  return `${severity[0]}${day.replace('-', '')} ${clock}000       1 relay_controller.go:181] ${message}`
}
