/** Log formats of the signing company: an access line with the customer, Logback's JSON, a sealer in C++, Django, zerolog, cron. */
import type { Format } from './scribe.ts'

/** JSON as Logback's encoder writes it: the context's pairs stand beside the message. */
export const encoderJson: Format = ({ timeMs, service, severity, message, fields, traceId, instance }) =>
  JSON.stringify({
    ...{ '@timestamp': new Date(timeMs).toISOString(), '@version': '1', level: severity, thread_name: 'eventloop-3' },
    ...{ logger_name: `eu.sign.${service.split('-')[0]}.Flow`, message, HOSTNAME: instance },
    ...(traceId === '' ? {} : { traceId }),
    ...fields,
  })

/** A line of the sealer: level before the clock, slot of the security module, the text. */
export const sealLine: Format = ({ timeMs, severity, message }) => {
  const level = severity === 'WARN' ? 'warn' : severity.toLowerCase()
  return `(${level}) ${new Date(timeMs).toISOString().slice(0, 23)} slot${Math.floor(timeMs) % 3} sealer: ${message}`
}

/** A line of Django with its usual verbose style. */
export const djangoLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ').replace('.', ',')
  const level = severity === 'WARN' ? 'WARNING' : severity
  return `${level} ${stamp} render.views 23 ${140_000 + (Math.floor(timeMs) % 5)} ${message}`
}

/** JSON of zerolog with the component. */
export const componentJson: Format = ({ timeMs, service, severity, message, fields }) =>
  JSON.stringify({
    ...{ level: severity.toLowerCase(), component: service, ...fields },
    ...{ time: new Date(timeMs).toISOString(), message },
  })

/** What cron writes to the journal: no level at all. */
export const journalLine: Format = ({ timeMs, message }) => {
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
  const date = new Date(timeMs)
  const day = String(date.getUTCDate()).padStart(2)
  return `${months[date.getUTCMonth()]} ${day} ${date.toISOString().slice(11, 19)} jobs-1 reminder[2217]: ${message}`
}
