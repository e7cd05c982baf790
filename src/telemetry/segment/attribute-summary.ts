/**
 * What a segment's index says about attributes: which keys occur in how many records, with the counts of their values
 * when these are few. It answers keys, top values and counts by attribute without decoding a column.
 */
import type { AttributeValue } from '../model.ts'
import type { CollectedAttributes } from './attribute-collector.ts'
import type { ByteReader, ByteWriter } from './bytes.ts'
import { readValue, writeValue } from './values.ts'

export interface AttributeSummary {
  readonly key: string
  /** Number of records with the key. */
  readonly records: number
  /** The count of each value, null when there are too many to list. */
  readonly values: readonly { readonly value: AttributeValue; readonly count: number }[] | null
}

/** A key with more values is listed without them. */
export const SUMMARY_VALUES_MAX = 64
const SUMMARY_VALUE_CHARS_MAX = 128

export interface AttributeSummaries {
  readonly keys: readonly AttributeSummary[]
  /** False when the segment has keys without a column, which are not listed. */
  readonly isComplete: boolean
}

/** Writes which attributes a segment has, with their values where they are few. */
export function writeSummaries(writer: ByteWriter, { columns, overflow }: CollectedAttributes): void {
  writer.byte(overflow.size === 0 ? 1 : 0)
  writer.varint(columns.length)
  for (const { key, records, values, counts } of columns) {
    writer.text(key)
    writer.varint(records)
    const isListed = values.length <= SUMMARY_VALUES_MAX && values.every(isListable)
    writer.varint(isListed ? values.length + 1 : 0)
    if (!isListed) continue
    for (const [place, value] of values.entries()) {
      writeValue(writer, value)
      writer.varint(counts[place] ?? 0)
    }
  }
}

function isListable(value: AttributeValue): boolean {
  if (typeof value === 'string') return value.length <= SUMMARY_VALUE_CHARS_MAX
  return typeof value !== 'object' || value === null
}

/** Reads which attributes a segment has. */
export function readSummaries(reader: ByteReader): AttributeSummaries {
  const isComplete = reader.byte() === 1
  const keys = Array.from({ length: reader.varint() }, () => {
    const key = reader.text()
    const records = reader.varint()
    const listed = reader.varint()
    const values = Array.from({ length: Math.max(0, listed - 1) }, () => ({
      value: readValue(reader),
      count: reader.varint(),
    }))
    return { key, records, values: listed === 0 ? null : values }
  })
  return { keys, isComplete }
}

/** The summary of a key: null when no record has it, undefined when the index cannot tell. */
export function summaryOf({ keys, isComplete }: AttributeSummaries, key: string): AttributeSummary | null | undefined {
  return keys.find((one) => one.key === key) ?? (isComplete ? null : undefined)
}
