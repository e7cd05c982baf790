/**
 * Limits how many values a body may hold, whatever its size. 16 MiB of `{}` are eight million objects and compress to
 * 16 KiB. Parsed values take far more of an isolate's 128 MB than the body itself.
 */
import { MalformedPayload } from './otlp/fields.ts'

/**
 * Most records of one delivery. No sender's own batch limit exceeds 100,000. 200,000 records and their drafts take 56
 * MiB in Node.
 */
export const RECORDS_MAX = 200_000

/**
 * Most objects and arrays in a JSON body. The densest real body (OTLP's attributes, two each) has 900,000 in 16 MiB.
 */
export const CONTAINERS_MAX = 1_000_000
/** Most values of any type; that same body has 1.8 million. A list of eight million numbers has a single bracket. */
export const VALUES_MAX = 2_500_000

/** A shorter text cannot hold too many values. */
const SPARSE_CHARACTERS = CONTAINERS_MAX

/** Throws when JSON has too many values to be parsed. Brackets and commas inside JSON strings do not count. */
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
 * Returns where the JSON string that begins at `start` ends: at its quote, or at a line break, which no JSON string
 * contains. A stray quote in one line therefore hides nothing in the next.
 */
function endOfText(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i += 1) {
    const character = text.charCodeAt(i)
    if (character === BACKSLASH) i += 1
    else if (character === QUOTE || character === LINE_FEED) return i
  }
  return text.length
}

/** Throws `MalformedPayload` for more records than one delivery may have. */
export function requireFew(records: number): void {
  if (records > RECORDS_MAX) throw new MalformedPayload(`the body has more than ${RECORDS_MAX} records`)
}

/** Counts the records of a delivery as they are decoded, with the events and links of spans. Throws above the limit. */
export function recordCount(): (more: number) => void {
  let records = 0
  return (more) => {
    records += more
    requireFew(records)
  }
}

/** Splits a text into lines, blank ones included. Throws when there are more than `linesMax`. */
export function linesOf(text: string, linesMax = RECORDS_MAX): string[] {
  // The limit is passed to `split`: an array of millions of empty lines would have to be built before it could be
  // counted.
  const lines = text.split('\n', linesMax + 1)
  requireFew(lines.length > linesMax ? RECORDS_MAX + 1 : 0)
  return lines
}
