/** Log formats of the generated systems: none of them is the demo shop's. */
import type { Format } from './scribe.ts'

/** Flat JSON with short names of its own. */
export const flatJson: Format = ({ timeMs, service, severity, message, fields }) =>
  JSON.stringify({
    ts: new Date(timeMs).toISOString(),
    lvl: severity.toLowerCase(),
    svc: service,
    ...fields,
    msg: message,
  })

/** Nested JSON as container platforms wrap it. */
export const nestedJson: Format = ({ timeMs, severity, message, fields, version, instance }) =>
  JSON.stringify({
    '@timestamp': new Date(timeMs).toISOString(),
    log: { level: severity, origin: { pod: instance, build: version } },
    ctx: fields,
    message,
  })

export const logfmt: Format = ({ timeMs, severity, message, fields }) => {
  const pairs = Object.entries(fields).map(
    ([key, value]) => `${key}=${/[\s"=]/.test(String(value)) ? JSON.stringify(value) : value}`,
  )
  return [
    `ts=${new Date(timeMs).toISOString()}`,
    `level=${severity.toLowerCase()}`,
    `msg=${JSON.stringify(message)}`,
    ...pairs,
  ].join(' ')
}

/** Plain text, the level in brackets. */
export const bracketed: Format = ({ timeMs, service, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ').replace('.', ',')
  return `${stamp} [${severity.padEnd(5)}] [${service}] (w-${(Math.floor(timeMs) % 4) + 1}) ${message}`
}

/** Access lines as web servers write them; everything is in the message. */
export const accessLine: Format = ({ message }) => message

/** Flat JSON with the severity as cloud platforms spell it, and the event's name apart. */
export const eventJson: Format = ({ timeMs, severity, message, fields, version }) =>
  JSON.stringify({
    severity: severity === 'WARN' ? 'WARNING' : severity,
    time: new Date(timeMs).toISOString(),
    build: version,
    event: message,
    ...fields,
  })

/** Another logfmt: short keys, seconds since 1970, three-letter levels, the event last. */
export const shortLogfmt: Format = ({ timeMs, service, severity, message, fields }) => {
  const pairs = Object.entries(fields).map(([key, value]) => `${key}=${value}`)
  const levels = { DEBUG: 'DBG', INFO: 'INF', WARN: 'WRN', ERROR: 'ERR', FATAL: 'FTL' }
  return [
    `t=${(timeMs / 1000).toFixed(3)}`,
    `lvl=${levels[severity]}`,
    `comp=${service}`,
    ...pairs,
    `evt=${JSON.stringify(message)}`,
  ].join(' ')
}
