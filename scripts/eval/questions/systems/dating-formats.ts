/** Lines of the dating app's Ruby and Celery processes. */
import type { Format } from './scribe.ts'

/** A line of Rails behind Ruby's logger: one letter, the time with the process, the level, the request in brackets. */
export const railsLine: Format = ({ timeMs, severity, message, traceId }) => {
  const stamp = new Date(timeMs).toISOString().replace('Z', '412')
  const request = traceId === '' ? '' : `[${traceId.slice(0, 8)}-${traceId.slice(8, 12)}] `
  return `${severity.slice(0, 1)}, [${stamp} #${2200 + (Math.floor(timeMs) % 5)}] ${severity.padStart(5)} -- : ${request}${message}`
}

/** A line of a Celery worker. */
export const celeryLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ').replace('.', ',')
  const level = severity === 'WARN' ? 'WARNING' : severity
  return `[${stamp}: ${level}/ForkPoolWorker-${(Math.floor(timeMs) % 4) + 1}] ${message}`
}
