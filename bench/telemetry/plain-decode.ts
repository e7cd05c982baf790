/**
 * OTLP logs read with pbf and nothing else, every field to what a program uses, ids to hex: the limit "decode and drop".
 * The product's own decoder keeps short texts and is faster; beside it, this one stays the same whatever becomes of that.
 */
import { PbfReader } from 'pbf'

interface PlainLog {
  nanos: number
  severity: number
  severityText: string
  body: string
  traceId: string
  spanId: string
  readonly attributes: Record<string, string | number | boolean | null>
}

/** Number of records; each was an object for a moment. */
export function decodePlain(bytes: Uint8Array): number {
  const logs: PlainLog[] = []
  new PbfReader(bytes).readFields(readRequest, logs)
  return logs.length
}

function readRequest(tag: number, logs: PlainLog[], reader: PbfReader): void {
  if (tag === 1) reader.readMessage(readResource, logs)
}

function readResource(tag: number, logs: PlainLog[], reader: PbfReader): void {
  if (tag === 2) reader.readMessage(readScope, logs)
}

function readScope(tag: number, logs: PlainLog[], reader: PbfReader): void {
  if (tag !== 2) return
  const log: PlainLog = {
    nanos: 0,
    severity: 0,
    severityText: '',
    body: '',
    traceId: '',
    spanId: '',
    attributes: {},
  }
  logs.push(reader.readMessage(readLog, log))
}

function readLog(tag: number, log: PlainLog, reader: PbfReader): void {
  if (tag === 1) log.nanos = reader.readFixed64()
  else if (tag === 2) log.severity = reader.readVarint()
  else if (tag === 3) log.severityText = reader.readString()
  else if (tag === 5) log.body = String(reader.readMessage(readValue, { value: null }).value)
  else if (tag === 6) {
    const { key, value } = reader.readMessage(readPair, { key: '', value: null })
    log.attributes[key] = value
  } else if (tag === 9) log.traceId = hexOf(reader.readBytes())
  else if (tag === 10) log.spanId = hexOf(reader.readBytes())
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

function hexOf(bytes: Uint8Array): string {
  let hex = ''
  for (const byte of bytes) hex += HEX[byte] ?? ''
  return hex
}

interface Value {
  value: string | number | boolean | null
}

function readPair(tag: number, pair: Value & { key: string }, reader: PbfReader): void {
  if (tag === 1) pair.key = reader.readString()
  else if (tag === 2) reader.readMessage(readValue, pair)
}

function readValue(tag: number, holder: Value, reader: PbfReader): void {
  if (tag === 1) holder.value = reader.readString()
  else if (tag === 2) holder.value = reader.readBoolean()
  else if (tag === 3) holder.value = reader.readVarint(true)
  else if (tag === 4) holder.value = reader.readDouble()
}
