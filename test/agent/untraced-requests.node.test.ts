/** Requests of a service that sends no spans, in a project where others do: its own lines about requests tell them. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { LogRow } from '../../scripts/eval/questions/records.ts'
import { claims } from '../../scripts/eval/questions/systems/claims.ts'
import type { TelemetryStore } from '../../src/telemetry/port.ts'
import { Conversation, embeddedAgent } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { storeWithWorld } from './world-store.ts'

const END_MS = Date.parse('2026-11-20T15:00:07.312Z')
const world = claims(END_MS)
const agent = embeddedAgent()
let store: TelemetryStore

beforeAll(async () => {
  store = rememberingStore(await storeWithWorld(world))
})

const answer = async (question: string): Promise<string> =>
  (await new Conversation(store, agent).ask(question, END_MS)).text
const from = (clock: string): number => Date.parse(`2026-11-20T${clock}:00Z`)
const linesOf = (service: string, clock: string, where: (row: LogRow) => boolean): number =>
  world.logs.filter((row) => row.service === service && row.timeMs >= from(clock) && where(row)).length

describe('requests of a service without spans', { timeout: 120_000 }, () => {
  it('are its log lines about requests, and the answer says so', async () => {
    const text = await answer('how many requests did customer-portal have since 14:40?')
    const all = linesOf('customer-portal', '14:40', ({ body }) => /"statusCode"/.test(body))
    expect(text).toContain('customer-portal sends no spans')
    expect(text).toContain(`**${all.toLocaleString('en-US')}**`)
  })

  it('are told by status where the lines state it', async () => {
    const found = linesOf('customer-portal', '13:30', ({ body }) => /"statusCode":404/.test(body))
    expect(found).toBeGreaterThan(0)
    expect(await answer('how many times did customer-portal return a 404 since 13:30?')).toContain(`**${found}**`)
  })

  it('are no number where no line tells of requests', async () => {
    const text = await answer('how many requests did letter-service have since 14:00?')
    expect(text).toMatch(/^No spans come from letter-service/)
    expect(text).not.toMatch(/\*\*\d/)
  })

  it('has warnings by the level that its logger writes under a key of its own', async () => {
    const warnings = linesOf('letter-service', '14:00', ({ body }) => /"@l":"Warning"/.test(body))
    expect(warnings).toBeGreaterThan(0)
    expect(await answer('how many warnings of letter-service since 14:00?')).toContain(`**${warnings}**`)
  })
})
