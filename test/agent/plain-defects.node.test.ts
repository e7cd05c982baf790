/** Small misreadings that were answered as if they had been understood. */
import { describe, expect, it } from 'vitest'
import { readQuestion } from '../../src/agent/questions/reader/read-question.ts'
import { catalogueOf } from './catalogue.ts'

const NOW = Date.parse('2026-05-04T12:00:00Z')
const context = {
  catalogue: catalogueOf({
    services: ['edge', 'glazeoven', 'shapeshop'],
    operations: ['glaze.oven', 'guest.view', 'POST /tiles', 'GET /tiles'],
    lines: ['oven lit for batch <*>', 'tile refused: crack', 'order taken'],
    keys: [{ key: 'http.status_code', scope: 'attribute', signal: 'spans', records: 500 }],
    lastMs: NOW,
  }),
  values: [],
  askedAtMs: NOW,
  previous: null,
}
const planOf = (question: string) => readQuestion(question, context, {}).reading.plans[0]

describe('what is meant', () => {
  it('is an operation by its whole name, and no service that is spelt nearly alike', () => {
    expect(planOf('median duration of glaze.oven')).toMatchObject({
      conditions: [{ on: 'operation', values: ['glaze.oven'] }],
    })
  })

  it('is yes where people can do it, by the requests that succeeded in the last minutes', () => {
    expect(planOf('can guests see their tiles again?')).toMatchObject({
      measure: { of: 'ratio', share: 'succeeded' },
      isYesNo: true,
      time: { basis: 'now' },
    })
  })

  it('is no length of time where something was taken', () => {
    expect(planOf('orders taken in the last hour')).not.toMatchObject({ measure: { of: 'duration' } })
  })

  it('is a status where a refusal stands beside it', () => {
    const plan = planOf('how many tiles were refused with 409')
    expect(plan?.intent === 'measure' ? plan.conditions : []).toContainEqual({ on: 'status_code', from: 409, to: 409 })
    expect(plan?.intent === 'measure' ? plan.conditions : []).not.toContainEqual(
      expect.objectContaining({ on: 'text' }),
    )
  })

  it('is no route of those who met a failure', () => {
    const plan = planOf('how many 502s did guests see at edge')
    expect(plan?.intent === 'measure' ? plan.conditions : []).toEqual([
      { on: 'service', values: ['edge'] },
      { on: 'status_code', from: 502, to: 502 },
    ])
  })

  it('is one of several that lines call by a letter', () => {
    const plan = planOf('how many lines say batch K')
    expect(plan?.intent === 'measure' ? plan.conditions : []).toContainEqual({
      on: 'text',
      text: 'batch K',
      mode: 'phrase',
    })
  })
})
