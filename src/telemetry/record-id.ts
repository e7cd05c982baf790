/**
 * Ids of telemetry records. An id is a UUIDv8 (RFC 9562), fixed at append. It consists of the partition's number, the
 * batch's sequence number in the partition and the record's index in the batch, so an id alone leads to its partition
 * and batch. The last 24 bits come from the project, so an id of another project is refused instead of naming a record
 * of this one.
 *
 * Persisted: never change the layout, because cursors and answers hold ids. In hex digits: partition 8 · sequence 10 ·
 * index 6 · project 6, around the version and variant digits.
 */
export interface RecordPlace {
  /** 1..2^32-1, unique in the project for ever. */
  readonly partition: number
  /** 1..2^40-1, unique in the partition for ever. */
  readonly sequence: number
  /** 0..2^24-1. */
  readonly index: number
}

const ID = /^([0-9a-f]{8})-([0-9a-f]{4})-8([0-9a-f]{3})-8([0-9a-f]{3})-([0-9a-f]{6})([0-9a-f]{6})$/

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}

/** Six hex digits of a project's id (FNV-1a, 24 bits). */
export function projectTag(projectId: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < projectId.length; at++) hash = Math.imul(hash ^ projectId.charCodeAt(at), 0x01000193)
  return hex((hash >>> 8) & 0xffffff, 6)
}

/** The part of an id shared by the records of a batch; `recordId` adds the index. */
export function batchIdParts(partition: number, sequence: number, tag: string): readonly [string, string] {
  const s = hex(sequence, 10)
  return [`${hex(partition, 8)}-${s.slice(0, 4)}-8${s.slice(4, 7)}-8${s.slice(7)}-`, tag]
}

/** Returns the id of the record at a place; `tag` is that of the project. */
export function recordId(place: RecordPlace, tag: string): string {
  const [head, tail] = batchIdParts(place.partition, place.sequence, tag)
  return head + hex(place.index, 6) + tail
}

/** Returns the place that an id names; null when it is no id of this project. */
export function parseRecordId(id: string, tag: string): RecordPlace | null {
  const match = ID.exec(id)
  if (match === null || match[6] !== tag) return null
  const part = (index: number) => Number.parseInt(match[index] ?? '', 16)
  return {
    partition: part(1),
    sequence: Number.parseInt(`${match[2]}${match[3]}${match[4]}`, 16),
    index: part(5),
  }
}
