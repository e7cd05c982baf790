/** What lines mean where their patterns, their format or the grammar of a question hide it. */
import { describe, expect, it } from 'vitest'
import { spokenText } from '../../src/agent/message-text.ts'
import type { Catalogue, KnownTemplate } from '../../src/agent/questions/grounding/catalogue.ts'
import { templateTokens } from '../../src/agent/questions/grounding/template-tokens.ts'
import { plainMeasure } from '../../src/agent/questions/plan/plain-measure.ts'
import type { Plan } from '../../src/agent/questions/plan/plan.ts'
import { withClauseTimes } from '../../src/agent/questions/reader/clause-time.ts'
import { inParticiples } from '../../src/agent/questions/reader/irregular-verbs.ts'
import { withOddValues } from '../../src/agent/questions/reader/odd-values.ts'
import { isOrderOfTrade } from '../../src/agent/questions/reader/orders.ts'
import { slotsOf } from '../../src/agent/questions/reader/slots.ts'
import { stillMoving } from '../../src/agent/questions/reader/still-moving.ts'
import { bakeryWorld } from './bakery-world.ts'
import { threadsOver } from './threads-over.ts'
import { END_MS } from './trade-world.ts'

const TIME = { from: '2026-11-20T14:00:00.000Z', to: '2026-11-20T15:00:00.000Z', basis: 'asked' } as const

function template(id: string, text: string, service = 'designer'): KnownTemplate {
  return { id, template: text, service, severity: 'info', count: 1, tokens: templateTokens(text) }
}

describe('a word that only some patterns say themselves', () => {
  const templates = [
    template('a', 'design <*> finished: bridge in titanium'),
    template('b', 'design <*> finished: <*> in zirconia'),
    template('c', 'design <*> dropped: <*> in zirconia'),
    template('d', 'design <*> finished: <*> in zirconia', 'archive'),
  ]
  // Only its patterns are looked at.
  const catalogue = { templates } as unknown as Catalogue
  const told = (ids: string[]): Plan =>
    plainMeasure({
      measure: { of: 'records' },
      conditions: [{ on: 'templates', words: 'finished designs', ids, phrases: [] }],
      time: TIME,
    })

  it('is searched for in the wider patterns of the same event as well', () => {
    const wider = withOddValues(told(['a']), 'only bridges', catalogue)
    expect(wider?.conditions).toEqual([
      { on: 'templates', words: 'finished designs', ids: ['b', 'a'], phrases: [] },
      { on: 'text', text: 'bridge', mode: 'all' },
    ])
  })

  it('changes nothing where all patterns are meant, or none says it', () => {
    expect(withOddValues(told(['a', 'b']), 'only bridges', catalogue)).toBeNull()
    expect(withOddValues(told(['a']), 'only crowns', catalogue)).toBeNull()
  })
})

describe('a line of Monolog', () => {
  const line = '[2026-11-27T14:41:29.280000+00:00] cases.WARNING: Withdrawal refused: already in milling [] []'

  it('is shown without its channel, and its channel is no word of it', () => {
    expect(spokenText(line)).toMatch(/^Withdrawal refused/)
    expect(templateTokens(line)).not.toContain('cases')
    expect(templateTokens(line)).toContain('withdrawal')
  })

  it('other brackets stay', () => {
    expect(templateTokens('[worker] cases.closed by clerk')).toContain('cases')
  })
})

describe('a moment beside what happened', () => {
  it.each([
    ['p90 of uploads before it broke at 15:08', 'p90 of uploads before 15:08'],
    ['messages since the worker recovered at 15:27', 'messages since 15:27'],
    ['errors until store-api came back up at 9:15', 'errors until 9:15'],
    ['errors before it broke', 'errors before it broke'],
  ])('%j', (asked, meant) => {
    expect(withClauseTimes(asked)).toBe(meant)
  })
})

describe('an irregular verb', () => {
  const services = [{ name: 'price-book' }] as unknown as Catalogue['services']
  const templates = [template('a', 'quote given to <*>', 'price-book')]

  it.each([
    ['how many quotes did price-book give in the last hour', 'how many quotes given by price-book in the last hour'],
    ['how many quotes did it give', 'how many quotes were given'],
    ['how many boxes did it take', 'how many boxes did it take'],
    ['how many mb of scans did price-book store', 'total mb of scans stored by price-book'],
  ])('%j', (asked, meant) => {
    expect(inParticiples(asked, { templates, services })).toBe(meant)
  })
})

describe('still', () => {
  const course = plainMeasure({
    measure: { of: 'metric', metric: 'queue.depth', statistic: 'mean' },
    conditions: [],
    time: TIME,
    isTrendAsked: true,
    isYesNo: true,
  })

  it('asks whether a course goes on', () => {
    expect(stillMoving('is the queue still growing', course)).toMatchObject({ isStillAsked: true })
    expect(stillMoving('is the queue growing', course)).toBe(course)
  })
})

describe('an order', () => {
  it('may be about everything', () => {
    expect(isOrderOfTrade('release everything from quarantine please')).toBe(true)
    expect(isOrderOfTrade('list everything from quarantine please')).toBe(false)
  })
})

describe('a question', () => {
  const last = threadsOver(bakeryWorld, END_MS)

  it('that ends before it says what to compare with is asked back', async () => {
    expect(await last('was it worse than')).toMatch(/^The question ends before it says what to compare with/)
  })

  it('may ask for several numbers of one service, codes among them', async () => {
    expect(await last('requests, 5xx count and p50 of bay-desk')).toMatch(/requests of `bay-desk`.*status 5xx.*Median/s)
  })
})

describe('an amount', () => {
  it('stands before no noun that has an id of its own', () => {
    expect(slotsOf('jobs <*> <*> design DJ-<*> sent').map(({ name }) => name)).not.toContain('design')
    expect(slotsOf('sent <*> designs').map(({ name }) => name)).toContain('designs')
  })
})
