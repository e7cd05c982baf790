/** Where things went, why they were refused and that they were accepted, over a marathon whose lines say it in their words. */
import { describe, expect, it } from 'vitest'
import type { LogRow, World } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

/** Each minute a runner registers, every fourth is refused; every fifth is sent home for the doctors' stop; parcels are dispatched. */
function marathon(): World {
  const plain = worldOf({
    gateway: 'start-desk',
    routes: { 'GET /tracks': 'track-svc', 'GET /times': 'time-svc' },
    failing: 'GET /times',
    store: 'postgresql',
  })
  const line = (minute: number, service: string, severity: LogRow['severity'], body: string): LogRow => ({
    ...{ timeMs: END_MS - minute * 60_000 + 1, service, severity, isSeveritySent: true, message: body, body },
    ...{ attributes: {}, traceId: '', spanId: '', version: '1.0.0', instance: `${service}-1` },
  })
  const logs = [...plain.logs]
  for (let minute = 1; minute <= 40; minute++) {
    const isRefused = minute % 4 === 0
    logs.push(
      line(
        minute,
        'track-svc',
        isRefused ? 'WARN' : 'INFO',
        isRefused ? 'enrolment refused, no chip' : 'runner enrolled',
      ),
      line(minute, 'doctors-link', 'INFO', 'pulse received'),
      line(minute, 'track-svc', 'INFO', minute % 2 === 0 ? 'bag dispatched' : 'bag weighed'),
    )
    if (minute % 5 === 0) logs.push(line(minute, 'track-svc', 'WARN', 'runner turned away, doctors hint'))
  }
  return { ...plain, services: [...plain.services, 'doctors-link'], logs }
}

const store = storeWithWorld(marathon())
const answer = async (question: string): Promise<string> =>
  (await new Conversation(rememberingStore(await store)).ask(question, END_MS)).text
const boldIn = (text: string): string[] => [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, bold = '']) => bold)

describe('where things went', { timeout: 120_000 }, () => {
  it('is told by the lines that say so in one word', async () => {
    const text = await answer('how many bags went out in the last 20 minutes?')
    expect(text).toMatch(/I took "went out" as the lines that say "dispatched"/)
    expect(boldIn(text)[0]).toBe('10')
  })

  it.each(['how many runners got out?', 'how many runners went away?', 'how many bags came over today?'])(
    '%j counts not all that say the thing',
    async (question) => expect(boldIn(await answer(question))).toEqual([]),
  )

  it('is nothing to ask for where all of them came in', async () => {
    expect(boldIn(await answer('how many bags came in?'))[0]).toBe('40')
  })
})

describe('what lines say of a thing', { timeout: 120_000 }, () => {
  it('has its reason behind "by" or "because of", and no service of that name', async () => {
    expect(boldIn(await answer('how many runners were turned away by a doctors hint?'))[0]).toBe('8')
    expect(
      boldIn(await answer('how many runners were turned away because of doctors hints in the last 20 minutes?'))[0],
    ).toBe('4')
  })

  it.each(['enrolments accepted', 'how many enrolments went through?', 'how many enrolments were approved?'])(
    '%j counts the lines in which the verb of the noun succeeds',
    async (question) => {
      const text = await answer(question)
      expect(text).toMatch(/as the lines that say "runner enrolled"/)
      expect(boldIn(text)[0]).toBe('30')
    },
  )
})
