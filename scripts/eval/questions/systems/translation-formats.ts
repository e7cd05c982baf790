/** Lines of the translation agency's platform: zap with its callers, structlog, Spring Boot with a trace in brackets. */
import type { Format } from './scribe.ts'

/** JSON of zap with the ISO encoder of times; the caller is a file of the service's own. */
export const zapLine: Format = ({ timeMs, service, severity, message, fields, traceId }) =>
  JSON.stringify({
    ...{ level: severity.toLowerCase(), ts: new Date(timeMs).toISOString() },
    ...{
      logger: service,
      caller: `handler/${service.split('-')[0]}.go:${60 + (Math.floor(timeMs) % 80)}`,
      msg: message,
    },
    ...fields,
    ...(traceId === '' ? {} : { traceID: traceId }),
  })

/** JSON of structlog, its keys in the order of their names. */
export const structlogSorted: Format = ({ timeMs, service, severity, message, fields }) => {
  const level = severity === 'WARN' ? 'warning' : severity.toLowerCase()
  const all = {
    ...fields,
    event: message,
    level,
    logger: service.replace('-', '.'),
    timestamp: new Date(timeMs).toISOString(),
  }
  return JSON.stringify(Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1))))
}

/** A line of Spring Boot 3 with its correlation of trace and span, as Micrometer adds it. */
export const springTraced: Format = ({ timeMs, service, severity, message, traceId }) => {
  const thread = `omcat-handler-${Math.floor(timeMs) % 24}`.padStart(16)
  const trace = traceId === '' ? ''.padEnd(32) : traceId
  const logger = `i.l.${service.split('-')[0]}.web.ApiController`.padEnd(36)
  return `${new Date(timeMs).toISOString()} ${severity.padStart(5)} 1 --- [${service}] [${thread}] [${trace}] ${logger} : ${message}`
}
