/** A result has a bound, and a list that is cut loses its end: the change to blame must not be in it. */
import { expect, it } from 'vitest'
import { judgeChanges } from '../../src/agent/investigator/changes.ts'
import type { ChangeRecord } from '../../src/agent/investigator/verdict.ts'
import { boundResult } from '../../src/agent/tools/bound-result.ts'
import { nearestChanges } from '../../src/agent/tools/investigate.ts'

const ONSET_MS = Date.UTC(2026, 10, 20, 9)

function change(id: string, service: string, minutesBefore: number): ChangeRecord {
  const startedMs = ONSET_MS - minutesBefore * 60_000
  const rest = { kind: 'deployment', environment: null, version: '1', author: null, url: null, endedMs: null }
  return { ...rest, id, services: [service], title: `${service} ${'x'.repeat(250)}`, startedMs }
}

it('the culprit comes first among two hundred changes, and stays when the result is cut', () => {
  const many = Array.from({ length: 199 }, (_, index) => change(`c${index}`, `service-${index}`, 170 - index * 0.8))
  const changes = judgeChanges([...many, change('culprit', 'pricing', 3)], { service: 'pricing', onsetMs: ONSET_MS })
  const shown = nearestChanges({ changes, onset: { atMs: ONSET_MS } })
  expect(shown[0]).toMatchObject({ state: 'culprit', change: { id: 'culprit' } })
  expect(shown.length).toBeLessThanOrEqual(40)
  const distances = shown.slice(1).map(({ change: { startedMs } }) => Math.abs(ONSET_MS - startedMs))
  expect(distances).toEqual(distances.toSorted((a, b) => a - b))
  const cut = boundResult({ verdict: { changes: shown } }, 4_096)
  expect(JSON.stringify(cut)).toContain('"culprit"')
})
