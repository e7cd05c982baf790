/**
 * What somebody who is called asks first, of demo incidents: what broke, why, since when, how bad, whether it goes on, what
 * to do. Each answer is judged against the simulation, is read in ten seconds, and shows messages instead of raw lines.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Simulation } from '../../scripts/demo/model.ts'
import { simulate } from '../../scripts/demo/simulate.ts'
import { demoQuestions } from '../../scripts/eval/demo-questions.ts'
import { answerOf } from '../../scripts/eval/questions/ask.ts'
import { judge } from '../../scripts/eval/questions/judge/judge.ts'
import type { Agent } from '../../src/agent/contract.ts'
import type { TelemetryStore } from '../../src/telemetry/port.ts'
import { blocksOf, Conversation } from './ask.ts'
import { storeWithSignals } from './demo-logs.ts'
import { unreadable } from './readable.ts'
import { rememberingAgent } from './remembering-agent.ts'
import { rememberingStore } from './remembering-store.ts'

const END_MS = Date.parse('2026-11-20T15:00:00Z')
const SEEDS = (process.env.DEMO_SEEDS ?? '1,3,7,11,42').split(',').map(Number)

/** The six in the words of others, each of which is understood by itself. */
const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  what: ['root cause?', 'why is it down?'],
  why: ['why is everything failing?'],
  since: ['when did it start?'],
  'how bad': ['blast radius?'],
  now: ['is it still broken?'],
  next: ['how do I fix it?'],
}
const LATER_MS = 7 * 60_000

describe.each(SEEDS)('the six questions about the demo incident of seed %d', { timeout: 300_000 }, (seed) => {
  let simulation: Simulation
  let store: TelemetryStore
  let agent: Agent
  beforeAll(async () => {
    simulation = simulate({ seed, endMs: END_MS, durationMinutes: 60 })
    store = rememberingStore(await storeWithSignals(simulation, ['logs', 'spans', 'metrics']))
    agent = rememberingAgent()
  })

  it('are answered right, in few words, without raw lines', async () => {
    const talk = new Conversation(store, agent)
    const bad: unknown[] = []
    let impact = ''
    for (const question of demoQuestions(simulation) ?? []) {
      const answered = await talk.ask(question.ask, END_MS)
      const answer = answerOf(blocksOf(talk, answered))
      const { verdict, why } = judge({ question: question.ask, answer, expect: question.expect, nowMs: END_MS })
      if (question.name === 'how bad') impact = answered.text
      const hard = unreadable(answered.text)
      if (verdict !== 'right' || hard.length > 0)
        bad.push({ asked: question.ask, verdict, why, hard, said: answered.text })
    }
    expect(bad).toEqual([])
    // What is said to have failed is what a count over the same window gives.
    const told = /\*\*([\d,]+)\*\* requests failed since (\d\d:\d\d:\d\d) UTC, .{1,10} % of ([\d,]+)/.exec(impact)
    const [, failed = 'no number', since = '', all = 'no number'] = told ?? []
    for (const [ask, number] of [
      [`how many requests failed since ${since}?`, failed],
      [`how many requests were there since ${since}?`, all],
    ] as const) {
      const { text } = await new Conversation(store, agent).ask(ask, END_MS)
      const first = text.split('\n')[0] ?? ''
      expect(first).toMatch(new RegExp(`(?<![\\d,])${number}(?![\\d,])`))
    }
  })

  it('are answered the same minutes later, in other words, and agree', async () => {
    const nowMs = END_MS + LATER_MS
    const bad: unknown[] = []
    const onsets = new Set<string>()
    for (const { name, expect: expected } of demoQuestions(simulation) ?? []) {
      for (const ask of OTHER_WORDS[name] ?? []) {
        const talk = new Conversation(store, agent)
        const answered = await talk.ask(ask, nowMs)
        const answer = answerOf(blocksOf(talk, answered))
        const { verdict, why } = judge({ question: ask, answer, expect: expected, nowMs })
        if (verdict !== 'right') bad.push({ ask, verdict, why, said: answered.text })
        const [, onset] = /(?:since|began at) \**(\d\d:\d\d:\d\d) UTC/i.exec(answered.text) ?? []
        if (onset !== undefined && name !== 'now') onsets.add(onset)
      }
    }
    expect(bad).toEqual([])
    expect([...onsets]).toHaveLength(1)
  })
})
