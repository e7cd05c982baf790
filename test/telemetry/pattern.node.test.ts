import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PatternMap } from '../../src/telemetry/pattern/map.ts'
import { shapeOf } from '../../src/telemetry/shape/shape.ts'

const mapOf = (lines: readonly string[]): PatternMap => {
  const map = new PatternMap()
  for (const line of lines) map.assign(shapeOf(line))
  return map
}
const groupsOf = (map: PatternMap): string[] => map.patterns().map((pattern) => `${pattern.id} ${pattern.template}`)

const USERS = ['root', 'ftp', 'uucp', 'backup', 'git', 'news', 'mysql']
const LINES = [
  ...USERS.map((user) => `Failed password for ${user} from 10.0.0.1 port 22`),
  ...['Started', 'Stopped', 'Paused', 'Resumed'].map((state) => `[instance 7] VM ${state} (Lifecycle Event)`),
  ...['true', 'false'].map((flag) => `set lights on: ${flag}`),
  ...['cart', 'checkout'].map((name) => `session opened for user ${name} by 0`),
  ...['a.b.C', 'com.example.shop'].map((name) => `starting package ${name} with flags 3`),
  ...['blk_1', 'blk_1 blk_2', 'blk_1 blk_2 blk_3'].map((list) => `ask 10.0.0.1 to delete ${list}`),
  'sent 26 bytes in time',
  'sent 4260 bytes (4.16 KB) in time',
  'targets node-1 and others',
  'targets node-[3-7,9] and others',
  'connection from 10.0.0.1 () at noon',
  'connection from 10.0.0.1 (host-1.example.com) at noon',
]

describe('patterns', () => {
  it('lines that differ in one name join once enough names were seen, and states and outcomes stay apart', () => {
    const templates = mapOf(LINES)
      .patterns()
      .map((pattern) => pattern.template)
    expect(templates.sort()).toEqual(
      [
        'Failed password for <*> from <*> port <*>',
        '[instance <*>] VM Started (Lifecycle Event)',
        '[instance <*>] VM Stopped (Lifecycle Event)',
        '[instance <*>] VM Paused (Lifecycle Event)',
        '[instance <*>] VM Resumed (Lifecycle Event)',
        'set lights on: true',
        'set lights on: false',
        'session opened for user <*> by <*>',
        'starting package <*> with flags <*>',
        'ask <*> to delete blk_<*>',
        'sent <*> bytes <*> in time',
        'targets <*> and others',
        'connection from <*> (<*>) at noon',
      ].sort(),
    )
  })

  it('patterns do not depend on the order of shapes', () => {
    const whole = groupsOf(mapOf(LINES))
    fc.assert(
      fc.property(fc.shuffledSubarray(LINES, { minLength: LINES.length }), (lines) => {
        expect(groupsOf(mapOf(lines))).toEqual(whole)
      }),
      { numRuns: 60 },
    )
  })

  it('groups only ever merge: shapes that are together stay together, and an old id still finds its group', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(LINES, { minLength: 2 }), (lines) => {
        const map = new PatternMap()
        const ids: { readonly hash: string; readonly id: string }[] = []
        for (const line of lines) {
          const shape = shapeOf(line)
          ids.push({ hash: shape.hash, id: map.assign(shape) })
          for (const { hash, id } of ids) expect(map.patternOf(hash)).toBe(map.patternOf(id))
        }
      }),
      { numRuns: 60 },
    )
  })

  it('a pattern is named by the smallest shape hash of its group', () => {
    for (const pattern of mapOf(LINES).patterns()) expect(pattern.id).toBe([...pattern.shapes].sort()[0])
  })

  it('hostile templates do not make the map fail', () => {
    const map = new PatternMap()
    for (const body of ['\u0000\u0001\u0002', '*', '()[]{}', '.'.repeat(4_000), 'a '.repeat(2_000), '\ud800 x']) {
      expect(map.assign(shapeOf(body))).toMatch(/^[0-9a-f]{16}$/)
    }
    expect(map.patternOf('0000000000000000')).toBeUndefined()
  })
})
