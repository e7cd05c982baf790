/**
 * Cloudflare Logpush (gzip NDJSON, whose type is not JSON) and the OTLP destinations of Workers.
 * Weak: the exact preflight body of the OTLP destination; it is known not to be valid OTLP.
 */
import { gzipped, iso, ndjson, post, postJson, type SeededLog, type SentRequest } from './sender.ts'

export function workersTraceEvent(log: SeededLog): Record<string, unknown> {
  const isError = log.level === 'error'
  return {
    EventTimestampMs: log.atMs,
    EventType: 'fetch',
    Outcome: isError ? 'exception' : 'ok',
    ScriptName: 'edge-api',
    ScriptTags: [],
    ScriptVersion: { ID: 'v1' },
    Entrypoint: 'default',
    DispatchNamespace: '',
    Event: {
      RayID: '8f0c1d2e3f4a5b6c',
      Request: { Method: 'GET', URL: 'https://shop.example/' },
      Response: { Status: isError ? 500 : 200 },
    },
    Logs: [{ Level: log.level ?? 'info', Message: [log.message], TimestampMs: log.atMs }],
    Exceptions: isError ? [{ Name: 'Error', Message: 'boom', TimestampMs: log.atMs }] : [],
    CPUTimeMs: 3,
    WallTimeMs: 12,
  }
}

export function httpRequest(log: SeededLog): Record<string, unknown> {
  return {
    EdgeStartTimestamp: iso(log.atMs),
    EdgeEndTimestamp: iso(log.atMs + 12),
    EdgeResponseStatus: log.level === 'error' ? 503 : log.level === 'warn' ? 404 : 200,
    ClientRequestHost: 'shop.example',
    ClientRequestMethod: 'GET',
    ClientRequestURI: `/?q=${encodeURIComponent(log.message)}`,
    ClientIP: '203.0.113.7',
    ClientRequestUserAgent: 'curl/8',
    RayID: '8f0c1d2e3f4a5b6c',
  }
}

export type LogpushDataset = 'workers_trace_events' | 'http_requests'

/** `headers` are the values of `header_*` in the destination. */
export function cloudflareLogpush(
  logs: readonly SeededLog[],
  dataset: LogpushDataset,
  headers: Record<string, string> = {},
): SentRequest {
  const rows = logs.map(dataset === 'http_requests' ? httpRequest : workersTraceEvent)
  return gzipped(post(ndjson(rows), { 'Content-Type': 'text/plain', 'User-Agent': 'Go-http-client/2.0', ...headers }))
}

/** The object `test.txt.gz` that a create uploads: to be answered 2xx and not stored. */
export function cloudflareLogpushProbe(headers: Record<string, string> = {}): SentRequest {
  return gzipped(post('{"content":"tests"}', { 'Content-Type': 'text/plain', ...headers }))
}

const SEVERITY = { debug: 5, info: 9, warn: 13, error: 17 } as const

export function cloudflareOtlp(logs: readonly SeededLog[], headers: Record<string, string> = {}): SentRequest {
  const logRecords = logs.map((log) => ({
    timeUnixNano: `${log.atMs}000000`,
    observedTimeUnixNano: `${log.atMs}000000`,
    severityNumber: SEVERITY[log.level ?? 'info'],
    severityText: (log.level ?? 'info').toUpperCase(),
    body: { stringValue: log.message },
    attributes: Object.entries(log.attributes ?? {}).map(([key, value]) => ({ key, value: { stringValue: value } })),
    ...(log.traceId === undefined ? {} : { traceId: log.traceId, spanId: log.spanId }),
  }))
  const attributes = [
    { key: 'service.name', value: { stringValue: 'edge-api' } },
    { key: 'cloud.provider', value: { stringValue: 'cloudflare' } },
  ]
  return postJson(
    {
      resourceLogs: [{ resource: { attributes }, scopeLogs: [{ scope: { name: 'cloudflare-workers' }, logRecords }] }],
    },
    headers,
  )
}
