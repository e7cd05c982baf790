/** Lines of a small company's mixture: Envoy's access log, a gate controller, a script of a mailing list. */
import type { Format } from './scribe.ts'

/** An access line as Envoy writes it by default; the message is the line without its time. */
export const envoyLine: Format = ({ timeMs, message }) => `[${new Date(timeMs).toISOString()}] ${message}`

/** A line of a controller in the basement: day and time with dots, the level in lower case behind the unit. */
export const controllerLine: Format = ({ timeMs, severity, message }) => {
  const [year = '', month = '', day = ''] = new Date(timeMs).toISOString().slice(0, 10).split('-')
  return `${day}.${month}.${year} ${new Date(timeMs).toISOString().slice(11, 19)} TSG<${severity.toLowerCase()}> ${message}`
}

/** A line of a script: seconds since 1970, then the level unless it is the usual one. */
export const scriptLine: Format = ({ timeMs, severity, message }) =>
  `${Math.floor(timeMs / 1000)} crm-sync: ${severity === 'INFO' ? '' : `${severity}: `}${message}`
