import { describe, expect, it } from 'vitest'
import { linesOf, RECORDS_MAX, requireSparse } from '../../src/intake/density.ts'
import { formatById } from '../../src/intake/formats/detect.ts'
import { decodeBody, recordsOf } from '../../src/intake/formats/format.ts'
import { parse, TOO_DEEP } from '../../src/intake/formats/json-bodies.ts'
import * as json from '../../src/intake/otlp/json.ts'
import * as jsonMetrics from '../../src/intake/otlp/json-metrics.ts'
import * as protobuf from '../../src/intake/otlp/protobuf.ts'
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
  it('is refused before it is parsed, even behind a stray quote', () => {
    const numbers = `[${'1,'.repeat(2_600_000)}1]`
    expect(() => requireSparse(numbers)).toThrow('more than 2500000 values')
    expect(() => requireSparse(`"\n${numbers}`)).toThrow('more than 2500000 values')
    expect(() => requireSparse(`["\\\\",${numbers}]`)).toThrow('more than 2500000 values')
    expect(() => json.decodeLogs(bytesOf(`{"resourceLogs":${numbers}}`))).toThrow('values')
  })

  it('may have as many commas and brackets inside its strings', () => {
    expect(() => requireSparse(JSON.stringify({ message: '[{,\\"'.repeat(2_600_000) }))).not.toThrow()
  })
})

describe('a body with more objects than can be parsed', () => {
  const tooMany = `[${'{},'.repeat(1_000_001)}{}]`

  it('is refused before it is parsed', () => {
    expect(() => requireSparse(tooMany)).toThrow('more than 1000000 objects')
    expect(() => requireSparse(tooMany.slice(0, -100))).not.toThrow()
    expect(decode({ format: 'webhook', contentType: 'application/json' }, tooMany)).toMatchObject({ ok: false })
    expect(() => json.decodeLogs(bytesOf(`{"resourceLogs":${tooMany}}`))).toThrow('more than 1000000 objects')
  })

  it('a large body that is not dense is accepted', () => {
    expect(() => requireSparse(`["${'x'.repeat(10_000_000)}"]`)).not.toThrow()
    expect(linesOf('a\nb\n')).toEqual(['a', 'b', ''])
  })
})

/** Fields of protobuf with their length before them. */
function field(tag: number, ...inside: readonly Uint8Array[]): Uint8Array {
  const length = inside.reduce((sum, part) => sum + part.length, 0)
  const head: number[] = [(tag << 3) | 2]
  for (let rest = length; ; rest >>>= 7) {
    head.push(rest < 128 ? rest : (rest & 127) | 128)
    if (rest < 128) break
  }
  const bytes = new Uint8Array(head.length + length)
  bytes.set(head)
  let at = head.length
  for (const part of inside) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

const repeated = (unit: readonly number[], times: number): Uint8Array =>
  new Uint8Array(unit.length * times).map((_, index) => unit[index % unit.length] ?? 0)
/** Resource of scope of what is in it. */
const request = (...items: readonly Uint8Array[]) => field(1, field(2, ...items))
const empty = (tag: number, times: number) => repeated([(tag << 3) | 2, 0], times)

describe('an OTLP protobuf body with more in it than is made of a body', () => {
  it.each([
    ['log records', () => protobuf.decodeLogs(request(empty(2, RECORDS_MAX + 1))), `${RECORDS_MAX} records`],
    ['spans', () => protobuf.decodeSpans(request(empty(2, RECORDS_MAX + 1))), `${RECORDS_MAX} records`],
    ['events', () => protobuf.decodeSpans(request(field(2, empty(11, RECORDS_MAX)))), `${RECORDS_MAX} records`],
    ['links', () => protobuf.decodeSpans(request(field(2, empty(13, RECORDS_MAX)))), `${RECORDS_MAX} records`],
    [
      'points',
      () => protobuf.decodeMetrics(request(field(2, field(5, empty(1, RECORDS_MAX + 1))))),
      `${RECORDS_MAX} records`,
    ],
    ['resources', () => protobuf.decodeLogs(empty(1, 1_000_001)), '1000000 messages'],
    ['scopes', () => protobuf.decodeLogs(field(1, empty(2, 1_000_001))), '1000000 messages'],
    ['attributes', () => protobuf.decodeLogs(request(field(2, empty(6, 2_500_001)))), '2500000 values'],
    [
      'values of a list',
      () => protobuf.decodeLogs(request(field(2, field(5, field(5, empty(1, 2_500_001)))))),
      '2500000 values',
    ],
    [
      'pairs of a map',
      () => protobuf.decodeLogs(request(field(2, field(5, field(6, empty(1, 2_500_001)))))),
      '2500000 values',
    ],
    [
      'counts of a histogram',
      () =>
        protobuf.decodeMetrics(request(field(2, field(10, field(1, field(8, field(2, new Uint8Array(2_500_001)))))))),
      '2500000 values',
    ],
  ])('is refused: %s', (_, decode, expected) => {
    expect(decode).toThrow(`the body has more than ${expected}`)
  })

  it('is read where it has as many as are taken', () => {
    const [resource] = protobuf.decodeLogs(request(empty(2, RECORDS_MAX)))
    expect(resource?.scopes[0]?.items.length).toBe(RECORDS_MAX)
  })
})

describe('an OTLP JSON body with more records than a delivery may have', () => {
  const list = (times: number) => `[${'{},'.repeat(times - 1)}{}]`
  it.each([
    ['logs', () => json.decodeLogs(bytesOf(`{"resourceLogs":[{"scopeLogs":[{"logRecords":${list(200_001)}}]}]}`))],
    ['spans', () => json.decodeSpans(bytesOf(`{"resourceSpans":[{"scopeSpans":[{"spans":${list(200_001)}}]}]}`))],
    [
      'events',
      () => json.decodeSpans(bytesOf(`{"resourceSpans":[{"scopeSpans":[{"spans":[{"events":${list(200_000)}}]}]}]}`)),
    ],
    [
      'points',
      () =>
        jsonMetrics.decodeMetrics(
          bytesOf(`{"resourceMetrics":[{"scopeMetrics":[{"metrics":[{"gauge":{"dataPoints":${list(200_000)}}}]}]}]}`),
        ),
    ],
  ])('is refused: %s', (_, decode) => {
    expect(decode).toThrow(`the body has more than ${RECORDS_MAX} records`)
  })
})

describe('a value nested 100,000 deep', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  const deepObjects = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`

  it('is cut at 32 levels while the rest of its record is kept', () => {
    const decoded = decode({ format: 'webhook', contentType: 'application/json' }, `{"message":"x","a":${deep},"b":1}`)
    if (!decoded.ok) throw new Error(decoded.reason)
    expect(decoded.drafts[0]).toMatchObject({ body: 'x', attributes: { b: 1 } })
    expect(JSON.stringify(decoded.drafts[0]?.attributes?.a)).toBe(`${'['.repeat(31)}"${TOO_DEEP}"${']'.repeat(31)}`)
  })

  it('is kept when it is nested less deeply', () => {
    const shallow = `${'['.repeat(32)}1${']'.repeat(32)}`
    expect(JSON.stringify(parse(shallow))).toBe(shallow)
    expect(JSON.stringify(parse(`[${shallow}]`))).toContain(TOO_DEEP)
  })

  it.each(SAMPLES)('does not make the decoder of $format ($contentType) throw', (sample) => {
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
