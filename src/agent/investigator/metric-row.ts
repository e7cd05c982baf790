/** One row of readings of a metric, as the analysis uses it. */
import type { Members } from './metric-members.ts'
import type { MetricRole } from './metric-roles.ts'

export interface MetricRow {
  readonly service: string
  /** '' for the mean over all instances. */
  readonly instance: string
  readonly metric: string
  readonly attributes: string
  readonly unit: string
  readonly role: MetricRole
  /** It describes the machine under the service rather than the service. */
  readonly isHost: boolean
  /** Caller and callee, if attributes name them. */
  readonly edge: { readonly caller: string; readonly callee: string } | null
  /** The metric's usual level over all services. */
  readonly typical: number
  /** Of a count of things (requests, failures, messages): what one of them in a reading is; null for everything else. */
  readonly one: number | null
  /** The same as a step from none, on the harm scale. */
  readonly oneStep: number | null
  /** Less is worse: what is found in a cache. */
  readonly isTurned: boolean
  /** A share of requests, on a scale of percentage points. */
  readonly isInPoints: boolean
  /** Counts the requests that a service gets. */
  readonly isRequestCount: boolean
  /** Readings are per second: they arrived so, or a counter was turned into a rate. */
  readonly isPerSecond: boolean
  /**
   * The requests that a reading of durations or failures is based on. If no metric of the service counts them, as many as
   * services that count theirs usually get; null where none does.
   */
  readonly requests: number | null
  /** The same as a share of the busiest service's. */
  readonly requestShare: number | null
  /** Readings of each instance behind a mean, as sent. */
  readonly parts: ReadonlyMap<string, Float64Array>
  /** Which instances a mean is of; null where it is none. */
  readonly members: Members | null
  /** Readings as sent, one per interval. NaN if there is none. */
  readonly raw: Float64Array
  /** The same on a scale where differences can be compared: logarithms or percentage points; more is worse. */
  readonly harm: Float64Array
}

export type PlainRow = Omit<MetricRow, 'harm' | 'typical' | 'requests' | 'requestShare' | 'members' | 'oneStep'>
