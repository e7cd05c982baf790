/** What the Worker and an organization's object exchange. Fields may only be added, and only as optional ones. */

/** What a key received since the last count was sent. */
export interface DeliveryCount {
  readonly keyId: string
  records: number
  bytes: number
  /** Records that could be read and were not stored: the stream is paused, or the organization out of credits. */
  dropped: number
  rejected: { [reason: string]: number }
  /** Left out by an earlier version. */
  repaired?: { [reason: string]: number }
  lastRecordMs: number | null
}

/** How the deliveries of a key stand. */
export interface SourceHealth {
  readonly keyId: string
  readonly lastRecordMs: number | null
  readonly recordsLastHour: number
  readonly recordsLastDay: number
  readonly dropped: number
  readonly rejected: Readonly<Record<string, number>>
  /** Records stored with another time than they were sent with, by reason; left out by an earlier version. */
  readonly repaired?: Readonly<Record<string, number>>
  /** Records per hour over the hours of the last week in which it was active; null with less than three of them. */
  readonly usualPerHour: number | null
  readonly isSilent: boolean
}

export interface BeginInput {
  readonly key: string
  readonly fingerprint: string
  readonly seed: string
  readonly now: number
}

export type BeginReply =
  | {
      readonly kind: 'execute'
      readonly seed: string
      /** No earlier attempt of this request may have begun anything. */
      readonly isFirst: boolean
    }
  | { readonly kind: 'replay'; readonly answer: string }
  /** It succeeded, but its answer is no longer stored. The seed gives the same ids. */
  | { readonly kind: 'done'; readonly seed: string }
  /** The organization holds as many records as it may. */
  | { readonly kind: 'full'; readonly retryAfterSeconds: number }
  | { readonly kind: 'other_body' }
  | { readonly kind: 'running'; readonly retryAfterSeconds: number }
