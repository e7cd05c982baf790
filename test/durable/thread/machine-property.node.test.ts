import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openStepOf } from '../../../src/durable/thread/steps.ts'
import { StoredMachine } from './stored-machine.ts'

type Command =
  | { readonly do: 'say' | 'crash' | 'finish' | 'tools' | 'chunk' | 'stop' | 'watch' | 'fail' | 'refuse' }
  | { readonly do: 'cancel'; readonly at: number }
  | { readonly do: 'wait'; readonly ms: number }

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ do: 'say' } as const) },
  { weight: 5, arbitrary: fc.constant({ do: 'finish' } as const) },
  { weight: 3, arbitrary: fc.constantFrom({ do: 'tools' } as const, { do: 'chunk' } as const) },
  { weight: 3, arbitrary: fc.constant({ do: 'crash' } as const) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Command>({ do: 'watch' }, { do: 'fail' }, { do: 'refuse' }, { do: 'stop' }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), at: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.nat(400_000) }) },
)

interface Ledger {
  /** Run by the text of its accepted message. */
  readonly accepted: Map<string, number>
  readonly takenBack: Set<number>
}

function obey(machine: StoredMachine, ledger: Ledger, one: Command, count: number): void {
  const step = openStepOf(machine.state)
  switch (one.do) {
    case 'say': {
      const result = machine.say(`question ${count}`)
      const run = result.state.open.at(-1)
      if (result.refusal === null && run !== undefined) ledger.accepted.set(`question ${count}`, run.order)
      return
    }
    case 'crash':
      machine.crash()
      return
    case 'finish':
      machine.finishStep()
      return
    case 'tools':
      machine.finishStep(['log_search', 'log_volume'])
      return
    case 'chunk':
      if (step === null) return
      machine.send({ type: 'chunks', run: step.run, index: step.index, chunks: [{ type: 'text', delta: 'answer ' }] })
      return
    case 'fail':
    case 'refuse':
      if (step === null) return
      machine.send({
        type: 'step_failed',
        run: step.run,
        index: step.index,
        reason: 'no',
        isRetryable: one.do === 'fail',
      })
      return
    case 'stop':
      for (const run of machine.state.open.slice(1)) ledger.takenBack.add(run.order)
      machine.send({ type: 'stop' })
      return
    case 'cancel': {
      const run = machine.state.open[one.at]
      if (run === undefined) return
      if (run.status === 'queued') ledger.takenBack.add(run.order)
      machine.send({ type: 'cancel', run: run.order })
      return
    }
    case 'watch':
      machine.send({ type: 'watch' })
      return
    case 'wait':
      machine.nowMs += one.ms
  }
}

describe('the thread machine under any interleaving of messages, steps, crashes and cancellations', () => {
  it('answers every accepted message once, in order, and keeps what it stored consistent', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 120 }), (commands) => {
        const machine = new StoredMachine()
        const ledger: Ledger = { accepted: new Map(), takenBack: new Set() }
        commands.forEach((one, count) => {
          obey(machine, ledger, one, count)
          const { open, thread } = machine.state
          expect(open.map((run) => run.status)).toEqual(open.map((_, at) => (at === 0 ? 'running' : 'queued')))
          expect(thread.openRuns).toEqual(open.map((run) => run.order))
          expect(openStepOf(machine.state) === null).toBe(open.length === 0)
        })
        for (let left = 0; machine.state.open.length > 0 && left < 10_000; left += 1) machine.finishStep()

        const kept = [...ledger.accepted].filter(([, run]) => !ledger.takenBack.has(run))
        expect(machine.started).toEqual(kept.map(([, run]) => run))
        expect(machine.steps.size).toBe(0)
        expect(machine.messages.size).toBe(kept.length * 2)
        expect(machine.state.thread.messageCount).toBe(kept.length * 2)
        for (const [text, run] of kept) {
          const record = machine.runs.get(run)
          expect(['completed', 'aborted', 'error']).toContain(record?.status)
          const content = machine.answerOf(run)?.content ?? []
          const calls = content.flatMap((block) => (block.type === 'tool_call' ? [block.toolCallId] : []))
          expect(new Set(calls).size).toBe(calls.length)
          if (record?.status === 'completed') {
            const said = content.filter((block) => block.type === 'message')
            expect(said).toEqual([{ type: 'message', message: `answer to ${text}` }])
          }
        }
        for (const run of ledger.takenBack) expect(machine.runs.get(run)?.status).toBe('aborted')
      }),
      { numRuns: 300 },
    )
  })
})
