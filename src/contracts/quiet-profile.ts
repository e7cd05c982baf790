/**
 * What a project's telemetry shows when nothing happens, as the investigator learns it an hour at a time and reads it
 * back (src/agent/investigator/quiet-profile.ts). Persisted by the on-call object: fields are only added.
 */
export interface QuietProfile {
  /** From when every count below fades, in milliseconds since 1970. What was learnt later counts more than 1 there. */
  readonly baseMs: number
  /** Up to when telemetry was learnt from. */
  readonly upToMs: number
  readonly signals: Readonly<Partial<Record<QuietSignal, SignalQuiet>>>
}

/** What a look compares: lines alone, spans with or without lines, or metrics. */
export type QuietSignal = 'lines' | 'spans' | 'metrics'

export interface SignalQuiet {
  /** Looks at half an hour each, at most one an hour. */
  readonly looks: number
  /** By name of the service. */
  readonly services: Readonly<Record<string, ServiceQuiet>>
}

export interface ServiceQuiet {
  /** Looks in which the service was there. */
  readonly looks: number
  /** When it was last there, in milliseconds since 1970. */
  readonly seenMs: number
  /**
   * Counts of its scores in steps of half a nat, by what its strongest finding was; scores below the first step are not
   * counted.
   */
  readonly scores: Readonly<Partial<Record<QuietKind, readonly number[]>>>
}

/** What a service stands out by: work that fails or goes another way, time, absence, or readings. */
export const QUIET_KINDS = ['work', 'time', 'silence', 'readings'] as const
export type QuietKind = (typeof QUIET_KINDS)[number]
