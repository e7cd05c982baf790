/** Calls that fail in the client and never arrive, and lines that tell of a limit of the one who writes them. */
import { describe, expect, it } from 'vitest'
import { investigate } from '../../../src/agent/investigator/investigate.ts'
import { mechanismInWords, mechanismSaidByItself } from '../../../src/agent/investigator/mechanism-words.ts'
import { memorySource } from '../../../src/agent/investigator/memory-source.ts'
import { saysOwnLimit } from '../../../src/agent/investigator/own-limits.ts'
import { shapeOf } from '../../../src/telemetry/shape/shape.ts'
import { END_MS, ONSET_MS, shop } from './shop.ts'

const LIMITS = [
  'dial tcp 10.3.0.8:7000: connect: cannot assign requested address',
  'connect EADDRNOTAVAIL 10.3.0.8:7000',
  'socket: too many open files',
  'Error: EMFILE, open',
  'unable to create native thread: possibly out of memory or process/resource limits reached',
  "RuntimeError: can't start new thread",
  'label not printed: spawn /usr/bin/convert EAGAIN',
  'fork: retry: Resource temporarily unavailable',
  'runtime: failed to create new OS thread (have 9000 already; errno=11)',
]

interface Failing {
  /** Whose calls of `ledger` do not arrive. */
  readonly callers: readonly string[]
  readonly line: string | null
}

/** The first candidate, where these callers and `web` above them fail. */
async function blamed({ callers, line }: Failing): Promise<string | undefined> {
  const records = shop({
    tweak: {
      isUnreached: (caller, callee) => callee === 'ledger' && callers.includes(caller),
      isError: (service) => callers.includes(service) || service === 'web',
      line: (service) => (callers.includes(service) ? line : null),
    },
  })
  const source = memorySource({ ...records, metrics: [] }, ({ body }) => shapeOf(body))
  const { verdict } = await investigate({ source, window: null, incidentStartHint: ONSET_MS, now: END_MS + 60_000 })
  return verdict.candidates[0]?.service
}

describe('calls that fail in the client and never arrive', () => {
  it.each(LIMITS)('are the caller’s whose line tells of its own limit, whoever it names: %s', async (text) => {
    expect(await blamed({ callers: ['orders'], line: `ERROR orders call to ledger failed: ${text}` })).toBe('orders')
  })

  it('are the caller’s without any words, when the callee answers others as before', async () => {
    expect(await blamed({ callers: ['stock'], line: null })).toBe('stock')
  })

  it('are the callee’s when nobody reaches it', async () => {
    expect(await blamed({ callers: ['orders', 'stock'], line: null })).toBe('ledger')
  })

  it('are the callee’s when nobody reaches it and the callers say that it refuses', async () => {
    const line = 'ERROR call to ledger failed: connection refused'
    expect(await blamed({ callers: ['orders', 'stock'], line })).toBe('ledger')
  })
})

describe('the words of a limit', () => {
  it.each(LIMITS)('are known, and name no mechanism that they could be taken for: %s', (text) => {
    expect(saysOwnLimit(text)).toBe(true)
    expect(mechanismInWords(text)).toBe('unknown')
  })

  it('are those of a limit of the writer only', () => {
    for (const text of ['connection refused', 'too many connections', 'cannot assign a courier to the order'])
      expect(saysOwnLimit(text)).toBe(false)
  })

  it('say nothing else of the service that writes them', () => {
    expect(mechanismSaidByItself(['msg="connect: cannot assign requested address" target=api.hub.example'])).toBe(null)
  })
})
