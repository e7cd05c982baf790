import { describe, expect, it } from 'vitest'
import { type DecodeInput, recordsOf } from '../../../src/intake/formats/format.ts'
import { FORMATS } from '../../../src/intake/formats/index.ts'
import { toMillis } from '../../../src/telemetry/time.ts'
import { AT_MS, SAMPLES, type Sample } from './samples.ts'

const formatOf = (id: string) => {
  const format = FORMATS.find((one) => one.id === id)
  if (!format) throw new Error(`no format ${id}`)
  return format
}

function inputOf(sample: Sample, bytes = sample.bytes): DecodeInput {
  const headers = new Headers({ 'content-type': sample.contentType, ...sample.headers })
  return { bytes, headers, query: new URLSearchParams(), nowMs: AT_MS + 1000 }
}

it('every format has a sample', () => {
  expect([...new Set(SAMPLES.map((sample) => sample.format))].sort()).toEqual(FORMATS.map((format) => format.id).sort())
})

describe.each(SAMPLES)('$format ($contentType)', (sample) => {
  const format = formatOf(sample.format)

  it('decodes what its sender writes', () => {
    const decoded = format.decode(inputOf(sample))
    if (!decoded.ok) throw new Error(decoded.reason)
    const { records, rejected } = recordsOf(decoded.drafts, decoded.rejected ?? {}, AT_MS + 1000)
    expect(rejected.count).toBe(0)
    const seen = records.slice(0, sample.expected.length).map((record) => ({
      body: record.body,
      service: record.resource.service,
      severityNumber: record.severityNumber,
      timeMs: Math.round(toMillis(record.time)),
    }))
    expect(seen).toEqual(
      sample.expected.map((one) => ({
        body: one.body,
        service: one.service ?? 'unknown_service',
        severityNumber: one.severityNumber,
        timeMs: one.timeMs ?? AT_MS + 1000,
      })),
    )
  })

  it.each(sample.probe === undefined ? [] : [sample.probe])('stores nothing of its probe %s', (probe) => {
    const decoded = format.decode(inputOf(sample, new TextEncoder().encode(probe)))
    expect(decoded).toMatchObject({ ok: true, drafts: [] })
  })

  it('does not throw on any truncated body', () => {
    const decodeAll = () => {
      for (let length = 0; length < sample.bytes.length; length += 1)
        format.decode(inputOf(sample, sample.bytes.subarray(0, length)))
    }
    expect(decodeAll).not.toThrow()
  })
})
