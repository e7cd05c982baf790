/** A search in steps, each of which reads a column or two: yields how many values were looked at. */
export type SearchSteps<Result> = Generator<number, Result>

/** Runs a search in one go. */
export function atOnce<Result>(steps: SearchSteps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
