/** The tokens of attribute values, as the token index counts them. Each distinct value is tokenised once. */
import type { Attributes } from '../model.ts'
import type { CollectedAttributes } from './attribute-collector.ts'
import { attributeText } from './attributes.ts'
import { hashTokens } from './tokenizer.ts'

export interface TokenColumn {
  /** 1 + position in `hashes`; 0 is a record without the key. */
  readonly codes: Uint16Array
  /** Number of records of each value. */
  readonly counts: readonly number[]
  /** Distinct token hashes of each value. */
  readonly hashes: readonly (readonly number[])[]
}

/** Returns the tokens of attribute values by row, for the token index. */
export function tokenColumns({ columns, overflow, rows }: CollectedAttributes): TokenColumn[] {
  const ofColumns = columns.map(({ codes, counts, values }) => ({
    codes,
    counts,
    hashes: values.map((value) => distinctHashes([attributeText(value)])),
  }))
  return overflow.size === 0 ? ofColumns : [...ofColumns, overflowTokens(overflow, rows)]
}

/** The attributes without a column: together they count as one value per row. */
function overflowTokens(overflow: ReadonlyMap<number, Attributes>, rows: number): TokenColumn {
  const codes = new Uint16Array(rows)
  const hashes: (readonly number[])[] = []
  for (const [row, map] of overflow) codes[row] = hashes.push(distinctHashes(Object.values(map).map(attributeText)))
  return { codes, counts: hashes.map(() => 1), hashes }
}

function distinctHashes(texts: readonly string[]): readonly number[] {
  const hashes: number[] = []
  for (const text of texts) hashTokens(text, hashes)
  return hashes.length < 2 ? hashes : [...new Set(hashes)]
}

/** Returns whether the attribute of a column contains the token in a row. */
export function hasToken({ codes, hashes }: TokenColumn, row: number, hash: number): boolean {
  const ofValue = hashes[(codes[row] ?? 0) - 1]
  if (ofValue === undefined) return false
  for (let at = 0; at < ofValue.length; at++) if (ofValue[at] === hash) return true
  return false
}
