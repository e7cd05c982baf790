/** Decodes as a delivery is decoded: bounds and JSON first, then the format. */
import type { ChangeInput, NormalizedAlert } from '../../../src/contracts/oncall-protocol.ts'
import { parseBody } from '../../../src/oncall/formats/body.ts'
import type { Decoded, Format } from '../../../src/oncall/formats/format.ts'
import { NOW_MS, type Sample } from './alert-samples.ts'

export const bytesOf = (body: unknown): Uint8Array =>
  new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))

export function decodeBytes<Item>(
  format: Format<Item>,
  bytes: Uint8Array,
  sample: Partial<Sample> = {},
): Decoded<Item> {
  const parsed = parseBody(bytes)
  if (!parsed.ok) return { kind: 'refused', reason: parsed.reason }
  return format.decode({
    body: parsed.fields,
    headers: new Headers(sample.headers),
    query: new URLSearchParams(sample.query),
    nowMs: NOW_MS,
  })
}

export const decodeSample = <Item>(format: Format<Item>, sample: Sample): Decoded<Item> =>
  decodeBytes(format, bytesOf(sample.body), sample)

/** The items, or the reason why there are none as an error. */
export function itemsOf<Item extends NormalizedAlert | ChangeInput>(decoded: Decoded<Item>): readonly Item[] {
  if (decoded.kind !== 'items') throw new Error(`${decoded.kind}: ${decoded.reason}`)
  return [...decoded.items]
}
