import { expect, it } from 'vitest'
import { inTenSeconds } from '../../src/agent/answers/ten-seconds.ts'

const fact = (name: string): string => `- ${name}: ${'word '.repeat(30).trim()} [call_2]`
const wordsOf = (text: string): number =>
  text
    .replace(/\[[\w-]+\]/g, ' ')
    .trim()
    .split(/\s+/).length

it('leaves a short answer as it is', () => {
  const text = 'It is **web**. [call_2]\n\n- one\n- two\n\nNext: look at web.'
  expect(inTenSeconds(text)).toBe(text)
})

it('drops the last facts of a long answer, and keeps its first sentence, one fact and the next step', () => {
  const text = ['It is **web**. [call_2]', [fact('a'), fact('b'), fact('c'), fact('d')].join('\n'), 'Next: look.'].join(
    '\n\n',
  )
  const shown = inTenSeconds(text)
  expect(wordsOf(shown)).toBeLessThanOrEqual(120)
  expect(shown).toContain('- a:')
  expect(shown).not.toContain('- d:')
  expect(shown.startsWith('It is **web**.')).toBe(true)
  expect(shown.endsWith('Next: look.')).toBe(true)
})

it('loses whole paragraphs where only single facts are left, and never its first sentence or next step', () => {
  const text = `It is **web**.\n\n${fact('a')}${' more'.repeat(120)}\n\nNext: look.`
  expect(inTenSeconds(text)).toBe('It is **web**.\n\nNext: look.')
})
