/**
 * The bodies of a segment: a dictionary of shapes, one code per row, and the variables column by column within each
 * shape. A body is rebuilt by putting its variables into its template.
 */
import type { Shape } from '../shape/shape.ts'
import { ByteReader, ByteWriter, decodeText, encodeText } from './bytes.ts'
import { ANY_CHARACTER, charactersOfAll } from './characters.ts'
import type { ContainerReader, ContainerWriter } from './container.ts'
import { byteText } from './hex-ids.ts'
import { readCodes, readStrings, writeCodes, writeStrings } from './strings.ts'
import { type TemplateWords, templateWords } from './template-words.ts'
import { charactersOfKind, readVariable, writeVariable } from './variable-kinds.ts'

/** The characters that each variable may contain, in the order of `body.places`. */
const CHARACTERS_COLUMN = 'body.characters'

/** What the encoder collects: shapes in order of appearance, and each shape's rows and variables. */
export interface CollectedBodies {
  readonly shapes: readonly Shape[]
  readonly codes: Uint16Array
  /** Per shape: the variables of its rows, in row order. */
  readonly variables: readonly (readonly (readonly string[])[])[]
}

/** Returns the characters that each variable may contain. */
export function writeBodies(container: ContainerWriter, bodies: CollectedBodies): Set<number> {
  const shapes = new ByteWriter(16_384)
  writeStrings(
    shapes,
    bodies.shapes.map((shape) => shape.template),
  )
  container.add('body.shapes', shapes.done())
  const hashes = new ByteWriter()
  for (const shape of bodies.shapes) {
    hashes.uint32(Number.parseInt(shape.hash.slice(0, 8), 16))
    hashes.uint32(Number.parseInt(shape.hash.slice(8), 16))
  }
  container.add('body.hashes', hashes.done(), 'random')
  const codes = new ByteWriter(bodies.codes.length * 2)
  writeCodes(codes, bodies.codes, bodies.shapes.length)
  container.add('body.codes', codes.done())

  const places = new ByteWriter(4_096)
  const characters = new ByteWriter(4_096)
  const columns = new ByteWriter(65_536)
  const texts: string[] = []
  const sets = new Set<number>()
  for (const rows of bodies.variables) {
    const width = rows[0]?.length ?? 0
    for (let place = 0; place < width; place++) {
      const start = columns.length
      const firstText = texts.length
      const kind = writeVariable(
        columns,
        rows.map((variables) => variables[place] ?? ''),
        texts,
      )
      places.varint(columns.length - start)
      const own = texts.slice(firstText)
      places.varint(own.reduce((chars, text) => chars + text.length, 0))
      const held = charactersOfKind(kind) ?? charactersOfAll(own)
      characters.uint32(held >>> 0)
      sets.add(held)
    }
  }
  container.add('body.places', places.done())
  container.add(CHARACTERS_COLUMN, characters.done())
  container.add('body.variables', columns.done())
  container.add('body.text', encodeText(texts.join('')))
  return sets
}

/** The shapes of a segment and the shape of each row: enough to count and to group. */
export interface ShapeColumn {
  readonly shapes: readonly Shape[]
  readonly codes: Uint16Array
}

/** Reads the shapes of the bodies, with a code for each row. */
export function readShapes(container: ContainerReader, count: number): ShapeColumn {
  const templates = readStrings(new ByteReader(container.read('body.shapes')))
  const hashes = container.read('body.hashes')
  const shapes = templates.map((template, place) => ({ hash: hashAt(hashes, place * HASH_BYTES), template }))
  return { shapes, codes: readCodes(new ByteReader(container.read('body.codes')), count, shapes.length) }
}

/** Persisted: never change it. The bytes of a shape hash in `body.hashes`. */
const HASH_BYTES = 8

/** Two numbers of 32 bits, the lowest byte of each first, as 16 digits. */
function hashAt(bytes: Uint8Array, at: number): string {
  let hash = ''
  for (const byte of [3, 2, 1, 0, 7, 6, 5, 4]) hash += byteText(bytes[at + byte] ?? 0)
  return hash
}

/** Where the bytes and the texts of a variable are. */
interface Place {
  readonly start: number
  readonly end: number
  readonly textStart: number
  readonly textEnd: number
}

/** Rows by shape: the position of each row among those of its shape, and the rows of each shape in order. */
interface RowsByShape {
  readonly ordinals: Uint32Array
  readonly rows: readonly Uint32Array[]
}

function byShape({ shapes, codes }: ShapeColumn): RowsByShape {
  const counts = new Uint32Array(shapes.length)
  const ordinals = new Uint32Array(codes.length)
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row] ?? 0
    ordinals[row] = counts[code] ?? 0
    counts[code] = (counts[code] ?? 0) + 1
  }
  const rows = Array.from(counts, (size) => new Uint32Array(size))
  for (let row = 0; row < codes.length; row++) {
    const ofShape = rows[codes[row] ?? 0]
    if (ofShape !== undefined) ofShape[ordinals[row] ?? 0] = row
  }
  return { ordinals, rows }
}

/** The bodies of a segment. The variables of a shape are decoded on first use. */
export class Bodies {
  readonly column: ShapeColumn
  /** The words of each shape's template. */
  readonly words: readonly TemplateWords[]
  readonly #container: ContainerReader
  #byShape: RowsByShape | null = null
  #characters: readonly (readonly number[])[] | null = null
  #places: readonly (readonly Place[])[] | null = null
  #text: string | null = null
  #bytes: Uint8Array | null = null
  /** Per shape and variable: its values once decoded. */
  readonly #values: (readonly string[] | undefined)[][]

  constructor(container: ContainerReader, column: ShapeColumn) {
    this.column = column
    this.words = column.shapes.map((shape) => templateWords(shape.template))
    this.#container = container
    this.#values = this.words.map(() => [])
  }

  /** Rows of each shape, in order. */
  get rowsOfShape(): readonly Uint32Array[] {
    this.#byShape ??= byShape(this.column)
    return this.#byShape.rows
  }

  /** The value of a variable in each row of a shape. */
  valuesOf(shape: number, variable: number): readonly string[] {
    const known = this.#values[shape]?.[variable]
    if (known !== undefined) return known
    const place = this.#placeOf(shape, variable)
    if (place === undefined) throw new RangeError('the shape has no variable at this place')
    // Inflated on first use: a word of a template is found without the variables.
    this.#bytes ??= this.#container.read('body.variables')
    const text = this.#allText()
    let at = place.textStart
    const decoded = readVariable(
      new ByteReader(this.#bytes.subarray(place.start, place.end)),
      this.rowsOfShape[shape]?.length ?? 0,
      (length) => {
        at += length
        return text.slice(at - length, at)
      },
    )
    const ofShape = this.#values[shape]
    if (ofShape !== undefined) ofShape[variable] = decoded
    return decoded
  }

  /** Whether a part occurs in the texts of a variable, without decoding it. Numbers and ids have no texts. */
  isInTexts(shape: number, variable: number, part: string): boolean {
    const { textStart, textEnd } = this.#placeOf(shape, variable) ?? { textStart: 0, textEnd: 0 }
    return textEnd > textStart && this.#allText().slice(textStart, textEnd).includes(part)
  }

  /** The characters that a variable may contain (characters.ts), without inflating the variables. */
  charactersOf(shape: number, variable: number): number {
    this.#characters ??= this.#readCharacters()
    return this.#characters[shape]?.[variable] ?? 0
  }

  #readCharacters(): readonly (readonly number[])[] {
    // Segments written before this column existed may contain any character.
    const isKnown = this.#container.has(CHARACTERS_COLUMN)
    const reader = isKnown ? new ByteReader(this.#container.read(CHARACTERS_COLUMN)) : null
    return this.words.map(({ literals }) =>
      Array.from({ length: literals.length - 1 }, () => (reader === null ? ANY_CHARACTER : reader.uint32() | 0)),
    )
  }

  #placeOf(shape: number, variable: number): Place | undefined {
    this.#places ??= this.#readPlaces()
    return this.#places[shape]?.[variable]
  }

  #readPlaces(): readonly (readonly Place[])[] {
    const lengths = new ByteReader(this.#container.read('body.places'))
    let end = 0
    let textEnd = 0
    return this.words.map(({ literals }) =>
      Array.from({ length: literals.length - 1 }, () => {
        const [start, textStart] = [end, textEnd]
        end += lengths.varint()
        textEnd += lengths.varint()
        return { start, end, textStart, textEnd }
      }),
    )
  }

  #allText(): string {
    this.#text ??= decodeText(this.#container.read('body.text'))
    return this.#text
  }

  /** The position of a row among those of its shape. */
  ordinalOf(row: number): number {
    this.#byShape ??= byShape(this.column)
    return this.#byShape.ordinals[row] ?? 0
  }

  bodyOf(row: number): string {
    return this.bodyAt(this.column.codes[row] ?? 0, this.ordinalOf(row))
  }

  /** The body of the `ordinal`-th row of a shape. */
  bodyAt(shape: number, ordinal: number): string {
    const literals = this.words[shape]?.literals ?? []
    let body = literals[0] ?? ''
    for (let variable = 0; variable < literals.length - 1; variable++) {
      body += (this.valuesOf(shape, variable)[ordinal] ?? '') + literals[variable + 1]
    }
    return body
  }

  /** The variables of the `ordinal`-th row of a shape, in order. */
  variablesAt(shape: number, ordinal: number): string[] {
    const width = (this.words[shape]?.literals.length ?? 1) - 1
    return Array.from({ length: width }, (_, variable) => this.valuesOf(shape, variable)[ordinal] ?? '')
  }
}
