/** The model in the repository tells wordings of people that no fit has read. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { classifyIntent } from '../../../src/agent/questions/intents/classify.ts'
import { SERVICE_WORD } from '../../../src/agent/questions/intents/features.ts'

const FOLDER = 'scripts/eval/questions/intents'
const SURE = 0.3

function heldOf(writer: string): { readonly intent: string; readonly text: string }[] {
  const lines = readFileSync(`${FOLDER}/writer-${writer}.jsonl`, 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line) as { intent: string; text: string })
}

describe('intents of any incident', () => {
  it.each(['b', 'd'])('of writer %s are told for three of five, seven of eight rightly', (writer) => {
    const told = heldOf(writer).map(({ intent, text }) => {
      const found = classifyIntent(text.replace(/\{[SVO]\}/g, SERVICE_WORD), [])
      return found === null || found.probability < SURE ? null : found.intent === intent
    })
    const said = told.filter((one) => one !== null)
    const right = said.filter((one) => one)
    expect(right.length / told.length).toBeGreaterThan(0.6)
    expect(right.length / said.length).toBeGreaterThan(0.87)
  })

  it('are hardly told of questions about other things', () => {
    const others = readFileSync(`${FOLDER}/other.txt`, 'utf8').trim().split('\n')
    const told = others.filter((text) => (classifyIntent(text, [])?.probability ?? 0) >= SURE)
    expect(told.length / others.length).toBeLessThan(0.04)
  })
})
