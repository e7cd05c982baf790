/** Places of lines that have no key are groups: by the noun before them, by ids that abbreviate it, by who did it. */
import { describe, expect, it } from 'vitest'
import type { LogRow, World } from '../../scripts/eval/questions/records.ts'
import { slotOf } from '../../src/agent/questions/grounding/line-slots.ts'
import { slotsAsked } from '../../src/agent/questions/reader/slot-asked.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const MINUTE_MS = 60_000
const COURIERS = ['swift', 'swift', 'swift', 'gull', 'gull', 'mole'] as const
const EDITORS = ['mira', 'mira', 'jonas'] as const
const KINDS = ['arrival', 'arrival', 'delay'] as const

/** A framing shop whose lines hold riders, couriers, kinds of notes and editors in their text only. */
function framer(): World {
  const plain = worldOf({
    gateway: 'front-bench',
    routes: { 'POST /frames': 'frame-cutter', 'GET /catalogue': 'print-shelf' },
    failing: 'POST /frames',
    store: 'postgresql',
  })
  const line = (at: number, service: string, body: string, more: Partial<LogRow> = {}): LogRow => ({
    ...{ timeMs: END_MS - (at + 2) * MINUTE_MS, service, severity: 'INFO', isSeveritySent: true, message: body, body },
    ...{ attributes: {}, traceId: '', spanId: '', version: '1.0.0', instance: `${service}-1` },
    ...more,
  })
  const times = Array.from({ length: 24 }, (_, at) => at)
  const pick = <T>(some: readonly [T, ...T[]], at: number): T => some[at % some.length] ?? some[0]
  const logs = [
    ...plain.logs,
    ...times.map((at) => line(at, 'note-sender', `note ${pick(KINDS, at)} sent to rd-${10 + (at % 5)}: 40 characters`)),
    ...times
      .slice(0, 9)
      .map((at) =>
        line(at, 'note-sender', `note ${pick(KINDS, at)} to rd-${at < 5 ? 31 : 32 + at} held back: off duty`),
      ),
    ...times.map((at) => line(at, 'crate-courier', `crate CR-${8200 + at} handed to ${pick(COURIERS, at)}: 300 g`)),
    ...times
      .slice(0, 12)
      .map((at) => line(at, 'label-room', `Label LA-${5100 + at} corrected by ${pick(EDITORS, at)}`)),
    line(4, 'label-room', 'setting glue_grade changed: 2 -> 3', { attributes: { operator: 'p.vos' } }),
  ]
  return { ...plain, logs }
}

const store = storeWithWorld(framer())
const answer = async (question: string): Promise<string> =>
  (await new Conversation(rememberingStore(await store)).ask(question, END_MS)).text

describe('Groups by a place of lines', () => {
  it('go by ids that abbreviate the noun', async () => {
    expect(await answer('notes held back, by rider')).toMatch(/`rd-31` has the most .*\*\*5\*\*.*by `rider`.*In all 9/)
  })

  it('go by what stands behind the noun', async () => {
    expect(await answer('what kind of note is sent most often')).toMatch(
      /`arrival` has the most .*\*\*16\*\*.*In all 24/,
    )
  })

  it('go by the only place left, which is said', async () => {
    const text = await answer('which courier gets most crates')
    expect(text).toMatch(/^I took "courier" as what these lines say behind "to"\. `swift` has the most .*\*\*12\*\*/)
  })

  it('go by who did it', async () => {
    expect(await answer('who corrected the most labels')).toMatch(/`mira` has the most .*\*\*8\*\*.*In all 12/)
    expect(await answer('who changed glue_grade')).toMatch(/`p\.vos`/)
  })

  it('are not made of any place for a noun that the project does not have', async () => {
    expect(await answer('crates handed over per colour')).toMatch(/so I give no number/)
  })
})

describe('The place of a noun', () => {
  const names = { own: new Set<string>(), others: [], isKnown: true }
  it('is none where the only word behind the noun belongs to the sentence', () => {
    const bodies = ['gate opened by guard', 'gate is closed', 'gate opened by hand']
    expect(slotOf('gate', bodies, names)).toBeNull()
  })

  it('is none of an id for a noun of other letters', () => {
    const bodies = ['box to pr-11 packed', 'box to pr-12 packed', 'box to pr-11 packed']
    expect(slotOf('courier', bodies, names)).toBeNull()
    expect(slotOf('practice', bodies, names)?.read('box to pr-15 packed')).toBe('pr-15')
  })
})

describe('A question for a name', () => {
  it('keeps its time, and the verb that says which lines', () => {
    const [asked] = slotsAsked('which gate rejects most scans in the last 20 minutes')
    expect(slotsAsked('which gate rejects most scans in the last 20 minutes').map(({ noun }) => noun)).toContain('gate')
    expect(asked?.counts.every((count) => /reject/.test(count) && count.endsWith('in the last 20 minutes'))).toBe(true)
  })

  it('is none of a rate, a cause or of those who did it', () => {
    expect(slotsAsked('photos sent by field teams')).toEqual([])
    expect(slotsAsked('errors per minute')).toEqual([])
    expect(slotsAsked('why did it fail by noon')).toEqual([])
  })
})
