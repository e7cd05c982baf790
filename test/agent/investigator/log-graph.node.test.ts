/** Who calls whom, told by lines alone. */
import { describe, expect, it } from 'vitest'
import { logGraph } from '../../../src/agent/investigator/log-graph.ts'
import { isWholeIn, wordsOfNames, writtenNames } from '../../../src/agent/investigator/service-names.ts'
import { CallCounter, mergeCalls } from '../../../src/telemetry/aggregates/log-calls.ts'
import type { LogCallActivity } from '../../../src/telemetry/index.ts'

const SERVICES = ['web', 'cart', 'stock']
const [WEB, CART, STOCK] = [0, 1, 2]

/** Traces: the services of their lines in time order. An error of service n is written as −n − 1. */
function counted(...traces: readonly (readonly number[])[]): LogCallActivity[] {
  const counter = new CallCounter(SERVICES)
  for (const trace of traces) {
    counter.begin()
    for (const entry of trace) counter.step(entry < 0 ? -entry - 1 : entry, entry < 0)
  }
  return counter.calls()
}

function callOf(calls: readonly LogCallActivity[], caller: string, callee: string): LogCallActivity | undefined {
  return calls.find((call) => call.caller === caller && call.callee === callee)
}

function times<T>(count: number, value: T): T[] {
  return new Array<T>(count).fill(value)
}

const none: readonly (readonly [string, string])[] = []

describe('calls counted in the order of lines', () => {
  it('counts a service as enclosed when its caller writes again after it', () => {
    const calls = counted([WEB, CART, STOCK, CART, WEB])
    expect(callOf(calls, 'web', 'cart')).toMatchObject({ seen: 1, enclosed: 1 })
    expect(callOf(calls, 'web', 'stock')).toMatchObject({ seen: 1, enclosed: 1 })
    expect(callOf(calls, 'cart', 'stock')).toMatchObject({ seen: 1, enclosed: 1 })
    expect(callOf(calls, 'stock', 'web')).toBeUndefined()
  })

  it('does not count as enclosed what no line follows', () => {
    expect(callOf(counted([WEB, CART]), 'web', 'cart')).toMatchObject({ seen: 1, enclosed: 0 })
  })

  it('counts for each pair of failing services whose error came first', () => {
    const failed = -STOCK - 1
    const calls = counted([WEB, failed, -CART - 1, -WEB - 1])
    expect(callOf(calls, 'cart', 'stock')?.failed).toBe(1)
    expect(callOf(calls, 'web', 'stock')?.failed).toBe(1)
    expect(callOf(calls, 'web', 'cart')?.failed).toBe(1)
    expect(callOf(calls, 'stock', 'web')?.failed ?? 0).toBe(0)
  })

  it('follows at most thirty-two services into each other, whatever a trace holds', () => {
    const many = Array.from({ length: 500 }, (_, i) => `s${i}`)
    const counter = new CallCounter(many)
    counter.begin()
    for (const i of many.keys()) counter.step(i, true)
    expect(counter.calls().length).toBeLessThanOrEqual(32 * 32)
  })

  it('gives the same sums whether one shard saw all traces or two saw half each', () => {
    const [a, b] = [
      [WEB, CART, WEB],
      [WEB, -CART - 1, -WEB - 1],
    ]
    const byPair = (calls: readonly LogCallActivity[]) =>
      calls.toSorted((x, y) => (x.caller + x.callee).localeCompare(y.caller + y.callee))
    expect(byPair(mergeCalls(counted(a), counted(b)))).toEqual(byPair(counted(a, b)))
  })
})

describe('the graph of lines', () => {
  it('takes the service whose lines lie between another’s for its callee', () => {
    const { callees } = logGraph(counted(...times(5, [WEB, CART, WEB])), none, none)
    expect([...(callees.get('web') ?? [])]).toEqual(['cart'])
    expect(callees.has('cart')).toBe(false)
  })

  it('takes the service whose error comes first for the callee', () => {
    const usual = times(30, [WEB, CART, WEB, STOCK, WEB])
    const failing = times(5, [WEB, -STOCK - 1, -CART - 1, WEB])
    const { callees } = logGraph(counted(...usual, ...failing), none, none)
    expect([...(callees.get('cart') ?? [])]).toContain('stock')
  })

  it('hears nothing of the order of errors where a clock is off', () => {
    const skewed = [...times(30, [WEB, WEB, CART, CART]), ...times(5, [-WEB - 1, -CART - 1])]
    expect(logGraph(counted(...skewed), none, none).callees.size).toBe(0)
  })

  it('believes a service that names another one more than the order of their lines', () => {
    const late = counted(...times(5, [CART, WEB, CART]))
    const { callees } = logGraph(late, [['web', 'cart']], none)
    expect([...(callees.get('web') ?? [])]).toEqual(['cart'])
    expect(callees.has('cart')).toBe(false)
  })

  it('hears neither of two services that name each other', () => {
    const both = [
      ['web', 'cart'],
      ['cart', 'web'],
    ] as const
    expect(logGraph([], both, none).callees.size).toBe(0)
  })
})

describe('names of services in lines', () => {
  it('knows a name with a number by the mask that a template puts in its place', () => {
    expect(writtenNames(['less48', 'depot']).get('less48')).toEqual(['less48', 'less<*>'])
  })

  it('does not know names by a mask that they share', () => {
    expect(writtenNames(['shard1', 'shard2']).get('shard1')).toEqual(['shard1'])
  })

  it('takes the words that no other name has', () => {
    expect(wordsOfNames(['com.example.order', 'com.example.CartItems'])).toEqual([
      ['com.example.order', 'order'],
      ['com.example.CartItems', 'cart'],
      ['com.example.CartItems', 'items'],
    ])
  })

  it('finds a name whole, never as a part of a longer one', () => {
    expect(isWholeIn('retrying order, attempt <*>', 'order')).toBe(true)
    expect(isWholeIn('reordering', 'order')).toBe(false)
    expect(isWholeIn('pre-order failed', 'order')).toBe(false)
    expect(isWholeIn('preorder of order failed', 'order')).toBe(true)
  })
})
