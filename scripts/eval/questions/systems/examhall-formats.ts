/** Lines of the online exams: zap with a logger of its own, Serilog by its templates, Node.js with a child logger, nested JSON. */
import type { Format } from './scribe.ts'

/** zap of a Go service: seconds since 1970, a named logger, the place in the code. */
export const namedZap: Format = ({ timeMs, service, severity, message, fields, traceId }) =>
  JSON.stringify({
    level: severity.toLowerCase(),
    ts: Math.floor(timeMs) / 1000,
    logger: service,
    caller: `http/handler.go:${40 + (Math.floor(timeMs) % 90)}`,
    msg: message,
    ...fields,
    ...(traceId === '' ? {} : { traceID: traceId }),
  })

/** Serilog's JSON with the values in a map of their own. */
export const propertiesJson: Format = ({ timeMs, service, severity, message, fields, version, traceId }) => {
  const levels = { DEBUG: 'Debug', INFO: 'Information', WARN: 'Warning', ERROR: 'Error', FATAL: 'Fatal' }
  return JSON.stringify({
    Timestamp: new Date(timeMs).toISOString().replace('Z', '0000+00:00'),
    Level: levels[severity],
    MessageTemplate: message,
    RenderedMessage: message,
    ...(traceId === '' ? {} : { TraceId: traceId }),
    Properties: { ...fields, Application: service, Build: version },
  })
}

/** Nested JSON: who writes, what it is about, what happened. */
export const deskJson: Format = ({ timeMs, service, severity, message, fields, version, instance, traceId }) =>
  JSON.stringify({
    when: new Date(timeMs).toISOString(),
    app: { name: service, release: version, pod: instance },
    entry: { level: severity, text: message, about: fields },
    ...(traceId === '' ? {} : { trace: { id: traceId } }),
  })
