/** Log formats of the helpdesk: Rails with tags, pino, Logback, a job runner. */
import type { Format } from './scribe.ts'

/** A tagged line of Rails: process, level, company, request. */
export const railsLine: Format = ({ timeMs, severity, message, fields, traceId }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ')
  const tags = [fields['tenant'], traceId.slice(0, 8)].filter((tag) => tag !== undefined && tag !== '')
  return `${stamp} #${1180 + (Math.floor(timeMs) % 6)} ${severity.padEnd(5)} ${tags.map((tag) => `[${tag}] `).join('')}${message}`
}

/** JSON of pino with a name; what failed brings an object of the error. */
export const pinoJson: Format = ({ timeMs, service, severity, message, fields, instance, traceId }) => {
  const levels = { DEBUG: 20, INFO: 30, WARN: 40, ERROR: 50, FATAL: 60 }
  const { code, ...rest } = fields
  const err = code === undefined ? {} : { err: { type: 'Error', code, message } }
  return JSON.stringify({
    ...{ level: levels[severity], time: Math.floor(timeMs), pid: 2213, hostname: instance, name: service },
    ...(traceId === '' ? {} : { trace_id: traceId }),
    ...{ ...rest, ...err, msg: message },
  })
}

/** A line of Logback: thread, level, shortened logger, the pairs of its context in brackets at the end. */
export const logbackLine: Format = ({ timeMs, service, severity, message, fields }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ').replace('.', ',')
  const thread = `http-nio-8090-exec-${(Math.floor(timeMs) % 12) + 1}`
  const logger = { 'ticket-core': 'd.h.core.TicketService', 'search-hub': 'd.h.search.QueryHandler' }[service]
  const pairs = Object.entries(fields).map(([key, value]) => `${key}=${value}`)
  const context = pairs.length === 0 ? '' : ` {${pairs.join(', ')}}`
  return `${stamp} [${thread}] ${severity.padEnd(5)} ${logger ?? 'd.h.mail.Relay'} - ${message}${context}`
}

/** A line of a job runner: process, thread and class before the level. */
export const jobLine: Format = ({ timeMs, severity, message }) =>
  `${new Date(timeMs).toISOString()} pid=811 tid=gx${Math.floor(timeMs / 7) % 9} class=SlaSweep ${severity}: ${message}`
