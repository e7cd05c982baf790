import { expect, it } from 'vitest'
import { formatById } from '../../../src/intake/formats/detect.ts'
import { decodeBody, recordsOf } from '../../../src/intake/formats/format.ts'
import { AT_MS } from './samples.ts'

/** Names that every object has a member of: a sender may use them as words like any others. */
const NAMES = ['constructor', '__proto__', 'toString', 'valueOf']

const BODIES: readonly (readonly [format: string, body: (name: string) => unknown])[] = [
  ['webhook', (level) => ({ level, message: 'made' })],
  ['azure', (level) => ({ records: [{ time: '2026-11-20T12:00:00Z', level, properties: { message: 'made' } }] })],
  ['supabase', (level) => [{ event_message: 'made', metadata: [{ level }] }]],
  ['pubsub', (severity) => ({ message: { data: btoa(JSON.stringify({ severity, textPayload: 'made' })) } })],
  ['datadog', (name) => [{ status: name, message: 'made', ddtags: `${name}:x` }]],
]

it.each(BODIES)('%s takes the name of a member of every object for a word', (id, bodyOf) => {
  const format = formatById(id)
  if (!format) throw new Error(id)
  for (const name of NAMES) {
    const bytes = new TextEncoder().encode(JSON.stringify(bodyOf(name)))
    const decoded = decodeBody(format, { bytes, headers: new Headers(), query: new URLSearchParams(), nowMs: AT_MS })
    if (!decoded.ok) throw new Error(decoded.reason)
    const { records } = recordsOf(decoded.drafts, {}, AT_MS)
    expect(records.map(({ body, severityNumber }) => [body, severityNumber])).toEqual([['made', 0]])
    const keys = records.flatMap(({ resource }) => Object.keys(resource.attributes))
    expect(keys.filter((key) => key.includes('native code'))).toEqual([])
  }
})
