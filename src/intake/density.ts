/**
 * How much a body may hold whatever its size. 16 MiB of `{}` are eight million objects, and inflate from 16 KiB: what is
 * made of a body takes far more of an isolate's 128 MB than the body itself, so density is bounded as size is.
 */
import { MalformedPayload } from './otlp/fields.ts'

/**
 * Records of a delivery. No sender's own batch limit is above 100,000; 200,000 of them and their drafts hold 56 MiB in
 * Node.
 */
export const RECORDS_MAX = 200_000

/** Objects and arrays of a JSON body: the densest real body (OTLP's attributes, two each) has 900,000 in 16 MiB. */
export const CONTAINERS_MAX = 1_000_000
/** All values: the same body has 1.8 million. A list of eight million numbers needs no bracket but its own. */
export const VALUES_MAX = 2_500_000

/** Shorter texts cannot hold too many. */
const SPARSE_CHARACTERS = CONTAINERS_MAX

/** Throws where JSON has too many values to be parsed. Signs inside of its texts are no values. */
export function requireSparse(text: string): void {
  if (text.length <= SPARSE_CHARACTERS) return
  let containers = 0
  let commas = 0
  for (let i = 0; i < text.length; i += 1) {
    const character = text.charCodeAt(i)
    if (character === QUOTE) i = endOfText(text, i)
    else if (character === 123 || character === 91) containers += 1
    else if (character === 44) commas += 1
  }
  if (containers > CONTAINERS_MAX)
    throw new MalformedPayload(`the body has more than ${CONTAINERS_MAX} objects and arrays`)
  if (containers + commas > VALUES_MAX) throw new MalformedPayload(`the body has more than ${VALUES_MAX} values`)
}

const QUOTE = 34
const BACKSLASH = 92
const LINE_FEED = 10

/**
 * Where the JSON text that begins at `start` ends: at its quote, or at a line break, which no JSON text holds; so a stray
 * quote in one line hides nothing of the next.
 */
function endOfText(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i += 1) {
    const character = text.charCodeAt(i)
    if (character === BACKSLASH) i += 1
    else if (character === QUOTE || character === LINE_FEED) return i
  }
  return text.length
}

export function requireFew(records: number): void {
  if (records > RECORDS_MAX) throw new MalformedPayload(`the body has more than ${RECORDS_MAX} records`)
}

/** Counts the records of a delivery as they are made, with the events and links of spans; throws at one too many. */
export function recordCount(): (more: number) => void {
  let records = 0
  return (more) => {
    records += more
    requireFew(records)
  }
}

/** The lines of a text, blank ones too; throws where there are more than `linesMax`. */
export function linesOf(text: string, linesMax = RECORDS_MAX): string[] {
  // The limit ends the split itself: an array of millions of empty lines would be made before it could be counted.
  const lines = text.split('\n', linesMax + 1)
  requireFew(lines.length > linesMax ? RECORDS_MAX + 1 : 0)
  return lines
}
