/** A noun of the business means the requests on the route that ends in it, wherever it is counted or measured. */
import { describe, expect, it } from 'vitest'
import { bikes } from '../../scripts/eval/questions/systems/bikes.ts'
import { news } from '../../scripts/eval/questions/systems/news.ts'
import { eventLinesOf } from '../../src/agent/questions/grounding/event-lines.ts'
import { withoutPasted } from '../../src/agent/questions/reader/quoted.ts'
import { operationsNamed, routesOfThing, thingOf } from '../../src/agent/questions/reader/routes.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { storeWithWorld } from './world-store.ts'

const END_MS = Date.parse('2026-11-20T15:00:07.312Z')
const HOUR_MS = 3_600_000
const worlds = { bikes: bikes(END_MS), news: news(END_MS) }
const stores = { bikes: storeWithWorld(worlds.bikes), news: storeWithWorld(worlds.news) }

async function said(system: keyof typeof stores, question: string): Promise<string> {
  const { text } = await new Conversation(rememberingStore(await stores[system])).ask(question, END_MS)
  return text.split('\n')[0] ?? ''
}

const firstNumber = (text: string): number => Number(/\*\*([\d,.]+)/.exec(text)?.[1]?.replace(/,/g, '') ?? Number.NaN)
const milliseconds = (text: string): number => {
  const [, value = '', unit = ''] = /\*\*([\d.]+) (m?s)\*\*/.exec(text) ?? []
  return Number(value) * (unit === 's' ? 1000 : 1)
}

describe('a noun of the business', { timeout: 60_000 }, () => {
  const rentals = worlds.bikes.spans.filter(
    ({ service, name, startMs }) =>
      service === 'edge-ingress' && name === 'POST /v2/rentals' && startMs >= END_MS - HOUR_MS - 5000,
  )

  it('per minute is told of the requests that make it, each once, and not of those that go on from it', async () => {
    const rate = firstNumber(await said('bikes', 'rentals per minute'))
    expect(Math.abs(rate - rentals.length / 60)).toBeLessThan(0.3)
  })

  it('has the share of these that failed', async () => {
    const failed = rentals.filter(({ isFailed }) => isFailed).length
    const share = firstNumber(await said('bikes', 'what share of rentals fails?'))
    expect(Math.abs(share - (100 * failed) / rentals.length)).toBeLessThan(1)
  })

  it.each(['slowest rental', 'how long does a rental take at most?'])(
    'is what "%s" measures, never all requests of a service called after it',
    async (question) => {
      expect(await said('bikes', question)).toMatch(/`POST \/v2\/rentals`, `POST \/rentals`/)
    },
  )

  it('is as long as its lines say, where they do', async () => {
    expect(await said('bikes', 'longest rental today')).toMatch(/^Maximum of `minutes` stated by log records/)
  })

  it('is a thing where "search" stands behind a superlative, and no order to search', async () => {
    const longest = Math.max(
      ...worlds.news.spans
        .filter(({ name, service }) => service === 'web-gateway' && name === 'GET /search')
        .map(({ startMs, endMs }) => endMs - startMs),
    )
    expect(Math.abs(milliseconds(await said('news', 'longest search today')) - longest)).toBeLessThan(longest * 0.02)
  })

  it('that lines tell of as well has both numbers in the first sentence, each with what it counts', async () => {
    const stored = worlds.news.logs.filter(
      ({ message, timeMs }) => message.startsWith('comment stored') && timeMs >= END_MS - HOUR_MS - 5000,
    ).length
    const text = await said('news', 'comments per minute')
    expect(text).toMatch(/requests per minute on `POST \/articles\/\{slug\}\/comments`/)
    const rates = [...text.matchAll(/\*\*([\d.]+)\*\*/g)].map(([, rate]) => Number(rate))
    expect(Math.min(...rates.map((rate) => Math.abs(rate - stored / 60)))).toBeLessThan(0.2)
  })
})

describe('values and lines of a noun', { timeout: 60_000 }, () => {
  it('of a key of two words are told apart, whatever service is called after the first', async () => {
    const methods = new Set(
      worlds.bikes.spans.flatMap(({ attributes }) => {
        const method = attributes['payment.method']
        return method === undefined ? [] : [method]
      }),
    )
    expect(firstNumber(await said('bikes', 'number of payment methods'))).toBe(methods.size)
  })

  it('that is remembered before "how many of these" is found in the pieces that a line has', async () => {
    const lines = worlds.bikes.logs.filter(
      ({ message, timeMs }) => message.startsWith('station is full') && timeMs >= END_MS - HOUR_MS - 5000,
    )
    const count = firstNumber(await said('bikes', 'station is full - how many of these?'))
    expect(Math.abs(count - lines.length)).toBeLessThan(2)
    expect(withoutPasted('column does not exist - how many?', ['pq: column <*> does not exist'])?.pieces).toEqual([
      'column',
      'does not exist',
    ])
    expect(withoutPasted('nothing like that - how many?', ['pq: column <*> does not exist'])).toBeNull()
  })

  it('is no name of a service where it fails: the cause is told first', async () => {
    expect(await said('bikes', 'why do rentals fail?')).toMatch(/^\*\*(?:Probable r|R)oot cause/)
  })

  it('is no order where a number is asked for', async () => {
    expect(await said('bikes', 'restart count of push-worker')).not.toMatch(/I only read/)
    expect(await said('bikes', 'roll back the migration please')).toMatch(/I only read/)
  })
})

describe('routes of a noun', () => {
  const routes = [
    'POST /v2/orders',
    'GET /v2/orders/{id}',
    'POST /v2/orders/{id}/cancel',
    'INSERT orders',
    'orders process',
  ]

  it('are those that end in it and make it, before those that read it or go on from it', () => {
    expect(operationsNamed('orders', routes)).toEqual(['POST /v2/orders'])
    expect(routesOfThing('order', routes)).toEqual({ made: ['POST /v2/orders'], read: ['GET /v2/orders/{id}'] })
  })

  it('are messages only where no path goes by it, and never statements', () => {
    expect(operationsNamed('orders', routes.slice(3))).toEqual(['orders process'])
  })

  it('give the noun back where all of them make the same thing', () => {
    expect(thingOf([{ on: 'operation', values: ['POST /api/orders', 'POST /orders'] }])).toBe('orders')
    expect(thingOf([{ on: 'operation', values: ['POST /orders', 'GET /orders/{id}'] }])).toBeNull()
  })
})

describe('lines of an event', () => {
  const line = (template: string, count = 10, service = 'shop') => ({
    ...{ id: template, template, service, severity: 'info', count },
    tokens: template.toLowerCase().split(' '),
  })

  it('are those that say the thing came to be, and none that says it did not', () => {
    const lines = [
      line('order OR-<*> failed: payment could not be confirmed', 90),
      line('order OR-<*> confirmed'),
      line('order refused'),
      line('queue of order events has <*> entries', 500),
    ]
    expect(eventLinesOf('order', lines)).toEqual({
      ids: ['order OR-<*> confirmed'],
      service: 'shop',
      said: 'order confirmed',
    })
  })

  it('are those of the beginning before those of the end, so that a thing is counted once', () => {
    expect(eventLinesOf('ride', [line('ride ended after <*> min', 80), line('ride <*> started', 70)])?.said).toBe(
      'ride started',
    )
  })

  it('are none where lines only name the thing', () => {
    expect(eventLinesOf('order', [line('order total is <*>'), line('reorder point reached')])).toBeNull()
  })
})
