import { describe, expect, it } from 'vitest'
import { suspicionOf } from '../../src/agent/guard/instruction-like.ts'
import { pseudonyms } from '../../src/agent/masking/pseudonyms.ts'
import { readQuestion } from '../../src/agent/questions/reader/read-question.ts'
import { ownCpuMs } from '../setup/cpu-time.ts'
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
/** Twice the text takes about twice the time; a reader that backtracks takes four times as long, and far more. */
const GROWTH_MAX = 3
const LOOKS = 5

function read(text: string): number {
  const begun = ownCpuMs()
  readQuestion(text, { catalogue: CATALOGUE, values: [], askedAtMs: 1_700_000_000_000, previous: null }, {})
  suspicionOf(text)
  pseudonyms(new Set()).mask(text)
  return ownCpuMs() - begun
}

/** The best of several looks, which a busy machine disturbs least. */
const timeOf = (text: string): number => Math.min(...Array.from({ length: LOOKS }, () => read(text)))

describe('text made to be slow to read', () => {
  it.each(PIECES)('is read in linear time: %j over and over', (piece) => {
    const short = piece.repeat(Math.ceil(20_000 / piece.length))
    const long = short.repeat(4)
    // A few milliseconds are noise, whatever their ratio.
    expect(timeOf(long)).toBeLessThan(Math.max(4 * GROWTH_MAX * timeOf(short), 50))
  })
})
