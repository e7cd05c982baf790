/** So many of a thing a minute, and people whom no failed request tells apart. */
import { expect, it } from 'vitest'
import type { LogRow, World } from '../../scripts/eval/questions/records.ts'
import { inPlainOrder } from '../../src/agent/questions/reader/plain-order.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

/** A ferry whose tickets carry the passenger, but not where they fail. */
function ferry(): World {
  const plain = worldOf({
    gateway: 'pier-gate',
    routes: { 'POST /tickets': 'ticket-desk', 'GET /berths': 'berth-svc' },
    failing: 'GET /berths',
    store: 'postgresql',
  })
  const spans = plain.spans.map((span, index) =>
    span.name.includes('tickets')
      ? { ...span, attributes: { ...span.attributes, 'passenger.id': `P-${index}` } }
      : span,
  )
  const line = (minute: number, service: string, body: string): LogRow => ({
    ...{ timeMs: END_MS - minute * 60_000, service, severity: 'WARN', isSeveritySent: true, message: body, body },
    ...{ attributes: {}, traceId: '', spanId: '', version: '1.0.0', instance: `${service}-1` },
  })
  return { ...plain, spans, logs: [...plain.logs, line(3, 'audit', 'batch kept: tickets without a name')] }
}

const store = storeWithWorld(ferry())
const answer = async (question: string): Promise<string> =>
  (await new Conversation(rememberingStore(await store)).ask(question, END_MS)).text

it('a rate of what is taken in is one of the thing', { timeout: 120_000 }, async () => {
  expect(await answer('how many tickets per minute do we process')).toMatch(/requests per minute on `POST \/tickets`/)
})

it('a rate of what is done keeps what is done', () => {
  const plain = (text: string): string => inPlainOrder(text, { services: [] })
  expect(plain('how many letters per minute do we print')).toBe('how many letters were printed per minute')
  expect(plain('how many letters do we print per hour')).toBe('how many letters were printed per hour')
})

it('people whom no failed request names are not none', { timeout: 120_000 }, async () => {
  const text = await answer('how many passengers are affected')
  expect(text).toMatch(/Failed requests do not say which passengers they are from/)
  expect(text).not.toMatch(/\*\*0\*\*/)
})
