/** Log formats of the identity provider that no other system has. */
import type { Format } from './scribe.ts'

/** A line of a Java service on Quarkus: level, class in brackets, thread in parentheses. */
export const quarkusLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ').replace('.', ',')
  return `${stamp} ${severity.padEnd(5)} [io.ide.key.SignResource] (executor-thread-${(Math.floor(timeMs) % 12) + 1}) ${message}`
}

/** A line of a cron job in a shell: the name, the process, the message. */
export const shellLine: Format = ({ timeMs, service, severity, message }) =>
  `${new Date(timeMs).toISOString().slice(0, 19)}Z ${service}[${412 + (Math.floor(timeMs) % 3)}]: ${severity.toLowerCase()}: ${message}`
