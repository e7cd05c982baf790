/** Constants moved at random: what a system's figures do then says how much they owe to the exact values. */
import { seededRandom } from '../../demo/random.ts'
import type { Values } from './parameter-tree.ts'
import { movedBy } from './shares.ts'

/** Every parameter times a factor drawn evenly from `1 - share` to `1 + share` (a share in odds); the same for the same draw. */
export function perturbed(values: Values, share: number, draw: number): Map<string, number> {
  const random = seededRandom(draw, 'perturbation')
  return new Map([...values].map(([name, value]) => [name, movedBy(name, value, 1 + share * (2 * random.next() - 1))]))
}

export interface Spread {
  readonly low: number
  readonly median: number
  readonly high: number
}

/** Null for none. */
export function spreadOf(figures: readonly number[]): Spread | null {
  const sorted = figures.toSorted((a, b) => a - b)
  const [low, high] = [sorted[0], sorted.at(-1)]
  if (low === undefined || high === undefined) return null
  return { low, median: sorted[Math.floor(sorted.length / 2)] ?? low, high }
}
