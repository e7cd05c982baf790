/** Lines of the tyre workshops that no other system writes: Traefik, Ruby, .NET, Quarkus, winston, Elixir, Celery, spdlog, Rust. */
import type { Format } from './scribe.ts'

const LOWER_WARNING = { DEBUG: 'debug', INFO: 'info', WARN: 'warning', ERROR: 'error', FATAL: 'critical' } as const

/** JSON of Traefik's access log. */
export const traefikJson: Format = ({ timeMs, severity, message, fields }) => {
  const { method, route, status, durationMs, upstream, ...rest } = fields
  const request =
    method === undefined
      ? {}
      : {
          ...{ RequestMethod: method, RequestPath: route, RequestProtocol: 'HTTP/1.1', DownstreamStatus: status },
          ...{ Duration: Number(durationMs) * 1e6, ServiceName: `${upstream}@nomad` },
        }
  const level = LOWER_WARNING[severity]
  return JSON.stringify({ ...request, ...rest, level, msg: message, time: new Date(timeMs).toISOString() })
}

/** A line of Ruby's own logger: the first letter, the time with the process, the level. */
export const rubyLine: Format = ({ timeMs, severity, message }) => {
  const stamp = `${new Date(timeMs).toISOString().slice(0, 23)}000`
  return `${severity.slice(0, 1)}, [${stamp} #21] ${severity.padStart(5)} -- : ${message}`
}

/** JSON of .NET's console logger. */
export const dotnetJson: Format = ({ timeMs, severity, message, fields }) => {
  const levels = { DEBUG: 'Debug', INFO: 'Information', WARN: 'Warning', ERROR: 'Error', FATAL: 'Critical' }
  return JSON.stringify({
    ...{ Timestamp: new Date(timeMs).toISOString(), EventId: 0, LogLevel: levels[severity] },
    ...{ Category: 'TyreCatalog.Search', Message: message, State: fields },
  })
}

/** JSON of Quarkus: what belongs to the request is in the diagnostic context. */
export const quarkusJson: Format = ({ timeMs, severity, message, fields }) =>
  JSON.stringify({
    ...{ timestamp: new Date(timeMs).toISOString(), sequence: Math.floor(timeMs / 10) % 100_000 },
    ...{ loggerName: 'org.grip.ledger.MovementResource', level: severity, message },
    ...{ threadName: `executor-thread-${(Math.floor(timeMs) % 6) + 1}`, mdc: fields },
  })

/** JSON of winston. */
export const winstonJson: Format = ({ timeMs, service, severity, message, fields }) =>
  JSON.stringify({
    ...fields,
    ...{ level: severity.toLowerCase(), message, service, timestamp: new Date(timeMs).toISOString() },
  })

/** A line of Elixir's logger: only the time of day, the level in brackets. */
export const elixirLine: Format = ({ timeMs, severity, message }) =>
  `${new Date(timeMs).toISOString().slice(11, 23)} [${LOWER_WARNING[severity]}] ${message}`

/** A line of a Celery worker. */
export const celeryLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ').replace('.', ',')
  const level = severity === 'WARN' ? 'WARNING' : severity
  return `[${stamp}: ${level}/ForkPoolWorker-${(Math.floor(timeMs) % 4) + 1}] ${message}`
}

/** A line of spdlog. */
export const spdlogLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ')
  return `[${stamp}] [bench] [${LOWER_WARNING[severity]}] ${message}`
}

/** A line of Rust's env_logger. */
export const envLoggerLine: Format = ({ timeMs, severity, message }) =>
  `[${new Date(timeMs).toISOString().slice(0, 19)}Z ${severity.padEnd(5)} reminder_mailer::send] ${message}`
