/** What a format is: a pure decoder of one sender's bodies. */
import type { ChangeInput, NormalizedAlert } from '../../contracts/oncall-protocol.ts'
import type { Fields } from './reading.ts'

export interface DecodeInput {
  /** The body, already parsed within its bounds (body.ts). */
  readonly body: Fields
  readonly headers: Headers
  /** Parameters of the delivery's address: mappings of the generic formats. */
  readonly query: URLSearchParams
  readonly nowMs: number
}

/**
 * `nothing`: the sender's own news that is no alert and no change (a test, an acknowledgement, a comment); it is
 * accepted and dropped. `refused`: no body of this sender; the reason is a sentence and quotes nothing of the body.
 */
export type Decoded<Item> =
  | {
      readonly kind: 'items'
      readonly items: readonly Item[]
      /** What the body says or shows to be missing: alerts beyond a limit, here or at the sender. */
      readonly truncated: number
    }
  | { readonly kind: 'nothing'; readonly reason: string }
  | { readonly kind: 'refused'; readonly reason: string }

export interface Format<Item> {
  readonly source: string
  readonly decode: (input: DecodeInput) => Decoded<Item>
  /** The sender's own id of this delivery, the same when it is repeated; null where it states none. */
  readonly deliveryId?: (input: Pick<DecodeInput, 'body' | 'headers'>) => string | null
}

export type AlertFormat = Format<NormalizedAlert>
export type ChangeFormat = Format<ChangeInput>

/** Most alerts of one delivery: the group of a whole cluster. The rest is counted as truncated. */
export const ITEMS_MAX = 10_000

export const items = <Item>(list: readonly Item[], truncated = 0): Decoded<Item> => ({
  kind: 'items',
  items: list,
  truncated,
})
export const nothing = (reason: string): Decoded<never> => ({ kind: 'nothing', reason })
export const refused = (reason: string): Decoded<never> => ({ kind: 'refused', reason })
