/**
 * Log records as columns, in the write buffer and as the input of segments. The parts that records of one line of code
 * share (the head) are stored once, and so is each attribute value.
 */
import { keepCompiled } from '../../keep-compiled.ts'
import type { Attributes, LogRecord, Resource } from '../model.ts'
import { NANOS_PER_DAY, type Timestamp } from '../time.ts'
import { type AttributeGroup, AttributeGrouper, type GroupedAttributes } from './attribute-groups.ts'
import { type IdTexts, idTexts, joinIds } from './hex-ids.ts'
import type { PlacedRecord } from './placed.ts'

/** The parts that many records share. Two heads may be equal. */
export interface LogHead {
  readonly severityNumber: number
  readonly severityText: string
  readonly eventName: string
  readonly resource: Resource
  readonly scopeName: string
}

/** The records of a batch. A record's index is its position. */
export interface LogBatchColumns {
  readonly count: number
  /** The day from which times count. */
  readonly day: number
  /** Nanoseconds since the start of `day`. */
  readonly times: readonly number[]
  /** Null when no record has an observed time. */
  readonly observed: readonly (Timestamp | null)[] | null
  readonly heads: readonly LogHead[]
  /** The position of each record's head. */
  readonly headCodes: readonly number[]
  readonly bodies: readonly string[]
  readonly traceIds: IdTexts
  readonly spanIds: IdTexts
  readonly attributes: GroupedAttributes
}

/** Records of several batches, with the sequence of each record's batch and its index in it. */
export interface LogColumns extends LogBatchColumns {
  readonly sequences: ArrayLike<number>
  readonly indexes: ArrayLike<number>
}

/** Returns placed log records as columns. */
export function placedLogColumns(placed: readonly PlacedRecord<LogRecord>[]): LogColumns {
  const records = placed.map(({ record }) => record)
  const sequences = placed.map(({ sequence }) => sequence)
  const indexes = placed.map(({ index }) => index)
  return { ...logColumns(records, records[0]?.time.day ?? 0), sequences, indexes }
}

/** The columns of some records, in their order. Times count from `day`. */
export function logColumns(records: readonly LogRecord[], day: number): LogBatchColumns {
  const count = records.length
  const times = new Array<number>(count)
  const headCodes = new Array<number>(count)
  const bodies = new Array<string>(count)
  const traceIds = new Array<string>(count)
  const spanIds = new Array<string>(count)
  const heads = new HeadCollector()
  const attributes = new AttributeGrouper()
  let hasObserved = false
  for (let place = 0; place < count; place++) {
    const record = records[place]
    if (record === undefined) continue
    times[place] = (record.time.day - day) * NANOS_PER_DAY + record.time.nanos
    headCodes[place] = heads.codeOf(record)
    bodies[place] = record.body
    traceIds[place] = record.traceId
    spanIds[place] = record.spanId
    attributes.add(place, record.attributes)
    hasObserved ||= record.observedTime !== null
  }
  return {
    count,
    day,
    times,
    observed: hasObserved ? records.map((record) => record.observedTime) : null,
    heads: heads.heads,
    headCodes,
    bodies,
    traceIds: idTexts(traceIds),
    spanIds: idTexts(spanIds),
    attributes,
  }
}

/** Most heads per resource that are compared: a sender that numbers its event names has one head per record. */
const HEADS_COMPARED_MAX = 64

class HeadCollector {
  readonly heads: LogHead[] = []
  /** The head codes of each resource, compared by identity because a batch repeats the same objects. */
  readonly #ofResource = new Map<Resource, number[]>()
  #resource: Resource | null = null
  #codes: number[] = []

  codeOf(record: LogRecord): number {
    const { resource } = record
    if (resource !== this.#resource) {
      this.#resource = resource
      this.#codes = this.#codesOf(resource)
    }
    const codes = this.#codes
    for (let at = 0; at < codes.length; at++) {
      const code = codes[at] ?? 0
      if (isHeadOf(this.heads[code], record)) return code
    }
    const { severityNumber, severityText, eventName, scopeName } = record
    const code = this.heads.length
    this.heads.push({ severityNumber, severityText, eventName, resource, scopeName })
    if (codes.length < HEADS_COMPARED_MAX) codes.push(code)
    return code
  }

  #codesOf(resource: Resource): number[] {
    let codes = this.#ofResource.get(resource)
    if (codes === undefined) {
      codes = []
      this.#ofResource.set(resource, codes)
    }
    return codes
  }
}

/** Of heads and records of one resource. */
function isHeadOf(head: LogHead | undefined, record: LogRecord): boolean {
  return (
    head !== undefined &&
    head.severityNumber === record.severityNumber &&
    head.severityText === record.severityText &&
    head.scopeName === record.scopeName &&
    head.eventName === record.eventName
  )
}

/** Concatenates columns of one day. */
export function joinLogColumns(
  batches: readonly { readonly sequence: number; readonly columns: LogBatchColumns }[],
): LogColumns {
  const count = batches.reduce((sum, { columns }) => sum + columns.count, 0)
  const sequences = new Float64Array(count)
  const indexes = new Float64Array(count)
  const times = new Array<number>(count)
  const headCodes = new Array<number>(count)
  const bodies = new Array<string>(count)
  const hasObserved = batches.some(({ columns }) => columns.observed !== null)
  const observed = hasObserved ? new Array<Timestamp | null>(count).fill(null) : null
  const heads: LogHead[] = []
  const groups: AttributeGroup[] = []
  const rest = new Map<number, Attributes>()
  let base = 0
  for (const { sequence, columns } of batches) {
    for (let index = 0; index < columns.count; index++) {
      const place = base + index
      sequences[place] = sequence
      indexes[place] = index
      times[place] = columns.times[index] ?? 0
      headCodes[place] = heads.length + (columns.headCodes[index] ?? 0)
      bodies[place] = columns.bodies[index] ?? ''
      if (observed !== null) observed[place] = columns.observed?.[index] ?? null
    }
    heads.push(...columns.heads)
    const before = base
    for (const group of columns.attributes.groups) {
      groups.push({ ...group, places: group.places.map((place) => before + place) })
    }
    for (const [place, attributes] of columns.attributes.rest) rest.set(before + place, attributes)
    base += columns.count
  }
  const day = batches[0]?.columns.day ?? 0
  const traceIds = joinIds(batches.map(({ columns }) => [columns.traceIds, columns.count]))
  const spanIds = joinIds(batches.map(({ columns }) => [columns.spanIds, columns.count]))
  const attributes = { groups, rest }
  return { count, day, times, sequences, indexes, observed, heads, headCodes, bodies, traceIds, spanIds, attributes }
}

/** Positions in the order of time, then batch and index. */
export function placesInOrder(columns: LogColumns): number[] {
  const { count, times, sequences, indexes } = columns
  const places = Array.from({ length: count }, (_, place) => place)
  const compare = (a: number, b: number) =>
    (times[a] ?? 0) - (times[b] ?? 0) ||
    (sequences[a] ?? 0) - (sequences[b] ?? 0) ||
    (indexes[a] ?? 0) - (indexes[b] ?? 0)
  for (let place = 1; place < count; place++) if (compare(place - 1, place) > 0) return places.sort(compare)
  return places
}

keepCompiled(new HeadCollector())
keepCompiled(joinLogColumns([{ sequence: 0, columns: logColumns([], 0) }]))
