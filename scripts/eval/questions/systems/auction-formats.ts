/** Lines of an auction house: Ruby's logger, Sidekiq, Elixir's logger, Logback of Kotlin services. */
import type { Format } from './scribe.ts'

/** A line of Ruby's logger: a letter, time and process in brackets, the level, what was said. */
export const rubyLine: Format = ({ timeMs, severity, message }) => {
  const stamp = `${new Date(timeMs).toISOString().slice(0, 23)}118`
  return `${severity.slice(0, 1)}, [${stamp} #${20 + (Math.floor(timeMs) % 3)}] ${severity.padStart(5)} -- : ${message}`
}

/** A line of Sidekiq: process, thread and job as pairs before the level. */
export const sidekiqLine: Format = ({ timeMs, severity, message, fields }) => {
  const pairs = Object.entries(fields).map(([key, value]) => `${key}=${value} `)
  return `${new Date(timeMs).toISOString()} pid=4 tid=g${(Math.floor(timeMs) % 900) + 100} ${pairs.join('')}${severity}: ${message}`
}

/** A line of Elixir's logger: time of day, what is known of the caller, the level in brackets. */
export const elixirLine: Format = ({ timeMs, severity, message, traceId }) => {
  const levels = { DEBUG: 'debug', INFO: 'info', WARN: 'warning', ERROR: 'error', FATAL: 'critical' }
  const known = traceId === '' ? '' : `request_id=${traceId.slice(0, 20)} `
  return `${new Date(timeMs).toISOString().slice(11, 23)} ${known}[${levels[severity]}] ${message}`
}

/** JSON of Logback as its encoder for Logstash writes it. */
export const logstashJson: Format = ({ timeMs, severity, message, fields, traceId }) =>
  JSON.stringify({
    ...{ '@timestamp': new Date(timeMs).toISOString(), '@version': '1', message, logger_name: 'house.lots.Routes' },
    ...{ thread_name: `eventLoopGroupProxy-4-${(Math.floor(timeMs) % 6) + 1}`, level: severity },
    ...(traceId === '' ? {} : { trace_id: traceId }),
    ...fields,
  })

/** A line of Logback: time, thread in brackets, level, shortened logger. */
export const logbackLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ')
  return `${stamp} [DefaultDispatcher-worker-${(Math.floor(timeMs) % 8) + 1}] ${severity.padEnd(5)} h.payments.Charges - ${message}`
}
