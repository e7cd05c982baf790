/** Log formats of the stock-trading app: two JSON loggers, key=value, plain text with the level in brackets. */
import type { Format } from './scribe.ts'

/** JSON of zerolog: the message comes last. */
export const zerologJson: Format = ({ timeMs, severity, message, fields, traceId }) =>
  JSON.stringify({
    level: severity.toLowerCase(),
    ...fields,
    ...(traceId === '' ? {} : { trace: traceId.slice(0, 16) }),
    time: new Date(timeMs).toISOString(),
    message,
  })

/** JSON of Logback's encoder for Logstash. */
export const logbackJson: Format = ({ timeMs, service, severity, message, fields }) =>
  JSON.stringify({
    '@timestamp': new Date(timeMs).toISOString(),
    '@version': '1',
    message,
    logger_name: `com.tidemark.${service.replace('-', '.')}.Endpoint`,
    thread_name: `http-${(Math.floor(timeMs) % 8) + 1}`,
    level: severity,
    ...fields,
  })

/** key=value as a Go service of the house writes it: the level first, the time in the middle. */
export const houseLogfmt: Format = ({ timeMs, service, severity, message, fields }) => {
  const pairs = Object.entries(fields).map(
    ([key, value]) => `${key}=${/[\s"=]/.test(String(value)) ? JSON.stringify(value) : value}`,
  )
  const level = severity === 'WARN' ? 'warning' : severity.toLowerCase()
  const head = [`level=${level}`, `time="${new Date(timeMs).toISOString()}"`, `app=${service}`]
  return [...head, `msg=${JSON.stringify(message)}`, ...pairs].join(' ')
}

/** Plain text: the day and the time, the level in brackets, the text. */
export const bracketText: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ')
  return `${stamp} [${severity}] ${message}`
}

/** Plain text of a Python job: the level in brackets before the job's name. */
export const jobText: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 19)
  return `${stamp} [${severity === 'WARN' ? 'WARNING' : severity}] [eod] ${message}`
}
