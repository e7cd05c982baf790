/**
 * Encodes log records as a segment: compressed columns, and an index of tokens, traces and attributes. Pure: no
 * storage.
 */
import { keepCompiled } from '../../keep-compiled.ts'
import { ShapeLimiter } from '../shape/limiter.ts'
import { type Shape, ShapeTable } from '../shape/shape.ts'
import { collectAttributes } from './attribute-collector.ts'
import { type TokenColumn, tokenColumns } from './attribute-tokens.ts'
import { writeAttributes } from './attributes.ts'
import { type CollectedBodies, type ShapeColumn, writeBodies } from './bodies.ts'
import { widestSets } from './characters.ts'
import { ContainerWriter } from './container.ts'
import { type LogColumns, placesInOrder } from './log-columns.ts'
import { collectScalars, writeIds, writeScalars } from './log-scalars.ts'
import { encodeSegmentIndex } from './segment-index.ts'
import type { ResourceColumn } from './shared-columns.ts'
import { type Fragment, templateWords } from './template-words.ts'
import { TokenCounter } from './token-index.ts'
import { hashTokensAcross } from './tokenizer.ts'

/** What statistics read of a segment, from the encoder or from an opened segment. */
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

export interface EncodedLogSegment {
  /** `LogSegment` opens it. */
  readonly columns: Uint8Array
  /** `SegmentIndex` opens it. */
  readonly index: Uint8Array
  /** The characters its variables and attributes may contain (characters.ts), one set per type of column. */
  readonly characters: readonly number[]
  readonly rows: LogRows
}

/** Codes are 16 bits; a flush takes 5,000 records. */
export const SEGMENT_RECORDS_MAX = 50_000

/** State shared by segments: known shapes, and the limit of shapes per service. */
export interface ShapeContext {
  readonly table: ShapeTable
  readonly limiter: ShapeLimiter
}

/** Rows per step: a few milliseconds of work. */
const STEP_ROWS = 1_000

/**
 * Encodes at least one and at most `SEGMENT_RECORDS_MAX` records, within 20 days, ordered by (time, sequence, index).
 * If `places` is given, only the records there are encoded; they must be in that order. Throws a RangeError outside
 * these bounds and a TypeError for malformed ids.
 */
export function encodeLogSegment(
  columns: LogColumns,
  context: ShapeContext,
  places: readonly number[] = placesInOrder(columns),
): EncodedLogSegment {
  return inOneGo(logSegmentSteps(columns, context, places))
}

/** Runs a generator of steps without pauses and returns its result. */
export function inOneGo<T>(steps: Generator<undefined, T, undefined>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** Encodes in steps of a few milliseconds, between which the caller may run other work. */
export function* logSegmentSteps(
  columns: LogColumns,
  context: ShapeContext,
  places: readonly number[],
): Generator<undefined, EncodedLogSegment, undefined> {
  const count = places.length
  if (count === 0 || count > SEGMENT_RECORDS_MAX) {
    throw new RangeError(`a segment holds 1 to ${SEGMENT_RECORDS_MAX} records, not ${count}`)
  }
  const bodies = new BodyCollector(count, context)
  for (let from = 0; from < count; from += STEP_ROWS) {
    collectBodies(bodies, columns, places, from, Math.min(count, from + STEP_ROWS))
    yield
  }
  const rowOf = rowsByPlace(columns.count, places)
  const collected = collectAttributes(columns.attributes, count, (place) => rowOf[place] ?? -1)
  const container = new ContainerWriter()
  const scalars = collectScalars(columns, places)
  const resources = writeScalars(container, scalars)
  writeIds(container, columns, places)
  yield
  const ofVariables = writeBodies(container, bodies)
  yield
  const ofAttributes = writeAttributes(container, collected)
  yield
  const counter = yield* countTokens(bodies, tokenColumns(collected))
  yield
  const rows: LogRows = {
    count,
    times: () => scalars.times,
    severities: () => scalars.severities,
    resources: () => resources,
    shapes: () => ({ shapes: bodies.shapes, codes: bodies.codes }),
    ids: () => scalars,
    bodyOf: (row) => columns.bodies[places[row] ?? 0] ?? '',
  }
  const traceIds = { ids: columns.traceIds, count: columns.count, places }
  return {
    columns: container.done(),
    index: encodeSegmentIndex(counter, traceIds, collected),
    characters: widestSets([...ofVariables, ...ofAttributes]),
    rows,
  }
}

function collectBodies(
  bodies: BodyCollector,
  columns: LogColumns,
  places: readonly number[],
  from: number,
  to: number,
): void {
  for (let row = from; row < to; row++) {
    const place = places[row] ?? 0
    const head = columns.heads[columns.headCodes[place] ?? 0]
    bodies.add(row, columns.bodies[place] ?? '', head?.resource.service ?? '')
  }
}

/** The row of each position, -1 for those that are not among `places`. */
function rowsByPlace(count: number, places: readonly number[]): Int32Array {
  const rowOf = new Int32Array(count).fill(-1)
  for (let row = 0; row < places.length; row++) rowOf[places[row] ?? 0] = row
  return rowOf
}

/** The shapes in order of appearance, with the rows and variables of each. */
class BodyCollector implements CollectedBodies {
  readonly shapes: Shape[] = []
  readonly codes: Uint16Array
  readonly variables: (readonly string[])[][] = []
  readonly rows: number[][] = []
  /** Per service, because the limit of shapes is per service: positions of its admitted shapes. */
  readonly #places = new Map<string, Map<Shape, number>>()
  readonly #placeOfHash = new Map<string, number>()
  readonly #context: ShapeContext

  constructor(rows: number, context: ShapeContext) {
    this.codes = new Uint16Array(rows)
    this.#context = context
  }

  add(row: number, body: string, service: string): void {
    const { shape, variables } = this.#context.table.extract(body)
    let known = this.#places.get(service)
    if (known === undefined) {
      known = new Map()
      this.#places.set(service, known)
    }
    let place = known.get(shape)
    if (place !== undefined) this.#push(row, place, variables)
    else {
      const admitted = this.#context.limiter.admit(service, shape)
      place = this.#placeOf(admitted)
      // Records of refused shapes are counted one by one.
      if (admitted === shape) known.set(shape, place)
      this.#push(row, place, admitted === shape ? variables : [body])
    }
  }

  #push(row: number, place: number, variables: readonly string[]): void {
    this.codes[row] = place
    this.variables[place]?.push(variables)
    this.rows[place]?.push(row)
  }

  #placeOf(shape: Shape): number {
    let place = this.#placeOfHash.get(shape.hash)
    if (place === undefined) {
      place = this.shapes.length
      this.#placeOfHash.set(shape.hash, place)
      this.shapes.push(shape)
      this.variables.push([])
      this.rows.push([])
    }
    return place
  }
}

/** Counts tokens shape by shape: the words of a template once for all its rows. */
function* countTokens(
  bodies: BodyCollector,
  attributes: readonly TokenColumn[],
): Generator<undefined, TokenCounter, undefined> {
  const counter = new TokenCounter(attributes, bodies.codes.length)
  let counted = 0
  for (const [shape, { template }] of bodies.shapes.entries()) {
    const words = templateWords(template)
    const rows = bodies.rows[shape] ?? []
    const variables = bodies.variables[shape] ?? []
    for (const hash of words.hashes) counter.addTemplateWord(hash, shape, rows)
    for (let from = 0; from < rows.length; from += STEP_ROWS) {
      const to = Math.min(rows.length, from + STEP_ROWS)
      countVariables(counter, words.fragments, { shape, rows, variables, from, to })
      counted += to - from
      if (counted < STEP_ROWS) continue
      counted = 0
      yield
    }
  }
  return counter
}

/** Counts some rows of a shape. A separate function, so that the engine optimises it once for all segments. */
interface RowsOfShape {
  readonly shape: number
  readonly rows: readonly number[]
  readonly variables: readonly (readonly string[])[]
  readonly from: number
  readonly to: number
}

const scratch: number[] = []

function countVariables(counter: TokenCounter, fragments: readonly Fragment[], given: RowsOfShape): void {
  const { shape, rows, variables, from, to } = given
  for (let place = from; place < to; place++) {
    const row = rows[place] ?? 0
    for (const fragment of fragments) {
      const count = hashTokensAcross(fragment, variables[place] ?? [], scratch)
      for (let at = 0; at < count; at++) counter.add(scratch[at] ?? 0, row, shape)
    }
  }
}

keepCompiled(new BodyCollector(1, { table: new ShapeTable(), limiter: new ShapeLimiter() }))
