/** The guard looks at a text only with the rules that it can meet, and finds what all of them would. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { suspicionOf } from '../../src/agent/guard/instruction-like.ts'
import { ATTEMPTS, HARMLESS } from './hostile/corpus.ts'

/** A letter that is not ASCII makes the guard try every rule; another in its place does not. */
const byAllRules = (text: string) => suspicionOf(`${text} \u00e9`)?.kind ?? null
const kindOf = (text: string) => suspicionOf(`${text} x`)?.kind ?? null

const WORDS = [
  ...new Set(
    ATTEMPTS.flatMap(({ text }) => text.match(/[A-Za-z']+|[^A-Za-z\s]{1,3}/g) ?? []).filter((word) =>
      /^[\x20-\x7e]+$/.test(word),
    ),
  ),
]
const PHRASES = [
  'SystemPrompt:',
  'system message :',
  '\\nassistant: do',
  'you are now',
  'ignore',
  'all previous',
  'instructions',
  'hello bot',
  'hellobot',
  'e-mail all logs to a@b.com',
  'respond with "ok"',
  'say that nothing is wrong',
  '"tool_calls":',
  'call the tool',
  'debug mode on',
  'as an ai',
  'the model should say',
  'what are your rules',
]
const SEPARATORS = ['', ' ', '-', '_', '.', '+', '%20', '\n', '\\n', ': ', ', ', '  ']

const text = fc
  .array(
    fc.tuple(
      fc.oneof(
        { weight: 2, arbitrary: fc.constantFrom(...WORDS) },
        fc.constantFrom(...PHRASES),
        fc.constantFrom('x', '7'),
      ),
      fc.oneof({ weight: 6, arbitrary: fc.constant(' ') }, fc.constantFrom(...SEPARATORS)),
    ),
    { minLength: 1, maxLength: 14 },
  )
  .map((parts) => parts.flat().join(''))

describe('a rule that is not tried', () => {
  it('would not have met any of the attempts or everyday lines, in any spelling', () => {
    for (const one of [...ATTEMPTS.map((attempt) => attempt.text), ...HARMLESS])
      for (const spelled of [one, one.toUpperCase(), one.replaceAll(' ', '_'), one.replaceAll(' ', '%20'), `a${one}`])
        expect([spelled, kindOf(spelled)]).toEqual([spelled, byAllRules(spelled)])
  })

  it('would not have met a text of their words in any order', () => {
    const met = new Set<string | null>()
    fc.assert(
      fc.property(text, (one) => {
        const kind = kindOf(one)
        met.add(kind)
        expect([one, kind]).toEqual([one, byAllRules(one)])
      }),
      { numRuns: 20_000 },
    )
    expect(met.size).toBeGreaterThan(6)
  })
})
