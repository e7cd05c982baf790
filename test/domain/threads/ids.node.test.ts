import fc from 'fast-check'
import { validate, version } from 'uuid'
import { describe, expect, it } from 'vitest'
import { idAt, isIdOf, newThreadId, nextOrder, objectNameOf, orderOf } from '../../../src/contracts/thread-ids.ts'

const random = (bytes: Uint8Array) => crypto.getRandomValues(bytes)
const time = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2090, 0, 1) })

describe('ids of threads, runs and messages', () => {
  it('ids of threads, runs and messages are UUIDv7 that share their last 62 bits and sort as their orders do', () => {
    fc.assert(
      fc.property(time, fc.array(fc.nat(3), { maxLength: 50 }), (startMs, pauses) => {
        const threadId = newThreadId(startMs, random)
        const name = objectNameOf(threadId)
        let order = orderOf(threadId)
        let nowMs = startMs
        let before = threadId
        for (const pause of pauses) {
          nowMs += pause
          order = nextOrder(order, nowMs)
          const id = idAt(order, name)
          expect(validate(id) && version(id)).toBe(7)
          expect(objectNameOf(id)).toBe(name)
          expect(orderOf(id)).toBe(order)
          expect(isIdOf(id, name)).toBe(true)
          expect(id > before).toBe(true)
          before = id
        }
      }),
    )
  })

  it('ids stay in order when the clock goes back or a millisecond has more than its 4,096', () => {
    const threadId = newThreadId(Date.UTC(2026, 10, 20), random)
    let order = orderOf(threadId)
    const orders = Array.from({ length: 10_000 }, () => {
      order = nextOrder(order, Date.UTC(2026, 10, 19))
      return order
    })
    const ids = orders.map((one) => idAt(one, objectNameOf(threadId)))
    expect([...ids].sort()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('every other UUID has an order too, exact or clamped, so that any may be a cursor', () => {
    fc.assert(
      fc.property(fc.uuid(), time, (foreign, nowMs) => {
        const order = orderOf(foreign)
        expect(Number.isSafeInteger(order)).toBe(true)
        const ours = newThreadId(nowMs, random)
        if (foreign[14] === '7') expect(order < orderOf(ours)).toBe(foreign.slice(0, 18) < ours.slice(0, 18))
      }),
    )
  })

  it('an id carries the time it was made at', () => {
    const nowMs = Date.UTC(2026, 10, 20, 9, 30, 0, 123)
    const id = newThreadId(nowMs, random)
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(nowMs)
  })
})
