/**
 * Real incidents, in this process: what is said of one in answer to different questions agrees with each other and with
 * its label, whatever signals the system sends. They lie beside the checkout; without them this is skipped.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCase, readIndex, signalsOf } from '../../scripts/eval/incident-cases.ts'
import { Conversation, embeddedAgent } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { storeWith } from './stored-telemetry.ts'

const SHARED = resolve(import.meta.dirname, '../../../shared')
/** One each of: lines and spans; metrics alone; spans and metrics, slow without a failure; metrics alone. */
const CASES = [
  ['incidents', 'tt-01-29-0843'],
  ['incidents-canary', 'cr-09-22-1'],
  ['incidents-onlineboutique', 'ob-08-22-0353'],
  ['incidents-sockshop', 'ss-carts-cpu-1'],
] as const

describe.skipIf(!existsSync(resolve(SHARED, 'incidents')))('a real incident', { timeout: 300_000 }, () => {
  it.each(CASES)('of %s, %s, is told alike in answer to different questions', async (folder, id) => {
    const dir = resolve(SHARED, folder)
    const found = readIndex(dir)?.find((one) => one.id === id)
    const { service = '' } = found?.rootCause ?? {}
    const nowMs = Date.parse(found?.end ?? '')
    const { logs, spans, metrics } = readCase(dir, id, signalsOf(dir, id))
    const store = rememberingStore(
      await storeWith({ logs: [...logs], spans: [...spans], metrics: [...metrics] }, 'shared'),
    )
    const alone = async (question: string): Promise<string> =>
      (await new Conversation(store, embeddedAgent()).ask(question, nowMs)).text
    const talk = new Conversation(store, embeddedAgent())
    const told: string[] = []
    for (const question of ['what broke?', 'why?', 'since when?', 'how bad is it?', 'what should I do?'])
      told.push((await talk.ask(question, nowMs)).text)
    for (const text of told) expect(text.split('\n')[0]).toContain(`\`${service}\``)
    // It was going on when the records end: no answer may deny it.
    for (const text of [(await talk.ask('is it still going on?', nowMs)).text, await alone('is it still broken?')]) {
      expect(text).toMatch(/^\*\*Yes\*\*: it is (?:still going on|slow now|failing now)\./)
      expect(text).not.toMatch(/is failing now\. 0 % of requests failed/)
    }
    expect((await talk.ask('is it still going on?', nowMs)).text).toContain(`\`${service}\``)
    expect(told[3]).not.toMatch(/^\*\*0\*\* requests failed/)
    expect(await alone('which service is the worst?')).not.toMatch(/highest error rate: \*\*0 %\*\*/)
    const changed = await alone('what changed?')
    expect(changed).not.toMatch(/^0 log records/)
  })
})
