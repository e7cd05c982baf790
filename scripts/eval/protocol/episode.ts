/** What the protocol asks about: one incident, or one window without any, of a set of one system. */

import type { RecordArrays } from '../../../src/agent/investigator/memory-source.ts'
import type { LogRecord } from '../../../src/telemetry/model.ts'
import type { SignalName } from '../incident-cases.ts'

export interface Truth {
  /** Any of them is right: usually one; of two faults at once, both where nobody stated which is meant. */
  readonly services: readonly string[]
  /** Services that are also right when no time was stated. */
  readonly unstatedToo: readonly string[]
  readonly faultType: string
}

export interface EpisodeRecords {
  readonly records: RecordArrays
  /** Log events of deployments and scalings, kept apart so that a question can leave them out. */
  readonly changes: readonly LogRecord[]
}

export interface Episode {
  readonly id: string
  /** What the bootstrap draws: episodes made from one piece of real telemetry are one draw. */
  readonly cluster: string
  readonly signals: readonly SignalName[]
  readonly hasChanges: boolean
  /** When the fault began; of a window without a fault, the moment asked about. */
  readonly startMs: number
  readonly endMs: number
  /** Null: nothing broke. */
  readonly truth: Truth | null
  /** Changes whenever the records would. */
  readonly contentKey: string
  load(): EpisodeRecords
}

export interface EpisodeSet {
  readonly name: string
  /** Sets of one system share it: what is reported for a set comes from parameters fitted without its system. */
  readonly system: string
  readonly episodes: readonly Episode[]
}
