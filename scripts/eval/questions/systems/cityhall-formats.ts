/** Lines of a city's old and new software: log4j 1.2, Monolog of PHP, Python's logging, a mailer that prints. */
import type { Format } from './scribe.ts'

const LOGGERS: Readonly<Record<string, string>> = {
  'citizen-login': 'de.stadt.login.SamlEndpoint',
  'residence-registry': 'de.stadt.melde.RegisterBean',
  'letter-press': 'de.stadt.druck.PrintJob',
}

function stampOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ').replace('.', ',')
}

/** log4j 1.2 with `%d %-5p [%t] %c - %m`. */
export const oldLog4jLine: Format = ({ timeMs, service, severity, message }) => {
  const thread = `http-apr-8080-exec-${(Math.floor(timeMs) % 12) + 1}`
  return `${stampOf(timeMs)} ${severity.padEnd(5)} [${thread}] ${LOGGERS[service] ?? 'de.stadt.Main'} - ${message}`
}

/** Monolog's LineFormatter: channel and level, then context and extra as JSON. */
export const monologLine: Format = ({ timeMs, severity, message, fields }) => {
  const stamp = new Date(timeMs).toISOString().replace('Z', '000+00:00')
  const level = severity === 'WARN' ? 'WARNING' : severity
  const context = Object.keys(fields).length === 0 ? '[]' : JSON.stringify(fields)
  return `[${stamp}] termine.${level}: ${message} ${context} []`
}

/** Python's logging as uvicorn is often set up: level, colon, message. */
export const uvicornLine: Format = ({ timeMs, severity, message, fields }) => {
  const level = severity === 'WARN' ? 'WARNING' : severity
  const pairs = Object.entries(fields).map(([key, value]) => ` ${key}=${value}`)
  return `${level}:     ${stampOf(timeMs)} amt_chatbot.dialog ${message}${pairs.join('')}`
}

/** What a script of cron prints. */
export const printedLine: Format = ({ timeMs, severity, message }) =>
  `${new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ')} ${severity === 'WARN' ? '! ' : ''}${message}`
