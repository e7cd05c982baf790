/** Lines of the motorway tolls: JSON of Serilog and structlog with short levels, Java and C# on a console, logfmt, a job's. */
import type { Format } from './scribe.ts'

const LONG = { DEBUG: 'Debug', INFO: 'Information', WARN: 'Warning', ERROR: 'Error', FATAL: 'Fatal' }

/** Serilog's JSON formatter: the message as a template that is rendered already, the fields in an object of their own. */
export const serilogNested: Format = ({ timeMs, severity, message, fields, traceId }) =>
  JSON.stringify({
    ...{ Timestamp: new Date(timeMs).toISOString(), Level: LONG[severity], MessageTemplate: message },
    ...(traceId === '' ? {} : { TraceId: traceId }),
    Properties: { ...fields },
  })

/** structlog with a renderer of JSON: the event first. */
export const structlogEvent: Format = ({ timeMs, service, severity, message, fields, traceId }) =>
  JSON.stringify({
    ...{ event: message, ...fields, level: severity === 'WARN' ? 'warning' : severity.toLowerCase() },
    ...{ logger: service.replace('-', '.'), timestamp: new Date(timeMs).toISOString() },
    ...(traceId === '' ? {} : { trace_id: traceId }),
  })

/** A Java service on the console: date, pod, level, thread, class. */
export const podJavaLine: Format = ({ timeMs, severity, message, instance }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ')
  const thread = `assembler-${(Math.floor(timeMs) % 5) + 1}`
  return `${stamp} ${instance} ${severity.padEnd(5)} [${thread}] it.pedaggio.trips.Assembler - ${message}`
}

/** The console logger of ASP.NET Core with a time in front: four letters for the level, category and event id. */
export const aspLine: Format = ({ timeMs, service, severity, message }) => {
  const levels = { DEBUG: 'dbug', INFO: 'info', WARN: 'warn', ERROR: 'fail', FATAL: 'crit' }
  const category = service === 'tariff-svc' ? 'Tolls.Tariffs.QuoteController' : 'Tolls.Fines.Desk'
  return `${new Date(timeMs).toISOString()} ${levels[severity]}: ${category}[${20 + (Math.floor(timeMs) % 4)}] ${message}`
}

/** logfmt with the service in it and the level in capitals. */
export const callerLogfmt: Format = ({ timeMs, service, severity, message, fields, traceId }) => {
  const pairs = Object.entries(fields).map(
    ([key, value]) => `${key}=${/[\s"=]/.test(String(value)) ? JSON.stringify(value) : value}`,
  )
  const ids = traceId === '' ? [] : [`trace=${traceId}`]
  const head = [`time=${new Date(timeMs).toISOString()}`, `lvl=${severity}`, `app=${service}`]
  return [...head, `msg=${JSON.stringify(message)}`, ...pairs, ...ids].join(' ')
}

/** What a job prints: date and time, a word for the level unless it is information. */
export const archiveLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ')
  return `${stamp} ${severity === 'INFO' ? '' : `${severity}: `}${message}`
}
