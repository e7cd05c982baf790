/** Lines of a railway: nginx, Django, JSON of Python's logging, Celery, an engine of C++ with lines of its own. */
import { accessStamp } from './cron-formats.ts'
import type { Format } from './scribe.ts'

/** A line of nginx: what it served by its access log, the rest by its error log. */
export const nginxLine: Format = ({ timeMs, severity, message, fields }) => {
  if (severity === 'INFO') return `${fields['client'] ?? '-'} - - [${accessStamp(timeMs)}] ${message}`
  const stamp = new Date(timeMs).toISOString().slice(0, 19).replaceAll('-', '/').replace('T', ' ')
  return `${stamp} [${severity.toLowerCase()}] 31#31: *${Math.floor(timeMs) % 100_000} ${message}`
}

/** A line of Django's logging, the level first. */
export const djangoLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ').replace('.', ',')
  return `${severity === 'WARN' ? 'WARNING' : severity} ${stamp} views 7 ${140_000 + (Math.floor(timeMs) % 9)} ${message}`
}

/** JSON of Python's logging with its own names of the parts. */
export const pythonJson: Format = ({ timeMs, severity, message, fields, traceId }) =>
  JSON.stringify({
    asctime: new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ').replace('.', ','),
    ...{ levelname: severity === 'WARN' ? 'WARNING' : severity, name: 'seats.views', message, ...fields },
    ...(traceId === '' ? {} : { otelTraceID: traceId }),
  })

/** A line of a Celery worker: time, level and process in one pair of brackets. */
export const celeryLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ').replace('.', ',')
  const level = severity === 'WARN' ? 'WARNING' : severity
  return `[${stamp}: ${level}/ForkPoolWorker-${(Math.floor(timeMs) % 4) + 1}] ${message}`
}

/** A line of the timetable's engine: seconds of the day, a letter for the level, the place in the code, pairs in braces. */
export const engineLine: Format = ({ timeMs, service, severity, message, fields }) => {
  const seconds = ((Math.floor(timeMs) % 86_400_000) / 1000).toFixed(3).padStart(9, '0')
  const letters = { DEBUG: 'D', INFO: 'N', WARN: 'W', ERROR: 'E', FATAL: 'F' }
  const pairs = Object.entries(fields).map(([key, value]) => `${key}=${value}`)
  const place = `${service === 'timetable-engine' ? 'router' : 'board'}.cpp:${60 + (Math.floor(timeMs) % 50)}`
  return `@${seconds} <${letters[severity]}> ${place} ${message}${pairs.length === 0 ? '' : ` {${pairs.join(';')}}`}`
}
