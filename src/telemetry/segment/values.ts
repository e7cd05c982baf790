/** Encodes one attribute value as bytes. Numbers keep -0, NaN and infinities, which JSON would lose. */
import type { Attributes, AttributeValue } from '../model.ts'
import { type ByteReader, type ByteWriter, SegmentFormatError } from './bytes.ts'
import { isWritable } from './integers.ts'

/** Persisted: never renumber. The byte in front of an attribute value says its type. */
const NULL = 0
const FALSE = 1
const TRUE = 2
const INTEGER = 3
const DOUBLE = 4
const TEXT = 5
const LIST = 6
const MAP = 7

/** Deeper than any sender's values. Guards the reader's stack against damaged bytes. */
const DEPTH_MAX = 100

/** Writes an attribute value of any type. */
export function writeValue(writer: ByteWriter, value: AttributeValue): void {
  if (value === null) writer.byte(NULL)
  else if (value === false) writer.byte(FALSE)
  else if (value === true) writer.byte(TRUE)
  else if (typeof value === 'string') {
    writer.byte(TEXT)
    writer.text(value)
  } else if (typeof value === 'number') {
    writer.byte(isWritable(value) ? INTEGER : DOUBLE)
    if (isWritable(value)) writer.signed(value)
    else writer.float64(value)
  } else if (Array.isArray(value)) {
    writer.byte(LIST)
    writer.varint(value.length)
    for (const item of value) writeValue(writer, item)
  } else {
    writer.byte(MAP)
    writeMap(writer, value)
  }
}

/** Reads an attribute value. Throws SegmentFormatError when it is nested too deep. */
export function readValue(reader: ByteReader, depth = 0): AttributeValue {
  if (depth > DEPTH_MAX) throw new SegmentFormatError('value nested too deep')
  const tag = reader.byte()
  switch (tag) {
    case NULL:
      return null
    case FALSE:
      return false
    case TRUE:
      return true
    case INTEGER:
      return reader.signed()
    case DOUBLE:
      return reader.float64()
    case TEXT:
      return reader.text()
    case LIST:
      return Array.from({ length: reader.varint() }, () => readValue(reader, depth + 1))
    case MAP:
      return readMap(reader, depth + 1)
    default:
      throw new SegmentFormatError('unknown value')
  }
}

/** Writes attributes. */
export function writeMap(writer: ByteWriter, map: Attributes): void {
  const keys = Object.keys(map)
  writer.varint(keys.length)
  for (const key of keys) {
    writer.text(key)
    writeValue(writer, map[key] ?? null)
  }
}

/** Reads attributes. */
export function readMap(reader: ByteReader, depth = 0): { [key: string]: AttributeValue } {
  const map: { [key: string]: AttributeValue } = {}
  for (let count = reader.varint(); count > 0; count--) setOwn(map, reader.text(), readValue(reader, depth))
  return map
}

/** Sets a key that a sender chose. `__proto__` becomes a key like any other. */
export function setOwn(map: { [key: string]: AttributeValue }, key: string, value: AttributeValue): void {
  if (key === '__proto__') {
    Object.defineProperty(map, key, { value, enumerable: true, configurable: true, writable: true })
  } else map[key] = value
}
