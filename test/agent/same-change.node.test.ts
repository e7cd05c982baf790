/** One rollout is told of by a pipeline, by lines and by the version that a service states: it is one change. */
import { describe, expect, it } from 'vitest'
import { isSameChange } from '../../src/agent/same-change.ts'
import type { ChangeInput } from '../../src/contracts/oncall-protocol.ts'

const AT = Date.UTC(2026, 10, 20, 9)
const minutes = (count: number) => AT + count * 60_000

function told(parts: Partial<ChangeInput> = {}): ChangeInput {
  return {
    kind: 'deployment',
    services: ['checkout'],
    environment: 'production',
    version: '2.4.1',
    author: 'mira',
    url: 'https://ci.example.test/1',
    title: 'checkout 2.4.1 to production',
    startedAt: AT,
    endedAt: null,
    status: null,
    source: 'github',
    dedupKey: '1',
    attributes: {},
    ...parts,
  }
}
const seen = (parts: Partial<ChangeInput> = {}) =>
  told({ source: 'telemetry', author: null, url: null, startedAt: minutes(4), title: 'Rolling out checkout', ...parts })

describe('a change that was told and one that was seen are one', () => {
  it.each([
    ['with the same version', seen()],
    ['with a version written otherwise', seen({ version: 'v2.4.1' })],
    ['where the line names no version', seen({ version: null })],
    ['where the line names no environment', seen({ environment: null })],
    ['where one says release and the other deployment', seen({ kind: 'release' })],
    ['where the line comes minutes before', seen({ startedAt: minutes(-8) })],
  ])('%s', (_, other) => {
    expect(isSameChange(told(), other)).toBe(true)
    expect(isSameChange(other, told())).toBe(true)
  })

  it('until its end, however long it took', () => {
    expect(isSameChange(told({ endedAt: minutes(50) }), seen({ startedAt: minutes(55) }))).toBe(true)
  })

  it('by the name of a flag', () => {
    const flag = { kind: 'feature_flag', version: null } as const
    const line = seen({ ...flag, title: 'flag new-basket is on' })
    expect(isSameChange(told({ ...flag, title: 'new-basket turned on by mira' }), line)).toBe(true)
    expect(isSameChange(told({ ...flag, title: 'old-search turned off' }), line)).toBe(false)
  })
})

describe('two changes stay two', () => {
  it.each([
    ['of other services', seen({ services: ['cart'] })],
    ['of other versions', seen({ version: '2.4.2' })],
    ['in other environments', seen({ environment: 'staging' })],
    ['too far apart', seen({ startedAt: minutes(11) })],
    ['of other kinds', seen({ kind: 'configuration' })],
    ['that two senders tell of without a version, seen twice', told({ version: null, source: 'github' })],
  ])('%s', (_, other) => {
    const one = other.source === 'github' ? told({ version: null }) : told()
    expect(isSameChange(one, other)).toBe(false)
    expect(isSameChange(other, one)).toBe(false)
  })
})
