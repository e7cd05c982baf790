/** Follow-ups that ask whether the change that was told last is to blame. */
import { describe, expect, it } from 'vitest'
import type { Plan } from '../../src/agent/questions/plan/plan.ts'
import { blameOfLast } from '../../src/agent/questions/reader/blame-asked.ts'

const TIME = { from: '2026-11-20T10:00:00.000Z', to: '2026-11-20T11:00:00.000Z', basis: 'asked' } as const
const RELEASES: Plan = { intent: 'deployments', conditions: [], time: TIME }
const VERSIONS: Plan = { intent: 'versions', conditions: [{ on: 'service', values: ['web'] }], time: TIME }
const CAUSE: Plan = { intent: 'cause', aspect: 'what', conditions: [], time: TIME }

describe('whether a change is to blame', () => {
  it.each([
    'is that the cause?',
    'was that the reason for it?',
    'could that be it?',
    'and is it to blame?',
    'is that what broke it?',
    'does it have anything to do with it?',
    'are those related?',
    'anything to do with this?',
  ])('is asked after releases by %j', (asked) => {
    expect(blameOfLast(asked, { plan: RELEASES })).toBe('did it cause the errors?')
  })

  it('is asked for the trouble that is named', () => {
    expect(blameOfLast('did it have anything to do with the lost tickets?', { plan: RELEASES })).toBe(
      'did it cause the lost tickets?',
    )
    expect(blameOfLast('is that the reason for the slow searches?', { plan: RELEASES })).toBe(
      'did it cause the slow searches?',
    )
  })

  it('is asked of the release that brought a version', () => {
    expect(blameOfLast('is that the cause?', { plan: VERSIONS })).toBe('did the web release cause the errors?')
  })

  it.each(['is it slow?', 'which one was it?', 'is that all?', 'what did it change?'])(
    'is not asked by %j',
    (asked) => {
      expect(blameOfLast(asked, { plan: RELEASES })).toBeNull()
    },
  )

  it('is not asked where no change was told', () => {
    expect(blameOfLast('is that the cause?', { plan: CAUSE })).toBeNull()
  })
})
