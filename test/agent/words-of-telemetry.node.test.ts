/** Words of telemetry that are nouns of a business: what a route makes is meant, and no negation is dropped. */
import { beforeAll, describe, expect, it } from 'vitest'
import { readerOf } from '../../scripts/eval/questions/reader-of.ts'
import { chat } from '../../scripts/eval/questions/systems/chat.ts'
import { jobboard } from '../../scripts/eval/questions/systems/jobboard.ts'
import type { Plan } from '../../src/agent/questions/plan/plan.ts'

const END_MS = Date.parse('2026-11-20T15:00:07.312Z')
type Read = Awaited<ReturnType<typeof readerOf>>
let talk: Read
let jobs: Read

beforeAll(async () => {
  talk = await readerOf(chat(END_MS))
  jobs = await readerOf(jobboard(END_MS))
}, 120_000)

const planOf = async (read: Read, question: string): Promise<Plan | undefined> => (await read(question)).plans[0]
const routesOf = (plan: Plan | undefined): readonly string[] =>
  plan?.conditions.flatMap((condition) => (condition.on === 'operation' ? condition.values : [])) ?? []

describe('a word of telemetry that a route ends in', { timeout: 60_000 }, () => {
  it.each(['messages per minute', 'how many messages failed?', 'p95 of messages'])(
    'is what is made on the route: %s',
    async (question) => {
      expect(routesOf(await planOf(talk, question))).toEqual(['POST /messages', 'POST /v1/channels/{channel}/messages'])
    },
  )

  it.each(['how many error messages?', 'log messages of message-service', 'how many messages say "token"'])(
    'is a log record where lines are asked for: %s',
    async (question) => {
      const plan = await planOf(talk, question)
      expect(plan).toMatchObject({ intent: 'measure', measure: { of: 'records' } })
      expect(routesOf(plan)).toEqual([])
    },
  )

  it('is the thing and not the whole system', async () => {
    const plan = await planOf(jobs, 'how many percent of applications failed?')
    expect(plan).toMatchObject({ measure: { of: 'ratio', share: 'failed' } })
    expect(routesOf(plan)).toEqual(['POST /v1/applications', 'POST /applications'])
  })

  it('stays what is counted where a value is left out', async () => {
    const plan = await planOf(jobs, 'applications that were not in sales')
    expect(routesOf(plan)).toEqual(['POST /v1/applications', 'POST /applications'])
    expect(plan?.conditions).toContainEqual(
      expect.objectContaining({ on: 'attribute', key: 'job.category', values: ['sales'], not: true }),
    )
  })
})

describe('what was not done', { timeout: 60_000 }, () => {
  it.each([
    'how many previews could not be fetched',
    'previews that were not fetched',
    "how many previews didn't get fetched",
  ])('is asked back where no line tells of it, although the service is called "un…": %s', async (question) => {
    const { plans, askBack } = await talk(question)
    expect(plans).toEqual([])
    expect(askBack?.because).toContain('fetched')
  })

  it('is told by the lines that say so', async () => {
    const plan = await planOf(talk, 'how many messages were not stored')
    const said = plan?.conditions.flatMap((one) => (one.on === 'templates' ? one.phrases : [])).join(' ')
    expect(said).toContain('message not stored')
  })
})

describe('a queue that says what was done', { timeout: 60_000 }, () => {
  it('is not what the thing is called', async () => {
    expect(routesOf(await planOf(talk, 'failed posts in the last hour'))).toEqual([])
  })
})
