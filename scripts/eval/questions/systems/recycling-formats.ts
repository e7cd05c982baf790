/** Lines of the recycling works: two JSON services, a pattern of Log4j, two ways of Python's logging. */
import type { Format } from './scribe.ts'

/** Compact JSON of a .NET service: the level is left out where it is only information. */
export const compactJson: Format = ({ timeMs, severity, message, fields, traceId }) => {
  const levels = { DEBUG: 'Debug', INFO: '', WARN: 'Warning', ERROR: 'Error', FATAL: 'Fatal' }
  return JSON.stringify({
    '@t': new Date(timeMs).toISOString(),
    ...(levels[severity] === '' ? {} : { '@l': levels[severity] }),
    '@m': message,
    ...(traceId === '' ? {} : { '@tr': traceId }),
    ...fields,
  })
}

/** JSON of a PHP service: the number of the level beside its name, the fields in a context. */
export const monologJson: Format = ({ timeMs, service, severity, message, fields, version }) => {
  const levels = { DEBUG: 100, INFO: 200, WARN: 300, ERROR: 400, FATAL: 500 }
  return JSON.stringify({
    message,
    context: fields,
    level: levels[severity],
    level_name: severity === 'WARN' ? 'WARNING' : severity === 'FATAL' ? 'CRITICAL' : severity,
    channel: service,
    datetime: new Date(timeMs).toISOString().replace('Z', '000+00:00'),
    extra: { release: version },
  })
}

/** A line by a pattern of Log4j: level first, time of day in brackets, thread, shortened class. */
export const patternLine: Format = ({ timeMs, service, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ').replace('.', ',')
  const logger = service === 'scale-gateway' ? 'd.w.scale.TerminalLink' : 'd.w.route.TourController'
  return `${severity.padEnd(5)} [${stamp}] [pool-2-thread-${(Math.floor(timeMs) % 6) + 1}] ${logger} - ${message}`
}

/** A line of a worker in Python: all that is about the line in one pair of brackets. */
export const workerLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ').replace('.', ',')
  return `[${stamp}: ${severity === 'WARN' ? 'WARNING' : severity}/ForkPoolWorker-${(Math.floor(timeMs) % 3) + 1}] ${message}`
}

/** A line of Python's logging as it is without any set-up: no time at all. */
export const basicLine: Format = ({ service, severity, message }) =>
  `${severity === 'WARN' ? 'WARNING' : severity}:${service.replace('-', '_')}:${message}`
