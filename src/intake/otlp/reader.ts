/**
 * A protobuf reader for untrusted bytes, built on pbf. Two of its faults are corrected: its readFixed64 goes through a
 * double and loses nanoseconds, and it does not notice a length that points past the message.
 */

import { Buffer } from 'node:buffer'
import { PbfReader } from 'pbf'
import { keepCompiled } from '../../keep-compiled.ts'
import { type AttributeValue, NANOS_PER_DAY, type Timestamp } from '../../telemetry/index.ts'
import { CONTAINERS_MAX, recordCount, VALUES_MAX } from '../density.ts'
import { ANY_VALUE_DEPTH_MAX, MalformedPayload, type MutableAttributes, setAttribute } from './fields.ts'
import { decodeUtf8, SHORT_TEXT_BYTES_MAX, ShortTexts } from './short-texts.ts'

const WIRE_VARINT = 0
const WIRE_FIXED64 = 1
const WIRE_BYTES = 2
const TWO_32 = 4_294_967_296

const FIELD_TOO_LONG = 'a field reaches past its message'
const SHORT_TEXTS = new ShortTexts()

/** Limits the values of a body as for JSON (density.ts): an empty message takes only two bytes. */
export class OtlpReader extends PbfReader {
  #messagesLeft = CONTAINERS_MAX
  #valuesLeft = VALUES_MAX
  /** Call this before reading a record, or an event or link of one. */
  readonly countRecord = recordCount()

  /** Reads a length-delimited message. `readField` reads or skips each field. */
  message<Target>(target: Target, readField: (tag: number, target: Target, reader: OtlpReader) => void): Target {
    const end = this.#end()
    this.#messagesLeft -= 1
    if (this.#messagesLeft < 0) throw new MalformedPayload(`the body has more than ${CONTAINERS_MAX} messages`)
    return this.#fields(target, readField, end)
  }

  /** Reads the whole buffer as one message. */
  document<Target>(target: Target, readField: (tag: number, target: Target, reader: OtlpReader) => void): Target {
    return this.#fields(target, readField, this.length)
  }

  #fields<Target>(
    target: Target,
    readField: (tag: number, target: Target, reader: OtlpReader) => void,
    end: number,
  ): Target {
    while (this.pos < end) {
      const tag = this.#tag()
      const start = this.pos
      readField(tag, target, this)
      if (this.pos === start) this.#skipValue(end)
    }
    if (this.pos !== end) throw new MalformedPayload(FIELD_TOO_LONG)
    return target
  }

  #skipValue(end: number): void {
    if (this.type === WIRE_VARINT) this.readVarint()
    else if (this.type === WIRE_FIXED64) this.pos += 8
    else if (this.type === WIRE_BYTES) this.pos = this.#end()
    else if (this.type === 5) this.pos += 4
    else throw new MalformedPayload(`unknown wire type ${this.type}`)
    if (this.pos > end) throw new MalformedPayload(FIELD_TOO_LONG)
  }

  #end(): number {
    if (this.type !== WIRE_BYTES) throw new MalformedPayload('a message or text field has another wire type')
    const end = this.readVarint() + this.pos
    if (!(end <= this.length)) throw new MalformedPayload('a length points past the body')
    return end
  }

  text(): string {
    const end = this.#end()
    const start = this.pos
    this.pos = end
    return end - start <= SHORT_TEXT_BYTES_MAX
      ? SHORT_TEXTS.decode(this.buf, start, end)
      : decodeUtf8(this.buf, start, end)
  }

  /** An id of 8 or 16 bytes in lower-case hex, '' when there is none. */
  hex(lengthBytes: 8 | 16): string {
    const end = this.#end()
    const start = this.pos
    this.pos = end
    const length = end - start
    // The specification treats ids of a wrong length or all zeros as absent.
    if (length !== lengthBytes) return ''
    const digits = lengthBytes === 8 ? DIGITS_OF_8 : DIGITS_OF_16
    let any = 0
    for (let i = 0; i < lengthBytes; i += 1) {
      const byte = this.buf[start + i] ?? 0
      any |= byte
      digits[2 * i] = HEX_DIGITS[byte >>> 4] ?? 0
      digits[2 * i + 1] = HEX_DIGITS[byte & 15] ?? 0
    }
    // Decoded in one piece: text concatenated from pieces is several times slower to write later.
    return any === 0 ? '' : String.fromCharCode(...digits)
  }

  bytesAsBase64(): string {
    const end = this.#end()
    const bytes = this.buf.subarray(this.pos, end)
    this.pos = end
    return Buffer.from(bytes).toString('base64')
  }

  /** fixed64 Unix nanoseconds, exact; null for 0 (absent). */
  time(): Timestamp | null {
    this.#need(8)
    const low = this.dataView.getUint32(this.pos, true)
    const high = this.dataView.getUint32(this.pos + 4, true)
    this.pos += 8
    return timestampOf(high, low)
  }

  /** A fixed64 count. Counts above 2^53 lose their last digits; no sender reaches them. */
  count64(): number {
    this.#need(8)
    const low = this.dataView.getUint32(this.pos, true)
    const high = this.dataView.getUint32(this.pos + 4, true)
    this.pos += 8
    return high * TWO_32 + low
  }

  double(): number {
    this.#need(8)
    return this.readDouble()
  }

  /** sfixed64 as a number. */
  signed64(): number {
    this.#need(8)
    const value = Number(this.dataView.getBigInt64(this.pos, true))
    this.pos += 8
    return value
  }

  /** An int64 as a number where exact, else as decimal text. */
  int64(): number | string {
    const first = this.buf[this.pos]
    if (first !== undefined && first < 0x80) {
      this.pos += 1
      return first
    }
    const second = this.buf[this.pos + 1]
    if (first !== undefined && second !== undefined && second < 0x80) {
      this.pos += 2
      return (first & 0x7f) | (second << 7)
    }
    return this.#longInt64()
  }

  #longInt64(): number | string {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.buf[this.pos]
      if (byte === undefined) throw new MalformedPayload('the body ends in the middle of a number')
      this.pos += 1
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return numberOrText(BigInt.asIntN(64, value))
    }
    throw new MalformedPayload('a number is too long')
  }

  /** A small varint (enums, flags): one byte is the common case. */
  integer(): number {
    const value = this.readVarint(true)
    if (this.pos > this.length) throw new MalformedPayload('the body ends in the middle of a number')
    return value
  }

  packed<Item>(read: () => Item): Item[] {
    this.#countValue()
    if (this.type !== WIRE_BYTES) return [read()]
    const end = this.#end()
    const items: Item[] = []
    while (this.pos < end) {
      this.#countValue()
      items.push(read())
    }
    if (this.pos !== end) throw new MalformedPayload('a packed field is cut')
    return items
  }

  /**
   * Reads a key and its value. Most of a body consists of these, so the two loops repeat that of `message` without an
   * object to read into.
   */
  keyValue(attributes: MutableAttributes, depth = 0): void {
    const end = this.#end()
    this.#countValue()
    let key = ''
    let value: AttributeValue = null
    while (this.pos < end) {
      const tag = this.#tag()
      if (tag === 1) key = this.text()
      else if (tag === 2) value = this.anyValue(depth)
      else this.#skipValue(end)
    }
    if (this.pos !== end) throw new MalformedPayload(FIELD_TOO_LONG)
    setAttribute(attributes, key, value)
  }

  anyValue(depth: number): AttributeValue {
    if (depth > ANY_VALUE_DEPTH_MAX) throw new MalformedPayload('a value is nested too deeply')
    const end = this.#end()
    this.#countValue()
    let value: AttributeValue = null
    while (this.pos < end) value = this.#anyField(this.#tag(), value, depth, end)
    if (this.pos !== end) throw new MalformedPayload(FIELD_TOO_LONG)
    return value
  }

  /** Reads the value after a field of an AnyValue; fields 1 to 7 are its types. */
  #anyField(tag: number, before: AttributeValue, depth: number, end: number): AttributeValue {
    switch (tag) {
      case 1:
        return this.text()
      case 2:
        return this.integer() !== 0
      case 3:
        return this.int64()
      case 4:
        return this.double()
      case 5: {
        const values: AttributeValue[] = []
        return this.message(values, (item, target, inner) => {
          if (item === 1) target.push(inner.anyValue(depth + 1))
        })
      }
      case 6: {
        const values: MutableAttributes = {}
        return this.message(values, (item, target, inner) => {
          if (item === 1) inner.keyValue(target, depth + 1)
        })
      }
      case 7:
        return this.bytesAsBase64()
      default:
        this.#skipValue(end)
        return before
    }
  }

  /** Reads the key of a field. */
  #tag(): number {
    const key = this.readVarint()
    this.type = key & 7
    return key >>> 3
  }

  #countValue(): void {
    this.#valuesLeft -= 1
    if (this.#valuesLeft < 0) throw new MalformedPayload(`the body has more than ${VALUES_MAX} values`)
  }

  #need(bytes: number): void {
    if (this.pos + bytes > this.length) throw new MalformedPayload('the body ends in the middle of a number')
  }
}

const HEX_DIGITS = Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0))
const DIGITS_OF_8 = new Array<number>(16).fill(0)
const DIGITS_OF_16 = new Array<number>(32).fill(0)

function numberOrText(value: bigint): number | string {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value.toString()
}

/**
 * Exact: `high * 2^32` and `day * 8.64e13` are both multiples of 2^16 below 2^69, so each is a double without loss,
 * and their difference is below 2^53.
 */
function timestampOf(high: number, low: number): Timestamp | null {
  if (high === 0 && low === 0) return null
  let day = Math.floor((high * TWO_32 + low) / NANOS_PER_DAY)
  let nanos = high * TWO_32 - day * NANOS_PER_DAY + low
  if (nanos < 0) {
    day -= 1
    nanos += NANOS_PER_DAY
  } else if (nanos >= NANOS_PER_DAY) {
    day += 1
    nanos -= NANOS_PER_DAY
  }
  return { day, nanos }
}

keepCompiled(new OtlpReader(new Uint8Array(8)))
