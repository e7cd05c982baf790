/** Lines of the co-working spaces that no other system writes: a proxy's JSON, a Ruby log, an Elixir log, RADIUS. */
import type { Format } from './scribe.ts'

/** JSON of Traefik's access log: the duration in nanoseconds. */
export const traefikJson: Format = ({ timeMs, severity, message, fields }) => {
  const { method, route, status, durationNs, upstream, ...rest } = fields
  const stamp = `${new Date(timeMs).toISOString().slice(0, 19)}Z`
  const request =
    method === undefined
      ? {}
      : {
          ...{ DownstreamStatus: status, Duration: durationNs, RequestMethod: method, RequestPath: route },
          ...{ RequestProtocol: 'HTTP/2.0', ServiceName: `${upstream}@kubernetes`, entryPointName: 'websecure' },
        }
  return JSON.stringify({
    ...request,
    ...rest,
    ...{ level: severity === 'WARN' ? 'warning' : severity.toLowerCase(), msg: message, time: stamp },
  })
}

/** A line of Ruby's own logger: the level as a letter and as a word. */
export const rubyLine: Format = ({ timeMs, severity, message, traceId }) => {
  const stamp = new Date(timeMs).toISOString().replace('Z', '000')
  return `${severity.slice(0, 1)}, [${stamp} #12]  ${severity.padStart(5)} -- : [${traceId === '' ? 'main' : traceId}] ${message}`
}

/** A line of Elixir's logger: the time of day, metadata, the level in brackets. */
export const elixirLine: Format = ({ timeMs, severity, message, traceId }) => {
  const level = severity === 'WARN' ? 'warning' : severity.toLowerCase()
  return `${new Date(timeMs).toISOString().slice(11, 23)} trace_id=${traceId === '' ? '-' : traceId} [${level}] ${message}`
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A line of FreeRADIUS: the date as `ctime` prints it, what kind of line it is, a number for each login. */
export const radiusLine: Format = ({ timeMs, severity, message, fields }) => {
  const at = new Date(timeMs)
  const day = String(at.getUTCDate()).padStart(2, ' ')
  const date = `${DAYS[at.getUTCDay()]} ${MONTHS[at.getUTCMonth()]} ${day} ${at.toISOString().slice(11, 19)} ${at.getUTCFullYear()}`
  const kind =
    severity === 'WARN' ? 'Warning' : severity === 'ERROR' ? 'Error' : fields['login'] === undefined ? 'Info' : 'Auth'
  return `${date} : ${kind}: ${fields['login'] === undefined ? '' : `(${fields['login']}) `}${message}`
}
