/**
 * A search for parameters that lower the mean loss over systems. It knows nothing of what they mean: every positive
 * number is moved by a factor (a share in odds). Deterministic. All folds begin at the same point, so a round's single moves are computed
 * once and serve every fold; only the moves together are a fold's own.
 */
import type { Values } from './parameter-tree.ts'
import { doublings, movedBy } from './shares.ts'

/** Loss per system, in nats. */
export type Losses = ReadonlyMap<string, number>

export interface SearchInput {
  readonly start: Values
  /** Names of the parameters that may move. */
  readonly free: readonly string[]
  evaluate(values: Values): Promise<Losses>
  /** Each round moves by the square root of the round before. */
  readonly factor: number
  readonly rounds: number
}

/**
 * What a move must gain, in nats of mean loss, and what each doubling of a parameter costs: without it a fit follows the
 * noise of some dozen cases.
 */
const GAIN_MIN = 0.002
const RIDGE = 0.004

export class Search {
  readonly #input: SearchInput
  readonly #known = new Map<string, Losses>()

  constructor(input: SearchInput) {
    this.#input = input
  }

  /** How many points were computed. */
  get evaluations(): number {
    return this.#known.size
  }

  async lossesAt(values: Values): Promise<Losses> {
    const key = JSON.stringify([...values])
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const losses = await this.#input.evaluate(values)
    this.#known.set(key, losses)
    return losses
  }

  /** The best point found for the mean over these systems, every system counting alike. */
  async best(systems: readonly string[]): Promise<Values> {
    let at = this.#input.start
    let { factor } = this.#input
    for (let round = 0; round < this.#input.rounds; round++) {
      at = await this.#round(at, factor, systems)
      factor = Math.sqrt(factor)
    }
    return at
  }

  async #round(at: Values, factor: number, systems: readonly string[]): Promise<Values> {
    const here = await this.#lossOf(at, systems)
    const moves: { readonly name: string; readonly value: number; readonly gain: number }[] = []
    for (const name of this.#input.free) {
      const value = at.get(name) ?? 0
      const tried = [movedBy(name, value, factor), movedBy(name, value, 1 / factor)].map(async (moved) => {
        return { name, value: moved, gain: here - (await this.#lossOf(new Map([...at, [name, moved]]), systems)) }
      })
      const better = (await Promise.all(tried)).toSorted((a, b) => b.gain - a.gain)[0]
      if (better !== undefined && better.gain > GAIN_MIN) moves.push(better)
    }
    moves.sort((a, b) => b.gain - a.gain)
    return this.#together(at, here, moves, systems)
  }

  /** Moves that help alone may not help together: all of them, then half of them, until what is left does. */
  async #together(
    at: Values,
    here: number,
    moves: readonly { readonly name: string; readonly value: number }[],
    systems: readonly string[],
  ): Promise<Values> {
    let best = { loss: here, values: at }
    for (let count = moves.length; count >= 1; count = Math.floor(count / 2)) {
      const values = new Map([...at, ...moves.slice(0, count).map(({ name, value }) => [name, value] as const)])
      const loss = await this.#lossOf(values, systems)
      if (loss < best.loss) best = { loss, values }
    }
    return best.values
  }

  async #lossOf(values: Values, systems: readonly string[]): Promise<number> {
    const losses = await this.lossesAt(values)
    const mean = systems.reduce((sum, system) => sum + (losses.get(system) ?? 0), 0) / Math.max(1, systems.length)
    let moved = 0
    for (const [name, value] of values) {
      const from = this.#input.start.get(name)
      if (from !== undefined) moved += doublings(name, from, value) ** 2
    }
    return mean + RIDGE * moved
  }
}
