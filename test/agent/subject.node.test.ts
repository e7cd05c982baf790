/** What is said to fail, by its routes: never denied while requests on one of them failed. */
import { describe, expect, it } from 'vitest'
import { aboutSubject, type SubjectFound } from '../../src/agent/answers/subject.ts'
import type { PlanOf } from '../../src/agent/questions/plan/plan.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const time = { from: '2026-11-20T14:00:00.000Z', to: '2026-11-20T15:00:00.000Z', basis: 'inherited' } as const
const plan: PlanOf<'cause'> = {
  ...{ intent: 'cause', aspect: 'why', conditions: [], time },
  subject: { said: 'orders', operations: ['POST /orders', 'GET /api/orders/{id}'] },
}
const found = (failed: number, innerFailed: number) =>
  ({
    id: 'call_5',
    whole: { window: time, of: 92, failed, groups: [] },
    parts: {
      groups: [
        { key: ['front-door'], value: 0, of: 92, failed },
        { key: ['order-desk'], value: 0, of: 494, failed: innerFailed },
      ],
    },
  }) as unknown as SubjectFound

describe('what a question says to fail', () => {
  it('is denied where none of its requests failed', () => {
    const { correction, addition } = aboutSubject(plan, found(0, 0), Date.parse(time.to))
    expect([correction?.slice(0, 7), addition]).toEqual(['**No**:', null])
  })

  it('is told by the service where its requests failed, though those from outside did not', () => {
    const { correction, addition } = aboutSubject(plan, found(0, 106), Date.parse(time.to))
    expect(correction).toBeNull()
    expect(addition).toContain('of `order-desk` **21.5 %** failed: 106 of 494')
  })

  it('is told by the requests from outside where these failed', () => {
    expect(aboutSubject(plan, found(46, 106), Date.parse(time.to)).addition).toContain('**50.0 %** failed: 46 of 92')
  })
})

describe('a remote procedure and a route of one name', { timeout: 60_000 }, () => {
  const store = storeWithWorld(
    worldOf({
      gateway: 'gate',
      routes: { 'POST /hub/authorize': 'hub', 'auth.Tokens/Authorize': 'tokens' },
      failing: 'auth.Tokens/Authorize',
      store: 'postgresql',
    }),
  )

  it('are both what a question says to fail', async () => {
    const { text } = await new Conversation(rememberingStore(await store)).ask('why does Authorize fail?', END_MS)
    expect(text).not.toContain('did not fail')
    expect(text).toMatch(/Of the requests on .*`auth\.Tokens\/Authorize`.* failed: \d+ of/)
  })
})
