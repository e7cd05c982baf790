import type { LogRecord } from '../../src/telemetry/model.ts'

/** A plain record of the service `shop`, with what a test wants to be different. */
export function logRecord(fields: Partial<LogRecord> = {}): LogRecord {
  return {
    time: { day: 20_000, nanos: 0 },
    observedTime: null,
    severityNumber: 9,
    severityText: 'INFO',
    body: 'hello',
    eventName: '',
    resource: { service: 'shop', environment: '', attributes: {} },
    scopeName: '',
    attributes: {},
    traceId: '',
    spanId: '',
    ...fields,
  }
}
