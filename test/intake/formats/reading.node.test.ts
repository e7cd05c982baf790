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

describe('reading a time in UTC', () => {
  it('a time in UTC is read as Date reads it, to the millisecond, on any day', () => {
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

describe('reading an id', () => {
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

describe('reading an object as a log', () => {
  it('fields inherited from the prototype are not read', () => {
    const names = { ...USUAL_NAMES, message: ['toString', 'constructor', '__proto__', 'message'] }
    expect(draftOfObject({ message: 'boom' }, names)).toMatchObject({ body: 'boom', attributes: {} })
  })

  it('a dotted name is read as a key first, then as a path', () => {
    expect(draftOfObject({ m: 1, message: 'x', log: { level: 'warn' } }).severityText).toBe('warn')
    expect(draftOfObject({ message: 'x', 'log.level': 'error', log: { level: 'warn' } }).severityText).toBe('error')
  })

  it('an object yields at most 512 attributes, from at most eight levels', () => {
    const wide = Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`k${i}`, i]))
    expect(Object.keys(flatten(wide))).toHaveLength(512)
    expect(flatten({ a: { b: { c: 1 } }, d: [{ e: 1 }] }, ['a.b.c'])).toEqual({ d: [{ e: 1 }] })
  })
})

describe('reading objects back to back', () => {
  it('an object ends where its JSON text ends, whatever its strings contain', () => {
    const objects = [{ a: '}{"\\' }, { b: '\\"' }, { c: '\\\\' }, { d: { e: '}}}' } }, { f: '' }]
    const text = objects.map((one) => JSON.stringify(one)).join('')
    expect(backToBack(text)).toEqual({ items: objects, badLines: 0 })
    expect(backToBack(`${text}{"g":"never closed`)).toEqual({ items: objects, badLines: 1 })
  })

  it('each object is read as JSON.parse reads it', () => {
    const objects = fc.array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(objects, fc.constantFrom('', ' ', '\r\n'), (given, between) => {
        const texts = given.map((one) => JSON.stringify(one))
        expect(backToBack(texts.join(between))?.items).toEqual(texts.map((one) => JSON.parse(one)))
      }),
    )
  })
})

describe('resources of the records of one delivery', () => {
  const resourcesOf = (drafts: LogDraft[]) => recordsOf(drafts, {}, NOW_MS).records.map(({ resource }) => resource)

  it('records with equal resources share one object, even when others stand between them', () => {
    const at = (host: string): LogDraft => ({ body: 'x', service: 'web', resource: { 'host.name': host } })
    const [first, second, third] = resourcesOf([at('a'), at('b'), at('a')])
    expect(first).toBe(third)
    expect(second?.attributes).toEqual({ 'host.name': 'b', 'service.name': 'web' })
  })

  it('resources whose names and values are equal only when joined stay apart', () => {
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
