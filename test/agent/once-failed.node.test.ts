/** Questions that were once answered wrongly or not at all are answered right, over the demo of the seed they were put to. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { answerOf } from '../../scripts/eval/questions/ask.ts'
import { judge } from '../../scripts/eval/questions/judge/judge.ts'
import type { LogRow, World } from '../../scripts/eval/questions/records.ts'
import { shopOf } from '../../scripts/eval/questions/systems/shop.ts'
import { blocksOf, Conversation } from './ask.ts'
import { BEFORE, onceFailed, RIGHT, seedOf } from './once-failed.ts'
import { unreadable } from './readable.ts'
import { rememberingAgent } from './remembering-agent.ts'
import { rememberingStore } from './remembering-store.ts'
import { storeWithWorld } from './world-store.ts'

const FILE = resolve(import.meta.dirname, '../../../shared/questions/failures.md')
const FIRST_SEED = 1
const LENGTH_MINUTES = 60
/** The demo had ended for some minutes when it was asked about. */
const END_MS = Date.parse('2026-11-20T04:04:13Z')
const LAST_MS = Date.parse('2026-11-20T04:11:51Z')
const ASKED_MS = Date.parse('2026-11-20T04:12:45Z')
const SHOWN = process.env.SHOW_ANSWERS === 'true'

const questions = existsSync(FILE) ? onceFailed(FILE) : []
const seeds = [...new Set(questions.map(({ label }) => seedOf(label)))]

/** The first seed's shop had been silent for some minutes, and somebody had tried to send one line meanwhile. */
function worldOf(seed: number): World {
  const world = shopOf(seed, END_MS, LENGTH_MINUTES)
  const marks = { ...world.marks, silence: END_MS }
  const [like] = world.logs
  if (seed !== FIRST_SEED || like === undefined) return { ...world, marks }
  const body = 'connection to db-1 refused'
  const tried: LogRow = {
    ...{
      ...like,
      timeMs: LAST_MS,
      service: 'my-service',
      severity: 'ERROR',
      isSeveritySent: true,
      message: body,
      body,
    },
    ...{ attributes: {}, traceId: '', spanId: '', version: '', instance: 'my-service' },
  }
  const services = [...world.services, tried.service]
  return { ...world, endMs: LAST_MS, services, marks, logs: [...world.logs, tried] }
}

describe('questions that once failed (skipped without ../shared/questions beside the checkout)', {
  timeout: 300_000,
}, () => {
  it.skipIf(questions.length === 0)('are all known here by their labels', () => {
    expect(questions.map(({ label }) => label).filter((label) => RIGHT[label] === undefined)).toEqual([])
    expect(questions.length).toBeGreaterThanOrEqual(64)
  })

  it.each(seeds)('are answered right over the demo of seed %d', async (seed) => {
    const world = worldOf(seed)
    const askedMs = seed === FIRST_SEED ? ASKED_MS : END_MS
    const store = rememberingStore(await storeWithWorld(world))
    const agent = rememberingAgent()
    const bad: unknown[] = []
    for (const { label, ask } of questions.filter((one) => seedOf(one.label) === seed)) {
      const talk = new Conversation(store, agent)
      for (const earlier of BEFORE[label] ?? []) await talk.ask(earlier, askedMs)
      const answered = await talk.ask(ask, askedMs)
      if (SHOWN) process.stdout.write(`\n### ${label} ${ask}\n${answered.text}\n`)
      const expected = RIGHT[label]?.({ world, askedMs }) ?? {}
      const { verdict, why } = judge({
        question: ask,
        answer: answerOf(blocksOf(talk, answered)),
        expect: expected,
        nowMs: askedMs,
      })
      const hard = unreadable(answered.text)
      if (verdict !== 'right' || hard.length > 0) bad.push({ label, ask, verdict, why, hard, said: answered.text })
    }
    expect(bad).toEqual([])
  })
})
