/** Lines of the baggage handling: nginx' access log, JSON of zerolog, logfmt, two patterns of log4j, Python's logging, syslog. */
import type { Format } from './scribe.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const twoDigits = (value: number) => String(value).padStart(2, '0')
const comma = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ').replace('.', ',')

/** nginx' access log with the service behind it and the time that it took. */
const nginx: Format = ({ timeMs, fields }) => {
  const at = new Date(timeMs)
  const day = `${twoDigits(at.getUTCDate())}/${MONTHS[at.getUTCMonth()]}/${at.getUTCFullYear()}`
  const { address, request, status, bytes, agent, upstream, seconds } = fields
  const head = `${address} - - [${day}:${at.toISOString().slice(11, 19)} +0000] "${request} HTTP/1.1"`
  return `${head} ${status} ${bytes} "-" "${agent}" upstream=${upstream} rt=${seconds}`
}

/** zerolog of Go: the level first, the message last. */
const zerolog: Format = ({ timeMs, service, severity, message, fields, traceId }) =>
  JSON.stringify({
    ...{ level: severity.toLowerCase(), svc: service },
    ...fields,
    ...(traceId === '' ? {} : { trace_id: traceId }),
    ...{ time: new Date(timeMs).toISOString(), message },
  })

const logfmt: Format = ({ timeMs, severity, message, fields, traceId }) => {
  const pairs = Object.entries(fields).map(([key, value]) => `${key}=${value}`)
  const trace = traceId === '' ? [] : [`trace_id=${traceId}`]
  const head = [`ts=${new Date(timeMs).toISOString()}`, `level=${severity.toLowerCase()}`]
  return [...head, `msg=${JSON.stringify(message)}`, ...pairs, ...trace].join(' ')
}

/** log4j with the level before the thread. */
const sortLine: Format = ({ timeMs, severity, message }) =>
  `${comma(timeMs)} ${severity.padEnd(5)} [plc-poll-${(Math.floor(timeMs / 7) % 3) + 1}] aero.sort.Router - ${message}`

/** log4j with the thread before the level, as the message handler has it. */
const handlerLine: Format = ({ timeMs, severity, message }) => {
  const logger = /spool|space left|stored/i.test(message) ? 'SpoolWriter' : 'MessageIndex'
  return `${comma(timeMs)} [telegram-${(Math.floor(timeMs / 11) % 4) + 1}] ${severity.padEnd(5)} ${logger}:${logger.length * 9} - ${message}`
}

const pythonLine: Format = ({ timeMs, severity, message }) =>
  `${comma(timeMs)} - recon.loads - ${severity === 'WARN' ? 'WARNING' : severity} - ${message}`

const PRIORITIES = { DEBUG: 15, INFO: 14, WARN: 12, ERROR: 11, FATAL: 10 }
/** Old syslog: the number states the severity. */
const syslogLine: Format = ({ timeMs, severity, message, service }) => {
  const at = new Date(timeMs)
  const stamp = `${MONTHS[at.getUTCMonth()]} ${String(at.getUTCDate()).padStart(2)} ${at.toISOString().slice(11, 19)}`
  return `<${PRIORITIES[severity]}>${stamp} scr-01 ${service}[2214]: ${message}`
}

export const FORMATS: Readonly<Record<string, Format>> = {
  'bag-gateway': nginx,
  'checkin-drop': zerolog,
  'track-api': logfmt,
  'sort-controller': sortLine,
  'typeb-handler': handlerLine,
  'bag-recon': pythonLine,
  'lostbag-desk': zerolog,
  'screening-gw': syslogLine,
  'billing-job': logfmt,
}
