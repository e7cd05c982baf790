/** The journal export format of systemd (text and binary fields; entries end with an empty line). */
import type { AttributeValue } from '../../telemetry/index.ts'
import { requireFew } from '../density.ts'
import { type DecodeInput, type DecodeResult, type IntakeFormat, type LogDraft, refused } from './format.ts'
import { textOf } from './json-bodies.ts'
import { SYSLOG_SEVERITIES } from './syslog.ts'
import { timeOfNumber } from './times.ts'

export const journald: IntakeFormat = { id: 'journald', name: 'systemd journal export', decode: decodeJournal }

const NEWLINE = 10
const EQUALS = 61

function decodeJournal({ bytes }: DecodeInput): DecodeResult {
  const drafts: LogDraft[] = []
  let fields = new Map<string, string>()
  let at = 0
  const finish = () => {
    if (fields.has('MESSAGE')) drafts.push(draftOf(fields))
    requireFew(drafts.length)
    fields = new Map()
  }
  while (at < bytes.length) {
    const end = lineEnd(bytes, at)
    if (end === at) {
      finish()
      at += 1
      continue
    }
    const equals = bytes.subarray(at, end).indexOf(EQUALS)
    if (equals > 0) {
      fields.set(textOf(bytes.subarray(at, at + equals)), textOf(bytes.subarray(at + equals + 1, end)))
      at = end + 1
      continue
    }
    // A binary field: its name, a line feed, 64-bit little-endian length, the data, a line feed.
    const lengthAt = end + 1
    if (lengthAt + 8 > bytes.length) return refused('a binary field is cut')
    const length = Number(new DataView(bytes.buffer, bytes.byteOffset + lengthAt, 8).getBigUint64(0, true))
    if (lengthAt + 8 + length > bytes.length) return refused('a binary field is cut')
    fields.set(textOf(bytes.subarray(at, end)), textOf(bytes.subarray(lengthAt + 8, lengthAt + 8 + length)))
    at = lengthAt + 8 + length + 1
  }
  finish()
  if (drafts.length === 0 && bytes.length > 0) return refused('the body has no journal entry with a MESSAGE')
  return { ok: true, drafts }
}

function lineEnd(bytes: Uint8Array, start: number): number {
  const end = bytes.indexOf(NEWLINE, start)
  return end < 0 ? bytes.length : end
}

function draftOf(fields: ReadonlyMap<string, string>): LogDraft {
  const attributes: { [key: string]: AttributeValue } = {}
  for (const [name, value] of fields) {
    if (name !== 'MESSAGE' && name !== 'PRIORITY' && !name.startsWith('__'))
      attributes[`journald.${name.toLowerCase().replace(/^_/, '')}`] = value
  }
  const micros = Number(fields.get('_SOURCE_REALTIME_TIMESTAMP') ?? fields.get('__REALTIME_TIMESTAMP') ?? 0)
  const priority = Number(fields.get('PRIORITY') ?? Number.NaN)
  const severityNumber = SYSLOG_SEVERITIES[priority]
  const service = fields.get('SYSLOG_IDENTIFIER') ?? fields.get('_SYSTEMD_UNIT') ?? fields.get('_COMM')
  const host = fields.get('_HOSTNAME')
  return {
    time: timeOfNumber(micros),
    ...(severityNumber === undefined ? {} : { severityNumber }),
    body: fields.get('MESSAGE') ?? '',
    ...(service ? { service } : {}),
    resource: host ? { 'host.name': host } : {},
    attributes,
  }
}
