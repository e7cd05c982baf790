/** Drains of platforms that send JSON arrays or NDJSON of their own records. */
import { type DecodeInput, type DecodeResult, type IntakeFormat, type LogDraft, refused } from './format.ts'
import { isObject, type JsonObject, jsonItems } from './json-bodies.ts'
import { draftOfObject, flatten } from './object-draft.ts'
import { timeOfNumber, timeOfValue } from './times.ts'

type DraftOf = (record: JsonObject) => LogDraft | LogDraft[]

function drain(
  id: string,
  name: string,
  draftOf: DraftOf,
  isProbeRecord: (record: JsonObject) => boolean = () => false,
): IntakeFormat {
  return {
    id,
    name,
    decode: ({ bytes }: DecodeInput): DecodeResult => {
      const json = jsonItems(bytes)
      if (json === null) return refused('the body is neither a JSON array nor NDJSON')
      const records = json.items.filter(isObject)
      const bad = json.items.length - records.length + json.badLines
      const drafts = records.filter((record) => !isProbeRecord(record)).flatMap((record) => draftOf(record))
      const isProbe = drafts.length === 0 && bad === 0
      return { ok: true, drafts, isProbe, ...(bad > 0 ? { rejected: { 'a record is not a JSON object': bad } } : {}) }
    },
  }
}

const text = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : String(value)
const statusSeverity = (status: unknown): number => {
  const code = Number(status)
  return code >= 500 || code === -1 ? 17 : code >= 400 ? 13 : 9
}

function vercelDraft(record: JsonObject): LogDraft {
  const level = text(record.level)
  const message = text(record.message)
  const proxy = isObject(record.proxy) ? record.proxy : {}
  const status = record.statusCode ?? proxy.statusCode
  return {
    time: timeOfValue(record.timestamp),
    ...(level === '' ? { severityNumber: statusSeverity(status) } : { severityText: level }),
    body:
      message ||
      `${text(proxy.method)} ${text(proxy.path ?? record.path)} ${text(status)}`.trim() ||
      JSON.stringify(record),
    service: text(record.projectName) || text(record.host) || text(record.projectId),
    attributes: {
      ...flatten(
        record,
        ['timestamp', 'level', 'message', 'projectName', 'traceId', 'spanId', 'trace.id', 'span.id'],
        'vercel.',
      ),
      ...(status === undefined ? {} : { 'http.response.status_code': Number(status) }),
    },
    traceId: text(record.traceId ?? record['trace.id']),
    spanId: text(record.spanId ?? record['span.id']),
  }
}

const IS_EMPTY = (record: JsonObject) => Object.keys(record).length === 0

export const vercel = drain('vercel', 'Vercel log drain', vercelDraft, IS_EMPTY)

const CLOUDFLARE_TEST = (record: JsonObject) => record.content === 'tests' && Object.keys(record).length === 1

export const cloudflare = drain(
  'cloudflare',
  'Cloudflare Logpush',
  (record) =>
    Array.isArray(record.Logs) || record.ScriptName !== undefined ? workerDrafts(record) : [requestDraft(record)],
  CLOUDFLARE_TEST,
)

/** One draft per console line, per exception, and one for the summary of the invocation. */
function workerDrafts(record: JsonObject): LogDraft[] {
  const service = text(record.ScriptName) || 'worker'
  const event = isObject(record.Event) ? record.Event : {}
  const common = {
    'cloudflare.outcome': text(record.Outcome),
    'cloudflare.ray_id': text(event.RayID),
    'cloudflare.entrypoint': text(record.Entrypoint),
  }
  const at = timeOfValue(record.EventTimestampMs)
  const drafts: LogDraft[] = []
  for (const log of asObjects(record.Logs)) {
    const message = Array.isArray(log.Message)
      ? log.Message.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join(' ')
      : text(log.Message)
    drafts.push({
      time: timeOfValue(log.TimestampMs) ?? at,
      severityText: text(log.Level),
      body: message,
      service,
      attributes: common,
    })
  }
  for (const exception of asObjects(record.Exceptions)) {
    const body = `${text(exception.Name)}: ${text(exception.Message)}`
    drafts.push({
      time: timeOfValue(exception.TimestampMs) ?? at,
      severityNumber: 17,
      body,
      service,
      attributes: common,
      eventName: 'exception',
    })
  }
  const outcome = text(record.Outcome) || 'ok'
  const request = isObject(event.Request) ? `${text(event.Request.Method)} ${text(event.Request.URL)} ` : ''
  drafts.push({
    time: at,
    severityNumber: outcome === 'ok' ? 9 : 17,
    body: `${request}${outcome}`.trim(),
    service,
    attributes: {
      ...common,
      ...flatten(record, ['Logs', 'Exceptions', 'Event', 'ScriptName', 'Outcome'], 'cloudflare.'),
    },
  })
  return drafts
}

const asObjects = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])

function requestDraft(record: JsonObject): LogDraft {
  const time = timeOfValue(record.EdgeStartTimestamp) ?? timeOfValue(record.Datetime) ?? timeOfValue(record.When)
  if (record.EdgeResponseStatus === undefined) return { ...draftOfObject(record), time }
  const line = [
    record.ClientRequestMethod,
    record.ClientRequestHost,
    record.ClientRequestURI,
    record.EdgeResponseStatus,
  ]
    .map(text)
    .join(' ')
  return {
    time,
    severityNumber: statusSeverity(record.EdgeResponseStatus),
    body: line,
    service: text(record.ClientRequestHost) || 'cloudflare',
    attributes: {
      ...flatten(record, ['EdgeStartTimestamp'], 'cloudflare.'),
      'http.response.status_code': Number(record.EdgeResponseStatus),
    },
  }
}

export const netlify = drain(
  'netlify',
  'Netlify log drain',
  (record) => {
    const status = record.status_code
    const built = `${text(record.method)} ${text(record.url ?? record.path)} ${text(status)}`.trim()
    return {
      time: timeOfValue(record.timestamp),
      ...(text(record.level) === ''
        ? { severityNumber: statusSeverity(status ?? 200) }
        : { severityText: text(record.level) }),
      body: text(record.message) || built || JSON.stringify(record),
      service: text(record.function_name) || text(record.site_name) || text(record.site_id) || 'netlify',
      attributes: flatten(record, ['timestamp', 'level', 'message'], 'netlify.'),
    }
  },
  // Sent when a drain is saved.
  (record) => Object.keys(record).length === 1 && typeof record.message === 'string',
)

const SUPABASE_LEVELS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    LOG: 9,
    INFO: 9,
    NOTICE: 10,
    WARNING: 13,
    ERROR: 17,
    FATAL: 21,
    PANIC: 21,
  }),
)

export const supabase = drain('supabase', 'Supabase log drain', (record) => {
  const metadata = flatten({ metadata: unwrapSingles(record.metadata) as never })
  const severity = text(metadata['metadata.parsed.error_severity'] ?? metadata['metadata.level'] ?? '')
  const level = SUPABASE_LEVELS.get(severity.toUpperCase())
  const status = metadata['metadata.response.status_code'] ?? metadata['metadata.status']
  const source = text(record.source ?? record.source_name ?? metadata['metadata.source']) || 'supabase'
  return {
    // Microseconds since 1970.
    time: typeof record.timestamp === 'number' ? timeOfNumber(record.timestamp) : timeOfValue(record.timestamp),
    ...(level !== undefined
      ? { severityNumber: level }
      : severity === '' && status !== undefined
        ? { severityNumber: statusSeverity(status) }
        : { severityText: severity }),
    body: text(record.event_message) || JSON.stringify(record),
    service: source,
    attributes: metadata,
    traceId: text(metadata['metadata.trace_id']),
  }
})

/** Supabase's logs engine wraps each nested object in an array of one. */
function unwrapSingles(value: unknown, depth = 0): unknown {
  if (depth > 8) return value
  if (Array.isArray(value) && value.length === 1 && isObject(value[0])) return unwrapSingles(value[0], depth + 1)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, unwrapSingles(item, depth + 1)]))
}

export const fastly = drain('fastly', 'Fastly HTTPS logging', (record) => {
  if (record.status === undefined && record.method === undefined) return draftOfObject(record)
  return {
    time: timeOfValue(record.timestamp ?? record.time),
    severityNumber: statusSeverity(record.status),
    body:
      text(record.message) || `${text(record.method)} ${text(record.host)}${text(record.url)} ${text(record.status)}`,
    service: text(record.service_name) || text(record.host) || text(record.service_id) || 'fastly',
    attributes: {
      ...flatten(record, ['timestamp', 'time', 'message'], 'fastly.'),
      'http.response.status_code': Number(record.status ?? 0),
    },
  }
})

const AZURE_LEVELS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    verbose: 5,
    informational: 9,
    information: 9,
    warning: 13,
    error: 17,
    critical: 21,
  }),
)

export const azure = drain('azure', 'Azure diagnostic records', (record) => {
  const properties = isObject(record.properties) ? record.properties : {}
  const level = text(record.level ?? record.Level).toLowerCase()
  const severityNumber = AZURE_LEVELS.get(level)
  const message = properties.message ?? properties.Message ?? properties.log ?? record.resultDescription
  return {
    time: timeOfValue(record.time ?? record.timeStamp ?? record.TimeGenerated),
    ...(severityNumber === undefined ? { severityText: level } : { severityNumber }),
    body: text(message) || JSON.stringify(record),
    service:
      text(record.resourceId ?? record.ResourceId)
        .split('/')
        .at(-1)
        ?.toLowerCase() || 'azure',
    resource: { 'cloud.provider': 'azure', 'cloud.resource_id': text(record.resourceId ?? record.ResourceId) },
    attributes: flatten(record, ['time', 'level', 'resourceId'], 'azure.'),
    traceId: text(properties.operation_Id ?? record.operationId),
  }
})
