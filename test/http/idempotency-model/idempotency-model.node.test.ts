import { afterAll, beforeAll, expect, it } from 'vitest'
import { useDirectCrypto } from './direct-crypto.ts'
import { type Counts, differenceOf, randomSequence } from './sequences.ts'
import { openWorld } from './world.ts'

/** `npm run test:idempotency -- 1000000` runs as many as one likes. */
const SEQUENCES = Number(process.env['SEQUENCES'] ?? '500')
/** `decisions`: without verbs and HTTP, for a million of them. */
const LEVEL = process.env['LEVEL'] === 'decisions' ? 'decisions' : 'operations'
const SEED = Number(process.env['SEED'] ?? '1')

/** For as many sequences as one likes, in milliseconds. */
const TIMEOUT = 24 * 3_600_000

let restoreCrypto = (): void => {}
beforeAll(() => {
  restoreCrypto = useDirectCrypto()
})
afterAll(() => restoreCrypto())

it(`answers ${SEQUENCES} random sequences of requests and changes of rights as the model says`, {
  timeout: TIMEOUT,
}, async () => {
  const world = await openWorld()
  const { change, decide, request } = world
  const service = { change, request: LEVEL === 'decisions' ? decide : request }
  const counts: Counts = { requests: 0, changes: 0, replays: 0, refusals: 0, conflicts: 0 }
  for (let n = 0; n < SEQUENCES; n += 1) {
    const seed = SEED + n
    const difference = await world.sequence(() => differenceOf(randomSequence(seed), service, counts))
    expect(difference && `seed ${seed}: ${difference}`).toBeNull()
    if (n > 0 && n % 50_000 === 0) console.log(`${n} sequences`, JSON.stringify(counts))
  }
  if (SEQUENCES > 500) console.log(`${SEQUENCES} sequences`, JSON.stringify(counts))
  // Every kind of answer is well represented: a model that never meets a record proves nothing.
  const share = (part: number) => part / counts.requests
  expect(share(counts.replays)).toBeGreaterThan(0.05)
  expect(share(counts.refusals)).toBeGreaterThan(0.2)
  expect(share(counts.conflicts)).toBeGreaterThan(0.005)
  // No request for an organization that does not exist has made an object.
  expect(world.owners()).not.toContain('org_made_up')
})
