/** The columns of a segment of logs that have one plain value a record: times, ids, severities, names, resources. */
import type { LogRecord, Resource } from '../model.ts'
import { NANOS_PER_DAY } from '../time.ts'
import type { ContainerWriter } from './container.ts'
import { encodeIds } from './hex-ids.ts'
import type { PlacedRecord } from './placed.ts'
import {
  addDictionary,
  addIntegers,
  firstDay,
  type ResourceColumn,
  writeResources,
  writeTimes,
} from './shared-columns.ts'
import { DictionaryBuilder } from './strings.ts'

export interface Scalars {
  readonly day: number
  /** Nanoseconds since the start of `day`. */
  readonly times: Float64Array
  readonly sequences: Float64Array
  readonly indexes: Float64Array
  readonly severities: Float64Array
  /** Day of the observed time, -1 where there is none, and its nanoseconds less those of the time. */
  readonly observedDays: Float64Array
  readonly observedNanos: Float64Array
  readonly severityTexts: DictionaryBuilder
  readonly eventNames: DictionaryBuilder
  readonly scopes: DictionaryBuilder
  readonly resources: Resource[]
  readonly traceIds: string[]
  readonly spanIds: string[]
}

type Entry = PlacedRecord<Omit<LogRecord, 'attributes'>>

/** `entries` in order of time. Throws a RangeError when they are too far apart. */
export function collectScalars(entries: readonly Entry[]): Scalars {
  const rows = entries.length
  const scalars: Scalars = {
    day: firstDay(entries[0]?.record.time.day ?? 0, entries.at(-1)?.record.time.day ?? 0),
    times: new Float64Array(rows),
    sequences: new Float64Array(rows),
    indexes: new Float64Array(rows),
    severities: new Float64Array(rows),
    observedDays: new Float64Array(rows),
    observedNanos: new Float64Array(rows),
    severityTexts: new DictionaryBuilder(),
    eventNames: new DictionaryBuilder(),
    scopes: new DictionaryBuilder(),
    resources: [],
    traceIds: [],
    spanIds: [],
  }
  for (let row = 0; row < rows; row++) {
    const entry = entries[row]
    if (entry !== undefined) collect(scalars, row, entry)
  }
  return scalars
}

function collect(scalars: Scalars, row: number, { record, sequence, index }: Entry): void {
  const { time, observedTime } = record
  scalars.times[row] = (time.day - scalars.day) * NANOS_PER_DAY + time.nanos
  scalars.sequences[row] = sequence
  scalars.indexes[row] = index
  scalars.severities[row] = record.severityNumber
  scalars.observedDays[row] = observedTime === null ? -1 : observedTime.day
  if (observedTime !== null) scalars.observedNanos[row] = observedTime.nanos - time.nanos
  scalars.severityTexts.add(record.severityText)
  scalars.eventNames.add(record.eventName)
  scalars.scopes.add(record.scopeName)
  scalars.resources.push(record.resource)
  scalars.traceIds.push(record.traceId)
  scalars.spanIds.push(record.spanId)
}

/** Gives the resources as coded. Throws a TypeError for ids that are no ids. */
export function writeScalars(container: ContainerWriter, scalars: Scalars): ResourceColumn {
  writeTimes(container, scalars.day, scalars.times)
  addIntegers(container, 'id', scalars.sequences, scalars.indexes)
  addIntegers(container, 'observed', scalars.observedDays, scalars.observedNanos)
  addIntegers(container, 'severity', scalars.severities)
  addDictionary(container, 'severityText', scalars.severityTexts)
  addDictionary(container, 'eventName', scalars.eventNames)
  addDictionary(container, 'scope', scalars.scopes)
  const resources = writeResources(container, scalars.resources)
  container.add('trace', encodeIds(scalars.traceIds, 16), 'random')
  container.add('span', encodeIds(scalars.spanIds, 8), 'random')
  return resources
}
