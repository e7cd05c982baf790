/** Encodes spans as a segment: compressed columns, and an index of tokens, traces and attributes. Pure: no storage. */
import type { SpanRecord } from '../model.ts'
import { collectAttributes } from './attribute-collector.ts'
import { AttributeGrouper } from './attribute-groups.ts'
import { type TokenColumn, tokenColumns } from './attribute-tokens.ts'
import { writeAttributes } from './attributes.ts'
import { ByteWriter } from './bytes.ts'
import { ContainerWriter } from './container.ts'
import { encodeIds, idRows, writeHex } from './hex-ids.ts'
import { writeIntegers } from './integers.ts'
import { inOneGo, SEGMENT_RECORDS_MAX } from './log-encode.ts'
import { inOrder, type PlacedRecord } from './placed.ts'
import { encodeSegmentIndex } from './segment-index.ts'
import { addDictionary, addIntegers, firstDay, timesSince, writeResources, writeTimes } from './shared-columns.ts'
import { SPAN_KINDS, SPAN_STATUSES } from './span-kinds.ts'
import { DictionaryBuilder } from './strings.ts'
import { TokenCounter } from './token-index.ts'
import { hashTokens } from './tokenizer.ts'
import { writeMap } from './values.ts'

/** A span with the parts of its id: batch sequence within the partition, index within the batch. */
export type SpanEntry = PlacedRecord<SpanRecord>

export interface EncodedSpanSegment {
  /** `SpanSegment` opens it. */
  readonly columns: Uint8Array
  /** `SegmentIndex` opens it. */
  readonly index: Uint8Array
}

/** Rows per step: a few milliseconds of work. */
const STEP_ROWS = 1_000

/**
 * Encodes at least one and at most `SEGMENT_RECORDS_MAX` spans, whose starts lie within 20 days, ordered by (time,
 * sequence, index). Throws a RangeError outside these bounds and a TypeError for malformed ids.
 */
export function encodeSpanSegment(entries: readonly SpanEntry[]): EncodedSpanSegment {
  return inOneGo(spanSegmentSteps(entries))
}

/** Encodes in steps of a few milliseconds, between which the caller may run other work. */
export function* spanSegmentSteps(entries: readonly SpanEntry[]): Generator<undefined, EncodedSpanSegment, undefined> {
  const sorted = inOrder(entries)
  if (sorted.length === 0 || sorted.length > SEGMENT_RECORDS_MAX) {
    throw new RangeError(`a segment holds 1 to ${SEGMENT_RECORDS_MAX} records, not ${sorted.length}`)
  }
  const spans = sorted.map((entry) => entry.record)
  const grouped = new AttributeGrouper()
  for (const [row, span] of spans.entries()) {
    grouped.add(row, span.attributes)
    if (row % STEP_ROWS === STEP_ROWS - 1) yield
  }
  const collected = collectAttributes(grouped, spans.length, (row) => row)
  yield
  const container = new ContainerWriter()
  writeScalars(container, sorted, spans)
  yield
  const traceIds = idRows(spans.map((span) => span.traceId))
  container.add('trace', encodeIds(traceIds, 16), 'random')
  container.add('span', encodeIds(idRows(spans.map((span) => span.spanId)), 8), 'random')
  yield
  writeParents(container, spans, parentRows(spans))
  yield
  writeEvents(container, spans)
  writeLinks(container, spans)
  writeAttributes(container, collected)
  yield
  const counter = yield* countTokens(spans, tokenColumns(collected))
  yield
  return { columns: container.done(), index: encodeSegmentIndex(counter, traceIds, collected) }
}

/** Times, ids of records, numbers, texts and resources. */
function writeScalars(container: ContainerWriter, sorted: readonly SpanEntry[], spans: readonly SpanRecord[]): void {
  const day = firstDay(spans[0]?.time.day ?? 0, spans.at(-1)?.time.day ?? 0)
  writeTimes(container, day, timesSince(day, spans))
  addIntegers(
    container,
    'id',
    sorted.map((entry) => entry.sequence),
    sorted.map((entry) => entry.index),
  )
  const numbers = (name: string, of: (span: SpanRecord) => number) => addIntegers(container, name, spans.map(of))
  numbers('duration', (span) => span.durationNanos)
  numbers('kind', (span) => SPAN_KINDS.indexOf(span.kind))
  numbers('status', (span) => SPAN_STATUSES.indexOf(span.status))
  const texts = (name: string, of: (span: SpanRecord) => string) => addTexts(container, name, spans.map(of))
  texts('name', (span) => span.name)
  texts('statusMessage', (span) => span.statusMessage)
  texts('scope', (span) => span.scopeName)
  writeResources(
    container,
    spans.map((span) => span.resource),
  )
}

function addTexts(container: ContainerWriter, name: string, texts: readonly string[]): void {
  const dictionary = new DictionaryBuilder()
  for (const text of texts) dictionary.add(text)
  addDictionary(container, name, dictionary)
}

/** The row of each span's parent: -1 for a root, -2 when the parent is not in the segment. */
function parentRows(spans: readonly SpanRecord[]): number[] {
  const rows = new Map<string, number>()
  for (const [row, span] of spans.entries()) rows.set(`${span.traceId} ${span.spanId}`, row)
  return spans.map((span) => (span.parentSpanId === '' ? -1 : (rows.get(`${span.traceId} ${span.parentSpanId}`) ?? -2)))
}

/** A parent in the segment is stored as its row; any other parent takes eight bytes. */
function writeParents(container: ContainerWriter, spans: readonly SpanRecord[], parents: readonly number[]): void {
  const rows = new ByteWriter(4_096)
  writeIntegers(rows, parents)
  container.add('parent', rows.done())
  const foreign = new ByteWriter(4_096)
  for (const [row, span] of spans.entries()) if (parents[row] === -2) writeHex(foreign, span.parentSpanId, 8)
  container.add('parent.foreign', foreign.done(), 'random')
}

/** Few rows have events or links. Those rows are written first, then their events or links. */
function writeEvents(container: ContainerWriter, spans: readonly SpanRecord[]): void {
  const writer = new ByteWriter()
  for (const [row, span] of spans.entries()) {
    if (span.events.length === 0) continue
    writer.varint(row)
    writer.varint(span.events.length)
    for (const event of span.events) {
      writer.signed(event.time.day - span.time.day)
      writer.signed(event.time.nanos - span.time.nanos)
      writer.text(event.name)
      writeMap(writer, event.attributes)
    }
  }
  container.add('events', writer.done())
}

function writeLinks(container: ContainerWriter, spans: readonly SpanRecord[]): void {
  const writer = new ByteWriter()
  for (const [row, span] of spans.entries()) {
    if (span.links.length === 0) continue
    writer.varint(row)
    writer.varint(span.links.length)
    for (const link of span.links) {
      writer.text(link.traceId)
      writer.text(link.spanId)
      writeMap(writer, link.attributes)
    }
  }
  container.add('links', writer.done())
}

/** Tokens of name, status message and attribute values. */
function* countTokens(
  spans: readonly SpanRecord[],
  attributes: readonly TokenColumn[],
): Generator<undefined, TokenCounter, undefined> {
  const counter = new TokenCounter(attributes, spans.length)
  const known = new Map<string, readonly number[]>()
  const hashesOf = (text: string): readonly number[] => {
    const found = known.get(text)
    if (found !== undefined) return found
    const hashes: number[] = []
    hashTokens(text, hashes)
    known.set(text, hashes)
    return hashes
  }
  for (const [row, span] of spans.entries()) {
    for (const text of [span.name, span.statusMessage]) for (const hash of hashesOf(text)) counter.add(hash, row, 0)
    if (row % STEP_ROWS === STEP_ROWS - 1) yield
  }
  return counter
}
