/** Lines as software of the two-thousands writes them: Apache and PHP, java.util.logging, Solr, syslog, scripts of cron. */
import type { Format } from './scribe.ts'

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function dayOf(timeMs: number) {
  const at = new Date(timeMs)
  const day = at.getUTCDate()
  return { at, month: MONTHS[at.getUTCMonth()] ?? '', day, clock: at.toISOString().slice(11, 19) }
}

/** The time as access logs write it. */
export function accessStamp(timeMs: number): string {
  const { at, month, day, clock } = dayOf(timeMs)
  return `${String(day).padStart(2, '0')}/${month}/${at.getUTCFullYear()}:${clock} +0000`
}

/** A line of Apache's access log as it is; what PHP reports goes to the error log. */
export const apacheLine: Format = ({ timeMs, severity, message }) => {
  if (/^\d+\.\d+\.\d+\.\d+ - /.test(message)) return message
  const { at, month, day, clock } = dayOf(timeMs)
  const level = { DEBUG: 'debug', INFO: 'notice', WARN: 'warn', ERROR: 'error', FATAL: 'crit' }[severity]
  const stamp = `${DAYS[at.getUTCDay()]} ${month} ${day} ${clock}.${String(at.getUTCMilliseconds()).padStart(3, '0')}000`
  return `[${stamp} ${at.getUTCFullYear()}] [php:${level}] [pid ${900 + (Math.floor(timeMs) % 40)}] ${message}`
}

/** Two lines of java.util.logging: when and where, then level and message. */
export const julLine: Format = ({ timeMs, severity, message }) => {
  const { at, month, day } = dayOf(timeMs)
  const hours = at.getUTCHours()
  const rest = at.toISOString().slice(13, 19)
  const clock = `${hours % 12 === 0 ? 12 : hours % 12}${rest} ${hours < 12 ? 'AM' : 'PM'}`
  const level = { DEBUG: 'FINE', INFO: 'INFO', WARN: 'WARNING', ERROR: 'SEVERE', FATAL: 'SEVERE' }[severity]
  return `${month} ${day}, ${at.getUTCFullYear()} ${clock} de.stadtbib.desk.DeskServlet doPost\n${level}: ${message}`
}

/** A line of log4j 1.2 with the thread and the class. */
export const oldLog4jLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ').replace('.', ',')
  return `${stamp} ${severity.padEnd(5)} [http-8009-${(Math.floor(timeMs) % 12) + 1}] (LoanAction.java:${210 + (Math.floor(timeMs) % 8)}) - ${message}`
}

/** A line of Solr: thread and core before the class. */
export const solrLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ')
  return `${stamp} ${severity.padEnd(5)} (qtp6158-${20 + (Math.floor(timeMs) % 9)}) [   x:catalog] o.a.s.c.S.Request ${message}`
}

/** A line of the BSD syslog: facility daemon, the number in angle brackets states the severity. */
export const bsdSyslogLine: Format = ({ timeMs, service, severity, message, instance }) => {
  const { month, day, clock } = dayOf(timeMs)
  const level = { DEBUG: 7, INFO: 6, WARN: 4, ERROR: 3, FATAL: 2 }[severity]
  return `<${3 * 8 + level}>${month} ${String(day).padStart(2)} ${clock} ${instance} ${service}[${1400 + (Math.floor(timeMs) % 60)}]: ${message}`
}

/** What a script of cron prints: time of day, level in capitals where it is none of the usual. */
export const cronLine: Format = ({ timeMs, service, severity, message }) => {
  const { at, clock } = dayOf(timeMs)
  const level = severity === 'INFO' ? '' : `${severity === 'WARN' ? 'WARNING' : severity}: `
  return `${at.toISOString().slice(0, 10)} ${clock} ${service}: ${level}${message}`
}
