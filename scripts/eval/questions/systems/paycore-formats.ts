/** Lines of the payment processor: two kinds of logfmt, JSON of four loggers, plain lines of Java, Python, a script, syslog. */
import type { Format } from './scribe.ts'

/** logfmt of the gateway: the time first, no trace. */
const gatewayLogfmt: Format = ({ timeMs, severity, fields }) => {
  const pairs = Object.entries(fields).map(([key, value]) => `${key}=${value}`)
  return [`time=${new Date(timeMs).toISOString()}`, `level=${severity.toLowerCase()}`, ...pairs].join(' ')
}

/** logfmt of the team of payouts: message in quotes, the trace at the end. */
const payoutLogfmt: Format = ({ timeMs, severity, message, fields, traceId }) => {
  const pairs = Object.entries(fields).map(([key, value]) => `${key}=${value}`)
  const trace = traceId === '' ? [] : [`trace_id=${traceId}`]
  const head = [`ts=${new Date(timeMs).toISOString()}`, `level=${severity.toLowerCase()}`]
  return [...head, `msg=${JSON.stringify(message)}`, ...pairs, ...trace].join(' ')
}

const PINO_LEVELS = { DEBUG: 20, INFO: 30, WARN: 40, ERROR: 50, FATAL: 60 } as const
const pinoJson: Format = ({ timeMs, service, severity, message, fields, traceId }) =>
  JSON.stringify({
    ...{ level: PINO_LEVELS[severity], time: Math.round(timeMs), name: service },
    ...fields,
    ...(traceId === '' ? {} : { trace_id: traceId }),
    msg: message,
  })

const structlogJson: Format = ({ timeMs, severity, message, fields, traceId }) =>
  JSON.stringify({
    ...fields,
    ...{ event: message, level: severity === 'WARN' ? 'warning' : severity.toLowerCase() },
    ...(traceId === '' ? {} : { trace_id: traceId }),
    timestamp: new Date(timeMs).toISOString(),
  })

const zapJson: Format = ({ timeMs, severity, message, fields, traceId }) =>
  JSON.stringify({
    ...{ level: severity.toLowerCase(), ts: timeMs / 1000, caller: 'book/entries.go:118', msg: message },
    ...fields,
    ...(traceId === '' ? {} : { traceID: traceId }),
  })

const SERILOG_LEVELS: Readonly<Record<string, string>> = { WARN: 'Warning', ERROR: 'Error' }
const serilogJson: Format = ({ timeMs, severity, message, fields, traceId }) => {
  const level = SERILOG_LEVELS[severity]
  return JSON.stringify({
    ...{ '@t': new Date(timeMs).toISOString(), '@m': message },
    ...(level === undefined ? {} : { '@l': level }),
    ...(traceId === '' ? {} : { '@tr': traceId }),
    ...fields,
  })
}

/** Logback: the thread in brackets, then who writes. */
const logbackLine: Format = ({ timeMs, severity, message, traceId }) => {
  const stamp = new Date(timeMs).toISOString().replace('T', ' ').slice(0, 23)
  const thread = traceId === '' ? 'main' : `nio-${(Number.parseInt(traceId.slice(0, 2), 16) % 6) + 1}`
  return `${stamp} ${severity.padEnd(5)} [${thread}] connector.NetworkClient - ${message}`
}

/** Python's logging. */
const pythonLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().replace('T', ' ').slice(0, 23).replace('.', ',')
  return `${stamp} ${severity === 'WARN' ? 'WARNING' : severity} dispatcher.worker: ${message}`
}

const bracketLine: Format = ({ timeMs, severity, message }) =>
  `[${new Date(timeMs).toISOString().slice(0, 19)}Z] ${severity}: ${message}`

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** As syslog hands it over: no level at all. */
const syslogLine: Format = ({ timeMs, message }) => {
  const at = new Date(timeMs)
  const day = String(at.getUTCDate()).padStart(2, ' ')
  return `${MONTHS[at.getUTCMonth()]} ${day} ${at.toISOString().slice(11, 19)} pp-vm-1 receipt-mailer[2214]: ${message}`
}

export const FORMATS = {
  'front-gateway': gatewayLogfmt,
  'payment-intents': pinoJson,
  'network-connector': logbackLine,
  'fraud-check': structlogJson,
  ledger: zapJson,
  payouts: payoutLogfmt,
  'webhook-dispatcher': pythonLine,
  'merchant-dashboard': serilogJson,
  'settlement-job': bracketLine,
  'receipt-mailer': syslogLine,
}
