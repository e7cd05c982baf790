/** Log records as an OTLP/HTTP request body: what a sender's exporter makes of them. */
import { gzipSync } from 'node:zlib'
import { PbfWriter } from 'pbf'
import type { Attributes, AttributeValue, LogRecord } from '../../src/telemetry/model.ts'
import { toUnixNanoText } from '../../src/telemetry/time.ts'

function writeValue(value: AttributeValue, pbf: PbfWriter): void {
  if (typeof value === 'string') pbf.writeStringField(1, value)
  else if (typeof value === 'boolean') pbf.writeBooleanField(2, value)
  else if (typeof value === 'number' && Number.isInteger(value)) pbf.writeVarintField(3, value)
  else if (typeof value === 'number') pbf.writeDoubleField(4, value)
  else throw new Error('the corpus has no such value')
}

function writeAttributes(attributes: Attributes, tag: number, pbf: PbfWriter): void {
  for (const [key, value] of Object.entries(attributes)) {
    pbf.writeMessage(
      tag,
      (_, inner) => {
        inner.writeStringField(1, key)
        inner.writeMessage(2, writeValue, value)
      },
      null,
    )
  }
}

function fixed64(field: number, unixNano: string, pbf: PbfWriter): void {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(unixNano), true)
  // Tag of a 64-bit field, then the bytes as they are: the library writes fixed64 from a double.
  pbf.writeVarint((field << 3) | 1)
  for (const byte of bytes) {
    pbf.realloc(1)
    pbf.buf[pbf.pos++] = byte
  }
}

function writeLog(log: LogRecord, pbf: PbfWriter): void {
  fixed64(1, toUnixNanoText(log.time), pbf)
  pbf.writeVarintField(2, log.severityNumber)
  pbf.writeStringField(3, log.severityText)
  pbf.writeMessage(5, writeValue, log.body)
  writeAttributes(log.attributes, 6, pbf)
  pbf.writeBytesField(9, Buffer.from(log.traceId, 'hex'))
  pbf.writeBytesField(10, Buffer.from(log.spanId, 'hex'))
}

/** One ExportLogsServiceRequest of all records, gzipped. */
export function otlpBody(logs: readonly LogRecord[]): Uint8Array {
  const byService = new Map<LogRecord['resource'], LogRecord[]>()
  for (const log of logs) byService.set(log.resource, [...(byService.get(log.resource) ?? []), log])
  const pbf = new PbfWriter()
  for (const [resource, ofResource] of byService) {
    pbf.writeMessage(
      1,
      (_, resourceLogs) => {
        resourceLogs.writeMessage(1, (__, inner) => writeAttributes(resource.attributes, 1, inner), null)
        resourceLogs.writeMessage(
          2,
          (__, scopeLogs) => {
            scopeLogs.writeMessage(1, (___, scope) => scope.writeStringField(1, 'bench'), null)
            for (const log of ofResource) scopeLogs.writeMessage(2, writeLog, log)
          },
          null,
        )
      },
      null,
    )
  }
  return gzipSync(pbf.finish(), { level: 6 })
}
