/** Lines of the seed bank that no other system writes: nginx, logrus, Sidekiq, glog, Tomcat's juli. */
import type { Format } from './scribe.ts'

/** JSON of nginx's access log: no level, no message, the request in one text. */
export const nginxJson: Format = ({ timeMs, fields }) => {
  const { method, route, status, durationMs, upstream, ...rest } = fields
  return JSON.stringify({
    ...{ time_iso8601: new Date(timeMs).toISOString(), request: `${method} ${route} HTTP/1.1`, status },
    ...{ request_time: Number(durationMs) / 1000, upstream_name: upstream, ...rest },
  })
}

/** A line of logrus: seconds only, the fields after the message. */
export const logrusLine: Format = ({ timeMs, severity, message, fields }) => {
  const levels = { DEBUG: 'debug', INFO: 'info', WARN: 'warning', ERROR: 'error', FATAL: 'fatal' }
  const pairs = Object.entries(fields).map(([key, value]) => ` ${key}=${value}`)
  const stamp = `${new Date(timeMs).toISOString().slice(0, 19)}Z`
  return `time="${stamp}" level=${levels[severity]} msg=${JSON.stringify(message)}${pairs.join('')}`
}

/** A line of Sidekiq: process, thread and class before the level. */
export const sidekiqLine: Format = ({ timeMs, severity, message }) => {
  const thread = `o${(Math.floor(timeMs) % 5) + 3}kz`
  return `${new Date(timeMs).toISOString()} pid=12 tid=${thread} class=PackOrder ${severity}: ${message}`
}

/** A line of glog: the first letter of the level glued to the day, the thread, the place in the code. */
export const glogLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString()
  const day = `${severity.slice(0, 1)}${stamp.slice(5, 7)}${stamp.slice(8, 10)}`
  return `${day} ${stamp.slice(11, 23)}000    31 chamber.cc:${90 + (Math.floor(timeMs) % 40)}] ${message}`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A line of Tomcat's juli: the day with the month's name, the thread, the method. */
export const juliLine: Format = ({ timeMs, severity, message }) => {
  const levels = { DEBUG: 'FINE', INFO: 'INFO', WARN: 'WARNING', ERROR: 'SEVERE', FATAL: 'SEVERE' }
  const stamp = new Date(timeMs).toISOString()
  const day = `${stamp.slice(8, 10)}-${MONTHS[Number(stamp.slice(5, 7)) - 1]}-${stamp.slice(0, 4)}`
  const thread = `pull-${(Math.floor(timeMs) % 3) + 1}`
  return `${day} ${stamp.slice(11, 23)} ${levels[severity]} [${thread}] org.seeds.FieldNotes.pull ${message}`
}
