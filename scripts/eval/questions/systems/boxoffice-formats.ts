/** Lines of the box office: key=value in two manners, JSON in two manners. */
import type { Format } from './scribe.ts'

const pair = ([key, value]: readonly [string, string | number]) =>
  `${key}=${/[\s"=]/.test(String(value)) ? JSON.stringify(value) : value}`

/** key=value of the web team: the moment, the level in full, the message, then what belongs to it. */
export const webPairs: Format = ({ timeMs, severity, message, fields, traceId }) => {
  const head = { at: new Date(timeMs).toISOString(), level: severity.toLowerCase(), msg: message }
  const trace = traceId === '' ? {} : { trace_id: traceId }
  return Object.entries({ ...head, ...fields, ...trace })
    .map(pair)
    .join(' ')
}

/** key=value of the hall team: seconds since 1970, the level last but one, the event at the end. */
export const hallPairs: Format = ({ timeMs, service, severity, message, fields }) => {
  const tail = { lvl: severity === 'WARN' ? 'warning' : severity.toLowerCase(), event: message }
  return Object.entries({ t: (timeMs / 1000).toFixed(3), svc: service, ...fields, ...tail })
    .map(pair)
    .join(' ')
}

/** JSON of the shop team. */
export const shopJson: Format = ({ timeMs, service, severity, message, fields, version, traceId }) =>
  JSON.stringify({
    ...{ timestamp: new Date(timeMs).toISOString(), level: severity, logger: `boxoffice.${service}`, message, version },
    ...fields,
    ...(traceId === '' ? {} : { trace_id: traceId }),
  })

/** JSON of the payments team: what belongs to the event stands apart. */
export const payJson: Format = ({ timeMs, severity, message, fields, instance, traceId }) =>
  JSON.stringify({
    ...{ ts: Math.round(timeMs), sev: severity.toLowerCase(), host: instance, event: message },
    ...fields,
    ...(traceId === '' ? {} : { traceId }),
  })
