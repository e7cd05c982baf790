/** The fast ways by which decoders read: each gives what the plain way gives. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LogDraft, recordsOf } from '../../../src/intake/formats/format.ts'
import { backToBack } from '../../../src/intake/formats/json-bodies.ts'
import { draftOfObject, flatten, USUAL_NAMES } from '../../../src/intake/formats/object-draft.ts'
import { timeOfText } from '../../../src/intake/formats/times.ts'
import { hexId } from '../../../src/telemetry/hex-id.ts'
import { fromMillis } from '../../../src/telemetry/time.ts'

const NOW_MS = Date.UTC(2026, 10, 20, 12)

describe('a time in UTC', () => {
  it('is what Date reads, to the millisecond, on any day', () => {
    const times = fc.integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(2199, 11, 31) })
    fc.assert(
      fc.property(times, (ms) => {
        expect(timeOfText(new Date(ms).toISOString())).toEqual(fromMillis(ms))
      }),
    )
  })

  it.each([
    ['2026-11-20T12:00:00Z', 0],
    ['2026-11-20T12:00:00.5Z', 500_000_000],
    ['2026-11-20T12:00:00.123456789Z', 123_456_789],
    ['2026-11-20T12:00:00.000000001Z', 1],
    ['2026-11-20T12:00:00.1234567891Z', 123_456_789],
    ['2026-11-20T12:00:00,25Z', 250_000_000],
    ['  2026-11-20T12:00:00.25+00:00', 250_000_000],
  ])('keeps every digit of its fraction: %s', (text, nanos) => {
    const noon = fromMillis(NOW_MS)
    expect(timeOfText(text)).toEqual({ day: noon.day, nanos: noon.nanos + nanos })
  })

  it.each([
    '2026-13-01T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-11-20T25:00:00Z',
    '2026-11-20T12:61:00Z',
    '2026-11-2xT12:00:00Z',
  ])('is none where it is not on the calendar or the clock: %s', (text) => expect(timeOfText(text)).toBeNull())

  it.each(['2024-02-29T12:00:00Z', '2026-10-31T23:59:59Z', '2026-12-31T00:00:00.9Z'])(
    'may be on the last of a month: %s',
    (text) => {
      expect(timeOfText(text)).toEqual(fromMillis(Date.parse(text)))
    },
  )
})

describe('an id', () => {
  it.each([
    ['0AF7651916CD43DD', '0af7651916cd43dd'],
    ['0af76519-16cd-43dd', '0af7651916cd43dd'],
    ['0000000000000000', ''],
    ['0af7651916cd43dg', ''],
    ['0af7651916cd43d', ''],
    ['0af7651916cd43d\u0130', ''],
    ['', ''],
  ])('is lower-case hex of its length: %j', (given, id) => expect(hexId(given, 16)).toBe(id))
})

describe('an object as a log', () => {
  it('is not read from what every object inherits', () => {
    const names = { ...USUAL_NAMES, message: ['toString', 'constructor', '__proto__', 'message'] }
    expect(draftOfObject({ message: 'boom' }, names)).toMatchObject({ body: 'boom', attributes: {} })
  })

  it('reads a dotted name as a key or as a path, the key first', () => {
    expect(draftOfObject({ m: 1, message: 'x', log: { level: 'warn' } }).severityText).toBe('warn')
    expect(draftOfObject({ message: 'x', 'log.level': 'error', log: { level: 'warn' } }).severityText).toBe('error')
  })

  it('has at most 512 attributes, nested ones eight levels down', () => {
    const wide = Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`k${i}`, i]))
    expect(Object.keys(flatten(wide))).toHaveLength(512)
    expect(flatten({ a: { b: { c: 1 } }, d: [{ e: 1 }] }, ['a.b.c'])).toEqual({ d: [{ e: 1 }] })
  })
})

describe('objects back to back', () => {
  it('end where their text says, whatever is quoted in them', () => {
    const objects = [{ a: '}{"\\' }, { b: '\\"' }, { c: '\\\\' }, { d: { e: '}}}' } }, { f: '' }]
    const text = objects.map((one) => JSON.stringify(one)).join('')
    expect(backToBack(text)).toEqual({ items: objects, badLines: 0 })
    expect(backToBack(`${text}{"g":"never closed`)).toEqual({ items: objects, badLines: 1 })
  })

  it('are read as JSON.parse reads each of them', () => {
    const objects = fc.array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(objects, fc.constantFrom('', ' ', '\r\n'), (given, between) => {
        const texts = given.map((one) => JSON.stringify(one))
        expect(backToBack(texts.join(between))?.items).toEqual(texts.map((one) => JSON.parse(one)))
      }),
    )
  })
})

describe('records of one delivery', () => {
  const resourcesOf = (drafts: LogDraft[]) => recordsOf(drafts, {}, NOW_MS).records.map(({ resource }) => resource)

  it('share a resource where theirs are equal, also when others stand between', () => {
    const at = (host: string): LogDraft => ({ body: 'x', service: 'web', resource: { 'host.name': host } })
    const [first, second, third] = resourcesOf([at('a'), at('b'), at('a')])
    expect(first).toBe(third)
    expect(second?.attributes).toEqual({ 'host.name': 'b', 'service.name': 'web' })
  })

  it('do not share one where names and values only look alike when joined', () => {
    const resources = [
      { resource: { a: 'x', b: 'y' } },
      { resource: { a: 'xt1 1 by' } },
      { resource: { a: '1' } },
      { resource: { a: 1 } },
      { service: 'a' },
      { resource: { 'service.name': 'a' } },
    ].map((given) => resourcesOf([{ body: 'x' }, { body: 'x', ...given }])[1]?.attributes)
    expect(resources).toEqual([
      { a: 'x', b: 'y' },
      { a: 'xt1 1 by' },
      { a: '1' },
      { a: 1 },
      { 'service.name': 'a' },
      { 'service.name': 'a' },
    ])
    const mixed = resourcesOf([
      { body: 'x', resource: { a: 'x', b: 'y' } },
      { body: 'x', resource: { a: 'xt1 1 by' } },
      { body: 'x', resource: { a: '1' } },
      { body: 'x', resource: { a: 1 } },
    ])
    expect(new Set(mixed).size).toBe(4)
  })
})
