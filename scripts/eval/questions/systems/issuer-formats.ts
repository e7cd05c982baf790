/** Lines of the card back end: JSON of Elastic's common schema, JSON of Go's slog, text of logrus, Logback's pattern. */
import type { Format } from './scribe.ts'

/** Elastic's common schema as Java services write it; what a team adds are labels. */
export const ecsJson: Format = ({ timeMs, service, severity, message, fields, version, instance, traceId }) =>
  JSON.stringify({
    ...{ '@timestamp': new Date(timeMs).toISOString(), 'log.level': severity, message, 'ecs.version': '8.11.0' },
    ...{ 'service.name': service, 'service.version': version, 'host.hostname': instance },
    ...(traceId === '' ? {} : { 'trace.id': traceId }),
    ...(Object.keys(fields).length === 0 ? {} : { labels: fields }),
  })

/** slog's JSON handler. */
export const slogLine: Format = ({ timeMs, severity, message, fields, traceId }) =>
  JSON.stringify({
    ...{ time: new Date(timeMs).toISOString(), level: severity, msg: message, ...fields },
    ...(traceId === '' ? {} : { trace_id: traceId }),
  })

/** logrus' text formatter: quotes only where they are needed. */
export const logrusText: Format = ({ timeMs, severity, message, fields, traceId }) => {
  const level = severity === 'WARN' ? 'warning' : severity.toLowerCase()
  const pairs = Object.entries(fields).map(([key, value]) => `${key}=${value}`)
  const trace = traceId === '' ? [] : [`trace=${traceId}`]
  const head = `time="${new Date(timeMs).toISOString().slice(0, 19)}Z" level=${level} msg=${JSON.stringify(message)}`
  return [head, ...pairs, ...trace].join(' ')
}

/** Logback's pattern with the thread in brackets; all is in the text. */
export const logbackLine: Format = ({ timeMs, service, severity, message, traceId }) => {
  const stamp = new Date(timeMs).toISOString().replace('T', ' ').replace('Z', '')
  const logger = message.includes('KeyRewrapJob') ? 'b.hsm.KeyRewrapJob' : `b.${service.split('-')[0]}.Worker`
  return `${stamp} [pool-2-thread-${((timeMs % 8) | 0) + 1}] ${severity.padEnd(5)} ${logger} [${traceId}] - ${message}`
}
