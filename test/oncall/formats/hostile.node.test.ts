/** Bodies that are cut, random, twisted or enormous never throw, and what comes out of them keeps the bounds. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ALERT_ENTITIES_MAX,
  ALERT_LABELS_MAX,
  ALERT_LINKS_MAX,
  ALERT_RAW_BYTES_MAX,
  CHANGE_ATTRIBUTES_MAX,
  CHANGE_SERVICES_MAX,
  type ChangeInput,
  DEDUP_KEY_CHARS_MAX,
  type NormalizedAlert,
} from '../../../src/contracts/oncall-protocol.ts'
import { BODY_BYTES_MAX, parseBody } from '../../../src/oncall/formats/body.ts'
import type { Format } from '../../../src/oncall/formats/format.ts'
import { ALERT_FORMATS, CHANGE_FORMATS } from '../../../src/oncall/formats/index.ts'
import { excessiveGrowth } from '../../expressions/growth.ts'
import { ALERT_SAMPLES, type Sample } from './alert-samples.ts'
import { CHANGE_SAMPLES } from './change-samples.ts'
import { bytesOf, decodeBytes, decodeSample } from './decode.ts'

interface Case {
  readonly name: string
  readonly format: Format<NormalizedAlert | ChangeInput>
  readonly sample: Sample
}

const CASES: readonly Case[] = [
  ...Object.entries(ALERT_FORMATS).map(([name, format]) => ({
    name,
    format,
    sample: ALERT_SAMPLES[name as keyof typeof ALERT_SAMPLES],
  })),
  ...Object.entries(CHANGE_FORMATS).map(([name, format]) => ({
    name: `${name} (changes)`,
    format,
    sample: CHANGE_SAMPLES[name as keyof typeof CHANGE_SAMPLES],
  })),
]

const isBounded = (text: string | null, max: number) => text === null || (text.length <= max && text.isWellFormed())

function problemOf(item: NormalizedAlert | ChangeInput): string | null {
  if (!isBounded(item.dedupKey, DEDUP_KEY_CHARS_MAX)) return 'key'
  if (!isBounded(item.title, 300) || item.title === '') return 'title'
  if (!Number.isFinite(item.startedAt)) return 'start'
  if (item.endedAt !== null && !(item.endedAt >= item.startedAt)) return 'end'
  if ('services' in item) {
    if (item.services.length > CHANGE_SERVICES_MAX) return 'services'
    return Object.keys(item.attributes).length > CHANGE_ATTRIBUTES_MAX ? 'attributes' : null
  }
  if (!isBounded(item.description, 4000)) return 'description'
  if (new TextEncoder().encode(item.raw).byteLength > ALERT_RAW_BYTES_MAX) return 'raw'
  if (item.links.length > ALERT_LINKS_MAX || !item.links.every(({ url }) => /^https?:/i.test(url))) return 'links'
  if (item.entities.length > ALERT_ENTITIES_MAX) return 'entities'
  if (Object.keys(item.labels).length > ALERT_LABELS_MAX) return 'labels'
  return Object.values(item.labels).every((value) => typeof value === 'string') ? null : 'label'
}

function check({ format, sample }: Case, bytes: Uint8Array): string | null {
  const decoded = decodeBytes(format, bytes, sample)
  if (decoded.kind !== 'items') return decoded.reason.length > 0 && decoded.reason.length < 200 ? null : 'reason'
  return [...decoded.items].map(problemOf).find((problem) => problem !== null) ?? null
}

/** Any JSON value, odd ones among them. */
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    null,
    '',
    0,
    -1,
    1e308,
    [],
    {},
    [null],
    { a: null },
    '\ud800',
    'x'.repeat(5000),
    '2026-05-04',
    true,
  ),
)

/** The value with one of its parts, chosen by a path of numbers, replaced. */
function replaced(value: unknown, path: readonly number[], by: unknown): unknown {
  const [first, ...rest] = path
  if (first === undefined || typeof value !== 'object' || value === null) return by
  const keys = Object.keys(value)
  if (keys.length === 0) return by
  const key = keys[first % keys.length] ?? ''
  const inner = replaced((value as Record<string, unknown>)[key], rest, by)
  return Array.isArray(value) ? value.with(Number(key), inner) : { ...value, [key]: inner }
}

describe.each(CASES)('$name', (one) => {
  it('survives a cut at every byte', () => {
    const whole = bytesOf(one.sample.body)
    for (let length = 0; length < whole.byteLength; length += 1)
      expect([length, check(one, whole.subarray(0, length))]).toEqual([length, null])
  })

  it('survives random bytes, and random bytes in a good body', () => {
    const whole = bytesOf(one.sample.body)
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(whole.byteLength), (noise, place) => {
        expect(check(one, noise)).toBeNull()
        const twisted = new Uint8Array(whole)
        twisted.set(noise.subarray(0, whole.byteLength - place), place)
        expect(check(one, twisted)).toBeNull()
      }),
      { numRuns: 60 },
    )
  })

  it('survives any value in any place', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(60), { minLength: 1, maxLength: 7 }), anything, (path, value) => {
        const body = JSON.stringify(replaced(one.sample.body, path, value)) ?? 'null'
        expect(check(one, bytesOf(body))).toBeNull()
      }),
      { numRuns: 150 },
    )
  })

  it('takes time in proportion to a long text in any of its fields', () => {
    const texts = ['a', ' ', '"', '/', ':', 'https://', '%', ',a', '{', '-', '\\']
    const slow = texts.filter((unit) => {
      const bodyOf = (characters: number) => filled(one.sample.body, unit.repeat(Math.ceil(characters / unit.length)))
      return excessiveGrowth((text) => decodeSample(one.format, { ...one.sample, body: text }), bodyOf) !== null
    })
    expect(slow).toEqual([])
  })
})

/** The body with every text that says something freely replaced by a long one; the words that decide stay. */
function filled(body: unknown, text: string): string {
  return JSON.stringify(body, (_, value: unknown) => (typeof value === 'string' && value.includes(' ') ? text : value))
}

describe('the bounds of a body', () => {
  const refused = (text: string | Uint8Array) => {
    const parsed = parseBody(typeof text === 'string' ? new TextEncoder().encode(text) : text)
    return parsed.ok ? null : parsed.reason
  }

  it('hold for its size, depth and number of values before it is parsed', () => {
    expect(refused(new Uint8Array(BODY_BYTES_MAX + 1))).toContain('larger')
    expect(refused(`{"a":${'['.repeat(100_000)}`)).toContain('nested')
    expect(refused(`{"a":[${'0,'.repeat(600_000)}0]}`)).toContain('values')
    expect(refused(`{"a":[${'{},'.repeat(300_000)}0]}`)).toContain('values')
  })

  it('do not count brackets and commas inside texts', () => {
    expect(refused(JSON.stringify({ a: '[{,"'.repeat(300_000) }))).toBeNull()
  })

  it('leave out what is no object', () => {
    for (const text of ['', '[]', 'null', '1', '"x"', '{', '\u00ff{}']) expect(refused(text)).not.toBeNull()
    expect(refused(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toContain('UTF-8')
  })
})
