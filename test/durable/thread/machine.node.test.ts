import { describe, expect, it } from 'vitest'
import { THREAD_MESSAGES_MAX, WAITING_RUNS_MAX } from '../../../src/contracts/thread-limits.ts'
import { STEPS_MAX, WALL_LIMIT_MS } from '../../../src/durable/thread/limits.ts'
import { openStepOf } from '../../../src/durable/thread/steps.ts'
import { StoredMachine } from './stored-machine.ts'

describe('the thread machine', () => {
  it('writes a message, its run and its first step in one transition', () => {
    const machine = new StoredMachine()
    const { writes } = machine.say('hello')
    expect(writes.map((write) => write.kind)).toEqual(['thread', 'message', 'run', 'step'])
    expect(machine.state.open).toMatchObject([{ status: 'running' }])
    expect(machine.thread).toMatchObject({ messageCount: 2, openRuns: machine.state.open.map((run) => run.order) })
  })

  it('runs one message at a time, in the order of acceptance', () => {
    const machine = new StoredMachine()
    for (const text of ['one', 'two', 'three']) machine.say(text)
    expect(machine.state.open.map((run) => run.status)).toEqual(['running', 'queued', 'queued'])
    for (let index = 0; index < 3; index += 1) machine.finishStep()
    expect(machine.started.map((run) => machine.questionOf(run))).toEqual(['one', 'two', 'three'])
    expect(machine.state.open).toEqual([])
    const answers = machine.started.map((run) => machine.answerOf(run)?.content)
    expect(answers[2]).toEqual([{ type: 'message', message: 'answer to three' }])
  })

  it('lets 100 messages wait and refuses the next without a trace', () => {
    const machine = new StoredMachine()
    for (let index = 0; index <= WAITING_RUNS_MAX; index += 1) expect(machine.say(`${index}`).refusal).toBeNull()
    const before = machine.state
    const refused = machine.say('one too many')
    expect(refused).toEqual({ state: before, writes: [], ended: [], refusal: 'too_many_waiting' })
  })

  it('refuses a message that would exceed the maximum length of a thread', () => {
    const machine = new StoredMachine()
    for (let index = 0; index < THREAD_MESSAGES_MAX / 2; index += 1) {
      expect(machine.say(`${index}`).refusal).toBeNull()
      machine.finishStep()
    }
    expect(machine.messages.size).toBe(THREAD_MESSAGES_MAX)
    expect(machine.say('more').refusal).toBe('thread_full')
  })

  it('repeats an unfinished step three times after crashes, then ends the run with a reason', () => {
    const machine = new StoredMachine()
    machine.say('hello')
    for (let crashes = 0; crashes < 3; crashes += 1) {
      machine.crash()
      expect(openStepOf(machine.state)).toMatchObject({ attempts: crashes + 2 })
    }
    machine.crash()
    const run = machine.started[0] ?? 0
    expect(machine.runs.get(run)).toMatchObject({ status: 'error', error: { code: 'STEP_FAILED' } })
    expect(machine.answerOf(run)?.content).toEqual([
      { type: 'message', message: expect.stringContaining('failed in 4 attempts') },
    ])
  })

  it('ends a run that takes too long, and does not count time without a driver', () => {
    const machine = new StoredMachine()
    machine.say('slow')
    machine.nowMs += 2 * WALL_LIMIT_MS
    machine.crash()
    expect(machine.state.open).toMatchObject([{ status: 'running' }])
    machine.nowMs += WALL_LIMIT_MS - 1
    machine.send({ type: 'watch' })
    expect(machine.state.open).toHaveLength(1)
    machine.nowMs += 1
    machine.send({ type: 'watch' })
    expect(machine.runs.get(machine.started[0] ?? 0)).toMatchObject({ status: 'error', error: { code: 'TIME_LIMIT' } })
  })

  it('ends a run at the maximum number of steps and keeps what it found', () => {
    const machine = new StoredMachine()
    machine.say('deep')
    for (let index = 0; index < STEPS_MAX; index += 1) machine.finishStep(['log_search'])
    const run = machine.started[0] ?? 0
    expect(machine.runs.get(run)).toMatchObject({ status: 'error', error: { code: 'STEP_LIMIT' } })
    const types = machine.answerOf(run)?.content.map((block) => block.type)
    expect(types).toEqual([...Array.from({ length: STEPS_MAX / 2 }, () => 'tool_call'), 'message'])
  })

  it('on cancel, ends a running run with its blocks and withdraws a queued one with its message', () => {
    const machine = new StoredMachine()
    machine.say('one')
    machine.say('two')
    machine.finishStep(['log_search'])
    const [first, second] = machine.state.open.map((run) => run.order)
    machine.send({ type: 'cancel', run: second ?? 0 })
    expect(machine.thread?.messageCount).toBe(2)
    machine.send({ type: 'cancel', run: first ?? 0 })
    machine.send({ type: 'cancel', run: first ?? 0 })
    expect(machine.answerOf(first ?? 0)?.content).toEqual([
      expect.objectContaining({ type: 'tool_call', status: 'unknown' }),
      { type: 'message', message: expect.stringContaining('stopped') },
    ])
    expect([...machine.messages.values()].map((entry) => entry.run)).toEqual([first, first])
    expect([...machine.runs.values()].map((run) => run.status)).toEqual(['aborted', 'aborted'])
  })

  it('ignores the result of a step that is no longer open', () => {
    const machine = new StoredMachine()
    machine.say('one')
    const step = openStepOf(machine.state)
    machine.send({ type: 'stop' })
    machine.say('two')
    const result = { parts: [{ type: 'text' as const, text: 'late' }], usage: { inputTokens: 0, outputTokens: 0 } }
    const late = machine.send({
      type: 'model_done',
      run: step?.run ?? 0,
      index: 0,
      result: { ...result, finishReason: 'stop' },
    })
    expect(late.writes).toEqual([])
  })

  it('tells readers to discard a draft only when its step is repeated', () => {
    const machine = new StoredMachine()
    machine.say('one')
    machine.crash()
    expect(machine.state.open[0]?.resets).toBe(0)
    const run = machine.started[0] ?? 0
    machine.send({ type: 'chunks', run, index: 0, chunks: [{ type: 'text', delta: 'ans' }] })
    machine.crash()
    expect(machine.state.open[0]?.resets).toBe(1)
    machine.send({ type: 'chunks', run, index: 0, chunks: [{ type: 'text', delta: 'answer' }] })
    machine.finishStep()
    expect(machine.runs.get(run)).toMatchObject({ resets: 1, marks: [[6]], status: 'completed' })
  })

  it('puts the summary of older turns first in the answer', () => {
    const machine = new StoredMachine()
    machine.say('go on')
    const run = machine.started[0] ?? 0
    machine.send({ type: 'chunks', run, index: 0, chunks: [{ type: 'text', delta: 'as ' }] })
    const result = { parts: [{ type: 'text' as const, text: 'as before' }], usage: { inputTokens: 1, outputTokens: 1 } }
    const summary = 'They looked at payment.'
    machine.send({ type: 'model_done', run, index: 0, summary, result: { ...result, finishReason: 'stop' } })
    expect(machine.answerOf(run)?.content).toEqual([
      { type: 'summary', summary },
      { type: 'message', message: 'as before' },
    ])
    expect(machine.runs.get(run)).toMatchObject({ resets: 0, marks: [[3]] })
  })

  it('keeps a message within its maximum size: tool results are cut and marked, and the answer has room', () => {
    const machine = new StoredMachine()
    machine.say('big')
    for (let index = 0; index < 11; index += 1) {
      machine.finishStep(['log_search'])
      const step = openStepOf(machine.state)
      if (step?.kind !== 'tool') throw new Error('a tool step was expected')
      const result = { rows: 'x'.repeat(200_000) }
      machine.send({
        type: 'tool_done',
        run: step.run,
        index: step.index,
        result: { ...step.call, status: 'success', result, artifacts: [], durationMs: 1 },
      })
    }
    machine.finishStep()
    const answer = machine.answerOf(machine.started[0] ?? 0)
    const json = JSON.stringify(answer)
    expect(new TextEncoder().encode(json).byteLength).toBeLessThanOrEqual(524_288)
    const first = answer?.content[0]
    expect(first).toMatchObject({ type: 'tool_call', result: { isCut: true, totalBytes: 200_011 } })
    expect(JSON.stringify(first).length).toBeLessThanOrEqual(65_536 + 256)
    expect(answer?.content.at(-1)).toEqual({ type: 'message', message: 'answer to big' })
  })
})
