/** Lines of the lift company that no other system writes: GELF, Yii, fern, WildFly, a telephone switch, Quarkus, Timbre. */
import type { Format } from './scribe.ts'

const SYSLOG = { DEBUG: 7, INFO: 6, WARN: 4, ERROR: 3, FATAL: 2 } as const

/** JSON of Graylog's format: the level as a number of syslog, own fields behind an underscore. */
export const gelfJson: Format = ({ timeMs, severity, message, fields, instance, traceId }) => {
  const own = Object.entries(fields).map(([key, value]) => [`_${key}`, value])
  return JSON.stringify({
    ...{ version: '1.1', host: instance, short_message: message, timestamp: Math.floor(timeMs) / 1000 },
    ...{ level: SYSLOG[severity], ...Object.fromEntries(own), ...(traceId === '' ? {} : { _trace: traceId }) },
  })
}

/** A line of a PHP framework's channel of its own: level, message, context in brackets. */
export const yiiLine: Format = ({ timeMs, severity, message, fields }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ')
  const level = { DEBUG: 'trace', INFO: 'info', WARN: 'warning', ERROR: 'error', FATAL: 'error' }[severity]
  const pairs = Object.entries(fields).map(([key, value]) => ` ${key}:${value}`)
  return `${stamp} [10.8.4.${2 + (Math.floor(timeMs) % 3)}][-][-][${level}][app.jobs] ${message}${pairs.join('')}`
}

/** A line of Rust's fern: each part in brackets. */
export const fernLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString()
  return `[${stamp.slice(0, 10)}][${stamp.slice(11, 19)}][ingest::telegram][${severity}] ${message}`
}

/** A line of WildFly: time of day, level, logger, thread in round brackets. */
export const wildflyLine: Format = ({ timeMs, severity, message }) => {
  const clock = new Date(timeMs).toISOString().slice(11, 23).replace('.', ',')
  const thread = `default task-${(Math.floor(timeMs) % 12) + 1}`
  return `${clock} ${severity.padEnd(5)} [de.aufzug.alarm.Desk] (${thread}) ${message}`
}

/** A line of a telephone switch: microseconds, the level in brackets, the place in its code. */
export const switchLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().replace('T', ' ').replace('Z', '000')
  const level = { DEBUG: 'DEBUG', INFO: 'INFO', WARN: 'WARNING', ERROR: 'ERR', FATAL: 'CRIT' }[severity]
  return `${stamp} [${level}] mod_bridge.c:${400 + (Math.floor(timeMs) % 80)} ${message}`
}

/** Logfmt that begins with the level and has seconds since 1970. */
export const levelFirst: Format = ({ timeMs, severity, message, fields, traceId }) => {
  const pairs = Object.entries(fields).map(([key, value]) => `${key}=${value}`)
  const trace = traceId === '' ? [] : [`trace=${traceId}`]
  const head = [`level=${severity.toLowerCase()}`, `ts=${(timeMs / 1000).toFixed(3)}`, 'component=planner']
  return [...head, ...pairs, ...trace, `msg=${JSON.stringify(message)}`].join(' ')
}

/** JSON of Quarkus: a sequence, the logger's class, fields in the mapped context. */
export const quarkusJson: Format = ({ timeMs, severity, message, fields, instance }) =>
  JSON.stringify({
    ...{ timestamp: new Date(timeMs).toISOString(), sequence: Math.floor(timeMs) % 1_000_000 },
    ...{ loggerClassName: 'org.jboss.logging.Logger', loggerName: 'book.Certificates', level: severity, message },
    ...{ threadName: `executor-thread-${(Math.floor(timeMs) % 6) + 1}`, mdc: fields, hostName: instance },
  })

/** A line of Clojure's Timbre: host, level, namespace with its line. */
export const timbreLine: Format = ({ timeMs, severity, message, instance }) =>
  `${new Date(timeMs).toISOString()} ${instance} ${severity} [parts.depot:${60 + (Math.floor(timeMs) % 50)}] - ${message}`

/** A line of a batch program with the day as Germans write it. */
export const germanLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString()
  const day = stamp.slice(0, 10).split('-').reverse().join('.')
  return `${day} ${stamp.slice(11, 19)} ${severity.padEnd(5)} ${message}`
}

/** A line for journald: only the number in front states the severity. */
export const journalLine: Format = ({ severity, message }) => `<${SYSLOG[severity]}>registry-sync: ${message}`
