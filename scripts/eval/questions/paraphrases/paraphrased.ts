/**
 * Questions of fresh rounds in other words: the truth is that of the question, only the wording is another person's.
 * Each set is JSON lines of `{"key": "12 telecom r12-14", "ask": …}`, the key being round, system and question.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { System } from '../catalog/systems.ts'
import { ROUNDS } from '../fresh/rounds.ts'

export const PARAPHRASE_SETS = ['a1', 'a2', 'b1', 'b2', 'c1', 'c2', 'd1', 'd2', 'e1', 'e2', 'f1'] as const

/**
 * The systems of one set, each with the questions that the set words anew.
 *
 * @throws Error when there is no such set, or when it names a question that no round has.
 */
export function paraphrased(set: string): readonly System[] {
  if (!PARAPHRASE_SETS.some((name) => name === set))
    throw new Error(`--paraphrased is any of ${PARAPHRASE_SETS.join(', ')}`)
  const wordings = readWordings(set)
  const systems = Object.entries(ROUNDS).flatMap(([round, list]) =>
    list.flatMap((system): System[] => {
      const entries = system.entries.flatMap((entry) => {
        const wording = wordings.get(`${round} ${system.name} ${entry.key}`)
        return wording === undefined ? [] : [{ ...entry, dev: wording }]
      })
      return entries.length === 0 ? [] : [{ ...system, name: `${set} ${round} ${system.name}`, entries }]
    }),
  )
  const found = systems.reduce((sum, { entries }) => sum + entries.length, 0)
  if (found !== wordings.size) throw new Error(`${wordings.size - found} wordings of ${set} belong to no question`)
  return systems
}

function readWordings(set: string): ReadonlyMap<string, string> {
  const lines = readFileSync(join(import.meta.dirname, `${set}.jsonl`), 'utf8').split('\n')
  return new Map(
    lines
      .filter((line) => line !== '')
      .map((line) => {
        const { key, ask } = JSON.parse(line) as { key: string; ask: string }
        return [key, ask] as const
      }),
  )
}
