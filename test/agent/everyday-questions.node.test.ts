/**
 * Everyday questions over systems with names of their own: subjects that services are called after, other languages,
 * numbers that lines state, states of routes. Every number is compared with plain loops over the rows.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import type { LogRow, World } from '../../scripts/eval/questions/records.ts'
import { claims } from '../../scripts/eval/questions/systems/claims.ts'
import type { TelemetryStore } from '../../src/telemetry/port.ts'
import { Conversation, embeddedAgent } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { storeWithWorld } from './world-store.ts'

const END_MS = Date.parse('2026-11-20T15:00:07.312Z')
const HOUR_MS = 3_600_000
const world: World = claims(END_MS)
const agent = embeddedAgent()
let store: TelemetryStore

beforeAll(async () => {
  store = rememberingStore(await storeWithWorld(world))
})

async function answer(question: string): Promise<string> {
  return (await new Conversation(store, agent).ask(question, END_MS)).text.split('\n')[0] ?? ''
}
const written = (value: number): string => `**${value.toLocaleString('en-US')}**`
const logs = (where: (log: LogRow) => boolean): LogRow[] =>
  world.logs.filter((log) => log.timeMs >= END_MS - HOUR_MS && where(log))

describe('a noun that several services are called after', { timeout: 120_000 }, () => {
  it('is what is counted, where lines tell of it', async () => {
    const said = await answer('number of claims registered in the last hour')
    expect(said).toContain(written(logs(({ body }) => /claim CLM-\d+ registered/.test(body)).length))
  })

  it('has its share told among the lines that differ in one word', async () => {
    const registered = logs(({ body }) => /claim CLM-\d+ registered/.test(body))
    const share = (100 * registered.filter(({ body }) => body.includes('via broker')).length) / registered.length
    expect(await answer('how many percent of the claims came through brokers in the last hour?')).toContain(
      `**${share.toFixed(1)} %**`,
    )
  })

  it('is still a service where the question says so', async () => {
    expect(await answer('is the claims service healthy?')).toMatch(/claims-intake-fn.* or claims-pg|may be/)
  })
})

describe('a question in another language', { timeout: 120_000 }, () => {
  it('is read with the verb before its subject', async () => {
    expect(await answer('Läuft claims-pg wieder?')).toMatch(/\*\*Yes\*\*: `claims-pg` is healthy/)
  })

  it('is counted in everyday verbs of Spanish and French', async () => {
    const requests = world.spans.filter(
      ({ isEntry, service, startMs }) => isEntry && service === 'fraud-score-fn' && startMs >= END_MS - HOUR_MS,
    ).length
    expect(await answer('¿Cuántas peticiones recibió fraud-score-fn en la última hora?')).toContain(written(requests))
    expect(await answer('combien de requêtes fraud-score-fn a-t-il reçues dans la dernière heure ?')).toContain(
      written(requests),
    )
  })
})
