/**
 * The shape of a log body: its text with the variables masked. A pure function of the body, so that its 64-bit hash is
 * the same on every shard for ever; what a service means by it (patterns) is decided later, over shapes.
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

export interface ExtractedShape {
  readonly shape: Shape
  /** As many as the template has `<*>`, in order: `assembleBody(template, variables)` is the body. */
  readonly variables: string[]
}

export const PLACEHOLDER = '<*>'

/** Characters of a body that take part in its shape; what follows is one variable, so that no template is unbounded. */
export const SHAPE_CHARS_MAX = 4_096

const scratch = new Spans()

/** Fills `scratch` with the places of the variables of `body`. */
function scanBody(body: string): Spans {
  scratch.clear()
  const length = body.length
  const to = Math.min(length, SHAPE_CHARS_MAX)
  if (body.charCodeAt(0) === 123 && length === to && scanJson(body, scratch)) {
    // The scanner of JSON has filled the spans.
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

/** The shape of one body. */
export function shapeOf(body: string): Shape {
  const spans = scanBody(body)
  hashShape(body, spans)
  return { hash: hashText(shapeHash.high, shapeHash.low), template: templateOf(body, spans) }
}

/** The body a template and its variables came from. */
export function assembleBody(template: string, variables: readonly string[]): string {
  const literals = template.split(PLACEHOLDER)
  let body = literals[0] ?? ''
  for (let index = 1; index < literals.length; index++) body += (variables[index - 1] ?? '') + literals[index]
  return body
}

/** Shapes a table keeps before it starts anew: the working set of dozens of services. */
const TABLE_SHAPES_MAX = 50_000

interface TableEntry {
  readonly high: number
  readonly low: number
  readonly shape: Shape
}

/**
 * Remembers the shapes met, so that a line of a known shape costs its scan and one look-up: no text is built but the
 * variables asked for. Equal shapes are one object.
 */
export class ShapeTable {
  #entries = new Map<number, TableEntry>()

  shapeOf(body: string): Shape {
    return this.#find(body, scanBody(body))
  }

  extract(body: string): ExtractedShape {
    const spans = scanBody(body)
    return { shape: this.#find(body, spans), variables: variablesOf(body, spans) }
  }

  get size(): number {
    return this.#entries.size
  }

  #find(body: string, spans: Spans): Shape {
    hashShape(body, spans)
    const { high, low } = shapeHash
    // 52 of the 64 bits make an exact number; the entry holds the rest.
    const key = (high & 0xfffff) * 0x100000000 + low
    const entry = this.#entries.get(key)
    if (entry !== undefined && entry.high === high && entry.low === low) return entry.shape
    const shape = { hash: hashText(high, low), template: templateOf(body, spans) }
    if (this.#entries.size >= TABLE_SHAPES_MAX) this.#entries.clear()
    this.#entries.set(key, { high, low, shape })
    return shape
  }
}
