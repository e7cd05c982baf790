/** Whether the same trouble happened before the onset. */
import { describe, expect, it } from 'vitest'
import { earlierHeadline } from '../../src/agent/answers/cause-earlier.ts'
import type { CauseMaterial } from '../../src/agent/answers/cause-material.ts'

const at = (clock: string): string => `2026-11-28T${clock}:00.000Z`

function material(earlier: CauseMaterial['earlier']): CauseMaterial {
  return {
    result: { onset: at('14:00'), candidates: [{ service: 'oven' }] },
    askedAtMs: Date.parse(at('14:30')),
    earlier,
  } as unknown as CauseMaterial
}

const measured = (series: readonly (readonly [string, number])[], more: object): never =>
  ({ series, ...more }) as unknown as never

describe('whether it happened before', () => {
  it('is no where nothing was logged, with how much of the past is stored', () => {
    const earlier = {
      said: 'oven is cold',
      lines: measured([[at('13:10'), 0]], { value: 0 }),
      requests: measured([], { value: 0.002, failed: 2, of: 1000 }),
      fromMs: Date.parse(at('13:00')),
    }
    expect(earlierHeadline(material(earlier))).toBe(
      '**No**, not in what is stored: from 13:00:00 UTC to the onset at **14:00:00 UTC** (1 h) `oven is cold` was never logged, and 2 of 1,000 requests of `oven` failed (0.2 %).',
    )
  })

  it('is yes with each spell in which it was', () => {
    const earlier = {
      said: 'oven is cold',
      lines: measured(
        [
          [at('09:00'), 3],
          [at('09:05'), 4],
          [at('09:10'), 0],
          [at('11:00'), 1],
        ],
        { value: 8 },
      ),
      requests: null,
      fromMs: Date.parse(at('08:00')),
    }
    expect(earlierHeadline(material(earlier))).toMatch(
      /^\*\*Yes\*\*: `oven is cold` was logged \*\*8\*\* times before, .*: 09:00:00 UTC–09:05:00 UTC, 11:00:00 UTC\.$/,
    )
  })

  it('cannot be told of a past of a few minutes', () => {
    const earlier = { said: null, lines: null, requests: null, fromMs: Date.parse(at('13:55')) }
    expect(earlierHeadline(material(earlier))).toMatch(
      /^I cannot tell whether it happened before: telemetry begins only 5 min/,
    )
  })
})
