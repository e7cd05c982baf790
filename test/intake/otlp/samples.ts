/** One request of each signal in both encodings, with every kind of value: what the fuzz test mutates. */
import type { OtlpSignal } from '../../../src/intake/otlp/fields.ts'
import { END, PROTOBUF, SPAN_ID, START, TRACE_ID } from './protobuf-samples.ts'

export interface OtlpSample {
  readonly format: 'otlp_json' | 'otlp_protobuf'
  readonly signal: OtlpSignal
  readonly contentType: string
  readonly bytes: Uint8Array
}

const values = [
  { stringValue: 'boom' },
  { boolValue: true },
  { intValue: '7' },
  { doubleValue: 1.5 },
  { arrayValue: { values: [{ stringValue: 'a' }, { intValue: '1' }] } },
  { kvlistValue: { values: [{ key: 'b', value: { bytesValue: 'AAE=' } }] } },
]
const attributes = values.map((value, i) => ({ key: `k${i}`, value }))
const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'web' } }] }
const scope = { name: 'app' }
const histogram = { startTimeUnixNano: START, timeUnixNano: END, count: '3', sum: 4.5 }

const REQUESTS: Readonly<Record<OtlpSignal, object>> = {
  logs: {
    resourceLogs: [
      {
        resource,
        scopeLogs: [
          {
            scope,
            logRecords: values.map((body) => ({
              ...{ timeUnixNano: START, observedTimeUnixNano: END, severityNumber: 17, severityText: 'ERROR' },
              ...{ body, attributes, traceId: TRACE_ID, spanId: SPAN_ID },
            })),
          },
        ],
      },
    ],
  },
  traces: {
    resourceSpans: [
      {
        resource,
        scopeSpans: [
          {
            scope,
            spans: [
              {
                ...{ traceId: TRACE_ID, spanId: SPAN_ID, parentSpanId: '', name: 'GET /', kind: 2, attributes },
                ...{ startTimeUnixNano: START, endTimeUnixNano: END, status: { code: 2, message: 'no' } },
                events: [{ timeUnixNano: START, name: 'exception', attributes }],
                links: [{ traceId: TRACE_ID, spanId: SPAN_ID, attributes }],
              },
            ],
          },
        ],
      },
    ],
  },
  metrics: {
    resourceMetrics: [
      {
        resource,
        scopeMetrics: [
          {
            scope,
            metrics: [
              { name: 'g', unit: '1', gauge: { dataPoints: [{ timeUnixNano: END, asDouble: 0.5, attributes }] } },
              {
                name: 's',
                sum: { aggregationTemporality: 2, isMonotonic: true, dataPoints: [{ timeUnixNano: END, asInt: '9' }] },
              },
              {
                name: 'h',
                histogram: {
                  aggregationTemporality: 1,
                  dataPoints: [{ ...histogram, bucketCounts: ['1', '2'], explicitBounds: [10] }],
                },
              },
              {
                name: 'e',
                exponentialHistogram: {
                  aggregationTemporality: 1,
                  dataPoints: [
                    { ...histogram, scale: 2, zeroCount: '1', positive: { offset: 1, bucketCounts: ['1', '1'] } },
                  ],
                },
              },
              { name: 'q', summary: { dataPoints: [{ ...histogram, quantileValues: [{ quantile: 0.5, value: 2 }] }] } },
            ],
          },
        ],
      },
    ],
  },
}

const SIGNALS = ['logs', 'traces', 'metrics'] as const

export const OTLP_SAMPLES: readonly OtlpSample[] = SIGNALS.flatMap((signal) => [
  {
    ...{ format: 'otlp_json', signal, contentType: 'application/json' },
    bytes: new TextEncoder().encode(JSON.stringify(REQUESTS[signal])),
  },
  { format: 'otlp_protobuf', signal, contentType: 'application/x-protobuf', bytes: PROTOBUF[signal] },
])
