/** Line formats of the container terminal, and which service writes which. */
import { dottedJson, logfmt, numberedJson, shortLogfmt, structlogJson } from './formats.ts'
import type { Format } from './scribe.ts'

/** Plain text of a control program in C: day and time with slashes, the level as a word with a colon. */
const craneLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replaceAll('-', '/').replace('T', ' ')
  return `${stamp} ${severity === 'WARN' ? 'WARNING' : severity}: ${message}`
}

/** Plain text of a camera server: host, program with its process, then the message; warnings and errors say so. */
const cameraLine: Format = ({ timeMs, service, severity, message, instance }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ')
  const head = severity === 'INFO' ? '' : `${severity.toLowerCase()} - `
  return `${stamp} ${instance} ${service}[2214]: ${head}${message}`
}

/** Tabs between time, level in brackets and message: the courier of EDI messages. */
const tabLine: Format = ({ timeMs, severity, message }) =>
  [new Date(timeMs).toISOString(), `<${severity}>`, message].join('\t')

export const PORT_FORMATS: Readonly<Record<string, Format>> = {
  'truck-portal': numberedJson,
  'gate-control': logfmt,
  'yard-planner': dottedJson,
  'crane-dispatch': craneLine,
  'customs-link': shortLogfmt,
  'vessel-ops': structlogJson,
  'tariff-billing': numberedJson,
  'ocr-lanes': cameraLine,
  'edi-courier': tabLine,
  'reefer-watch': cameraLine,
}
/** Their fields stand in the text of the line only. */
export const PLAIN = new Set(['crane-dispatch', 'ocr-lanes', 'edi-courier', 'reefer-watch'])
/** They send no severity of their own beside the line. */
export const UNLEVELLED = new Set(['crane-dispatch', 'ocr-lanes', 'edi-courier', 'reefer-watch', 'customs-link'])
