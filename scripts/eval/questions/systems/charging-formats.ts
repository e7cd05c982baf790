/** Lines of a charging network: zerolog and slog of Go, Quarkus and Logstash's encoder of Java. */
import type { Format } from './scribe.ts'

/** JSON of Go's zerolog: the level first, the message last, seconds only. */
export const zerologJson: Format = ({ timeMs, severity, message, fields }) =>
  JSON.stringify({
    level: severity.toLowerCase(),
    ...fields,
    time: `${new Date(timeMs).toISOString().slice(0, 19)}Z`,
    message,
  })

/** A line of Go's slog as text: key=value, the message in quotes. */
export const slogText: Format = ({ timeMs, severity, message, fields }) => {
  const pairs = Object.entries(fields).map(
    ([key, value]) => ` ${key}=${/[\s"=]/.test(String(value)) ? JSON.stringify(value) : value}`,
  )
  return `time=${new Date(timeMs).toISOString()} level=${severity} msg=${JSON.stringify(message)}${pairs.join('')}`
}

/** A line of Quarkus' console: level, shortened logger in brackets, thread in parentheses. */
export const quarkusLine: Format = ({ timeMs, service, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ').replace('.', ',')
  const thread = `(executor-thread-${(Math.floor(timeMs) % 12) + 1})`
  return `${stamp} ${severity.padEnd(5)} [net.amp.${service.slice(0, 3)}.Resource] ${thread} ${message}`
}

/** JSON of Logback with Logstash's encoder: the level as a word and as a number, fields beside them. */
export const logstashJson: Format = ({ timeMs, service, severity, message, fields }) => {
  const levels = { DEBUG: 10_000, INFO: 20_000, WARN: 30_000, ERROR: 40_000, FATAL: 50_000 }
  return JSON.stringify({
    ...{ '@timestamp': new Date(timeMs).toISOString(), '@version': '1', message },
    ...{ logger_name: `net.ampnet.${service.replace('-', '.')}.Api`, thread_name: 'vert.x-eventloop-thread-2' },
    ...{ level: severity, level_value: levels[severity], ...fields },
  })
}
