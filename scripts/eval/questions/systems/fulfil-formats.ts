/** How the senders of the warehouse write their lines. */
import type { Format } from './scribe.ts'

/** Logback with a pattern of its own: date and time, level, thread, logger. */
export const logbackLine: Format = ({ timeMs, service, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ')
  const logger = message.startsWith('HikariPool')
    ? 'com.zaxxer.hikari.pool.HikariPool'
    : `eu.halle.${service.split('-')[0]}.Api`
  return `${stamp} ${severity.padEnd(5)} [http-${(Math.floor(timeMs) % 24) + 1}] ${logger} - ${message}`
}

/** The controller of the robots: a letter for the level in round brackets, a module in angle brackets. */
export const robotLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString()
  const module = message.includes('mission') ? 'mis' : 'nav'
  return `${stamp.slice(0, 10).replaceAll('-', '/')} ${stamp.slice(11, 23)} (${severity.slice(0, 1)}) <${module}> ${message}`
}

/** A script in Perl: the date of localtime, the process, the level only where something is not as it should be. */
export const perlLine: Format = ({ timeMs, severity, message }) => {
  const [weekday, day, month, year, time] = new Date(timeMs).toUTCString().replace(',', '').split(' ')
  const level = severity === 'WARN' ? 'WARN: ' : ''
  return `[${weekday} ${month} ${day} ${time} ${year}] replenish.pl(2217) ${level}${message}`
}
