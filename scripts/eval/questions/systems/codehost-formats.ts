/** Lines of the code hosting platform that no other system has. */
import type { Format } from './scribe.ts'

/** JSON of zap as a server of git writes it. */
export const gitdJson: Format = ({ timeMs, severity, message, fields, traceId }) =>
  JSON.stringify({
    ...{ level: severity.toLowerCase(), ts: timeMs / 1000, logger: 'gitd.pack' },
    ...{ caller: `pack/serve.go:${210 + (Math.floor(timeMs) % 30)}`, msg: message, ...fields },
    ...(traceId === '' ? {} : { trace_id: traceId }),
  })

/** What a script hands to the logger of its host: no year, the level only if it is none of the usual. */
export const mirrorLine: Format = ({ timeMs, severity, message, fields }) => {
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
  const at = new Date(timeMs)
  const stamp = `${months[at.getUTCMonth()]} ${String(at.getUTCDate()).padStart(2)} ${at.toISOString().slice(11, 19)}`
  const level = severity === 'INFO' ? '' : `${severity === 'WARN' ? 'WARNING' : severity}: `
  const pairs = Object.entries(fields).map(([key, value]) => ` ${key}=${value}`)
  return `${stamp} util-02 mirror-sync[4127]: ${level}${message}${pairs.join('')}`
}

/** Key and value as the lines of Ruby on Rails' tagged logger have them: request first, then the event. */
export const taggedLine: Format = ({ timeMs, severity, message, fields, traceId }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23)
  const pairs = Object.entries(fields).map(([key, value]) => ` ${key}=${value}`)
  const letter = severity.slice(0, 1)
  return `${letter}, [${stamp} #31]  ${severity.padStart(5)} -- : [${traceId.slice(0, 12)}] ${message}${pairs.join('')}`
}
