/** Lines as the laboratory's services write them: a driver's plain text, logrus, winston. */
import type { Format } from './scribe.ts'

/** The driver of the analysers: a German clock, the level as a word, the message; nothing else. */
export const driverLine: Format = ({ timeMs, severity, message }) => {
  const [day = '', clock = ''] = new Date(timeMs).toISOString().slice(0, 23).split('T')
  const level = severity === 'WARN' ? 'WARNING' : severity
  return `${day.split('-').reverse().join('.')} ${clock.replace('.', ',')} lisdrv ${level}: ${message}`
}

/** Text of Go's logrus. */
export const logrusLine: Format = ({ timeMs, severity, message, fields }) => {
  const pairs = Object.entries(fields).map(([key, value]) => ` ${key}=${/\s/.test(`${value}`) ? `"${value}"` : value}`)
  const level = severity === 'WARN' ? 'warning' : severity.toLowerCase()
  return `time="${new Date(timeMs).toISOString().slice(0, 19)}Z" level=${level} msg="${message}"${pairs.join('')}`
}

/** JSON of winston: what is said first, the rest behind it. */
export const winstonJson: Format = ({ timeMs, service, severity, message, fields }) =>
  JSON.stringify({
    level: severity.toLowerCase(),
    message,
    label: service,
    timestamp: new Date(timeMs).toISOString(),
    ...fields,
  })
