/** Puts a question into the words of the project before it is read: speech, resources, verbs, refusals, query syntax. */
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { inOwnRefusal } from '../questions/reader/own-refusals.ts'
import { inOwnVerbs } from '../questions/reader/phrasal-verbs.ts'
import { inPlainSyntax } from '../questions/reader/query-syntax.ts'
import { withOwnReasons } from '../questions/reader/reason-key.ts'
import { withResources } from '../questions/reader/resource-asked.ts'
import { saidTwice } from '../questions/reader/said-once.ts'
import { asOneWrites } from '../questions/reader/spoken.ts'

export interface PlainWords {
  readonly text: string
  /** Parts of a query that have no words here. */
  readonly refused: readonly string[]
  /** What the answer says of words that were taken for those of lines. */
  readonly taken: readonly string[]
}

/** The question as it is read. */
export function inPlainWords(asked: string, catalogue: Catalogue, askedAtMs: number): PlainWords {
  const plain = asOneWrites(saidTwice(asked, catalogue, askedAtMs), catalogue, askedAtMs)
  const reasons = withOwnReasons(withResources(plain, catalogue), catalogue)
  const verb = inOwnVerbs(reasons, catalogue)
  const refusal = inOwnRefusal(verb.text, catalogue)
  const { text, refused } = inPlainSyntax(refusal.text, catalogue)
  return { text, refused, taken: [verb.note, refusal.note].filter((note) => note !== undefined) }
}
