import { describe, expect, it } from 'vitest'
import { allConstants, constantsOf } from '../../scripts/docs/investigator-constants.ts'

const SOURCE = `/** Requests are judged by the minute. */
const STEP_MS = 60_000
const STEPS_MAX = 90

/** What a sign says. */
export const WEIGHTS = {
  /** Its own word. */
  errors: 1.2,
} as const

const BARE = 3

const NAME = /[a-z]{3}/
const WORDS = new Set(['4xx'])
`

describe('numbers of the investigator', () => {
  it('are read with the sentence that says why, one right below another with the same', () => {
    expect(constantsOf('a.ts', SOURCE)).toEqual([
      { file: 'a.ts', name: 'STEP_MS', value: '60_000', reason: 'Requests are judged by the minute.' },
      { file: 'a.ts', name: 'STEPS_MAX', value: '90', reason: 'Requests are judged by the minute.' },
      { file: 'a.ts', name: 'WEIGHTS', value: '{ errors: 1.2, }', reason: 'What a sign says.' },
      { file: 'a.ts', name: 'BARE', value: '3', reason: null },
    ])
  })

  it('all have such a sentence', () => {
    const constants = allConstants()
    expect(constants.length).toBeGreaterThan(150)
    expect(constants.filter(({ reason }) => reason === null)).toEqual([])
  })
})
