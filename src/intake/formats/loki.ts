/** Loki push: JSON (and the older entries form), or protobuf in a snappy block. */
import type { AttributeValue, Timestamp } from '../../telemetry/index.ts'
import { BODY_DECODED_BYTES_MAX } from '../body.ts'
import { requireSparse } from '../density.ts'
import { MalformedPayload } from '../otlp/fields.ts'
import { OtlpReader } from '../otlp/reader.ts'
import { type DecodeInput, type DecodeResult, type IntakeFormat, type LogDraft, refused } from './format.ts'
import { isObject, parse, textOf } from './json-bodies.ts'
import { uncompressSnappy } from './snappy.ts'
import { timeOfNanos, timeOfText } from './times.ts'

export const loki: IntakeFormat = { id: 'loki', name: 'Loki push', decode: decodeLoki }

/** Labels that name a service, in the order in which Loki's own discovery reads them. */
const SERVICE_LABELS = [
  'service_name',
  'service',
  'app',
  'application',
  'job',
  'container',
  'name',
  'component',
] as const
const LEVEL_LABELS = ['detected_level', 'level', 'severity'] as const

type Labels = { readonly [name: string]: string }

function decodeLoki(input: DecodeInput): DecodeResult {
  const type = (input.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  // Loki treats a missing type as protobuf.
  return type === 'application/json' || input.bytes[0] === 123 ? decodeJson(input.bytes) : decodeProtobuf(input.bytes)
}

function decodeJson(bytes: Uint8Array): DecodeResult {
  const text = textOf(bytes)
  requireSparse(text)
  const document = parse(text)
  if (!isObject(document) || !Array.isArray(document.streams)) return refused('the body has no streams')
  const drafts: LogDraft[] = []
  let bad = 0
  for (const stream of document.streams) {
    if (!isObject(stream)) {
      bad += 1
      continue
    }
    const labels = isObject(stream.stream) ? textLabels(stream.stream) : labelsOf(String(stream.labels ?? ''))
    const values = Array.isArray(stream.values) ? stream.values : []
    const entries = Array.isArray(stream.entries) ? stream.entries : []
    for (const value of values) {
      if (!Array.isArray(value) || typeof value[1] !== 'string') bad += 1
      else
        drafts.push(
          draftOf(labels, timeOfNanos(String(value[0])), value[1], isObject(value[2]) ? textLabels(value[2]) : {}),
        )
    }
    for (const entry of entries) {
      if (!isObject(entry) || typeof entry.line !== 'string') bad += 1
      else drafts.push(draftOf(labels, timeOfText(String(entry.ts ?? entry.timestamp ?? '')), entry.line, {}))
    }
  }
  return { ok: true, drafts, ...(bad > 0 ? { rejected: { 'an entry is malformed': bad } } : {}) }
}

const textLabels = (given: { readonly [key: string]: unknown }): Labels =>
  Object.fromEntries(Object.entries(given).map(([key, value]) => [key, String(value)]))

/**
 * A label. The name must start at a word boundary; otherwise each letter of a long word would start an attempt that
 * reads 128 characters.
 */
const LABEL = /(?<![\w.])([A-Za-z_][\w.]{0,127})\s*=\s*"((?:[^"\\]|\\.)*)"/g

/** `{a="b", c="d"}` */
function labelsOf(text: string): Labels {
  const labels: { [name: string]: string } = {}
  for (const [, name = '', raw = ''] of text.matchAll(LABEL)) {
    labels[name] = raw.replaceAll(/\\(.)/g, (_, character: string) => (character === 'n' ? '\n' : character))
  }
  return labels
}

function draftOf(labels: Labels, time: Timestamp | null, line: string, metadata: Labels): LogDraft {
  const service = SERVICE_LABELS.map((name) => labels[name]).find((value) => value)
  const level = LEVEL_LABELS.map((name) => metadata[name] ?? labels[name]).find((value) => value && value !== 'unknown')
  const {
    trace_id: traceId,
    traceID,
    span_id: spanId,
    spanID,
    ...attributes
  } = metadata as { [key: string]: AttributeValue }
  return {
    time,
    body: line,
    ...(service ? { service } : {}),
    ...(level ? { severityText: level } : {}),
    resource: labels,
    attributes,
    traceId: String(traceId ?? traceID ?? ''),
    spanId: String(spanId ?? spanID ?? ''),
  }
}

interface Stream {
  labels: string
  entries: Entry[]
}

interface Entry {
  time: { seconds: number; nanos: number }
  line: string
  metadata: { [name: string]: string }
}

/** Reads logproto.PushRequest. The bounded reader stops at lengths that point past the body. */
function decodeProtobuf(bytes: Uint8Array): DecodeResult {
  const raw = uncompressSnappy(bytes, BODY_DECODED_BYTES_MAX)
  if (raw === null) return refused('the body is not a snappy block of protobuf')
  try {
    const drafts: LogDraft[] = []
    new OtlpReader(raw).document(drafts, (tag, target, reader) => {
      if (tag !== 1) return
      const stream = reader.message<Stream>({ labels: '', entries: [] }, readStream)
      const labels = labelsOf(stream.labels)
      for (const { time, line, metadata } of stream.entries)
        target.push(draftOf(labels, timestampOf(time), line, metadata))
    })
    return { ok: true, drafts }
  } catch (error) {
    return refused(error instanceof MalformedPayload ? error.message : 'the body is not a snappy block of protobuf')
  }
}

function readStream(tag: number, stream: Stream, reader: OtlpReader): void {
  if (tag === 1) stream.labels = reader.text()
  else if (tag === 2) {
    reader.countRecord(1)
    stream.entries.push(reader.message({ time: { seconds: 0, nanos: 0 }, line: '', metadata: {} }, readEntry))
  }
}

function readEntry(tag: number, entry: Entry, reader: OtlpReader): void {
  if (tag === 1) reader.message(entry.time, readTime)
  else if (tag === 2) entry.line = reader.text()
  else if (tag === 3) {
    const pair = reader.message({ name: '', value: '' }, readPair)
    entry.metadata[pair.name] = pair.value
  }
}

function readTime(tag: number, time: { seconds: number; nanos: number }, reader: OtlpReader): void {
  if (tag === 1) time.seconds = Number(reader.int64())
  else if (tag === 2) time.nanos = Number(reader.int64())
}

function readPair(tag: number, pair: { name: string; value: string }, reader: OtlpReader): void {
  if (tag === 1) pair.name = reader.text()
  else if (tag === 2) pair.value = reader.text()
}

function timestampOf({ seconds, nanos }: { seconds: number; nanos: number }): Timestamp | null {
  if (!(seconds > 0) || !(nanos >= 0 && nanos < 1e9)) return null
  const day = Math.floor(seconds / 86_400)
  return { day, nanos: (seconds - day * 86_400) * 1_000_000_000 + nanos }
}
