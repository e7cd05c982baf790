/** Lines of the wind farms: a proxy without levels, a broker's client, NLog, tslog, bare Python, SAS, Pekko, two-line Java. */
import type { Format } from './scribe.ts'

/** Envoy's access log: no level, no message. */
export const envoyAccess: Format = ({ timeMs, fields, traceId }) => {
  const { method, path, status, flags, ms, upstream, channel } = fields
  return JSON.stringify({
    ...{ start_time: new Date(timeMs - Number(ms)).toISOString(), method, path, protocol: 'HTTP/2' },
    ...{ response_code: status, response_flags: flags, duration: ms, upstream_cluster: upstream },
    ...{ x_channel: channel, x_trace: traceId },
  })
}

/** tslog's pretty lines, the fields as an object after the text. */
export const tslogLine: Format = ({ timeMs, service, severity, message, fields }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ')
  const data = Object.entries(fields).map(
    ([key, value]) => `${key}: ${typeof value === 'number' ? value : `'${value}'`}`,
  )
  return `${stamp}\t${severity}\t[${service}]\t${message}${data.length === 0 ? '' : ` { ${data.join(', ')} }`}`
}

/** Lines of an Erlang service. */
export const otpLine: Format = ({ timeMs, severity, message }) => {
  const levels = { DEBUG: 'debug', INFO: 'info', WARN: 'warning', ERROR: 'error', FATAL: 'critical' }
  const pid = `<0.${800 + (Math.floor(timeMs) % 190)}.0>`
  return `${new Date(timeMs).toISOString().replace('Z', '000+00:00')} ${pid} [${levels[severity]}] ${message}`
}

/** Python's logging as it is without any setup: no time. */
export const bareLogging: Format = ({ severity, message }) =>
  `${severity === 'WARN' ? 'WARNING' : severity}:windforecast.${/nowcast/.test(message) ? 'nowcast' : 'runs'}:${message}`

/** JSON of NLog, the fields in an object of their own. */
export const nlogJson: Format = ({ timeMs, severity, message, fields, version }) => {
  const levels = { DEBUG: 'Debug', INFO: 'Info', WARN: 'Warn', ERROR: 'Error', FATAL: 'Fatal' }
  return JSON.stringify({
    ...{ time: new Date(timeMs).toISOString(), level: levels[severity], logger: 'Gale.Bids.Desk', message },
    ...{ properties: fields, build: version },
  })
}

/** The log of a SAS program: a note is what others call information. */
export const sasLog: Format = ({ severity, message }) => {
  const levels = { DEBUG: 'NOTE', INFO: 'NOTE', WARN: 'WARNING', ERROR: 'ERROR', FATAL: 'ERROR' }
  return `${levels[severity]}: ${message}`
}

/** Pekko's actors: everything in brackets. */
export const pekkoLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ').replace('.', ',')
  const thread = `curtail-pekko.actor.default-dispatcher-${(Math.floor(timeMs) % 8) + 3}`
  return `[${stamp}] [${severity}] [curtail.OrderActor] [${thread}] [pekko://curtail/user/orders] - ${message}`
}

/** Symfony's lines with the context as JSON. */
export const symfonyLine: Format = ({ timeMs, severity, message, fields }) => {
  const level = severity === 'WARN' ? 'WARNING' : severity
  const context = Object.keys(fields).length === 0 ? '[]' : JSON.stringify(fields)
  return `[${new Date(timeMs).toISOString().replace('Z', '000+00:00')}] orders.${level}: ${message} ${context} []`
}

/** tinylog: where it was written on one line, what on the next. */
export const tinylogLines: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ')
  const where = `[kafka-poll-${(Math.floor(timeMs) % 3) + 1}] org.gale.alarms.Intake.take()`
  return `${stamp} ${where}\n${severity}: ${message}`
}

/** A small daemon on the quay: the level as a word in angle brackets. */
export const quayLine: Format = ({ timeMs, severity, message }) => {
  const levels = { DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'err', FATAL: 'crit' }
  return `boatwatchd ${new Date(timeMs).toISOString().slice(11, 19)}Z <${levels[severity]}> ${message}`
}
