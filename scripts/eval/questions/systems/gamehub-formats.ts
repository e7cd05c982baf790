/** Lines of the game publisher's services: events as JSON, tags in brackets, an engine's log, a script's. */
import type { Format } from './scribe.ts'

/** JSON with the event's name and, after a colon of the message, its detail. */
export const eventLine: Format = ({ timeMs, severity, message, fields, traceId }) => {
  const [event = '', ...rest] = message.split(': ')
  return JSON.stringify({
    at: new Date(timeMs).toISOString(),
    sev: severity.toLowerCase(),
    event,
    ...(rest.length === 0 ? {} : { detail: rest.join(': ') }),
    ...fields,
    ...(traceId === '' ? {} : { trace: traceId }),
  })
}

/** Everything in brackets of its own, the fields at the end. */
export const tagLine: Format = ({ timeMs, service, severity, message, fields }) => {
  const pairs = Object.entries(fields).map(([key, value]) => `${key}:${value}`)
  const tail = pairs.length === 0 ? '' : ` [${pairs.join(' ')}]`
  return `[${new Date(timeMs).toISOString()}][${severity}][${service}][t${(Math.floor(timeMs) % 6) + 1}] ${message}${tail}`
}

/** A line of a game engine: the frame in brackets, a category, and a word for what is more than ordinary. */
export const engineLine: Format = ({ timeMs, severity, message, fields }) => {
  const [day = '', clock = ''] = new Date(timeMs).toISOString().slice(0, 23).split('T')
  const stamp = `${day.replaceAll('-', '.')}-${clock.replace('.', '_').replaceAll(':', '.').replace('_', ':')}`
  const words = { DEBUG: 'Verbose: ', INFO: '', WARN: 'Warning: ', ERROR: 'Error: ', FATAL: 'Fatal: ' }
  const pairs = Object.entries(fields).map(([key, value]) => ` ${key}=${value}`)
  return `[${stamp}][${String(Math.floor(timeMs) % 1000).padStart(3)}]LogGuard: ${words[severity]}${message}${pairs.join('')}`
}

/** What a script prints. */
export const scriptLine: Format = ({ timeMs, severity, message }) =>
  `${new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ')} ${severity === 'INFO' ? '' : `${severity.toLowerCase()} `}${message}`
