/**
 * A reporter of vitest that appends what happens to the file PROGRESS_FILE, one JSON value per line:
 * `{ planned: [files] }` once, `{ begun: file }`, `{ ended: file, passed, failed }`. `run-suite.mjs` reads it: a run
 * that hangs writes no report, but it has written this.
 */
import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule, TestSpecification } from 'vitest/node'

export default class Progress implements Reporter {
  readonly #file = process.env.PROGRESS_FILE

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#append({ planned: specifications.map(({ moduleId }) => nameOf(moduleId)) })
  }

  onTestModuleQueued({ moduleId }: TestModule): void {
    this.#append({ begun: nameOf(moduleId) })
  }

  onTestModuleEnd(module: TestModule): void {
    const counts = { passed: 0, failed: 0 }
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      if (state === 'passed' || state === 'failed') counts[state]++
    }
    // A file that could not be read, or whose set-up failed, has no failed test.
    if (!module.ok() && counts.failed === 0) counts.failed = 1
    this.#append({ ended: nameOf(module.moduleId), ...counts })
  }

  #append(event: object): void {
    if (this.#file !== undefined) appendFileSync(this.#file, `${JSON.stringify(event)}\n`)
  }
}

function nameOf(moduleId: string): string {
  return relative(process.cwd(), moduleId)
}
