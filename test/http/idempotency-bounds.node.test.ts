/** A repetition whose answer is gone, and an organization that holds as many records as it may. */
import { describe, expect, it } from 'vitest'
import { IdempotencyRecords } from '../../src/durable/organization/idempotency-records.ts'
import { type IdempotentCall, withIdempotency } from '../../src/http/idempotency.ts'
import { objectStorage } from './idempotency-model/sqlite-d1.ts'

const NOW = 1_800_000_000_000

function service(isRead: boolean) {
  const limits = { records: 2, smallBytes: 0, largeBytes: 0, smallBytesMax: 16_384 }
  const held = new IdempotencyRecords(objectStorage().storage, limits)
  const seeds: string[] = []
  let attempts = 0
  const nextSeed = () => {
    attempts += 1
    return `seed ${attempts}`
  }
  const call = (key: string): IdempotentCall => ({
    owner: 'org',
    principal: 'someone',
    operationId: 'things.create',
    isRead,
    key,
    url: 'https://service.test/v1/things',
    rawBody: {},
    now: NOW,
    seed: nextSeed(),
    storeOf: () => ({
      beginIdempotent: async (input) => held.begin(input),
      completeIdempotent: async (name, answer) => held.complete(name, answer),
      releaseIdempotent: async (name) => held.release(name),
      failIdempotent: async (name) => held.fail(name, NOW),
    }),
    vault: { seal: async (_, text) => text, open: async (_, text) => text },
    respond: async (seed) => {
      seeds.push(seed)
      return Response.json({ seed }, { status: 201 })
    },
    refresh: async (body) => body,
  })
  return { post: (key: string) => withIdempotency(call(key)), seeds }
}

describe('a repetition whose answer is not kept any more', () => {
  it('is 409 where something was made, and makes nothing', async () => {
    const { post, seeds } = service(false)
    expect((await post('k')).status).toBe(201)
    await expect(post('k')).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('succeeded') })
    expect(seeds).toHaveLength(1)
  })

  it('is done again where the operation only reads, with the same ids', async () => {
    const { post, seeds } = service(true)
    expect([(await post('k')).status, (await post('k')).status]).toEqual([201, 201])
    expect(seeds).toEqual(['seed 1', 'seed 1'])
  })
})

describe('an organization that holds as many records as it may', () => {
  it('has a new key refused with 429, and nothing done', async () => {
    const { post, seeds } = service(false)
    await post('1')
    await post('2')
    await expect(post('3')).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      detail: { retryAfterSeconds: 24 * 3600 },
    })
    expect(seeds).toHaveLength(2)
  })

  it('has reading requests answered without a record', async () => {
    const { post, seeds } = service(true)
    for (const key of ['1', '2', '3', '3']) expect((await post(key)).status).toBe(201)
    expect(seeds).toEqual(['seed 1', 'seed 2', 'seed 3', 'seed 4'])
  })
})
