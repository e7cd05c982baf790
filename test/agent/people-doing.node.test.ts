/** How many people do something is read from the requests on which it is done, and never from all that they do. */
import { describe, expect, it } from 'vitest'
import { peopleDoing } from '../../src/agent/questions/reader/people-doing.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const store = storeWithWorld(
  worldOf({
    gateway: 'library-gate',
    routes: {
      'POST /login': 'desk-svc',
      'POST /loans': 'loan-svc',
      'GET /books/{id}': 'shelf-svc',
      'POST /damage-reports': 'shelf-svc',
    },
    failing: 'POST /loans',
    store: 'postgresql',
  }),
)
const answer = async (question: string): Promise<string> =>
  (await new Conversation(rememberingStore(await store)).ask(question, END_MS)).text

describe('how many people do something', () => {
  it.each([
    ['how many people logged in', /\*\* (?:distinct people|requests) on `POST \/login`/],
    ['how many customers log in per minute', /requests per minute on `POST \/login`/],
    ['how often do people look at a book', /\*\* requests on `GET \/books\/\{id\}`/],
    ['how many customers have reported a damage', /\*\* (?:distinct customers|requests) on `POST \/damage-reports`/],
    ['how many people looked at the book list', /\*\* (?:distinct people|requests) on `GET \/books\/\{id\}`/],
    ['how many people looked at vip books', /^I could not/],
    ['how many customers reported a purple damage', /I have no telemetry of "purple"|^I could not/],
    ['how many customers juggled a book', /^I could not/],
  ])('%s', async (question, said) => {
    expect(await answer(question)).toMatch(said)
  })

  it('is read from its verb and its noun', () => {
    expect(peopleDoing('how many customers sent us a reading')).toEqual({
      ...{ who: 'customers', verbs: ['send'], noun: ['reading'] },
    })
    expect(peopleDoing('how many people checked out')).toMatchObject({
      verbs: expect.arrayContaining(['checkout']),
      noun: [],
    })
    expect(peopleDoing('how many customers were affected')).toBeNull()
    expect(peopleDoing('how many users saw a 502')).toBeNull()
    expect(peopleDoing('how many orders did we get')).toBeNull()
  })
})
