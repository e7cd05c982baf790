import { expect, it } from 'vitest'
import { lineOfJson } from '../../src/connectors/reading/json-line.ts'

const known = { id: '1', time: { day: 20_000, nanos: 0 } }

it.each([
  [{ level: 'warn', status: 200 }, 'warn', { status: 200 }],
  [{ status: 200 }, '', { status: 200 }],
  [{ status: '404' }, '', { status: '404' }],
  [{ status: 'error' }, 'error', {}],
  [{ level: 50 }, 'ERROR', {}],
  [{ level: '30', severity: 'info' }, 'INFO', { severity: 'info' }],
  [{ log: { level: 'debug' } }, 'debug', { log: { level: 'debug' } }],
])('of %j the level is %j and the rest stays', (fields, severityText, attributes) => {
  const line = lineOfJson({ message: 'x', ...fields }, known)
  expect([line.body, line.severityText, line.attributes]).toEqual(['x', severityText, attributes])
})
