/** What one asks of a service by its name is never told by all its lines or requests. */
import { beforeAll, describe, expect, it } from 'vitest'
import { examhall } from '../../scripts/eval/questions/systems/examhall.ts'
import type { TelemetryStore } from '../../src/telemetry/port.ts'
import { Conversation, embeddedAgent } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { storeWithWorld } from './world-store.ts'

const END_MS = Date.parse('2026-11-20T15:00:07.312Z')
const agent = embeddedAgent()
let store: TelemetryStore | null = null

beforeAll(async () => {
  store = rememberingStore(await storeWithWorld(examhall(END_MS)))
}, 240_000)

async function said(question: string): Promise<string> {
  if (store === null) throw new Error('no store')
  return (await new Conversation(store, agent).ask(question, END_MS)).text.split('\n')[0] ?? ''
}

describe('a service by its name', { timeout: 240_000 }, () => {
  it.each([
    ['is grading-worker the culprit?', /^\*\*No\*\*/],
    ['is answer-autosave the culprit?', /^\*\*Yes\*\*, probably/],
    ['grading-worker instances', /^\*\*2\*\* distinct instances of `grading-worker`/],
    ['how many pods of exam-portal?', /^\*\*1\*\* distinct pods of `exam-portal`/],
    ['is exam-portal getting worse?', /^Yes, rising: error rate of `exam-portal`/],
    ['is exam-portal getting better?', /^No, rising: error rate of `exam-portal`/],
    ['what is exam-portal complaining about?', /^The most frequent of warnings and errors of `exam-portal`/],
    ['exam-portal queue', /so I give no number/],
    ['backlog of exam-portal', /so I give no number/],
    ['grading-worker queue', /`grading\.queue\.length`/],
  ])('%s', async (question, told) => {
    expect(await said(question)).toMatch(told)
  })
})
