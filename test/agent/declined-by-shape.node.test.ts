/** What is declined by its shape, whatever the trade: orders, talk, other topics; and the questions that look like them. */
import { describe, expect, it } from 'vitest'
import { isOrderOfTrade } from '../../src/agent/questions/reader/orders.ts'
import { isOfOtherTopic } from '../../src/agent/questions/reader/other-topics.ts'
import { remarkOf } from '../../src/agent/questions/reader/remark-of.ts'
import { isGreetingWithTalk, isSmallTalk, withoutGreeting } from '../../src/agent/questions/reader/small-talk.ts'

describe('an order', () => {
  it.each([
    'please dim the lights of hall b',
    'renew the fishing permit',
    'ship the parcel to the other depot now',
    'can you water the tomatoes',
    'switch kiln-3 to the reserve burner now',
    'tell the suppliers that it is over',
    'give stall-7 its card reader back',
    'buy two more freezers',
    'pls vaccinate all calves',
  ])('%j is refused', (order) => expect(remarkOf(order)).toEqual({ kind: 'refusal', what: 'change' }))

  it.each([
    'please show the lights of hall b',
    'errors the last hour',
    'drop the 500s',
    'take the slow ones',
    'pls count the parcels by depot',
    'order errors by service',
    'switch errors',
    'ship-api this morning',
    'transfer T-11 failed when?',
    'can you tell me the reason',
    'mark the slowest requests, how many are there?',
  ])('%j is none', (asked) => expect(isOrderOfTrade(asked)).toBe(false))
})

describe('small talk', () => {
  it.each(["nice work, that's everything for today", 'ok great, thanks mate, have a quiet shift', 'bravo, danke!'])(
    '%j is thanks',
    (said) => expect(isSmallTalk(said)).toBe(true),
  )

  it.each(['ok, all good now', 'great, and the warnings', 'thanks, how many failed?', 'all good?'])(
    '%j asks something',
    (said) => expect(isSmallTalk(said)).toBe(false),
  )

  it('is what follows a greeting and asks nothing', () => {
    expect(isGreetingWithTalk('evening all, back from the canteen')).toBe(true)
    expect(isGreetingWithTalk('evening all, payments are slow')).toBe(false)
  })

  it('is taken off the beginning of a question', () => {
    expect(withoutGreeting('Good morning team, is anything down?')).toBe('is anything down?')
    expect(withoutGreeting('evening traffic by hour')).toBe('evening traffic by hour')
  })
})

describe('another topic', () => {
  it.each([
    'which lawn mower should i buy?',
    'is a verbal contract legally binding in spain?',
    'is tea good for my stomach?',
    'how much does a used tractor cost',
    'who won the cup yesterday',
    'what is better, cats or dogs',
    'can you write me a dockerfile for node',
  ])('%j has its shape', (asked) => expect(isOfOtherTopic(asked)).toBe(true))

  it.each([
    'which service should i look at?',
    'what should we do next',
    'is the release bad for my-shop?',
    'how much does a failed checkout cost since 12:00',
    'which is better, p95 before or after the release',
  ])('%j has not', (asked) => expect(isOfOtherTopic(asked)).toBe(false))
})
