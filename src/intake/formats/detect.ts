/**
 * Detects the format of a body from its headers and first characters. The generic webhook is used when nothing else
 * fits.
 */
import { MalformedPayload } from '../otlp/fields.ts'
import type { DecodeInput, IntakeFormat } from './format.ts'
import { FORMATS } from './index.ts'
import { isObject, jsonItems, textOf } from './json-bodies.ts'

/** Returns a format by its id; null when there is none. */
export function formatById(id: string): IntakeFormat | null {
  return FORMATS.find((one) => one.id === id) ?? null
}

const byId = (id: string): IntakeFormat => {
  const format = formatById(id)
  if (!format) throw new Error(`No format ${id}`)
  return format
}

/**
 * Returns the format that a body is most likely in, by its headers and its first characters; JSON and lines of text as
 * the webhook takes them.
 */
export function detectFormat({ bytes, headers }: DecodeInput): IntakeFormat {
  const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  if (type === 'application/logplex-1' || headers.has('logplex-frame-id')) return byId('logplex')
  if (type === 'application/vnd.fdo.journal') return byId('journald')
  if (type === 'application/x-protobuf') return byId('loki')
  if (headers.has('x-amz-firehose-request-id')) return byId('firehose')
  if (headers.has('x-vercel-signature')) return byId('vercel')
  if (headers.has('dd-api-key')) return byId('datadog')
  const head = textOf(bytes.subarray(0, 400)).trimStart()
  if (/^<\d{1,3}>/.test(head)) return byId('syslog')
  if (/^\d+ <\d{1,3}>/.test(head)) return byId(head.includes(' - ') ? 'syslog' : 'logplex')
  if (/^\{"(?:create|index)":/.test(head)) return byId('elastic_bulk')
  if (/^__(?:CURSOR|REALTIME_TIMESTAMP)=/.test(head)) return byId('journald')
  return ofJson(bytes) ?? byId('webhook')
}

/** Returns nothing when the body is not JSON or too dense; decoding then reports it. */
function firstItem(bytes: Uint8Array): unknown {
  try {
    return jsonItems(bytes)?.items[0]
  } catch (error) {
    if (error instanceof MalformedPayload) return undefined
    throw error
  }
}

/** Recognises JSON by fields that only one sender writes. */
function ofJson(bytes: Uint8Array): IntakeFormat | null {
  const item = firstItem(bytes)
  if (!isObject(item)) return null
  if (Array.isArray(item.streams)) return byId('loki')
  if (isObject(item.message) && typeof item.message.data === 'string') return byId('pubsub')
  if (typeof item.requestId === 'string' && Array.isArray(item.records)) return byId('firehose')
  if (item.ddsource !== undefined || item.ddtags !== undefined) return byId('datadog')
  if (item.EdgeStartTimestamp !== undefined || item.ScriptName !== undefined) return byId('cloudflare')
  if (item.deploymentId !== undefined && item.projectId !== undefined) return byId('vercel')
  if (item.log_type !== undefined && item.site_id !== undefined) return byId('netlify')
  if (item.event_message !== undefined) return byId('supabase')
  if (item.resourceId !== undefined && item.category !== undefined) return byId('azure')
  if (item.event !== undefined && (item.sourcetype !== undefined || item.host !== undefined)) return byId('splunk_hec')
  return null
}
