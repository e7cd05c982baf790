/** The first sentence about a cause: a service that tells of its own error is said to fail with that. */
import { describe, expect, it } from 'vitest'
import { causeAnswer } from '../../src/agent/answers/cause.ts'
import { type CauseMaterial, wordsOfMechanism } from '../../src/agent/answers/cause-material.ts'
import { isAllAbout } from '../../src/agent/answers/remarks.ts'
import { mechanismSaidByItself } from '../../src/agent/investigator/mechanism-words.ts'
import type { Mechanism } from '../../src/agent/investigator/verdict.ts'
import type { InvestigateToolResult } from '../../src/agent/tools/investigate.ts'

const ONSET = '2026-11-20T14:25:15.000Z'
const LINE = 'could not insert booking: duplicate key value violates unique constraint "bookings_pkey"'

function material(
  kind: Mechanism,
  line: string | null,
  more: Partial<InvestigateToolResult> = {},
  reasonKind = 'log_new',
): CauseMaterial {
  const service = 'bookings'
  const reasons = [{ signal: 'logs', kind: reasonKind, text: '', strength: 9, firstSeenMs: 0, queries: [] }]
  const candidate = { service, probability: 1, mechanism: kind, reasons, explainedBy: null }
  const result = {
    outcome: 'root_cause_identified',
    onset: ONSET,
    window: { from: '2026-11-20T14:00:00.000Z', to: '2026-11-20T15:00:00.000Z', basis: 'asked' },
    baseline: null,
    candidates: [{ rank: 1, service, score: 1, reason: 'it changed', firstSeen: ONSET, observations: [] }],
    telling: [],
    notCovered: [],
    failure: line === null ? null : { id: '1', service, severity: '', body: line },
    verdict: {
      ...{ candidates: [candidate], mechanism: { kind, confidence: 0.9, evidence: [], inCode: null }, chain: [] },
      ...{ state: { kind: 'ongoing', atMs: null }, changes: [], notSeen: [], undecided: null, impact: null },
    },
    ...more,
  } as unknown as InvestigateToolResult
  const plan: CauseMaterial['plan'] = {
    intent: 'cause',
    aspect: 'what',
    conditions: [],
    time: { ...result.window, basis: 'asked' as const },
  }
  const rest = { id: 'call_2', askedAtMs: Date.parse('2026-11-20T15:00:00.000Z'), effect: null, ownLines: [] }
  return { plan, result, ...rest, releases: null, services: [service] }
}

describe('what a cause is said to do', () => {
  it('is what its own error says, where its words name no kind of trouble', () => {
    const [first = ''] = causeAnswer(material('wrong_result', LINE))
    expect(first).toContain('**Root cause: `bookings`**: it fails with `could not insert booking: duplicate key')
    expect(wordsOfMechanism(material('exception', LINE)).kind).toBe('an error that it logs itself')
  })

  it('leaves out the stack trace behind the error', () => {
    const [first = ''] = causeAnswer(material('wrong_result', 'seat map is stale\n  at Seats.load (seats.ts:7)'))
    expect(first).toContain('it fails with `seat map is stale`')
  })

  it('is thrown by the code where an exception was recorded or is named', () => {
    expect(wordsOfMechanism(material('exception', LINE, {}, 'exceptions')).kind).toBe('the code')
    expect(wordsOfMechanism(material('exception', 'NullPointerException in Booking.save')).kind).toBe('the code')
  })

  it('keeps a name that its words or readings give', () => {
    expect(wordsOfMechanism(material('wrong_result', 'write failed: no space left on device')).kind).toBe('the disk')
    expect(wordsOfMechanism(material('processor', LINE)).kind).toBe('the processor')
  })

  it('is a host outside only where that does not refuse the request', () => {
    const refused = 'key not decrypted: KMS answered 400 RequestTimeTooSkewed'
    expect(wordsOfMechanism(material('dependency_outside', refused)).what).toContain('it fails with `key not decrypted')
    const down = wordsOfMechanism(material('dependency_outside', 'rates not read: answered 503'))
    expect(down.what).toBe('an external dependency of it fails')
  })

  it('is wrong results only where nothing fails', () => {
    expect(wordsOfMechanism(material('wrong_result', null)).what).toBe('it returns wrong results')
    expect(wordsOfMechanism(material('wrong_result', null, {}, 'span_errors')).what).toContain('its requests fail')
  })

  it('a topic with a dot is no host outside', () => {
    expect(mechanismSaidByItself(['flush timed out: partition 3 of exam.answers has no consumer'])).toBeNull()
    expect(mechanismSaidByItself(['no answer from api.ident.example'])).toBe('dependency_outside')
  })
})

describe('what came just before', () => {
  const lines = [{ id: '2', service: 'bookings', atMs: Date.parse(ONSET) + 12_000, body: 'bookings 2.18.3 started' }]

  it('is told behind the first sentence, as no proof', () => {
    const forerunners = { errorMs: Date.parse(ONSET) + 20_000, failureMs: null, lines }
    const [, second] = causeAnswer(material('wrong_result', LINE, { forerunners }))
    expect(second).toBe(
      'Just before its first error at **14:25:35 UTC** came what is hardly ever logged: `bookings 2.18.3 started` at **14:25:27 UTC**. That alone is no proof. [call_2]',
    )
  })

  it('is not told where nothing was rare, nor by an investigation of an older version', () => {
    const [, second] = causeAnswer(material('wrong_result', LINE))
    expect(second).not.toContain('Just before')
  })
})

describe('what a question names and the answer does not', () => {
  it('is said only where something else fails as well', () => {
    const errors = [
      'order O-1 not sent: session NORDX is not logged on',
      'cancel failed: session NORDX is not logged on',
    ]
    expect(isAllAbout(errors, ['nordx'])).toBe(true)
    expect(isAllAbout(errors, ['orders'])).toBe(false)
    expect(isAllAbout(['race=half failed', 'race=marathon failed'], ['half, marathon'])).toBe(true)
    expect(isAllAbout([], ['nordx'])).toBe(false)
  })
})
