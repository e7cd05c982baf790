/** What came just before trouble: rare lines of the suspect, or about what its error names, and nothing by chance. */
import { describe, expect, it } from 'vitest'
import { forerunnersOf } from '../../src/agent/analysis/forerunners.ts'
import { fromMillis, type LogPattern } from '../../src/telemetry/index.ts'

const ONSET_MS = Date.UTC(2026, 10, 20, 9)
const FAILURE = 'seat not taken: lock of hall-7 is held'
const trouble = { service: 'seat-plan', onsetMs: ONSET_MS, failure: FAILURE }

function pattern(seconds: number, body: string, more: Partial<LogPattern> = {}): LogPattern {
  const [service, severity, count] = ['seat-plan', 'info', 1] as const
  const seen = fromMillis(ONSET_MS + seconds * 1000)
  const times = { firstSeen: seen, lastSeen: seen, counts: [] }
  const example = { id: `${seconds} ${body}`, body }
  return { id: body, template: body, service, severity, count, ...times, example, ...more }
}

const EVERYDAY = [
  pattern(-3500, 'seat taken in row <*>', { count: 900 }),
  pattern(-3500, 'ticket printed', { service: 'box-office', count: 400 }),
  pattern(6, FAILURE, { severity: 'error', count: 80 }),
]
const told = (...patterns: LogPattern[]): string[] =>
  forerunnersOf([...EVERYDAY, ...patterns], trouble).lines.map(({ body }) => body)

describe('what came just before trouble', () => {
  it('is a line that the suspect wrote for the first time, up to its first error', () => {
    expect(told(pattern(-5, 'group of 40 holds the balcony'))).toEqual(['group of 40 holds the balcony'])
    expect(told(pattern(4, 'group of 40 holds the balcony'))).toHaveLength(1)
    expect(told(pattern(9, 'group of 40 holds the balcony'))).toEqual([])
    const errorMs = ONSET_MS + 6000
    expect(forerunnersOf(EVERYDAY, trouble)).toEqual({ errorMs, failureMs: errorMs, lines: [] })
  })

  it('is a change of the suspect minutes before, and no other line so long before', () => {
    expect(told(pattern(-200, 'seating rules reloaded'))).toEqual(['seating rules reloaded'])
    expect(told(pattern(-200, 'group of 40 holds the balcony'))).toEqual([])
  })

  it('is a line of another service only where it is about a thing that the error names', () => {
    const other = { service: 'hall-editor' }
    expect(told(pattern(-30, 'plan of hall-7 opened for editing', other))).toHaveLength(1)
    expect(told(pattern(-30, 'plan of hall-8 opened for editing', other))).toEqual([])
    const everyday = pattern(-3000, 'doors of hall-7 opened', { service: 'doors', count: 50 })
    expect(told(everyday, pattern(-30, 'plan of hall-7 opened for editing', other))).toEqual([])
  })

  it('is nothing where the suspect writes rare lines all the time, or the time before is not known', () => {
    const rare = Array.from({ length: 30 }, (_, at) => pattern(-3400 + at * 100, `note ${'x'.repeat(at + 1)}`))
    expect(told(...rare, pattern(-5, 'group of 40 holds the balcony'))).toEqual([])
    const late = EVERYDAY.map((one) => ({ ...one, firstSeen: fromMillis(ONSET_MS - 60_000) }))
    expect(forerunnersOf([...late, pattern(-5, 'seating rules reloaded')], trouble).lines).toEqual([])
  })
})

describe('the line that tells of the trouble', () => {
  const failing = { ...trouble, failure: 'seat 12 not found' }
  const first = (second: number): LogPattern[] => [
    ...EVERYDAY,
    pattern(second, 'seat 12 not found', { severity: 'error', count: 40 }),
  ]

  it('is when it began, also minutes before so many of it stand out', () => {
    expect(forerunnersOf(first(-140), failing).failureMs).toBe(ONSET_MS - 140_000)
  })

  it('is no beginning where it was written long before', () => {
    expect(forerunnersOf(first(-900), failing).failureMs).toBeNull()
  })
})
