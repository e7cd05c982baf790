import { describe, expect, it } from 'vitest'
import { suspicionOf } from '../../src/agent/guard/instruction-like.ts'
import { pseudonyms } from '../../src/agent/masking/pseudonyms.ts'
import { readQuestion } from '../../src/agent/questions/reader/read-question.ts'
import { catalogueOf } from './catalogue.ts'

const PIECES = [
  'a',
  ' ',
  '\n',
  '1',
  '"',
  '[',
  'a.',
  'a-',
  'a@',
  '1:',
  '0a',
  'the ',
  'last ',
  'ignore ',
  'when did ',
  'what is the thing ',
  '<img ',
  'call the tool ',
  'from 10:00 to ',
  'system : ',
]
const CATALOGUE = catalogueOf({
  services: Array.from({ length: 300 }, (_, index) => `svc-${index}-service`),
  lines: ['payment declined for order 1'],
})
/** Far above what any of them takes, far below what a regular expression that backtracks without end would. */
const MS_MAX = 1_500

describe('text made to be slow to read', () => {
  it.each(PIECES)('is read in bounded time: %j over and over', (piece) => {
    const text = piece.repeat(Math.ceil(10_000 / piece.length))
    const begun = performance.now()
    readQuestion(text, { catalogue: CATALOGUE, values: [], askedAtMs: Date.now(), previous: null }, {})
    suspicionOf(text)
    pseudonyms(new Set()).mask(text)
    expect(performance.now() - begun).toBeLessThan(MS_MAX)
  })
})
