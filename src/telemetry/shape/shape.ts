/**
 * The shape of a log body: its text with the variables masked. It depends on the body alone, so a body has the same
 * 64-bit hash on every shard and for ever. Shapes are grouped into patterns later (pattern/map.ts).
 *
 * Persisted: the rules of this folder decide the hash of every body, and stored segments and statistics hold hashes. A
 * changed rule gives the same lines new hashes, so old and new records of one statement have different patterns.
 */
import { hashShape, hashText, shapeHash } from './hash.ts'
import { scanJson } from './json.ts'
import { scanMultiline } from './multiline.ts'
import { Spans } from './spans.ts'
import { scanText } from './text.ts'

export interface Shape {
  /** 64-bit hash of the template, 16 lower-case hex digits. */
  readonly hash: string
  /** The body with every variable replaced by `<*>`. */
  readonly template: string
}

/** The shape of a body with its variables. */
export interface ExtractedShape {
  readonly shape: Shape
  /** One text per `<*>` of the template, in order: `assembleBody(template, variables)` returns the body. */
  readonly variables: string[]
}

/** Stands for a variable in a template. Persisted in templates: never change it. */
export const PLACEHOLDER = '<*>'

/**
 * Only this many UTF-16 code units of a body contribute to its shape. Everything after them is one variable, which
 * bounds templates.
 */
export const SHAPE_CHARS_MAX = 4_096

const scratch = new Spans()

/** Returns the places of the variables of `body`, valid until the next call. */
function scanBody(body: string): Spans {
  scratch.clear()
  const length = body.length
  const to = Math.min(length, SHAPE_CHARS_MAX)
  if (body.charCodeAt(0) === 123 && length === to && scanJson(body, scratch)) {
    // The JSON scanner has filled the spans.
  } else {
    scratch.clear()
    const newline = body.indexOf('\n')
    if (newline >= 0 && newline < to) scanMultiline(body, newline, to, scratch)
    else scanText(body, 0, to, scratch)
  }
  if (length > to) scratch.add(to, length)
  return scratch
}

function templateOf(body: string, spans: Spans): string {
  if (spans.count === 0) return body
  let template = ''
  let from = 0
  for (let index = 0; index < spans.count; index++) {
    template += body.slice(from, spans.start(index)) + PLACEHOLDER
    from = spans.end(index)
  }
  return template + body.slice(from)
}

function variablesOf(body: string, spans: Spans): string[] {
  const variables: string[] = []
  for (let index = 0; index < spans.count; index++) variables.push(body.slice(spans.start(index), spans.end(index)))
  return variables
}

/** Returns the shape of one body. */
export function shapeOf(body: string): Shape {
  const spans = scanBody(body)
  hashShape(body, spans)
  return { hash: hashText(shapeHash.high, shapeHash.low), template: templateOf(body, spans) }
}

/** Returns the body that a template and its variables came from. A missing variable counts as ''. */
export function assembleBody(template: string, variables: readonly string[]): string {
  const literals = template.split(PLACEHOLDER)
  let body = literals[0] ?? ''
  for (let index = 1; index < literals.length; index++) body += (variables[index - 1] ?? '') + literals[index]
  return body
}

/** Most shapes in a table, enough for dozens of services. A full table is cleared. */
const TABLE_SHAPES_MAX = 50_000

interface TableEntry {
  readonly high: number
  readonly low: number
  readonly shape: Shape
}

/**
 * Remembers shapes, so that a body of a known shape costs its scan and one look-up, and no template is built. Bodies of
 * one shape get the same object.
 */
export class ShapeTable {
  #entries = new Map<number, TableEntry>()

  /** Returns the shape of a body. */
  shapeOf(body: string): Shape {
    return this.#find(body, scanBody(body))
  }

  /** Returns the shape of a body and the texts of its variables. */
  extract(body: string): ExtractedShape {
    const spans = scanBody(body)
    return { shape: this.#find(body, spans), variables: variablesOf(body, spans) }
  }

  /** The number of shapes in the table. */
  get size(): number {
    return this.#entries.size
  }

  #find(body: string, spans: Spans): Shape {
    hashShape(body, spans)
    const { high, low } = shapeHash
    // The key has 52 of the 64 bits, which a number holds exactly. The entry holds all of them, to be compared.
    const key = (high & 0xfffff) * 0x100000000 + low
    const entry = this.#entries.get(key)
    if (entry !== undefined && entry.high === high && entry.low === low) return entry.shape
    const shape = { hash: hashText(high, low), template: templateOf(body, spans) }
    if (this.#entries.size >= TABLE_SHAPES_MAX) this.#entries.clear()
    this.#entries.set(key, { high, low, shape })
    return shape
  }
}
