/** What is expected of single lines: when they were written, and what they say. */
import type { Expectation } from '../expectation.ts'
import type { LogRow, World } from '../records.ts'
import { logsOf } from '../truth.ts'
import * as t from './truths.ts'

/** The first or the last line with a text; there has to be one. */
export function rowOf(world: World, pattern: RegExp, isLast = false): LogRow {
  const all = logsOf(world, t.says(pattern))
  const found = isLast ? all.at(-1) : all[0]
  if (found === undefined) throw new Error(`${world.name} has no line ${pattern}`)
  return found
}

export const at = (ms: number, toleranceS = 20): Expectation => ({
  time: { at: new Date(ms).toISOString(), toleranceS },
})

/** When the first or the last line with a text was written. */
export const lineAt =
  (pattern: RegExp, isLast = false, toleranceS = 20): t.Expect =>
  ({ world }) =>
    at(rowOf(world, pattern, isLast).timeMs, toleranceS)

/** A line that names something, and what its first group took from it. */
export const fromLine =
  (name: string, pattern: (id: string) => RegExp): t.Expect =>
  ({ world }) => {
    const wanted = pattern(world.names[name] ?? '')
    return { says: [[`\\b${wanted.exec(rowOf(world, wanted).message)?.[1] ?? ''}\\b`]] }
  }
