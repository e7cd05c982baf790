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

/** Lines of pairs in every combination of a few values, as a shop writes them. */
const SOLD = ['mira', 'osk', 'nova'].flatMap((act) =>
  ['web', 'app'].flatMap((channel) =>
    ['card', 'wallet', 'invoice'].map(
      (method) => `level=info msg="order paid" act=${act} venue=at-${act} channel=${channel} method=${method} seats=2`,
    ),
  ),
)

/** Lines of which an odd one or two must not make a pattern of their own, with the template of all of them. */
const ODD: readonly (readonly [template: string, lines: readonly string[]])[] = [
  [
    'synchronized to <*> stratum <*>',
    [
      'synchronized to 10.1.2.3, stratum 3',
      'synchronized to LOCAL(0), stratum 10',
      'synchronized to ntp.example.com, stratum 2',
    ],
  ],
  [
    'PCI Interrupt Link [<*>] enabled at IRQ <*>',
    [...'ABCDEFG'].map((link) => `PCI Interrupt Link [LNK${link}] enabled at IRQ 9`),
  ],
  ['device <*> was attached to the bus', ['sda', 'sdb', 'sdc'].map((disk) => `device ${disk} was attached to the bus`)],
  ['zone <*> has no standby node', ['A', 'B'].map((zone) => `zone ${zone} has no standby node`)],
  ['level=info msg="order paid" act=<*> venue=<*> channel=<*> method=<*> seats=<*>', SOLD],
  ['retry of partition <*> is due', ['7', 'c'].map((part) => `retry of partition ${part} is due`)],
  [
    'login: cannot chdir(<*>) for that user: No such directory',
    ['/home/ann', 'pwd'].map((place) => `login: cannot chdir(${place}) for that user: No such directory`),
  ],
]
/** Lines that say different things and differ as little. */
const APART: readonly (readonly string[])[] = [
  [
    'reader READ(5) of the block is done',
    'reader WRITE(6) of the block is done',
    'reader SYNC(7) of the block is done',
  ],
  // So few combinations may be what happened.
  ['redis', 'kafka', 'postgres'].map((peer) => `level=warn msg="call failed" peer=${peer} zone=${peer}-zone`),
  ['the disk can be read again', 'the disk car be read again'],
  ['instance of the pool is UP again', 'instance of the pool is US again'],
  ['autopurge.snapRetainCount set to 3', 'autopurge.purgeInterval set to 0'],
  ['payment.captured received for order 1', 'payment.refused received for order 2'],
  ['java.io.IOException: read failed after 3 ms', 'java.net.SocketException: read failed after 3 ms'],
]
const DOTTED = [...'abcdefghijkl'].map((letter) => `com.shop.${letter}${letter}Job finished its round in 3 ms`)

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

  it.each(ODD)('an odd value does not split a pattern: %s', (template, lines) => {
    expect(
      mapOf(lines)
        .patterns()
        .map((pattern) => pattern.template),
    ).toEqual([template])
  })

  it.each(APART)('lines that say different things stay apart: %s', (...lines) => {
    expect(mapOf(lines).patterns()).toHaveLength(lines.length)
  })

  it('a name with dots that begins a line tells lines apart while there are few, and is a value once there are many', () => {
    expect(mapOf(DOTTED.slice(0, 6)).patterns()).toHaveLength(6)
    expect(mapOf(DOTTED).patterns()).toHaveLength(1)
    // A line that says nothing but names and numbers is told apart by neither.
    expect(mapOf(['http.server.requests=3', 'jvm.memory.used=7']).patterns()).toHaveLength(1)
  })

  it('the reason of a pair tells lines apart, however many values the other pairs have', () => {
    const refused = ['full', 'gone'].flatMap((reason) =>
      SOLD.map((line) => line.replace('order paid', 'order refused').replace(' seats=2', ` reason=${reason}`)),
    )
    expect(
      mapOf(refused)
        .patterns()
        .map(({ template }) => template),
    ).toEqual(expect.arrayContaining([expect.stringContaining('reason=full'), expect.stringContaining('reason=gone')]))
    expect(mapOf(refused).patterns()).toHaveLength(2)
  })

  it('patterns do not depend on the order of shapes', () => {
    const all = [...LINES, ...ODD.flatMap(([, lines]) => lines), ...APART.flat(), ...DOTTED]
    const whole = groupsOf(mapOf(all))
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: all.length }), (lines) => {
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
