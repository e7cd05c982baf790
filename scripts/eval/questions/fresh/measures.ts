/** Measures and expectations that several rounds of questions have in common. */
import type { Asked } from '../catalog/define.ts'
import type { Expectation } from '../expectation.ts'
import type { SpanRow, World } from '../records.ts'
import { pointsOf, requestsOf, type Window } from '../truth.ts'
import * as t from './truths.ts'

/** A measure for each of some names. */
export function each(names: readonly string[], measure: (name: string) => t.Measure): Record<string, t.Measure> {
  return Object.fromEntries(names.map((name) => [name, measure(name)]))
}

export const spansOf = (where: t.Where<SpanRow>) => (world: World, window?: Window) => requestsOf(world, where, window)

/** The mean of what a histogram's points sum up. */
export const meanOfHistogram =
  (service: string, name: string): t.Measure =>
  (world, window) => {
    let sum = 0
    let count = 0
    for (const point of pointsOf(world, service, name, window)) {
      sum += point.value
      for (const one of point.buckets?.counts ?? []) count += one
    }
    return sum / count
  }

/** How bad something is or was: any of the measures over any of the windows is fair. */
export function howBad(asked: Asked, whens: readonly t.When[], measures: readonly t.Measure[]): Expectation {
  const fair = whens.flatMap((when) => {
    const number = t.numberOf(asked, 'any', when, measures)
    return [number.value, ...(number.also ?? [])]
  })
  const [value = 0, ...also] = fair.filter((one) => one > 0)
  return { numbers: [{ value, unit: 'any', tolerance: 0.02, also }] }
}
