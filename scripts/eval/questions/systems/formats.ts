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

/** key=value with the level as one letter and camel-case keys; the event has no key of its own. */
export const bareKeyValue: Format = ({ timeMs, severity, message, fields }) => {
  const pairs = Object.entries(fields).map(([key, value]) => `${key}=${value}`)
  return [new Date(timeMs).toISOString(), severity.slice(0, 1), message, '|', ...pairs].join(' ')
}

/** JSON with the level as a number and milliseconds since 1970, as loggers of Node.js write it. */
export const numberedJson: Format = ({ timeMs, severity, message, fields, instance }) => {
  const levels = { DEBUG: 20, INFO: 30, WARN: 40, ERROR: 50, FATAL: 60 }
  return JSON.stringify({
    level: levels[severity],
    time: Math.floor(timeMs),
    pid: 17,
    hostname: instance,
    ...fields,
    msg: message,
  })
}

/** A line of a Java service: time of day, thread, level, logger. */
export const javaLine: Format = ({ timeMs, service, severity, message }) => {
  const clock = new Date(timeMs).toISOString().slice(11, 23)
  return `${clock} [exec-${(Math.floor(timeMs) % 7) + 1}] ${severity.padEnd(5)} g.${service}.Handler - ${message}`
}

/** Fields between bars, the message last: date, level, service, process. */
export const pipeLine: Format = ({ timeMs, service, severity, message, instance }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ')
  return [stamp, severity, service, instance, message].join('|')
}

/** A line of a syslog daemon (RFC 5424): facility local0, so only the number in angle brackets states the severity. */
export const syslogLine: Format = ({ timeMs, service, severity, message, instance, fields }) => {
  const levels = { DEBUG: 7, INFO: 6, WARN: 4, ERROR: 3, FATAL: 2 }
  const pairs = Object.entries(fields).map(([key, value]) => `${key}="${value}"`)
  const data = pairs.length === 0 ? '-' : `[ctx@48577 ${pairs.join(' ')}]`
  return `<${16 * 8 + levels[severity]}>1 ${new Date(timeMs).toISOString()} ${instance} ${service} 881 - ${data} ${message}`
}

/** JSON with dotted keys, as the common schema of log shippers has them. */
export const dottedJson: Format = ({ timeMs, service, severity, message, fields, traceId }) =>
  JSON.stringify({
    '@timestamp': new Date(timeMs).toISOString(),
    'log.level': severity.toLowerCase(),
    'service.name': service,
    ...(traceId === '' ? {} : { 'trace.id': traceId }),
    ...fields,
    message,
  })

/** A line of a Go service: one letter for the level glued to the day, the source line, the message in quotes. */
export const klogLine: Format = ({ timeMs, severity, message, fields }) => {
  const stamp = new Date(timeMs).toISOString()
  const head = `${severity.slice(0, 1)}${stamp.slice(5, 7)}${stamp.slice(8, 10)} ${stamp.slice(11, 23)}000       1`
  const pairs = Object.entries(fields).map(([key, value]) => ` ${key}=${JSON.stringify(value)}`)
  return `${head} loop.go:${100 + (Math.floor(timeMs) % 60)}] ${JSON.stringify(message)}${pairs.join('')}`
}

/** A line of Python's logging with dashes between its parts. */
export const pythonLine: Format = ({ timeMs, service, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ').replace('.', ',')
  return `${stamp} - ${service} - ${severity === 'WARN' ? 'WARNING' : severity} - ${message}`
}

/** A line of a Rust service: the level before the module, the fields after the message. */
export const tracingLine: Format = ({ timeMs, service, severity, message, fields }) => {
  const pairs = Object.entries(fields).map(([key, value]) => ` ${key}=${value}`)
  const stamp = new Date(timeMs).toISOString().replace('Z', '000Z')
  return `${stamp} ${severity.padStart(5)} ${service.toLowerCase()}::handler: ${message}${pairs.join('')}`
}

/** JSON with keys of one letter and seconds since 1970. */
export const tinyJson: Format = ({ timeMs, service, severity, message, fields }) =>
  JSON.stringify({ t: Math.floor(timeMs) / 1000, s: severity, c: service, m: message, kv: fields })

/** A line of a Java service as Spring Boot writes it: process, application, thread, shortened logger. */
export const springLine: Format = ({ timeMs, service, severity, message }) => {
  const thread = `nio-8080-exec-${(Math.floor(timeMs) % 9) + 1}`.padStart(15)
  const logger = `c.e.${service.split('-')[0]}.Controller`.padEnd(40)
  return `${new Date(timeMs).toISOString()} ${severity.padStart(5)} 1 --- [${service}] [${thread}] ${logger} : ${message}`
}

/** JSON of Log4j: the time in two parts, the fields in a context map. */
export const log4jJson: Format = ({ timeMs, severity, message, fields }) =>
  JSON.stringify({
    instant: { epochSecond: Math.floor(timeMs / 1000), nanoOfSecond: (Math.floor(timeMs) % 1000) * 1_000_000 },
    thread: 'main',
    level: severity,
    loggerName: 'org.learn.Worker',
    message,
    contextMap: fields,
  })

/** A line of Python's logging with the trace in brackets, as its OpenTelemetry instrumentation writes it. */
export const pythonTraceLine: Format = ({ timeMs, service, severity, message, traceId }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ').replace('.', ',')
  const level = severity === 'WARN' ? 'WARNING' : severity
  const trace = traceId === '' ? '0' : traceId
  return `${stamp} ${level} [${service.replace('-', '_')}.tasks] [tasks.py:84] [trace_id=${trace}] - ${message}`
}

/** JSON of Go's slog. */
export const slogJson: Format = ({ timeMs, severity, message, fields }) =>
  JSON.stringify({ time: new Date(timeMs).toISOString(), level: severity, msg: message, ...fields })

/** A line of Log4j with its usual pattern. */
export const log4jLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ').replace('.', ',')
  return `${stamp} ${severity.padEnd(5)} [consumer-${(Math.floor(timeMs) % 3) + 1}] matcher.OrderListener - ${message}`
}

/** JSON of a Go service: seconds since 1970 with fractions, the source line as the caller. */
export const zapJson: Format = ({ timeMs, severity, message, fields, traceId }) =>
  JSON.stringify({
    level: severity.toLowerCase(),
    ts: timeMs / 1000,
    caller: `geo/store.go:${80 + (Math.floor(timeMs) % 40)}`,
    msg: message,
    ...fields,
    ...(traceId === '' ? {} : { trace_id: traceId }),
  })

/** A line of Python's loguru: parts between bars, then the place in the code. */
export const loguruLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ')
  const level = (severity === 'WARN' ? 'WARNING' : severity).padEnd(8)
  return `${stamp} | ${level} | app.predict:estimate:${40 + (Math.floor(timeMs) % 30)} - ${message}`
}

/** JSON of Python's structlog. */
export const structlogJson: Format = ({ timeMs, severity, message, fields }) =>
  JSON.stringify({
    ...fields,
    event: message,
    level: severity === 'WARN' ? 'warning' : severity.toLowerCase(),
    logger: 'worker',
    timestamp: new Date(timeMs).toISOString(),
  })

/** A line of Serilog's console: the level in three letters. */
export const serilogLine: Format = ({ timeMs, severity, message }) => {
  const levels = { DEBUG: 'DBG', INFO: 'INF', WARN: 'WRN', ERROR: 'ERR', FATAL: 'FTL' }
  return `[${new Date(timeMs).toISOString().slice(11, 19)} ${levels[severity]}] ${message}`
}

/** JSON of pino's request logger: the level as a number, request and response as objects. */
export const pinoRequest: Format = ({ timeMs, service, severity, message, fields }) => {
  const levels = { DEBUG: 20, INFO: 30, WARN: 40, ERROR: 50, FATAL: 60 }
  const { method, url, statusCode, responseTime, ...rest } = fields
  const head = { level: levels[severity], time: Math.floor(timeMs), pid: 8, name: service }
  const request = method === undefined ? {} : { req: { method, url }, res: { statusCode }, responseTime }
  return JSON.stringify({ ...head, ...request, ...rest, msg: message })
}

/** JSON of Serilog, rendered and compact: no level means information. */
export const serilogJson: Format = ({ timeMs, service, severity, message, fields }) => {
  const levels = { DEBUG: 'Debug', INFO: undefined, WARN: 'Warning', ERROR: 'Error', FATAL: 'Fatal' }
  const stamp = new Date(timeMs).toISOString().replace('Z', '0000Z')
  return JSON.stringify({ '@t': stamp, '@m': message, '@l': levels[severity], ...fields, SourceContext: service })
}

/** What a function writes through Python's logging on a serverless platform; what failed brings its traceback. */
export const functionLine: Format = ({ timeMs, severity, message, fields }) => {
  const { requestId = '-', traceback } = fields
  if (/^(?:REPORT|INIT_START) /.test(message)) return message
  const level = severity === 'WARN' ? 'WARNING' : severity
  const line = `[${level}]\t${new Date(timeMs).toISOString()}\t${requestId}\t${message}`
  return traceback === undefined ? line : `${line}\n${traceback}`
}

/** JSON by the common schema of Elastic, as its library for Java writes it. */
export const ecsJson: Format = ({ timeMs, service, severity, message, fields }) =>
  JSON.stringify({
    ...{ '@timestamp': new Date(timeMs).toISOString(), 'log.level': severity, message, 'ecs.version': '1.2.0' },
    ...{ 'service.name': service, 'event.dataset': `${service}.log`, 'process.thread.name': 'worker-2', ...fields },
  })

/** A line of PostgreSQL's own log: its level comes after who is connected. */
export const postgresLine: Format = ({ timeMs, severity, message, fields }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ')
  const levels = { DEBUG: 'DEBUG', INFO: 'LOG', WARN: 'WARNING', ERROR: 'ERROR', FATAL: 'FATAL' }
  return `${stamp} UTC [${300 + (Math.floor(timeMs) % 90)}] ${fields['session'] ?? 'app@prints'} ${levels[severity]}:  ${message}`
}
