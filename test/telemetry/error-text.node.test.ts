/** Why something failed, where a record says so beside its message. */
import { describe, expect, it } from 'vitest'
import { errorTextIn, errorTextOf } from '../../src/telemetry/error-text.ts'

const REASON = 'dial tcp: lookup ledger: no such host'

describe('the reason of a failure', () => {
  it.each([
    ['of zap', `{"level":"error","msg":"booking failed","error":"${REASON}"}`],
    ['of pino', `{"level":50,"err":{"type":"Error","message":"${REASON}","stack":"Error: x\\n at y"},"msg":"no"}`],
    ['of logrus', `level=error msg="booking failed" error="${REASON}"`],
    ['of a template', `{"level":"<*>","msg":"booking failed","exception.message":"${REASON}"}`],
  ])('stands beside the message in a line %s', (_, line) => {
    expect(errorTextIn(line)).toBe(REASON)
  })

  it('stands in an attribute of OpenTelemetry, without its stack', () => {
    expect(errorTextOf({ 'exception.message': `${REASON}\n at main.go:17`, user: 'u-1' })).toBe(REASON)
  })

  it.each([
    'booking failed, error=E42 after 3 tries',
    '{"msg":"booking failed","error":"<*>"}',
    '{"msg":"reason of the month was changed"}',
    'an error occurred: disk full',
  ])('is none where a code, a variable or only the message is there: %s', (line) => {
    expect(errorTextIn(line)).toBe(null)
  })

  it('is none where attributes hold numbers, codes and other things', () => {
    expect(errorTextOf({ error: true, reason: 'timeout', detail: 17 })).toBe(null)
  })
})
