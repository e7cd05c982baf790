/** Lines of the advertising exchange: Rust's tracing, C++'s glog, JSON of zap, structlog, Log4j and Serilog. */
import type { Severity, Values } from '../records.ts'
import type { Format } from './scribe.ts'

/** A moment with six decimals of a second, as Rust and C++ write it. */
function micros(timeMs: number): string {
  const stamp = new Date(timeMs).toISOString().slice(0, 23)
  return `${stamp}${String(Math.floor((timeMs % 1) * 1000)).padStart(3, '0')}`
}

const quoted = (fields: Values) => Object.entries(fields).map(([key, value]) => ` ${key}=${JSON.stringify(value)}`)

/** tracing-subscriber: target, message, then the fields. */
export const tracingLine: Format = ({ timeMs, service, severity, message, fields }) => {
  const target = service.replaceAll('-', '_')
  return `${micros(timeMs)}Z ${severity.padStart(5)} ${target}: ${message}${quoted(fields).join('')}`
}

const SOURCES: Readonly<Record<string, string>> = { 'auction-core': 'auction_loop.cc', 'bidder-hub': 'fanout.cc' }
/** glog: a letter with month and day, the time, a thread, file and line. */
export const glogLine: Format = ({ timeMs, service, severity, message }) => {
  const stamp = micros(timeMs)
  const day = stamp.slice(5, 10).replace('-', '')
  const thread = String(Math.floor(timeMs) % 6).padStart(7, ' 21400')
  const line = { DEBUG: 96, INFO: 214, WARN: 287, ERROR: 331, FATAL: 402 }[severity]
  return `${severity.slice(0, 1)}${day} ${stamp.slice(11)} ${thread} ${SOURCES[service] ?? 'main.cc'}:${line}] ${message}`
}

/** zap's production encoder. */
export const zapJson: Format = ({ timeMs, severity, message, fields, traceId }) =>
  JSON.stringify({
    level: severity.toLowerCase(),
    ts: Math.round(timeMs) / 1000,
    caller: `pacing/reserve.go:${severity === 'ERROR' ? 117 : 88}`,
    msg: message,
    ...fields,
    ...(traceId === '' ? {} : { trace_id: traceId }),
  })

/** structlog. */
export const structlogEvent: Format = ({ timeMs, severity, message, fields }) =>
  JSON.stringify({
    event: message,
    ...fields,
    level: severity === 'WARN' ? 'warning' : severity.toLowerCase(),
    timestamp: new Date(timeMs).toISOString(),
  })

/** Log4j's template by Elastic's schema. */
export const ecsJson: Format = ({ timeMs, service, severity, message, fields, traceId }) =>
  JSON.stringify({
    ...{ '@timestamp': new Date(timeMs).toISOString(), 'ecs.version': '1.2.0' },
    ...{ 'log.level': severity, message, 'service.name': service },
    ...{ 'process.thread.name': `sink-${(Math.floor(timeMs) % 3) + 1}`, 'log.logger': 'net.bidmarkt.sink.EventSink' },
    ...fields,
    ...(traceId === '' ? {} : { 'trace.id': traceId }),
  })

const SERILOG: Readonly<Record<Severity, string>> = {
  ...{ DEBUG: 'Debug', INFO: 'Information', WARN: 'Warning', ERROR: 'Error', FATAL: 'Fatal' },
}
/** Serilog's compact JSON: no level stands for Information. */
export const compactJson: Format = ({ timeMs, severity, message, fields, traceId }) =>
  JSON.stringify({
    ...{ '@t': new Date(timeMs).toISOString(), '@m': message },
    ...(severity === 'INFO' ? {} : { '@l': SERILOG[severity] }),
    ...(traceId === '' ? {} : { '@tr': traceId }),
    ...fields,
  })
