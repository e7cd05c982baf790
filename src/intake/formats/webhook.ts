/**
 * The generic webhook: JSON in any layout, NDJSON, or plain lines. The query
 * (`?message_field=…&time_field=…&level_field=…&service_field=…&service=…`) or `x-oas-<name>-field` headers may name
 * the fields.
 */
import { linesOf } from '../density.ts'
import { type DecodeInput, type DecodeResult, type IntakeFormat, type LogDraft, refused } from './format.ts'
import { isObject, jsonItems, textOf } from './json-bodies.ts'
import { draftOfObject, type FieldNames, USUAL_NAMES } from './object-draft.ts'
import { draftOfSyslog, isSyslog } from './syslog.ts'

export const webhook: IntakeFormat = { id: 'webhook', name: 'Webhook (JSON, NDJSON, text)', decode: decodeWebhook }

function decodeWebhook(input: DecodeInput): DecodeResult {
  const type = (input.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  const service = input.query.get('service') ?? undefined
  const isText = type === 'text/plain' || type === 'application/octet-stream'
  const json = jsonItems(input.bytes)
  if (json === null && type.includes('json')) return refused('the body is not JSON')
  if (json === null || (isText && !looksLikeJson(input.bytes))) return lines(input, service)
  const names = namesOf(input)
  const drafts = json.items.map((item) => draftOfItem(item, names, service))
  return { ok: true, drafts, ...(json.badLines > 0 ? { rejected: { 'a line is not JSON': json.badLines } } : {}) }
}

function draftOfItem(item: unknown, names: FieldNames, service: string | undefined): LogDraft {
  const draft: LogDraft = isObject(item)
    ? draftOfObject(item, names)
    : { body: typeof item === 'string' ? item : JSON.stringify(item) }
  return service === undefined || draft.service !== undefined ? draft : { ...draft, service }
}

function looksLikeJson(bytes: Uint8Array): boolean {
  const first = bytes.find((byte) => byte > 32)
  return first === 123 || first === 91
}

function lines(input: DecodeInput, service: string | undefined): DecodeResult {
  const drafts = linesOf(textOf(input.bytes))
    .map((line) => line.replace(/\r$/, ''))
    .filter((line) => line.trim() !== '')
    .map((line): LogDraft => {
      const draft = isSyslog(line) ? draftOfSyslog(line, input.nowMs) : { body: line }
      return service === undefined || draft.service !== undefined ? draft : { ...draft, service }
    })
  return { ok: true, drafts }
}

function namesOf({ query, headers }: DecodeInput): FieldNames {
  const given = (name: string) => query.get(`${name}_field`) ?? headers.get(`x-oas-${name}-field`)
  const first = (name: string, usual: readonly string[]) => {
    const own = given(name)
    return own === null ? usual : [own, ...usual]
  }
  return {
    ...USUAL_NAMES,
    time: first('time', USUAL_NAMES.time),
    level: first('level', USUAL_NAMES.level),
    message: first('message', USUAL_NAMES.message),
    service: first('service', USUAL_NAMES.service),
  }
}
