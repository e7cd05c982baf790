/** The columns with one plain value per log record: times, ids, severities, names, resources. */
import { NANOS_PER_DAY } from '../time.ts'
import type { ContainerWriter } from './container.ts'
import { encodeIds } from './hex-ids.ts'
import type { LogColumns, LogHead } from './log-columns.ts'
import {
  addDictionary,
  addIntegers,
  firstDay,
  type ResourceColumn,
  writeCodedResources,
  writeTimes,
} from './shared-columns.ts'
import { DictionaryBuilder, recoded } from './strings.ts'

export interface Scalars {
  readonly day: number
  /** Nanoseconds since the start of `day`. */
  readonly times: Float64Array
  readonly sequences: Float64Array
  readonly indexes: Float64Array
  readonly severities: Float64Array
  /** The day of the observed time, -1 when there is none, and its nanoseconds minus those of the time. */
  readonly observedDays: Float64Array
  readonly observedNanos: Float64Array
  /** In order of appearance. */
  readonly heads: readonly LogHead[]
  /** The position of each row's head. */
  readonly headCodes: Uint16Array
}

/** Rows are the records at `places`, in time order. Throws a RangeError when they are too far apart. */
export function collectScalars(columns: LogColumns, places: readonly number[]): Scalars {
  const rows = places.length
  const dayOf = (place: number) => columns.day + Math.floor((columns.times[place] ?? 0) / NANOS_PER_DAY)
  const day = firstDay(dayOf(places[0] ?? 0), dayOf(places.at(-1) ?? 0))
  const before = (day - columns.day) * NANOS_PER_DAY
  const scalars = {
    day,
    times: new Float64Array(rows),
    sequences: new Float64Array(rows),
    indexes: new Float64Array(rows),
    severities: new Float64Array(rows),
    observedDays: new Float64Array(rows).fill(-1),
    observedNanos: new Float64Array(rows),
    heads: [] as LogHead[],
    headCodes: new Uint16Array(rows),
  }
  const codeOf = new Int32Array(columns.heads.length).fill(-1)
  for (let row = 0; row < rows; row++) {
    const place = places[row] ?? 0
    scalars.times[row] = (columns.times[place] ?? 0) - before
    scalars.sequences[row] = columns.sequences[place] ?? 0
    scalars.indexes[row] = columns.indexes[place] ?? 0
    const known = columns.headCodes[place] ?? 0
    let code = codeOf[known] ?? -1
    const head = columns.heads[known]
    if (head === undefined) continue
    if (code < 0) {
      code = scalars.heads.push(head) - 1
      codeOf[known] = code
    }
    scalars.headCodes[row] = code
    scalars.severities[row] = head.severityNumber
  }
  if (columns.observed !== null) collectObserved(columns, places, scalars)
  return scalars
}

function collectObserved(
  { times, observed }: LogColumns,
  places: readonly number[],
  { observedDays, observedNanos }: Pick<Scalars, 'observedDays' | 'observedNanos'>,
): void {
  for (const [row, place] of places.entries()) {
    const time = observed?.[place] ?? null
    if (time === null) continue
    const nanos = times[place] ?? 0
    observedDays[row] = time.day
    observedNanos[row] = time.nanos - (nanos - Math.floor(nanos / NANOS_PER_DAY) * NANOS_PER_DAY)
  }
}

/** Returns the resources as coded. */
export function writeScalars(container: ContainerWriter, scalars: Scalars): ResourceColumn {
  writeTimes(container, scalars.day, scalars.times)
  addIntegers(container, 'id', scalars.sequences, scalars.indexes)
  addIntegers(container, 'observed', scalars.observedDays, scalars.observedNanos)
  addIntegers(container, 'severity', scalars.severities)
  addDictionary(
    container,
    'severityText',
    textColumn(scalars, (head) => head.severityText),
  )
  addDictionary(
    container,
    'eventName',
    textColumn(scalars, (head) => head.eventName),
  )
  addDictionary(
    container,
    'scope',
    textColumn(scalars, (head) => head.scopeName),
  )
  return writeCodedResources(
    container,
    scalars.heads.map((head) => head.resource),
    scalars.headCodes,
  )
}

/** Throws a TypeError for malformed ids. */
export function writeIds(
  container: ContainerWriter,
  { traceIds, spanIds, count }: LogColumns,
  places: readonly number[],
): void {
  container.add('trace', encodeIds({ ids: traceIds, count, places }, 16), 'random')
  container.add('span', encodeIds({ ids: spanIds, count, places }, 8), 'random')
}

/** One text of each row's head, as a dictionary in order of appearance. */
function textColumn({ heads, headCodes }: Scalars, textOf: (head: LogHead) => string) {
  const ofHeads = new DictionaryBuilder()
  for (const head of heads) ofHeads.add(textOf(head))
  return { values: ofHeads.values, codes: recoded(headCodes, ofHeads.codes) }
}
