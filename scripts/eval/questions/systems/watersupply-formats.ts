/** Lines of the water supplier: a gateway to the stations, a database, a .NET service with exceptions, a Python worker, JSON. */
import type { Format } from './scribe.ts'

/** Plain text of the gateway: the level in angle brackets, the channel it polls on. */
export const gatewayLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ')
  return `${stamp} <${severity}> scadagw ch${(Math.floor(timeMs) % 4) + 1}: ${message}`
}

/** The database's logfmt: time, level and component before the message. */
export const databaseLogfmt: Format = ({ timeMs, severity, message, fields }) => {
  const pairs = Object.entries(fields).map(([key, value]) => `${key}=${value}`)
  const head = [`ts=${new Date(timeMs).toISOString()}`, `lvl=${severity.toLowerCase()}`, 'component=engine']
  return [...head, `msg=${JSON.stringify(message)}`, ...pairs].join(' ')
}

const DOTNET_LEVELS = { DEBUG: 'dbug', INFO: 'info', WARN: 'warn', ERROR: 'fail', FATAL: 'crit' }
const STACK = [
  'System.Net.Http.HttpRequestException: Response status code does not indicate success: 503 (Service Unavailable).',
  '   at System.Net.Http.HttpResponseMessage.EnsureSuccessStatusCode()',
  '   at CrewDispatch.Readings.PressureClient.GetAsync(String zone) in /src/Readings/PressureClient.cs:line 58',
  '   at CrewDispatch.Orders.OrderController.Show(String id) in /src/Orders/OrderController.cs:line 112',
]

/** The console of .NET: the category on a line of its own, then the message, then the exception. */
export const dotnetLines: Format = ({ severity, message }) => {
  const rows = severity === 'ERROR' ? [message, ...STACK] : [message]
  return [
    `${DOTNET_LEVELS[severity]}: CrewDispatch.Orders.OrderController[0]`,
    ...rows.map((row) => `      ${row}`),
  ].join('\n')
}

/** Python's logging with the module before the message. */
export const workerLine: Format = ({ timeMs, severity, message }) => {
  const stamp = new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ').replace('.', ',')
  return `${stamp} ${severity === 'WARN' ? 'WARNING' : severity} leaks.worker: ${message}`
}

/** JSON of the control room and its neighbours. */
export const roomJson: Format = ({ timeMs, severity, message, fields, traceId }) =>
  JSON.stringify({
    ...{ time: new Date(timeMs).toISOString(), severity, message },
    ...fields,
    ...(traceId === '' ? {} : { traceId }),
  })

/** logfmt of billing and of the retention job. */
export const officeLogfmt: Format = ({ timeMs, severity, message, fields }) => {
  const pairs = Object.entries(fields).map(([key, value]) => `${key}=${value}`)
  const stamp = new Date(timeMs).toISOString()
  return [`time=${stamp}`, `level=${severity.toLowerCase()}`, `msg=${JSON.stringify(message)}`, ...pairs].join(' ')
}
