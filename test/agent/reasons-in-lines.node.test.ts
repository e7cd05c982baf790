/** Reasons that lines tell behind a colon or in a field, however they are asked for, and the second thing that a question asks. */
import { describe, expect, it } from 'vitest'
import type { LogRow, World } from '../../scripts/eval/questions/records.ts'
import { reasonBeside } from '../../src/agent/message-text.ts'
import { slotOf } from '../../src/agent/questions/grounding/line-slots.ts'
import { withShareApart } from '../../src/agent/questions/reader/reason-key.ts'
import { withSecondAsked } from '../../src/agent/tools/second-asked.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const MINUTE_MS = 60_000
const FAULTS = ['too_thin', 'too_thin', 'cracked'] as const

/** A pottery: pots are refused with a code behind the colon, glazes under a key, and no line of pots has that key. */
function pottery(): World {
  const plain = worldOf({
    gateway: 'shop-gate',
    routes: { 'POST /pots': 'kiln-desk', 'GET /glazes': 'glaze-book' },
    failing: 'GET /glazes',
    store: 'postgresql',
  })
  const line = (at: number, service: string, body: string, attributes: Record<string, string> = {}): LogRow => ({
    ...{ timeMs: END_MS - (at + 2) * MINUTE_MS, service, severity: 'WARN', isSeveritySent: true, message: body, body },
    ...{ attributes, traceId: '', spanId: '', version: '1.0.0', instance: `${service}-1` },
  })
  const times = Array.from({ length: 24 }, (_, at) => at)
  const logs = [
    ...plain.logs,
    ...times.map((at) => line(at, 'kiln-desk', `pot PT-${4100 + at} rejected: ${FAULTS[at % 3]} (grade 0.${50 + at})`)),
    ...times.slice(0, 6).map((at) => line(at, 'glaze-book', 'glaze order refused', { reason: 'lead' })),
    ...times.slice(0, 5).map((at) => line(at, 'kiln-desk', `pre-inspection of shelf SH-${7100 + at} put off`)),
  ]
  return { ...plain, logs }
}

const store = storeWithWorld(pottery())
const answer = async (question: string): Promise<string> =>
  (await new Conversation(rememberingStore(await store)).ask(question, END_MS)).text

describe('reasons of lines', { timeout: 120_000 }, () => {
  it('stand behind the colon where these lines have no such key', async () => {
    expect(await answer('pot rejections by reason')).toMatch(/`too_thin` has the most .*\*\*16\*\*.*In all 24/)
    expect(await answer('pots rejected, most common reason')).toMatch(/`too_thin` has the most .*\*\*16\*\*/)
  })

  it('are no reasons where each line has another one', () => {
    const names = { own: new Set<string>(), others: [], isKnown: true }
    const each = Array.from({ length: 30 }, (_, at) => `job stopped: ${'abcdefghijklmnopqrstuvwxyzABCD'[at]} is off`)
    expect(slotOf('reason', each, names)).toBeNull()
    expect(slotOf('reason', ['lamp went out', 'lamp went out'], names)).toBeNull()
    const slot = slotOf('reason', ['photo PH-1 held: bay B5 is full', 'photo PH-2 held: bay B7 is full'], names)
    expect(slot?.read('photo PH-2 held: bay B7 is full')).toBe('bay … is full')
  })

  it('are asked for beside a share', () => {
    expect(withShareApart('what share of pots got rejected and for what reason mostly?')).toBe(
      'what share of pots got rejected? how many pots rejected by reason?',
    )
    expect(withShareApart('what share of pots got rejected?')).toBe('what share of pots got rejected?')
  })

  it('are told with a message that has them in a field', () => {
    expect(reasonBeside('{"message":"pot refused","reason":"glazed twice"}')).toBe('glazed twice')
    expect(reasonBeside('level=warn msg="pot refused" reason=wet')).toBe('wet')
    expect(reasonBeside('pot refused for a good reason')).toBeNull()
  })
})

describe('words of lines in another form', { timeout: 120_000 }, () => {
  it('may be cut short behind a hyphen', async () => {
    expect(await answer('pre-insp of shelves put off, how many')).toMatch(/\*\*5\*\*/)
  })

  it('are the refusal of the thing, whatever word is used of it', async () => {
    expect(await answer('how many pots bounced?')).toMatch(/I took "bounced" as .*"rejected".*\*\*24\*\*/s)
  })
})

describe('the second thing that is asked', () => {
  const time = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-01T01:00:00.000Z', basis: 'asked' as const }
  const since = { intent: 'cause' as const, aspect: 'since' as const, conditions: [], time }
  const reading = {
    ...{ plans: [since], notes: [], leftOut: [], unrestricted: [], relation: 'new' as const, language: 'en' as const },
    lastRecord: null,
  }
  const unread = async () => ({ ...reading, plans: [] })

  it('is answered as well', async () => {
    const both = await withSecondAsked('pots come out cold, since when and why?', reading, unread)
    expect(both.plans.map((plan) => plan.intent === 'cause' && plan.aspect)).toEqual(['since', 'why'])
  })

  it('is named where it cannot be read', async () => {
    const left = await withSecondAsked('how many pots were lost, and since when?', reading, unread)
    expect(left.notes).toEqual(['I left out: "how many pots were lost".'])
    expect(await withSecondAsked('since when are pots lost?', reading, unread)).toBe(reading)
  })
})
