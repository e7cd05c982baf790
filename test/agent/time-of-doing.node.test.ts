/** How long it takes to do something with a thing is the time of the requests on which that is done, or is asked back. */
import { describe, expect, it } from 'vitest'
import { doingAsked, routesOfDoing } from '../../src/agent/questions/reader/time-of-doing.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const store = storeWithWorld(
  worldOf({
    gateway: 'library-gate',
    routes: {
      'POST /loans': 'loan-svc',
      'POST /loans/{id}/extend': 'loan-svc',
      'GET /shelves/{id}': 'shelf-svc',
      'POST /damage-reports': 'shelf-svc',
      'POST /checkout': 'desk-svc',
    },
    failing: 'POST /loans',
    store: 'postgresql',
  }),
)
const answer = async (question: string): Promise<string> =>
  (await new Conversation(rememberingStore(await store)).ask(question, END_MS)).text

describe('the time of doing something', () => {
  it.each([
    ['avg time to place a loan', /^Mean duration of requests on `POST \/loans`:/],
    ['how long does it take to extend a loan on average', /^Mean duration .*`POST \/loans\/\{id\}\/extend`:/],
    ['how long does reporting a damage take?', /^95th percentile duration .*`POST \/damage-reports`:/],
    ['median time to check out', /^Median duration of requests on `POST \/checkout`:/],
    ['how long does it take loan-svc to mend a shelf', /^I could not/],
  ])('%s', async (question, said) => {
    expect(await answer(question)).toMatch(said)
  })

  it('is read from its verb and its noun', () => {
    expect(doingAsked('how long does it take ledger to write an entry on average')).toMatchObject({
      ...{ verbs: ['write'], noun: ['entry'], statistic: 'mean' },
    })
    expect(doingAsked('how long does web take to respond')).toBeNull()
    expect(doingAsked('average time to an appointment')).toBeNull()
  })

  it('is not made where the data says nothing of it', () => {
    const asked = { verbs: ['mend'], noun: ['shelf'], statistic: 'mean' as const }
    const catalogue = { operations: ['GET /shelves/{id}'], templates: [] } as never
    expect(routesOfDoing(asked, catalogue)).toMatchObject({ sure: [], made: [] })
  })
})
