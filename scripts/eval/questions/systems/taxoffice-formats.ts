/** Lines of the tax office: Logback's text, logfmt with the level first, JSON of a store, columns of a COBOL batch. */
import type { Format } from './scribe.ts'

/** Logback's text: thread, level, logger; what the request put into the context stays out of the line. */
export const logbackLine: Format = ({ timeMs, service, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ')
  const logger = service.replace(/-(\w)/, (_all, letter: string) => `.${letter}`)
  return `${stamp} [http-nio-8080-exec-${(Math.floor(timeMs) % 12) + 1}] ${severity.padEnd(5)} g.tax.${logger}.Handler - ${message}`
}

/** The level first, the time as `time`, the message as `msg`. */
export const levelFirstLogfmt: Format = ({ timeMs, severity, message, fields }) => {
  const pairs = Object.entries(fields).map(([key, value]) => `${key}=${value}`)
  const stamp = new Date(timeMs).toISOString()
  return [`level=${severity.toLowerCase()}`, `time=${stamp}`, `msg=${JSON.stringify(message)}`, ...pairs].join(' ')
}

/** JSON of the document store. */
export const storeJson: Format = ({ timeMs, severity, message, fields, traceId }) =>
  JSON.stringify({
    ...{ ts: new Date(timeMs).toISOString(), level: severity, msg: message },
    ...fields,
    ...(traceId === '' ? {} : { trace_id: traceId }),
  })

/** Columns of a COBOL batch: fourteen digits of time, program, level, text. */
export const columnsLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 19).replace(/\D/g, '')
  return `${stamp} RMND020 ${severity.padEnd(5)} ${message}`
}
