/** What delivers telemetry to a project and how well. The data-source domain implements it; key values never pass here. */
export interface ProjectSources {
  health(): Promise<SourceHealthList>
}

export interface SourceHealthList {
  readonly sources: readonly DeliveringSource[]
  /** There are more than were read; those that are listed are the newest. */
  readonly isTruncated: boolean
}

/** How what delivers fares. */
export interface DeliveryHealth {
  /** ISO 8601; null before the first record. */
  readonly lastRecordAt: string | null
  readonly recordsLastHour: number
  readonly recordsLastDay: number
  /** Records of an active hour of the last week; null before it has a habit. */
  readonly usualPerHour: number | null
  /** Quiet for ten times its usual gap, and for at least ten minutes. */
  readonly isSilent: boolean
  /** Records that were taken and not stored (paused, or out of credits), since it was made. */
  readonly dropped: number
  /** What was refused since it was made. */
  readonly rejected: readonly { readonly reason: string; readonly count: number }[]
  /** What was stored with another time than it was sent with. */
  readonly repaired: readonly { readonly reason: string; readonly count: number }[]
}

export interface DeliveringSource extends DeliveryHealth {
  readonly id: string
  /** A stream of a log source or of a connection, a connection that delivers by its own key, or a key on its own. */
  readonly kind: 'stream' | 'connection' | 'public_key'
  readonly name: string
  /** dataSourceType or log provider of the API; null for a key on its own. */
  readonly provider: string | null
  readonly state: 'active' | 'pending' | 'provisioning' | 'error' | 'paused' | 'expired'
  /** What the platform said, where the state is error. */
  readonly error: string | null
}
