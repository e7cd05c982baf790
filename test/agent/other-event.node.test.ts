/** A sum of what one event states is none of what another event tells. */
import { describe, expect, it } from 'vitest'
import { isOfOtherEvent } from '../../src/agent/questions/reader/other-event.ts'

const template = (id: string, tokens: string[]) => ({
  ...{ id, template: tokens.join(' '), service: 'rent-svc', severity: 'INFO', count: 9, tokens },
})
const catalogue = {
  templates: [template('1', ['rent', 'billed', 'eur']), template('2', ['rent', 'paid'])],
} as never
const plan = {
  ...{ intent: 'measure', measure: { of: 'number', key: 'EUR', signal: 'logs', statistic: 'sum' } },
  conditions: [{ on: 'templates', ids: ['1'], words: 'rents' }],
} as never

describe('an amount of another event', () => {
  it('is told by what was done', () => {
    expect(isOfOtherEvent('add up the rents paid', plan, catalogue)).toBe(true)
    expect(isOfOtherEvent('add up the rents billed', plan, catalogue)).toBe(false)
  })
})
