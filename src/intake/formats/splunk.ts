/** Splunk HTTP Event Collector: JSON events back to back, or raw lines. */
import { linesOf } from '../density.ts'
import { type DecodeInput, type DecodeResult, type IntakeFormat, type LogDraft, refused } from './format.ts'
import { isObject, type JsonObject, jsonItems, textOf } from './json-bodies.ts'
import { type Attributes, draftOfObject, flatten, type WritableDraft } from './object-draft.ts'
import { timeOfValue } from './times.ts'

export const splunkEvent: IntakeFormat = { id: 'splunk_hec', name: 'Splunk HEC events', decode: decodeEvents }
export const splunkRaw: IntakeFormat = { id: 'splunk_hec_raw', name: 'Splunk HEC raw', decode: decodeRaw }

/** Reasons that the handler translates into HEC codes. */
export const HEC_NO_DATA = 'no data'
const HEC_INVALID = 'invalid data format'
export const HEC_EVENT_REQUIRED = 'event field is required'
export const HEC_EVENT_BLANK = 'event field cannot be blank'

const RESOURCE_KEYS = [
  ['host', 'host.name'],
  ['source', 'com.splunk.source'],
  ['sourcetype', 'com.splunk.sourcetype'],
  ['index', 'com.splunk.index'],
] as const

function decodeEvents({ bytes }: DecodeInput): DecodeResult {
  const json = jsonItems(bytes)
  if (json === null || json.badLines > 0) return refused(HEC_INVALID)
  if (json.items.length === 0) return refused(HEC_NO_DATA)
  const drafts: LogDraft[] = []
  for (const item of json.items) {
    if (!isObject(item)) return refused(HEC_INVALID)
    if (item.event === undefined) return refused(HEC_EVENT_REQUIRED)
    if (item.event === null || item.event === '') return refused(HEC_EVENT_BLANK)
    drafts.push(draftOfEvent(item))
  }
  return { ok: true, drafts }
}

function draftOfEvent(item: JsonObject): LogDraft {
  const fields = isObject(item.fields) ? flatten(item.fields) : {}
  const draft: WritableDraft = isObject(item.event)
    ? draftOfObject(item.event)
    : { body: textBody(item.event), attributes: {} }
  const severityNumber = fields['otel.log.severity.number']
  const severityText = fields['otel.log.severity.text']
  const service = fields['service.name']
  draft.time = timeOfValue(item.time) ?? draft.time ?? null
  if (typeof severityNumber === 'number') draft.severityNumber = severityNumber
  if (typeof severityText === 'string') draft.severityText = severityText
  if (typeof service === 'string') draft.service = service
  draft.resource = resourceOfEvent(item)
  // The event's own attributes take precedence over the fields beside it.
  draft.attributes = Object.assign(fields, draft.attributes)
  return draft
}

const textBody = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function resourceOfEvent(item: JsonObject): Attributes {
  const resource: Attributes = {}
  for (const [key, name] of RESOURCE_KEYS) {
    const value = item[key]
    if (typeof value === 'string' && value !== '') resource[name] = value
  }
  return resource
}

function decodeRaw({ bytes, query }: DecodeInput): DecodeResult {
  const lines = linesOf(textOf(bytes)).filter((line) => line.trim() !== '')
  if (lines.length === 0) return refused(HEC_NO_DATA)
  const resource = resourceOfEvent(Object.fromEntries(query))
  return { ok: true, drafts: lines.map((line) => ({ body: line.replace(/\r$/, ''), resource })) }
}
