import { expect, it } from 'vitest'
import { isErrorSpan } from '../../src/telemetry/aggregates/span-facts.ts'

it.each([
  ['http.response.status_code', 502, true],
  ['http.status_code', '503', true],
  ['http.status', 502, true],
  ['statusCode', 500, true],
  ['resp_code', '504', true],
  ['status', 503, true],
  ['statusCode', 404, false],
  ['status', 'failed', false],
  ['status', 5000, false],
  ['rpc.grpc.status_code', 14, true],
  ['rpc.grpc.status_code', 5, false],
  ['answer', 500, false],
])('%s of %j says that a request failed: %s', (key, value, isFailed) => {
  expect(isErrorSpan({ status: 'unset', attributes: { [key]: value } })).toBe(isFailed)
})

it('believes a status by the conventions before one under a name of its own', () => {
  const attributes = { 'http.response.status_code': 200, statusCode: 502 }
  expect(isErrorSpan({ status: 'unset', attributes })).toBe(false)
})
