/** Lines that say what failed, and beside it, in a field or an attribute, why. */
import { describe, expect, it } from 'vitest'
import { investigate } from '../../../src/agent/investigator/investigate.ts'
import { memorySource } from '../../../src/agent/investigator/memory-source.ts'
import type { Verdict } from '../../../src/agent/investigator/verdict.ts'
import type { LogRecord } from '../../../src/telemetry/model.ts'
import { shapeOf } from '../../../src/telemetry/shape/shape.ts'
import { END_MS, ONSET_MS, shop } from './shop.ts'

const REASON = 'tls: failed to verify certificate: certificate has expired or is not yet valid'
const FAILED = 'ERROR entry was not booked'
/** Without the level that its format puts before it. */
const SAID = 'entry was not booked'
/** Longer than what is kept of a template. */
const FIELDS = Object.fromEntries(
  ['logger', 'caller', 'request', 'customer', 'region', 'cluster', 'account', 'channel', 'attempt', 'shard'].map(
    (key, index) => [key, `v-${1000 + index}-77`],
  ),
)

async function investigationOf(failed: (record: LogRecord) => LogRecord) {
  const { logs, spans } = shop({
    tweak: { line: (service) => (service === 'ledger' ? FAILED : null), isError: () => true },
  })
  const told = logs.map((record) => (record.body === FAILED ? failed(record) : record))
  const source = memorySource({ logs: told, spans, metrics: [] }, ({ body }) => shapeOf(body))
  return investigate({ source, window: null, incidentStartHint: ONSET_MS, now: END_MS + 60_000 })
}

async function verdictOf(failed: Parameters<typeof investigationOf>[0]): Promise<Verdict> {
  const { verdict } = await investigationOf(failed)
  return verdict
}

const textOf = ({ candidates }: Verdict): string => candidates[0]?.reasons.map(({ text }) => text).join('\n') ?? ''

describe('the reason of a failure', () => {
  it('is read at the end of a long line of fields', async () => {
    const body = JSON.stringify({ level: 'error', msg: 'entry was not booked', ...FIELDS, error: REASON })
    const verdict = await verdictOf((record) => ({ ...record, severityNumber: 17, body }))
    expect(verdict.candidates[0]?.service).toBe('ledger')
    expect(verdict.mechanism?.kind).toBe('expired_credential')
    expect(textOf(verdict)).toContain('"entry was not booked: tls: failed to verify certificate')
  })

  it('is read in an attribute where the line itself does not say it', async () => {
    const verdict = await verdictOf((record) => ({
      ...record,
      severityNumber: 17,
      attributes: { 'exception.message': REASON },
    }))
    expect(verdict.mechanism?.kind).toBe('expired_credential')
    expect(textOf(verdict)).toContain(`"${SAID}: ${REASON}" was logged`)
  })

  it('is shown by a line as it was logged, whatever stands out most', async () => {
    const { examples } = await investigationOf((record) => ({ ...record, severityNumber: 17 }))
    expect(examples.some(({ signal, text }) => signal === 'logs' && text === FAILED)).toBe(true)
  })

  it('is not invented where nothing tells it', async () => {
    const verdict = await verdictOf((record) => ({ ...record, severityNumber: 17 }))
    expect(verdict.mechanism?.kind).not.toBe('expired_credential')
    expect(textOf(verdict)).toContain(`"${SAID}" was logged`)
  })
})
