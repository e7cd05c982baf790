/** Log records to a segment: compressed columns, and an index of tokens, traces and attributes. Bytes out, no storage. */
import { keepCompiled } from '../../keep-compiled.ts'
import type { AttributeValue, LogRecord } from '../model.ts'
import { OTHER_SHAPE, ShapeLimiter } from '../shape/limiter.ts'
import { type Shape, ShapeTable } from '../shape/shape.ts'
import { AttributeCollector } from './attribute-collector.ts'
import { type TokenColumn, tokenColumns } from './attribute-tokens.ts'
import { writeAttributes } from './attributes.ts'
import { type CollectedBodies, type ShapeColumn, writeBodies } from './bodies.ts'
import { ContainerWriter } from './container.ts'
import { collectScalars, writeScalars } from './log-scalars.ts'
import { inOrder, type PlacedRecord } from './placed.ts'
import { encodeSegmentIndex } from './segment-index.ts'
import type { ResourceColumn } from './shared-columns.ts'
import { type Stretch, templateWords } from './template-words.ts'
import { TokenCounter } from './token-index.ts'
import { hashTokensAcross } from './tokenizer.ts'

/** A record with its place; its attributes apart. */
export interface LogEntry extends PlacedRecord<Omit<LogRecord, 'attributes'>> {
  /** Attributes: keys and, in their order, values. Keys that are the same list are compared the fastest. */
  readonly keys: readonly string[]
  readonly values: readonly AttributeValue[]
}

/** What statistics count of a segment, as the encoder knows it and an opened segment tells it. */
export interface LogRows {
  readonly count: number
  /** Nanoseconds since the start of the first record's day, ascending. */
  readonly times: () => ArrayLike<number>
  readonly severities: () => ArrayLike<number>
  readonly resources: () => ResourceColumn
  readonly shapes: () => ShapeColumn
  /** Batch sequence and index of each record. */
  readonly ids: () => { readonly sequences: ArrayLike<number>; readonly indexes: ArrayLike<number> }
  readonly bodyOf: (row: number) => string
}

export function logEntry(record: LogRecord, sequence: number, index: number): LogEntry {
  return { record, keys: Object.keys(record.attributes), values: Object.values(record.attributes), sequence, index }
}

export interface EncodedLogSegment {
  /** Opened by `LogSegment`. */
  readonly columns: Uint8Array
  /** Opened by `SegmentIndex`. */
  readonly index: Uint8Array
  readonly rows: LogRows
}

/** Codes are 16 bits; a seal takes 5,000 records. */
export const SEGMENT_RECORDS_MAX = 50_000

/** What outlives a segment: shapes known, and the bound of shapes per service. */
export interface ShapeContext {
  readonly table: ShapeTable
  readonly limiter: ShapeLimiter
}

/** Rows of a step: some milliseconds of work. */
const STEP_ROWS = 1_000

/**
 * Encodes at least one and at most `SEGMENT_RECORDS_MAX` records, within 20 days, in the order (time, sequence, index).
 * Throws a RangeError outside these bounds and a TypeError for ids that are no ids.
 */
export function encodeLogSegment(entries: readonly LogEntry[], context: ShapeContext): EncodedLogSegment {
  return inOneGo(logSegmentSteps(entries, context))
}

/** What work in steps comes to, done without a pause. */
export function inOneGo<T>(steps: Generator<undefined, T, undefined>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** The same in steps of some milliseconds, between which the caller may let others in. */
export function* logSegmentSteps(
  entries: readonly LogEntry[],
  context: ShapeContext,
): Generator<undefined, EncodedLogSegment, undefined> {
  const sorted = inOrder(entries)
  if (sorted.length === 0 || sorted.length > SEGMENT_RECORDS_MAX) {
    throw new RangeError(`a segment holds 1 to ${SEGMENT_RECORDS_MAX} records, not ${sorted.length}`)
  }
  const bodies = new BodyCollector(sorted.length, context)
  const attributes = new AttributeCollector(sorted.length)
  for (let from = 0; from < sorted.length; from += STEP_ROWS) {
    collectRows(sorted, from, Math.min(sorted.length, from + STEP_ROWS), bodies, attributes)
    yield
  }
  const collected = attributes.done()
  const container = new ContainerWriter()
  const scalars = collectScalars(sorted)
  const resources = writeScalars(container, scalars)
  yield
  writeBodies(container, bodies)
  yield
  writeAttributes(container, collected)
  yield
  const counter = yield* countTokens(bodies, tokenColumns(collected))
  yield
  const rows: LogRows = {
    count: sorted.length,
    times: () => scalars.times,
    severities: () => scalars.severities,
    resources: () => resources,
    shapes: () => ({ shapes: bodies.shapes, codes: bodies.codes }),
    ids: () => scalars,
    bodyOf: (row) => sorted[row]?.record.body ?? '',
  }
  return { columns: container.done(), index: encodeSegmentIndex(counter, scalars.traceIds, collected), rows }
}

function collectRows(
  entries: readonly LogEntry[],
  from: number,
  to: number,
  bodies: BodyCollector,
  attributes: AttributeCollector,
): void {
  for (let row = from; row < to; row++) {
    const entry = entries[row]
    if (entry === undefined) continue
    bodies.add(row, entry.record)
    attributes.add(row, entry.keys, entry.values)
  }
}

/** Shapes in order of appearance and the rows and variables of each. */
class BodyCollector implements CollectedBodies {
  readonly shapes: Shape[] = []
  readonly codes: Uint16Array
  readonly variables: (readonly string[])[][] = []
  readonly rows: number[][] = []
  readonly #places = new Map<string, number>()
  readonly #context: ShapeContext

  constructor(rows: number, context: ShapeContext) {
    this.codes = new Uint16Array(rows)
    this.#context = context
  }

  add(row: number, record: LogEntry['record']): void {
    const extracted = this.#context.table.extract(record.body)
    const shape = this.#context.limiter.admit(record.resource.service, extracted.shape)
    const variables = shape === OTHER_SHAPE && extracted.shape !== OTHER_SHAPE ? [record.body] : extracted.variables
    let place = this.#places.get(shape.hash)
    if (place === undefined) {
      place = this.shapes.length
      this.#places.set(shape.hash, place)
      this.shapes.push(shape)
      this.variables.push([])
      this.rows.push([])
    }
    this.codes[row] = place
    this.variables[place]?.push(variables)
    this.rows[place]?.push(row)
  }
}

/** Tokens counted shape by shape: the words of a template once for all its rows. */
function* countTokens(
  bodies: BodyCollector,
  attributes: readonly TokenColumn[],
): Generator<undefined, TokenCounter, undefined> {
  const counter = new TokenCounter(attributes)
  let counted = 0
  for (const [shape, { template }] of bodies.shapes.entries()) {
    const words = templateWords(template)
    const rows = bodies.rows[shape] ?? []
    const variables = bodies.variables[shape] ?? []
    for (const hash of words.hashes) counter.addTemplateWord(hash, shape, rows)
    for (let from = 0; from < rows.length; from += STEP_ROWS) {
      const to = Math.min(rows.length, from + STEP_ROWS)
      countVariables(counter, words.stretches, { shape, rows, variables, from, to })
      counted += to - from
      if (counted < STEP_ROWS) continue
      counted = 0
      yield
    }
  }
  return counter
}

/** Some rows of a shape: a function by itself, so that it is compiled by its calls and not anew in each segment. */
interface RowsOfShape {
  readonly shape: number
  readonly rows: readonly number[]
  readonly variables: readonly (readonly string[])[]
  readonly from: number
  readonly to: number
}

const scratch: number[] = []

function countVariables(counter: TokenCounter, stretches: readonly Stretch[], given: RowsOfShape): void {
  const { shape, rows, variables, from, to } = given
  for (let place = from; place < to; place++) {
    const row = rows[place] ?? 0
    scratch.length = 0
    for (const stretch of stretches) hashTokensAcross(stretch, variables[place] ?? [], scratch)
    for (const hash of scratch) counter.add(hash, row, shape)
  }
}

keepCompiled(new BodyCollector(1, { table: new ShapeTable(), limiter: new ShapeLimiter() }))
