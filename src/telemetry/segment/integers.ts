/**
 * Columns of numbers, mostly integers: a constant, variable-length integers, differences, or byte planes, whichever is
 * smallest.
 */
import { type ByteReader, type ByteWriter, SegmentFormatError } from './bytes.ts'

/** Persisted: never renumber. The first byte of a column of numbers says how it is encoded. */
const CONSTANT = 0
const PLAIN = 1
const DELTA = 2
const PLANES = 3
/** Used when some value is no integer that the other encodings can hold. */
const DOUBLES = 4

/** Zigzag doubles a magnitude: above this, integers and their differences would lose bits. */
const MAGNITUDE_MAX = 2 ** 51
/** Common divisors: time stamps in microseconds, milliseconds or seconds are divided, which saves bytes. */
const SCALE_MAX = 1_000_000_000
const SCALE_STEP = 1_000
const NO_SCALE = 0

export type Integers = ArrayLike<number> & Iterable<number>

/** True when `writeIntegers` can write every value. */
export function isWritable(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) < MAGNITUDE_MAX && !Object.is(value, -0)
}

/** Writes a column of integers in the smallest form. Other numbers are written as they are. */
export function writeIntegers(writer: ByteWriter, values: Integers): void {
  const scale = scaleOf(values)
  if (scale === NO_SCALE) {
    writeDoubles(writer, values)
    return
  }
  const first = values[0] ?? 0
  let low = first
  let high = first
  let plainBytes = 0
  let deltaBytes = 0
  let last = 0
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0
    if (value < low) low = value
    else if (value > high) high = value
    const scaled = scale === 1 ? value : value / scale
    plainBytes += signedLength(scaled)
    deltaBytes += signedLength(scaled - last)
    last = scaled
  }
  if (low === high) {
    writer.byte(CONSTANT)
    writer.signed(first)
    return
  }
  const width = byteWidth((high - low) / scale)
  const mode =
    width * values.length < Math.min(plainBytes, deltaBytes) ? PLANES : deltaBytes < plainBytes ? DELTA : PLAIN
  writer.byte(mode)
  writer.varint(scale)
  if (mode === PLANES) writePlanes(writer, values, scale, low / scale, width)
  else {
    last = 0
    for (let i = 0; i < values.length; i++) {
      const value = (values[i] ?? 0) / scale
      writer.signed(mode === DELTA ? value - last : value)
      last = value
    }
  }
}

/** Reads a column of `count` numbers. */
export function readIntegers(reader: ByteReader, count: number): Float64Array {
  const values = new Float64Array(count)
  const mode = reader.byte()
  if (mode === CONSTANT) return values.fill(reader.signed())
  if (mode === DOUBLES) return values.map(() => reader.float64())
  const scale = reader.varint()
  if (mode === PLANES) readPlanes(reader, values, scale)
  else if (mode === PLAIN) for (let i = 0; i < count; i++) values[i] = reader.signed() * scale
  else if (mode === DELTA) {
    let last = 0
    for (let i = 0; i < count; i++) {
      last += reader.signed()
      values[i] = last * scale
    }
  } else throw new SegmentFormatError('unknown integer encoding')
  return values
}

function writeDoubles(writer: ByteWriter, values: Integers): void {
  writer.byte(DOUBLES)
  for (let i = 0; i < values.length; i++) writer.float64(values[i] ?? 0)
}

/** Writes the lowest bytes of all values first, then the next ones: high bytes are similar and compress well. */
function writePlanes(writer: ByteWriter, values: Integers, scale: number, low: number, width: number): void {
  writer.byte(width)
  writer.signed(low)
  for (let plane = 0; plane < width; plane++) fillPlane(writer.room(values.length), values, scale, low, plane)
}

/** A separate function, so that the engine optimises it once for all columns. */
function fillPlane(bytes: Uint8Array, values: Integers, scale: number, low: number, plane: number): void {
  const isHigh = plane >= 4
  const shift = (plane & 3) * 8
  for (let i = 0; i < bytes.length; i++) {
    const value = (values[i] ?? 0) / scale - low
    bytes[i] = (isHigh ? Math.floor(value / TWO_32) : value) >>> shift
  }
}

const TWO_32 = 2 ** 32

function readPlanes(reader: ByteReader, values: Float64Array, scale: number): void {
  const width = reader.byte()
  const low = reader.signed()
  let factor = 1
  for (let plane = 0; plane < width; plane++) {
    const bytes = reader.raw(values.length)
    for (let i = 0; i < values.length; i++) values[i] = (values[i] ?? 0) + (bytes[i] ?? 0) * factor
    factor *= 256
  }
  for (let i = 0; i < values.length; i++) values[i] = ((values[i] ?? 0) + low) * scale
}

/** The largest scale that divides all values; `NO_SCALE` when some value needs a double. */
function scaleOf(values: Integers): number {
  let scale: number = SCALE_MAX
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0
    if (!isWritable(value)) return NO_SCALE
    while (scale > 1 && !isMultiple(value, scale)) scale /= SCALE_STEP
  }
  return scale
}

/** `%` on doubles takes several times as long. */
function isMultiple(value: number, divisor: number): boolean {
  return Math.floor(value / divisor) * divisor === value
}

function signedLength(value: number): number {
  const magnitude = value < 0 ? -value : value
  if (magnitude < 64) return 1
  if (magnitude < 8_192) return 2
  if (magnitude < 1_048_576) return 3
  if (magnitude < 134_217_728) return 4
  return magnitude < 17_179_869_184 ? 5 : magnitude < 2_199_023_255_552 ? 6 : 8
}

function byteWidth(range: number): number {
  let width = 1
  for (let limit = 256; range >= limit; limit *= 256) width++
  return width
}
