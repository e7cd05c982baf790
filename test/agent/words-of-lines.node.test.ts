/** Verbs with particles, and reasons asked beside a count, are put into the words and keys of the project's lines. */
import { describe, expect, it } from 'vitest'
import type { Catalogue } from '../../src/agent/questions/grounding/catalogue.ts'
import { inOwnVerbs } from '../../src/agent/questions/reader/phrasal-verbs.ts'
import { withOwnReasons } from '../../src/agent/questions/reader/reason-key.ts'
import { withValuesInOne } from '../../src/agent/questions/reader/spaced-values.ts'

const line = (service: string, template: string) => ({
  ...{ id: `${service} ${template}`, service, template, severity: 'INFO', count: 3 },
  tokens: template
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean),
})
const catalogue = (...templates: readonly ReturnType<typeof line>[]): Catalogue =>
  ({
    templates,
    keys: [{ key: 'reason', scope: 'attribute', signal: 'logs', records: 9 }],
    values: [],
    services: [],
  }) as never

describe('a verb with a particle', () => {
  it('is taken as the word that lines say instead', () => {
    const lines = catalogue(line('gate', 'visitor admitted gate=<*>'), line('desk', 'claim entered by <*>'))
    expect(inOwnVerbs('how many people got in at the gate', lines)).toEqual({
      text: 'how many people admitted at the gate',
      note: 'I took "got in" as the lines that say "admitted".',
    })
  })

  it('is meant as it is where lines say it', () => {
    const lines = catalogue(line('gate', 'ticket turned away gate=<*>'), line('pay', 'card refused'))
    expect(inOwnVerbs('how many were turned away', lines).text).toBe('how many were "turned away"')
  })

  it('stays where two words are as near, or none is there', () => {
    const lines = catalogue(line('pay', 'card refused'), line('desk', 'claim rejected'))
    expect(inOwnVerbs('how many were sent away', lines).text).toBe('how many were sent away')
    expect(inOwnVerbs('errors in the last hour', lines).text).toBe('errors in the last hour')
    expect(inOwnVerbs('what came in the last hour', lines).text).toBe('what came in the last hour')
  })
})

describe('reasons beside a count', () => {
  const lines = catalogue(
    line('shop', 'order refused reason=<*> order=<*>'),
    line('payer', '{"msg":"payout <*> held, tax form is missing"}'),
  )
  it.each([
    ['for what reasons were orders refused today and how many of each?', 'orders refused today by reason'],
    ['orders refused and why', 'orders refused by reason'],
    ['orders refused, how many of each reason', 'orders refused by reason'],
    ['reasons for refused orders', 'refused orders by reason'],
    ['payouts held and why', 'payouts held by message'],
  ])('%s', (asked, read) => {
    expect(withOwnReasons(asked, lines)).toBe(read)
  })

  it('are not asked of what broke', () => {
    for (const asked of ['why is it down', 'reasons for the outage', 'what failed and why'])
      expect(withOwnReasons(asked, lines)).toBe(asked)
  })
})

describe('values of several words', () => {
  const values = [
    { key: 'reason', scope: 'attribute', values: ['event moved', 'illness'].map((value) => ({ value, count: 3 })) },
  ]
  it('are one name behind a preposition', () => {
    const catalogueOf = { values } as never
    expect(withValuesInOne('refunds apart from event moved', catalogueOf)).toBe('refunds apart from event-moved')
    expect(withValuesInOne('how many refunds with reason event moved', catalogueOf)).toBe(
      'how many refunds with reason event-moved',
    )
    expect(withValuesInOne('which event moved', catalogueOf)).toBe('which event moved')
  })

  it('are the same with other hyphens', () => {
    const jobs = [{ key: 'job', scope: 'attribute', values: [{ value: 'noshow_fee', count: 3 }] }]
    const catalogueOf = { values: jobs, templates: [] } as never
    expect(withValuesInOne('how many no-show fee jobs ran', catalogueOf)).toBe('how many noshow_fee jobs ran')
    expect(withValuesInOne('how many no-go fee jobs ran', catalogueOf)).toBe('how many no-go fee jobs ran')
  })
})
