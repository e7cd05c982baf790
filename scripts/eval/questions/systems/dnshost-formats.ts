/** Lines of the registrar: Bunyan, zap, logfmt with a caller, two manners of Perl, Go's standard logger. */
import type { Format } from './scribe.ts'

/** Bunyan: numbered levels, the pod as host, the message before the time. */
export const bunyanJson: Format = ({ timeMs, service, severity, message, fields, instance, traceId }) => {
  const levels = { DEBUG: 20, INFO: 30, WARN: 40, ERROR: 50, FATAL: 60 }
  return JSON.stringify({
    ...{ name: service, hostname: instance, pid: 1, level: levels[severity] },
    ...fields,
    ...(traceId === '' ? {} : { trace_id: traceId }),
    ...{ msg: message, time: new Date(timeMs).toISOString(), v: 0 },
  })
}

/** zap in production: seconds since 1970, the caller, the message, then what belongs to it. */
export const zapLine: Format = ({ timeMs, service, severity, message, fields, traceId }) =>
  JSON.stringify({
    ...{ level: severity.toLowerCase(), ts: timeMs / 1000, logger: service },
    ...{ caller: `api/handler.go:${88 + (Math.floor(timeMs) % 40)}`, msg: message, ...fields },
    ...(traceId === '' ? {} : { trace_id: traceId }),
  })

/** logfmt with the caller between level and message. */
export const callerLogfmt: Format = ({ timeMs, severity, message, fields, traceId }) => {
  const quoted = (value: unknown) => (/[\s"=]/.test(String(value)) ? JSON.stringify(value) : String(value))
  const pairs = Object.entries(fields).map(([key, value]) => `${key}=${quoted(value)}`)
  const trace = traceId === '' ? [] : [`traceID=${traceId}`]
  const head = [`ts=${new Date(timeMs).toISOString()}`, 'caller=queue.go:141', `level=${severity.toLowerCase()}`]
  return [...head, `msg=${quoted(message)}`, ...pairs, ...trace].join(' ')
}

/** Log4perl with its own date, the level with an angle, file and package. */
export const log4perlLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 19).replaceAll('-', '/').replace('T', ' ')
  return `${stamp} ${severity}> Session.pm:${201 + (Math.floor(timeMs) % 17)} Registrar::Epp::Session::send - ${message}`
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** A Perl script that prints localtime in brackets and the level in small letters. */
export const perlScriptLine: Format = ({ timeMs, service, severity, message }) => {
  const at = new Date(timeMs)
  const day = `${DAYS[at.getUTCDay()]} ${MONTHS[at.getUTCMonth()]} ${String(at.getUTCDate()).padStart(2)}`
  const level = severity === 'WARN' ? 'warning' : severity.toLowerCase()
  return `[${day} ${at.toISOString().slice(11, 19)} ${at.getUTCFullYear()}] ${service}.pl [${level}] ${message}`
}

/** Go's standard logger, the level as a word before the message. */
export const goLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 19).replaceAll('-', '/').replace('T', ' ')
  return `${stamp} ${severity} ${message}`
}
