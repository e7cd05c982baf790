/** Typing errors in words that only the project's telemetry has. */
import { describe, expect, it } from 'vitest'
import { nearestOwn } from '../../src/agent/questions/reader/own-typos.ts'
import { wordsOf } from '../../src/agent/questions/reader/words.ts'

const OWN = new Set(['checkout', 'skipped', 'borrowed', 'calculated', 'parcel', 'parcels', 'marcel', 'plank'])
const nearest = (text: string): string | null => {
  const [word] = wordsOf(text)
  return word === undefined ? null : nearestOwn(word, OWN)
}

describe('a mistyped word of the project', () => {
  it.each([
    ['chekouts', 'checkouts'],
    ['borowed', 'borrowed'],
    ['calcualted', 'calculated'],
    ['parcles', 'parcels'],
  ])('%s is %s', (typed, meant) => {
    expect(nearest(typed)).toBe(meant)
  })

  it.each(['shipped', 'plak', 'checkout', 'requests', 'zebra'])('leaves %s as it is', (typed) => {
    expect(nearest(typed)).toBeNull()
  })
})
