/** A format is a pure decoder of one sender's bodies. */
import type { ChangeInput, NormalizedAlert } from '../../contracts/oncall-protocol.ts'
import type { Fields } from './reading.ts'

export interface DecodeInput {
  /** The parsed body, which is within its limits (body.ts). */
  readonly body: Fields
  readonly headers: Headers
  /** The query parameters of the delivery's URL, which hold the mappings of the generic formats. */
  readonly query: URLSearchParams
  readonly nowMs: number
}

/**
 * `nothing`: the body is valid but holds no alert or change (a test, an acknowledgement, a comment). It is accepted and
 * dropped. `refused`: the body does not come from this sender. The reason is a sentence that quotes nothing of the body.
 */
export type Decoded<Item> =
  | {
      readonly kind: 'items'
      readonly items: Items<Item>
      /** The number of items that are missing because they exceeded a limit, here or at the sender. */
      readonly truncated: number
    }
  | { readonly kind: 'nothing'; readonly reason: string }
  | { readonly kind: 'refused'; readonly reason: string }

/**
 * The items of a delivery: an array, or a list whose items are made when they are taken, so that whoever takes ten
 * thousand of them can let others in. Take them once.
 */
export interface Items<Item> extends Iterable<Item> {
  readonly length: number
}

/** Makes each item from its part of the body when it is taken. */
export const madeOf = <Part, Item>(parts: readonly Part[], make: (part: Part) => Item): Items<Item> => ({
  length: parts.length,
  *[Symbol.iterator]() {
    for (const part of parts) yield make(part)
  },
})

export interface Format<Item> {
  readonly source: string
  readonly decode: (input: DecodeInput) => Decoded<Item>
  /** Returns the sender's id of this delivery, which a repeated delivery has too; null if there is none. */
  readonly deliveryId?: (input: Pick<DecodeInput, 'body' | 'headers'>) => string | null
}

export type AlertFormat = Format<NormalizedAlert>
export type ChangeFormat = Format<ChangeInput>

/** Most items of one delivery, enough for the alerts of a whole cluster. The rest counts as truncated. */
export const ITEMS_MAX = 10_000

export const items = <Item>(list: Items<Item>, truncated = 0): Decoded<Item> => ({
  kind: 'items',
  items: list,
  truncated,
})
export const nothing = (reason: string): Decoded<never> => ({ kind: 'nothing', reason })
export const refused = (reason: string): Decoded<never> => ({ kind: 'refused', reason })
