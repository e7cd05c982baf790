/** Lines of a payroll office: IIS, .NET's console, a gateway of CICS, a batch job's log, NLog, log4net, a printer, PowerShell. */
import type { Format } from './scribe.ts'

const stampOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ')

/** A line of IIS in W3C's extended format; the message is the line without its time, the status one of its columns. */
export const iisLine: Format = ({ timeMs, message }) => `${stampOf(timeMs)} ${message}`

/** What .NET's console logger writes: the level in four letters, the category, the message in the next line. */
export const dotnetLine: Format = ({ timeMs, service, severity, message }) => {
  const levels = { DEBUG: 'dbug', INFO: 'info', WARN: 'warn', ERROR: 'fail', FATAL: 'crit' }
  return `${levels[severity]}: ${service}.Controllers[${Math.floor(timeMs) % 9}]\n      ${message}`
}

/** A message of a transaction gateway: the last letter of its code states the severity, the day comes first by month. */
export const cicsLine: Format = ({ timeMs, severity, message }) => {
  const [date = '', clock = ''] = stampOf(timeMs).split(' ')
  const [year = '', month = '', day = ''] = date.split('-')
  const number = 3400 + (message.length % 60)
  return `DFHPG${number}${letterOf(severity)} ${month}/${day}/${year} ${clock} CICSPAY1 ${message}`
}

/** A line of a job's log: time with dots, number of the job, a code whose last letter states the severity. */
export const jobLine: Format = ({ timeMs, severity, message }) => {
  const clock = new Date(timeMs).toISOString().slice(11, 19).replaceAll(':', '.')
  return `${clock} JOB0${4700 + (Math.floor(timeMs / 600_000) % 90)}  +PAY0${210 + (message.length % 40)}${letterOf(severity)} ${message}`
}

/** A line of NLog with its usual layout. */
export const nlogLine: Format = ({ timeMs, service, severity, message }) =>
  `${new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ')}0|${severity}|${service}.Sender|${message}`

/** A line of log4net with its usual pattern. */
export const log4netLine: Format = ({ timeMs, service, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ').replace('.', ',')
  return `${stamp} [${(Math.floor(timeMs) % 11) + 3}] ${severity.padEnd(5)} ${service}.FileWriter [(null)] - ${message}`
}

/** A table of a print server: columns between semicolons, the day first. */
export const printerLine: Format = ({ timeMs, severity, message, fields }) => {
  const [date = '', clock = ''] = stampOf(timeMs).split(' ')
  const day = date.split('-').toReversed().join('.')
  return `"${day} ${clock}";"${severity}";"${fields['printer'] ?? '-'}";"${message}"`
}

/** A transcript of PowerShell: the time of day and, unless it is usual, the word in front. */
export const powershellLine: Format = ({ timeMs, severity, message }) =>
  `[${stampOf(timeMs).slice(11)}] ${severity === 'WARN' ? 'WARNING: ' : ''}${message}`

function letterOf(severity: string): string {
  return severity === 'INFO' ? 'I' : severity === 'WARN' ? 'W' : 'E'
}
