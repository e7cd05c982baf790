/**
 * A store whose coverage of a range is looked up once: the analyses that run side by side in one tool call ask for the
 * same window, and coverage touches every partition of it.
 */
import type { CoverageResult, TelemetryProject, TelemetryStore, TimeRange } from '../../telemetry/index.ts'

/** Returns the store with each question about coverage asked once. */
export function withSharedCoverage(store: TelemetryStore): TelemetryStore {
  const answers = new Map<string, Promise<CoverageResult>>()
  const coverage = (project: TelemetryProject, range: TimeRange): Promise<CoverageResult> => {
    const key = JSON.stringify([project.projectId, range])
    const known = answers.get(key) ?? store.coverage(project, range)
    answers.set(key, known)
    return known
  }
  return new Proxy(store, {
    get(target, key) {
      if (key === 'coverage') return coverage
      const member: unknown = Reflect.get(target, key)
      // Bound to the store itself: its private fields are not the proxy's.
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}
