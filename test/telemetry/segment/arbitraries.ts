/** Random telemetry close to what breaks codecs: repeated ids, missing values, unusual numbers, all kinds of keys. */
import fc from 'fast-check'
import type { Attributes, AttributeValue, Resource } from '../../../src/telemetry/model.ts'
import { NANOS_PER_DAY, type Timestamp } from '../../../src/telemetry/time.ts'

export const text = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom('', 'a', 'request 7 from 10.0.0.1', '0x1f', '__proto__', 'ÄÖ', '007', '-0', '1.50'),
)

export const value: fc.Arbitrary<AttributeValue> = fc.letrec<{ value: AttributeValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.integer(),
    fc.double(),
    fc.constantFrom<AttributeValue>(true, false, null, -0, 2 ** 53 - 1, -(2 ** 53), 1e300, ''),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.string({ maxLength: 5 }), tie('value'), { maxKeys: 3 }),
  ),
})).value

export const attributes: fc.Arbitrary<Attributes> = fc.dictionary(
  fc.oneof(fc.constantFrom('region', 'status', 'host.name', '__proto__', 'constructor'), fc.string({ maxLength: 4 })),
  value,
  { maxKeys: 6 },
)

export const time: fc.Arbitrary<Timestamp> = fc.record({
  day: fc.integer({ min: 20_000, max: 20_001 }),
  nanos: fc.oneof(
    fc.integer({ min: 0, max: NANOS_PER_DAY - 1 }),
    fc.integer({ min: 0, max: 86_399 }).map((seconds) => seconds * 1_000_000_000),
  ),
})

const hex = (digits: number) =>
  fc.oneof(
    fc.constantFrom('', '0'.repeat(digits), 'f'.repeat(digits)),
    fc.stringMatching(new RegExp(`^[0-9a-f]{${digits}}$`)),
  )
export const traceId = hex(32)
export const spanId = hex(16)

export const resource: fc.Arbitrary<Resource> = fc.record({
  service: fc.constantFrom('shop', 'cart', 'unknown_service', ''),
  environment: fc.constantFrom('', 'production'),
  attributes: fc.oneof(fc.constant({}), attributes),
})

export const body = fc.oneof(
  text,
  fc.tuple(fc.nat(), fc.ipV4(), fc.uuid()).map(([n, ip, id]) => `request ${n} from ${ip} trace ${id}`),
  fc.tuple(fc.nat({ max: 20 }), text).map(([n, word]) => `node${n}x said "${word}" in ${n / 4}ms`),
  fc.nat({ max: 99_999 }).map((n) => `part-${String(n).padStart(5, '0')} done 0x${n.toString(16).padStart(8, '0')}`),
  fc.tuple(fc.nat(), text).map(([n, word]) => JSON.stringify({ level: 'info', msg: `got ${n} items`, word })),
  fc.nat({ max: 9 }).map((n) => `failed ${n}\njava.lang.Error: x${n}\n\tat a.B.c(D.java:${n})\n\tat e.F.g(H.java:1)`),
)
