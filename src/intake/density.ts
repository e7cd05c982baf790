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
const CONTAINERS_MAX = 1_000_000

/** Shorter texts cannot hold too many. */
const SPARSE_CHARACTERS = CONTAINERS_MAX

/** Throws where JSON has too many objects and arrays to be parsed; brackets inside texts count too: the safe side. */
export function requireSparse(text: string): void {
  if (text.length <= SPARSE_CHARACTERS) return
  let count = 0
  for (let i = 0; i < text.length; i += 1) {
    const character = text.charCodeAt(i)
    if (character === 123 || character === 91) count += 1
  }
  if (count > CONTAINERS_MAX) throw new MalformedPayload(`the body has more than ${CONTAINERS_MAX} objects and arrays`)
}

export function requireFew(records: number): void {
  if (records > RECORDS_MAX) throw new MalformedPayload(`the body has more than ${RECORDS_MAX} records`)
}

/** The lines of a text, blank ones too; throws where there are more than `linesMax`. */
export function linesOf(text: string, linesMax = RECORDS_MAX): string[] {
  // The limit ends the split itself: an array of millions of empty lines would be made before it could be counted.
  const lines = text.split('\n', linesMax + 1)
  requireFew(lines.length > linesMax ? RECORDS_MAX + 1 : 0)
  return lines
}
