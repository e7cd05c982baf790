/** Bodies as senders post them: consecutive batches of a day of a million records, each sent once. */
import { corpusSlice } from './corpus.ts'
import { otlpBody } from './otlp.ts'

/** Decides how far apart records are, so that minutes pass as they would. */
const CORPUS = 1_000_000

/** `count` bodies of `perBatch` records. `order` names the place in the day of the n-th. */
export function batches(count: number, perBatch: number, order = (n: number) => n): readonly Buffer[] {
  return Array.from({ length: count }, (_, n) => {
    const from = order(n) * perBatch
    return Buffer.from(otlpBody(corpusSlice(from, from + perBatch, { records: CORPUS })))
  })
}

/** Batches in no order over the whole day: 617 has no divisor in common with the thousand batches of the day. */
export const spreadOverDay = (n: number): number => (n * 617) % 1_000
