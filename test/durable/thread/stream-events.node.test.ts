import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentOf } from '../../../src/durable/thread/content.ts'
import { openStepOf } from '../../../src/durable/thread/steps.ts'
import {
  cursorText,
  eventsOf,
  parseCursor,
  type StreamCursor,
  type StreamEvent,
  seenOf,
} from '../../../src/durable/thread/stream-events.ts'
import { StoredMachine } from './stored-machine.ts'

/** What a reader with this cursor is sent now, of the machine's first run. */
function unread(machine: StoredMachine, cursor: StreamCursor | null): { events: StreamEvent[]; cursor: StreamCursor } {
  const order = machine.started[0] ?? 0
  const live = machine.state.open[0]
  const run = live?.order === order ? live : machine.runs.get(order)
  if (run === undefined) throw new Error('The run is missing.')
  const content =
    live?.order === order
      ? contentOf(run, machine.state.steps, false)
      : { blocks: machine.answerOf(order)?.content ?? [], marks: run.marks ?? [], isOpen: false }
  const all = eventsOf({ runId: 'run', messageId: 'message', resets: run.resets, content, error: run.error })
  const from = seenOf(cursor, run)
  return { events: all.slice(from), cursor: { run: order, resets: run.resets, seen: Math.max(from, all.length) } }
}

/** Content as a reader puts it together from events. */
function contentSeen(events: readonly StreamEvent[]): string {
  let text = ''
  for (const event of events) {
    if (event.type === 'stream_reset') text = ''
    if (event.type === 'text_chunk') text += event.content
  }
  return text
}

type Move = 'chunk' | 'finish' | 'tool' | 'crash' | 'read'
const move = fc.constantFrom<Move>('chunk', 'chunk', 'chunk', 'read', 'read', 'tool', 'finish', 'crash')

function go(machine: StoredMachine, one: Move, count: number): void {
  const step = openStepOf(machine.state)
  if (step === null) return
  if (one === 'crash') machine.crash()
  else if (one === 'tool') machine.finishStep(['log_search'])
  else if (one === 'finish') machine.finishStep()
  else if (one === 'chunk' && step.kind === 'model') {
    const said = 'answer to hello'
    const done = step.draft[0]?.text.length ?? 0
    const delta = said.slice(done, done + 1 + (count % 4))
    machine.send({ type: 'chunks', run: step.run, index: step.index, chunks: [{ type: 'text', delta }] })
  }
}

describe('the events of a run', () => {
  it('are the same for a reader who stays and for one who disconnects and resumes', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 60 }), (moves) => {
        const machine = new StoredMachine()
        machine.say('hello')
        const steady = { events: [] as StreamEvent[], cursor: null as StreamCursor | null }
        const roaming = { events: [] as StreamEvent[], cursor: null as StreamCursor | null }
        const read = (reader: typeof steady): void => {
          const next = unread(machine, reader.cursor)
          reader.events.push(...next.events)
          // A cursor goes to the client and comes back as text.
          reader.cursor = parseCursor(cursorText(next.cursor))
        }
        moves.forEach((one, count) => {
          go(machine, one, count)
          read(steady)
          if (one === 'read') read(roaming)
        })
        while (machine.state.open.length > 0) machine.finishStep()
        read(steady)
        read(roaming)
        const late = unread(machine, null).events
        expect(contentSeen(steady.events)).toBe(contentSeen(late))
        expect(contentSeen(roaming.events)).toBe(contentSeen(late))
        if (!late.some((event) => event.type === 'stream_reset')) {
          expect(steady.events).toEqual(late)
          expect(roaming.events).toEqual(late)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('can be interrupted at every position and resumed after the end', () => {
    const machine = new StoredMachine()
    machine.say('hello')
    for (const one of ['chunk', 'chunk', 'tool', 'finish', 'chunk', 'chunk', 'finish'] as const) go(machine, one, 2)
    const whole = unread(machine, null)
    expect(whole.events.length).toBeGreaterThan(8)
    for (let seen = 0; seen <= whole.events.length; seen += 1) {
      const rest = unread(machine, { ...whole.cursor, seen }).events
      expect([...whole.events.slice(0, seen), ...rest]).toEqual(whole.events)
    }
  })

  it('have no position for a text that is not a cursor', () => {
    for (const text of ['', '1', '1.2', 'a.b.c.d', '-1.0.0', `${'z'.repeat(12)}.0.0`, '1.0.0 ', 'A.0.0']) {
      expect(parseCursor(text)).toBeNull()
    }
    fc.assert(
      fc.property(fc.nat(2 ** 40), fc.nat(30_000), fc.nat(1_000_000), (run, resets, seen) => {
        expect(parseCursor(cursorText({ run, resets, seen }))).toEqual({ run, resets, seen })
      }),
    )
  })
})
