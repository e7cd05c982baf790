/** JSON of two libraries for Go as a newsroom's services write it. */
import type { Format } from './scribe.ts'

/** JSON of logrus: keys in the order of the alphabet, whole seconds, warnings in full. */
export const logrusJson: Format = ({ timeMs, severity, message, fields }) => {
  const level = severity === 'WARN' ? 'warning' : severity.toLowerCase()
  const time = `${new Date(timeMs).toISOString().slice(0, 19)}Z`
  const all = { ...fields, level, msg: message, time }
  return JSON.stringify(Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1))))
}

/** JSON of zap with its production settings: seconds with fractions, the logger's name, the trace where there is one. */
export const zapNamedJson: Format = ({ timeMs, service, severity, message, fields, traceId }) =>
  JSON.stringify({
    ...{ level: severity.toLowerCase(), ts: Math.round(timeMs) / 1000, logger: service.replace('-', '.') },
    ...{ caller: `internal/handler.go:${60 + (Math.floor(timeMs) % 70)}`, msg: message, ...fields },
    ...(traceId === '' ? {} : { trace_id: traceId }),
  })
