import { describe, expect, it } from 'vitest'
import { linesOf, RECORDS_MAX, requireSparse } from '../../src/intake/density.ts'
import { formatById } from '../../src/intake/formats/detect.ts'
import { decodeBody, recordsOf } from '../../src/intake/formats/format.ts'
import { parse, TOO_DEEP } from '../../src/intake/formats/json-bodies.ts'
import { decodeLogs } from '../../src/intake/otlp/json.ts'
import { AT_MS, SAMPLES, type Sample } from './formats/samples.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

function decode(sample: Pick<Sample, 'format' | 'contentType' | 'headers'>, text: string) {
  const format = formatById(sample.format)
  if (!format) throw new Error(`no format ${sample.format}`)
  const headers = new Headers({ 'content-type': sample.contentType, ...sample.headers })
  return decodeBody(format, { bytes: bytesOf(text), headers, query: new URLSearchParams(), nowMs: AT_MS })
}

describe('a body with more records than a delivery may have', () => {
  const many = (unit: string) => unit.repeat(RECORDS_MAX + 1)

  it.each([
    ['webhook', 'application/json', many('{}')],
    ['webhook', 'application/x-ndjson', many('{}\n')],
    ['webhook', 'text/plain', many('a\n')],
    ['splunk_hec', 'application/json', many('{"event":1}')],
    ['splunk_hec_raw', 'text/plain', many('a\n')],
    ['elastic_bulk', 'application/x-ndjson', many('{"create":{}}\n{}\n')],
    ['syslog', 'text/plain', many('<1>a\n')],
    ['syslog', 'text/plain', many('4 <1>a')],
    ['logplex', 'application/logplex-1', many('4 <1>a')],
    ['journald', 'application/vnd.fdo.journal', many('MESSAGE=a\n\n')],
    ['datadog', 'application/json', `[${many('{"a":1},')}{}]`],
    ['loki', 'application/json', `{"streams":[{"stream":{},"values":[${many('["1",""],')}["1",""]]}]}`],
  ])('is refused: %s (%s)', (format, contentType, body) => {
    expect(decode({ format, contentType }, body)).toEqual({
      ok: false,
      reason: `the body has more than ${RECORDS_MAX} records`,
    })
  })
})

describe('a body with more values than can be parsed', () => {
  it('is refused before it is parsed, also where a stray quote stands before it', () => {
    const numbers = `[${'1,'.repeat(2_600_000)}1]`
    expect(() => requireSparse(numbers)).toThrow('more than 2500000 values')
    expect(() => requireSparse(`"\n${numbers}`)).toThrow('more than 2500000 values')
    expect(() => requireSparse(`["\\\\",${numbers}]`)).toThrow('more than 2500000 values')
    expect(() => decodeLogs(bytesOf(`{"resourceLogs":${numbers}}`))).toThrow('values')
  })

  it('is not one whose texts hold as many commas and brackets', () => {
    expect(() => requireSparse(JSON.stringify({ message: '[{,\\"'.repeat(2_600_000) }))).not.toThrow()
  })
})

describe('a body with more objects than can be parsed', () => {
  const tooMany = `[${'{},'.repeat(1_000_001)}{}]`

  it('is refused before it is parsed', () => {
    expect(() => requireSparse(tooMany)).toThrow('more than 1000000 objects')
    expect(() => requireSparse(tooMany.slice(0, -100))).not.toThrow()
    expect(decode({ format: 'webhook', contentType: 'application/json' }, tooMany)).toMatchObject({ ok: false })
    expect(() => decodeLogs(bytesOf(`{"resourceLogs":${tooMany}}`))).toThrow('more than 1000000 objects')
  })

  it('may be large where it is not dense', () => {
    expect(() => requireSparse(`["${'x'.repeat(10_000_000)}"]`)).not.toThrow()
    expect(linesOf('a\nb\n')).toEqual(['a', 'b', ''])
  })
})

describe('a value nested 100,000 deep', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  const deepObjects = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`

  it('is cut at 32 levels, and the rest of its record is kept', () => {
    const decoded = decode({ format: 'webhook', contentType: 'application/json' }, `{"message":"x","a":${deep},"b":1}`)
    if (!decoded.ok) throw new Error(decoded.reason)
    expect(decoded.drafts[0]).toMatchObject({ body: 'x', attributes: { b: 1 } })
    expect(JSON.stringify(decoded.drafts[0]?.attributes?.a)).toBe(`${'['.repeat(31)}"${TOO_DEEP}"${']'.repeat(31)}`)
  })

  it('is kept where it is less deep than that', () => {
    const shallow = `${'['.repeat(32)}1${']'.repeat(32)}`
    expect(JSON.stringify(parse(shallow))).toBe(shallow)
    expect(JSON.stringify(parse(`[${shallow}]`))).toContain(TOO_DEEP)
  })

  it.each(SAMPLES)('throws nothing in $format ($contentType)', (sample) => {
    const text = new TextDecoder().decode(sample.bytes)
    const whole = [deep, deepObjects, `{"message":"x","a":${deep}}`, `{"message":"x","a":${deepObjects}}`]
    const inside = [text.replaceAll('"boom"', deep), text.replaceAll('"web"', deepObjects)]
    for (const body of [...whole, ...inside]) {
      const decoded = decode(sample, body)
      if (decoded.ok)
        expect(JSON.stringify(recordsOf(decoded.drafts, {}, AT_MS).records).length).toBeLessThan(2_000_000)
    }
  })
})
