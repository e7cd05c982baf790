/** Lines of the ski resort: JSON that names its events, and a plain text of controllers. */
import type { Format } from './scribe.ts'

/** JSON with the event's name apart from the words that people read. */
export const namedEventJson: Format = ({ timeMs, service, severity, message, fields, traceId }) => {
  const { 'event.name': eventName = 'note', ...data } = fields
  return JSON.stringify({
    timestamp: new Date(timeMs).toISOString(),
    severity_text: severity,
    event: { name: eventName },
    component: service,
    data,
    ...(traceId === '' ? {} : { trace_id: traceId }),
    message,
  })
}

/** The same idea of another team: the name in capitals first, everything flat. */
export const typedEventJson: Format = ({ timeMs, severity, message, fields, version }) => {
  const { 'event.name': eventName = 'note', ...data } = fields
  return JSON.stringify({
    type: String(eventName).toUpperCase().replaceAll('.', '_'),
    at: Math.floor(timeMs),
    sev: severity.toLowerCase(),
    text: message,
    ...data,
    rev: version,
  })
}

/** Plain text of a controller: day, time, name, the level in angle brackets after it. */
export const controllerLine: Format = ({ timeMs, service, severity, message }) => {
  const stamp = new Date(timeMs).toISOString()
  const words = { DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'fault', FATAL: 'fault' }
  return `${stamp.slice(8, 10)}.${stamp.slice(5, 7)}. ${stamp.slice(11, 23)} ${service} <${words[severity]}> ${message}`
}
