/**
 * Encodes one variable of one shape over its rows, in the smallest exact form: integers, decimals, hex, uuids,
 * addresses, a dictionary, or text. A form is chosen only if it restores every value exactly.
 */
import { type ByteReader, type ByteWriter, SegmentFormatError } from './bytes.ts'
import { DECIMAL_CHARACTERS, HEX_CHARACTERS, NUMBER_CHARACTERS, UUID_CHARACTERS } from './characters.ts'
import { hexText, isHexId, isHexWithin, writeHex, writeHexTexts } from './hex-ids.ts'
import { readIntegers, writeIntegers } from './integers.ts'
import { readCodes, writeCodes } from './strings.ts'

/** Persisted: never renumber. The first byte of a variable's column says which form its values have. */
export const INTEGER = 0
export const DECIMAL = 1
export const HEX = 2
export const UUID = 3
export const IPV4 = 4
export const DICTIONARY = 5
export const TEXT = 6
/** Integers of a fixed number of digits with leading zeros. */
export const PADDED = 7

const DIGITS_MAX = 15
const DICTIONARY_VALUES_MAX = 4_096

/** Collects the text of all variables of a segment as one string. */
export interface TextSink {
  push(text: string): void
}

/** Writes the column and returns its kind. Its texts go to `sink`, in order. */
export function writeVariable(writer: ByteWriter, values: readonly string[], sink: TextSink): number {
  const lead = (values[0] ?? '').charCodeAt(0)
  if ((lead >= 48 && lead <= 57) || lead === 45) {
    if (writeIntegerColumn(writer, values)) return INTEGER
    if (writeDecimals(writer, values)) return DECIMAL
    if (writePadded(writer, values)) return PADDED
    if (writeAddresses(writer, values)) return IPV4
  }
  if (writeUuids(writer, values)) return UUID
  if (writeHexColumn(writer, values)) return HEX
  if (writeValueDictionary(writer, values, sink)) return DICTIONARY
  writer.byte(TEXT)
  writeIntegers(
    writer,
    values.map((value) => value.length),
  )
  for (const value of values) sink.push(value)
  return TEXT
}

/** The characters that a column of this kind can contain. Undefined if its texts decide that. */
export function charactersOfKind(kind: number): number | undefined {
  switch (kind) {
    case INTEGER:
    case PADDED:
      return NUMBER_CHARACTERS
    case DECIMAL:
    case IPV4:
      return DECIMAL_CHARACTERS
    case HEX:
      return HEX_CHARACTERS
    case UUID:
      return UUID_CHARACTERS
    default:
      return undefined
  }
}

/** The value of each row. `takeText(length)` returns the next `length` characters of the segment's text. */
export function readVariable(reader: ByteReader, count: number, takeText: (length: number) => string): string[] {
  const kind = reader.byte()
  switch (kind) {
    case INTEGER:
      return Array.from(readIntegers(reader, count), String)
    case DECIMAL:
      return readDecimals(reader, count)
    case PADDED: {
      const width = reader.byte()
      return Array.from(readIntegers(reader, count), (value) => String(value).padStart(width, '0'))
    }
    case HEX:
      return readHexColumn(reader, count)
    case UUID:
      return Array.from({ length: count }, () => {
        const hex = hexText(reader.raw(16))
        return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
      })
    case IPV4:
      return Array.from({ length: count }, () => reader.raw(4).join('.'))
    case DICTIONARY: {
      const lengths = readIntegers(reader, reader.varint())
      const values = Array.from(lengths, takeText)
      const codes = readCodes(reader, count, values.length)
      return Array.from(codes, (code) => values[code] ?? '')
    }
    case TEXT:
      return Array.from(readIntegers(reader, count), takeText)
    default:
      throw new SegmentFormatError('unknown kind of variable')
  }
}

function writeIntegerColumn(writer: ByteWriter, values: readonly string[]): boolean {
  const numbers: number[] = []
  for (const value of values) {
    const number = canonicalInteger(value)
    if (number === null) return false
    numbers.push(number)
  }
  writer.byte(INTEGER)
  writeIntegers(writer, numbers)
  return true
}

/** The number if `value` is exactly how that number is printed, else null. */
function canonicalInteger(value: string): number | null {
  const length = value.length
  const isNegative = value.charCodeAt(0) === 45
  const start = isNegative ? 1 : 0
  if (length === start || length - start > DIGITS_MAX) return null
  const lead = value.charCodeAt(start)
  if (lead === 48 && (length > 1 || isNegative)) return null
  let number = 0
  for (let i = start; i < length; i++) {
    const digit = value.charCodeAt(i) - 48
    if (digit < 0 || digit > 9) return null
    number = number * 10 + digit
  }
  return isNegative ? -number : number
}

/** `12.50`: all with the same number of digits after the point. */
function writeDecimals(writer: ByteWriter, values: readonly string[]): boolean {
  const first = values[0] ?? ''
  const fraction = first.length - 1 - first.indexOf('.')
  if (fraction < 1 || fraction >= first.length - 1 || fraction > 9) return false
  const numbers: number[] = []
  for (const value of values) {
    const point = value.length - 1 - fraction
    if (point < 1 || value.charCodeAt(point) !== 46) return false
    const whole = canonicalInteger(value.slice(0, point))
    const part = digitsOf(value, point + 1)
    if (whole === null || whole < 0 || part < 0 || value.length > DIGITS_MAX) return false
    numbers.push(whole * 10 ** fraction + part)
  }
  writer.byte(DECIMAL)
  writer.byte(fraction)
  writeIntegers(writer, numbers)
  return true
}

function readDecimals(reader: ByteReader, count: number): string[] {
  const fraction = reader.byte()
  return Array.from(readIntegers(reader, count), (number) => {
    const digits = String(number).padStart(fraction + 1, '0')
    return `${digits.slice(0, -fraction)}.${digits.slice(-fraction)}`
  })
}

function digitsOf(value: string, from: number): number {
  let number = 0
  for (let i = from; i < value.length; i++) {
    const digit = value.charCodeAt(i) - 48
    if (digit < 0 || digit > 9) return -1
    number = number * 10 + digit
  }
  return number
}

function writePadded(writer: ByteWriter, values: readonly string[]): boolean {
  const width = values[0]?.length ?? 0
  if (width === 0 || width > DIGITS_MAX) return false
  const numbers: number[] = []
  for (const value of values) {
    const number = value.length === width ? digitsOf(value, 0) : -1
    if (number < 0) return false
    numbers.push(number)
  }
  writer.byte(PADDED)
  writer.byte(width)
  writeIntegers(writer, numbers)
  return true
}

function writeAddresses(writer: ByteWriter, values: readonly string[]): boolean {
  if (values[0]?.includes('.') !== true) return false
  const bytes = new Uint8Array(values.length * 4)
  let at = 0
  for (const value of values) {
    let octet = -1
    let octets = 0
    for (let i = 0; i <= value.length; i++) {
      const code = i < value.length ? value.charCodeAt(i) : 46
      if (code === 46) {
        if (octet < 0 || octet > 255 || octets === 4) return false
        bytes[at + octets++] = octet
        octet = -1
      } else {
        if (code < 48 || code > 57 || octet === 0) return false
        octet = Math.max(octet, 0) * 10 + code - 48
      }
    }
    if (octets !== 4) return false
    at += 4
  }
  writer.byte(IPV4)
  writer.raw(bytes)
  return true
}

function writeUuids(writer: ByteWriter, values: readonly string[]): boolean {
  const hexes: string[] = []
  for (const value of values) {
    if (value.length !== 36 || value[8] !== '-' || value[13] !== '-' || value[18] !== '-' || value[23] !== '-')
      return false
    const hex = value.replaceAll('-', '')
    if (!isHexId(hex, 16)) return false
    hexes.push(hex)
  }
  writer.byte(UUID)
  for (const hex of hexes) writeHex(writer, hex, 16)
  return true
}

/** Lower-case hex of one even length, perhaps after `0x`. */
function writeHexColumn(writer: ByteWriter, values: readonly string[]): boolean {
  const first = values[0] ?? ''
  const prefix = first.startsWith('0x') ? 2 : 0
  const digits = first.length - prefix
  if (digits < 4 || digits % 2 !== 0 || digits > 128) return false
  for (const value of values) {
    if (value.length !== first.length || (prefix === 2 && !value.startsWith('0x'))) return false
    if (!isHexWithin(value, prefix, value.length)) return false
  }
  writer.byte(HEX)
  writer.byte(prefix)
  writer.byte(digits / 2)
  writeHexTexts(writer, values, prefix, digits / 2)
  return true
}

function readHexColumn(reader: ByteReader, count: number): string[] {
  const prefix = reader.byte() === 2 ? '0x' : ''
  const bytes = reader.byte()
  return Array.from({ length: count }, () => prefix + hexText(reader.raw(bytes)))
}

/** A dictionary if values occur twice on average. */
function writeValueDictionary(writer: ByteWriter, values: readonly string[], sink: TextSink): boolean {
  const known = new Map<string, number>()
  const codes: number[] = []
  const limit = Math.min(DICTIONARY_VALUES_MAX, Math.floor(values.length / 2))
  for (const value of values) {
    let code = known.get(value)
    if (code === undefined) {
      if (known.size >= limit) return false
      code = known.size
      known.set(value, code)
    }
    codes.push(code)
  }
  writer.byte(DICTIONARY)
  writer.varint(known.size)
  const distinct = [...known.keys()]
  writeIntegers(
    writer,
    distinct.map((value) => value.length),
  )
  writeCodes(writer, codes, known.size)
  for (const value of distinct) sink.push(value)
  return true
}
