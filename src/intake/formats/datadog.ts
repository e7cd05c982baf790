/** Datadog logs v2. */
import type { AttributeValue } from '../../telemetry/index.ts'
import { type DecodeInput, type DecodeResult, type IntakeFormat, type LogDraft, refused } from './format.ts'
import { isObject, type JsonObject, jsonItems } from './json-bodies.ts'
import { draftOfObject, type FieldNames, USUAL_NAMES } from './object-draft.ts'

export const datadog: IntakeFormat = { id: 'datadog', name: 'Datadog logs v2', decode: decodeDatadog }

const NAMES: FieldNames = {
  ...USUAL_NAMES,
  level: ['status', ...USUAL_NAMES.level],
  message: ['message'],
  service: ['service'],
}
const TAG_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({ env: 'deployment.environment.name', version: 'service.version' }),
)

function decodeDatadog({ bytes, query }: DecodeInput): DecodeResult {
  const json = jsonItems(bytes)
  if (json === null) return refused('the body is not JSON')
  const drafts: LogDraft[] = []
  let bad = 0
  for (const item of json.items) {
    if (!isObject(item)) bad += 1
    // The agent sends `{}` to ask whether it may send.
    else if (Object.keys(item).length > 0) drafts.push(draftOf(item, query))
  }
  const isProbe = drafts.length === 0 && bad === 0
  return {
    ok: true,
    drafts,
    isProbe,
    ...(bad + json.badLines > 0 ? { rejected: { 'an entry is not an object': bad + json.badLines } } : {}),
  }
}

function draftOf(item: JsonObject, query: URLSearchParams): LogDraft {
  const { ddtags, ddsource, hostname, ...rest } = item
  const draft = draftOfObject(rest, NAMES)
  const resource: { [key: string]: AttributeValue } = {}
  const host = hostname ?? query.get('hostname')
  if (typeof host === 'string' && host !== '') resource['host.name'] = host
  for (const [key, value] of tagsOf(ddtags ?? query.get('ddtags'))) resource[TAG_NAMES.get(key) ?? key] = value
  const source = ddsource ?? query.get('ddsource')
  const service = draft.service ?? query.get('service')
  return {
    ...draft,
    ...(service ? { service } : {}),
    resource,
    attributes: {
      ...draft.attributes,
      ...(typeof source === 'string' && source !== '' ? { 'datadog.source': source } : {}),
    },
  }
}

/** `k:v,k2:v2`; a tag without a value is true. */
function tagsOf(given: unknown): [string, string | boolean][] {
  const text = Array.isArray(given) ? given.join(',') : typeof given === 'string' ? given : ''
  return text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
    .map((tag) => {
      const colon = tag.indexOf(':')
      return colon <= 0 ? [tag, true] : [tag.slice(0, colon), tag.slice(colon + 1)]
    })
}
