/** A fault that began in the first minutes of the hour that is looked at, when nobody names a time. */
import { expect, it } from 'vitest'
import { payroll } from '../../scripts/eval/questions/systems/payroll.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { storeWithWorld } from './world-store.ts'

const END_MS = Date.parse('2026-11-20T15:00:07.312Z')
const MINUTE_MS = 60_000

it('is told before a job that went silent later', { timeout: 60_000 }, async () => {
  const world = payroll(END_MS)
  const onsetMs = world.marks['onset'] ?? 0
  // The shorter time before it would not tell what is usual.
  expect(END_MS - onsetMs).toBeGreaterThan(50 * MINUTE_MS)
  expect(END_MS - onsetMs).toBeLessThan(60 * MINUTE_MS)
  const talk = new Conversation(rememberingStore(await storeWithWorld(world)))
  const { text } = await talk.ask('what broke?', END_MS)
  expect(text).toMatch(/^\*\*Root cause: `TaxFiling`\*\*/)
  expect(text).toContain(new Date(onsetMs).toISOString().slice(11, 15))
})
