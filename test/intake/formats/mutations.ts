/**
 * Bodies of a hostile or broken sender, made from a sample: bytes changed, cut, joined, repeated, tokens replaced by
 * awkward ones, and the same inside what the sample wraps (snappy, gzip, base64), where a change outside would only break
 * the wrapping. A seed names a body, so that a failure can be repeated.
 */
import { Buffer } from 'node:buffer'
import zlib from 'node:zlib'
import { compress } from 'snappyjs'
import { uncompressSnappy } from '../../../src/intake/formats/snappy.ts'
import { SAMPLES, type Sample } from './samples.ts'

type Random = (below: number) => number

/** mulberry32. */
function randomOf(seed: number): Random {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

const encode = (text: string) => new TextEncoder().encode(text)
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false|null|[[\]{}:,<> =\n-]/g
const AWKWARD = [
  ...['null', 'true', '[]', '{}', '""', '0', '-1', '1e999', '-0', '9'.repeat(40), '1795176000123456789', '0.000001'],
  ...['"__proto__"', '"constructor"', '"toString"', '"\\ud800"', '"\\u0000"', '"%E0%A4%A"', '"2026-02-31T25:61:00Z"'],
  ...['[[[[[[[[[[1]]]]]]]]]]', '{"a":{"b":{"c":{"d":{"e":{"f":{"g":{"h":{"i":{"j":1}}}}}}}}}}', '[null]', '{"":""}'],
  ...[`"${'f'.repeat(32)}"`, `"${'0'.repeat(32)}"`, `"${'x'.repeat(300)}"`, `${'['.repeat(500)}${']'.repeat(500)}`],
  ...[
    '',
    '"',
    '\\',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '\n',
    '\r\n',
    ' ',
    '<999>',
    '<0>',
    '99999 ',
    '=',
    '\u0000',
    '\ufeff',
  ],
]

function changeBytes(given: Uint8Array, random: Random): Uint8Array {
  const bytes = new Uint8Array(given)
  for (let i = random(8) + 1; i > 0; i -= 1) bytes[random(bytes.length)] = random(256)
  return bytes
}

function changeTokens(given: Uint8Array, random: Random): Uint8Array {
  const text = decode(given)
  const tokens = text.match(TOKEN) ?? []
  const changed = new Map<number, string>()
  for (let i = random(3) + 1; i > 0; i -= 1) changed.set(random(tokens.length), AWKWARD[random(AWKWARD.length)] ?? '')
  let at = -1
  return encode(
    text.replace(TOKEN, (token) => {
      at += 1
      return changed.get(at) ?? token
    }),
  )
}

function join(given: Uint8Array, random: Random): Uint8Array {
  const other = SAMPLES[random(SAMPLES.length)]?.bytes ?? given
  const head = given.subarray(0, random(given.length + 1))
  return Buffer.concat([head, other.subarray(random(other.length + 1))])
}

function repeat(given: Uint8Array, random: Random): Uint8Array {
  const start = random(given.length)
  const unit = given.subarray(start, start + 1 + random(20))
  const times = Array.from({ length: random(40) }, () => unit)
  return Buffer.concat([given.subarray(0, start), ...times, given.subarray(start)])
}

const noise = (random: Random): Uint8Array => Uint8Array.from({ length: random(200) }, () => random(256))

function changed(bytes: Uint8Array, random: Random): Uint8Array {
  const kind = random(10)
  if (kind < 3) return changeBytes(bytes, random)
  if (kind < 7) return changeTokens(bytes, random)
  if (kind === 7) return join(bytes, random)
  return kind === 8 ? repeat(bytes, random) : noise(random)
}

interface Wrapping {
  readonly open: (bytes: Uint8Array) => Uint8Array
  readonly close: (bytes: Uint8Array) => Uint8Array
}

const jsonAround = (pattern: RegExp, open: Wrapping['open'], close: Wrapping['close']) => (whole: Uint8Array) => {
  const text = decode(whole)
  const found = pattern.exec(text)?.[1] ?? ''
  return {
    open: () => open(Buffer.from(found, 'base64')),
    close: (bytes: Uint8Array) => encode(text.replace(found, () => Buffer.from(close(bytes)).toString('base64'))),
  }
}

/** By format: how the body inside is taken out and put back. */
const WRAPPINGS: Readonly<Record<string, (whole: Uint8Array) => Wrapping>> = {
  loki: () => ({ open: (bytes) => uncompressSnappy(bytes, 1 << 20) ?? bytes, close: (bytes) => compress(bytes) }),
  firehose: jsonAround(/"data":"([^"]*)"/, zlib.gunzipSync, (bytes) => zlib.gzipSync(bytes, { level: 1 })),
  pubsub: jsonAround(
    /"data":"([^"]*)"/,
    (bytes) => bytes,
    (bytes) => bytes,
  ),
}

/** The body of a seed. Half of those of wrapped samples are changed inside. */
export function hostileBody(sample: Pick<Sample, 'format' | 'contentType' | 'bytes'>, seed: number): Uint8Array {
  const random = randomOf(Math.imul(seed, 2_654_435_761) ^ sample.bytes.length)
  const wrapping =
    sample.contentType === 'application/json' && sample.format === 'loki' ? null : WRAPPINGS[sample.format]
  if (!wrapping || random(2) === 0) return changed(sample.bytes, random)
  const { open, close } = wrapping(sample.bytes)
  return close(changed(open(sample.bytes), random))
}
