import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deliveryInFlight, type InFlight, requestInFlight, strangerInFlight } from '../../src/bytes/in-flight.ts'

const KIB = 1024
const MIB = 1024 * KIB

/** Holds pieces until there is no room; what was held, and how to let it go. */
function greedy(keyId: string, organizationId: string, pieceBytes: number) {
  const memory = deliveryInFlight({ keyId, organizationId })
  let bytes = 0
  while (memory.hold(pieceBytes)) bytes += pieceBytes
  return { bytes, release: memory.release }
}

describe('the memory of bodies in flight', () => {
  it('one key may hold the largest delivery, and others still have room for the largest compressed body', () => {
    const first = greedy('a', 'org_a', 64 * KIB)
    expect(first.bytes).toBe(24 * MIB)
    const other = deliveryInFlight({ keyId: 'b', organizationId: 'org_b' })
    expect(other.hold(8 * MIB)).toBe(true)
    first.release()
    other.release()
  })

  it('there is room for one more sender, however many keys one organization uses', () => {
    const taken = Array.from({ length: 50 }, (_, i) => greedy(`k${i}`, 'org_greedy', 16 * KIB))
    expect(taken.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(30 * MIB)
    const other = deliveryInFlight({ keyId: 'other', organizationId: 'org_other' })
    expect(other.hold(5 * MIB)).toBe(true)
    other.release()
    for (const { release } of taken) release()
  })

  it('all memory is free again after any sequence of deliveries', () => {
    const delivery = fc.record({ key: fc.nat(4), organization: fc.nat(2), holds: fc.array(fc.nat(9 * MIB)) })
    fc.assert(
      fc.property(fc.array(delivery, { maxLength: 30 }), (deliveries) => {
        const all = deliveries.map(({ key, organization, holds }) => {
          const memory = deliveryInFlight({ keyId: `k${key}`, organizationId: `o${organization}` })
          for (const bytes of holds) memory.hold(bytes)
          return memory
        })
        for (const { release } of all) release()
        const alone = greedy('alone', 'org_alone', 64 * KIB)
        alone.release()
        expect(alone.bytes).toBe(24 * MIB)
      }),
    )
  })

  it('is one for deliveries and another for requests, whose largest is 1 MiB', () => {
    const delivery = greedy('a', 'org_a', 64 * KIB)
    const request = requestInFlight({ keyId: 'a', organizationId: 'org_a' })
    let bytes = 0
    while (request.hold(MIB)) bytes += MIB
    expect(bytes).toBe(9 * MIB)
    const other = requestInFlight({ keyId: 'b', organizationId: 'org_b' })
    expect(other.hold(MIB)).toBe(true)
    for (const { release } of [delivery, request, other]) release()
  })
})

describe('bodies without a key', () => {
  it('of one address hold at most 60% of their own memory, and take no room from deliveries or from other addresses', () => {
    const held: InFlight[] = []
    const stalled = (address: string) => {
      const memory = strangerInFlight({ keyId: address, organizationId: address })
      held.push(memory)
      return memory.hold(256 * KIB)
    }
    let count = 0
    while (count < 100 && stalled('192.0.2.1')) count += 1
    expect(count).toBe(19)
    expect(stalled('192.0.2.2')).toBe(true)
    const delivery = deliveryInFlight({ keyId: 'k', organizationId: 'o' })
    expect(delivery.hold(24 * MIB)).toBe(true)
    for (const one of [...held, delivery]) one.release()
    expect(stalled('192.0.2.1')).toBe(true)
    held.at(-1)?.release()
  })
})
