/**
 * Cohorts: the attribute values of the selected records, compared with those of the other records of the same service.
 */
import type { WorkPace } from '../../work-pace.ts'
import { errorTextFor } from '../error-text.ts'
import type { Attributes, AttributeValue, LogRecord, Resource, SpanRecord } from '../model.ts'
import { toMillis } from '../time.ts'
import type { ShapeOf } from './logs.ts'
import { isErrorSpan, operationOf } from './span-facts.ts'
import type { CohortCounts, CohortSelector, CohortValue, ExampleRecord } from './types.ts'

/**
 * Most values kept per key. An attribute with more values is an identifier, which does not characterise a group of
 * records.
 */
const VALUES_PER_KEY_MAX = 50
/** Most keys kept, far above the resource and span attributes of real SDKs. */
const KEYS_MAX = 100
const VALUE_CHARS_MAX = 120
const TEXT_CHARS_MAX = 500

/** Returns true for a selected log, false for another log of the service, null for a log outside the question. */
export function selectLog(selector: CohortSelector, record: LogRecord, shapeOf: ShapeOf): boolean | null {
  if (selector.kind !== 'log_shapes' || record.resource.service !== selector.service) return null
  return selector.shapes.includes(shapeOf(record).hash)
}

/** Returns true for a selected span, false for another span of the service, null for a span outside the question. */
export function selectSpan(selector: CohortSelector, span: SpanRecord): boolean | null {
  if (selector.kind === 'log_shapes' || span.resource.service !== selector.service) return null
  if (selector.operation !== null && operationOf(span.name) !== selector.operation) return null
  return selector.kind === 'span_errors' ? isErrorSpan(span) : span.durationNanos / 1e6 > selector.slowerThanMs
}

/** Work units (work-pace.ts) to count the values of a record. */
const COHORT_UNITS = 5

/** Counts the attribute and resource values of records with their selection. */
export async function countCohorts(
  records: Iterable<{ readonly isSelected: boolean; readonly attributes: Attributes; readonly resource: Resource }>,
  pace: WorkPace,
): Promise<CohortCounts> {
  const counter = new CohortCounter()
  for (const { isSelected, attributes, resource } of records) {
    counter.add(isSelected, attributes, resource)
    if (pace.isDue(COHORT_UNITS)) await pace.pause()
  }
  return counter.counts()
}

export class CohortCounter {
  readonly #keys = new Map<string, Map<string, CohortValue>>()
  #selected = 0
  #rest = 0

  /** Adds one record with its values. */
  add(isSelected: boolean, attributes: Attributes, resource: Resource): void {
    const [selected, rest] = isSelected ? [1, 0] : [0, 1]
    this.addRecords(selected, rest)
    for (const [key, value] of Object.entries(attributes)) this.addValue(key, value, selected, rest)
    this.addResource(resource, selected, rest)
  }

  /** Adds records without their values. */
  addRecords(selected: number, rest: number): void {
    this.#selected += selected
    this.#rest += rest
  }

  /** Adds the values of a resource for a number of records. */
  addResource({ attributes }: Resource, selected: number, rest: number): void {
    if (selected + rest === 0) return
    for (const [key, value] of Object.entries(attributes)) {
      if (key !== 'service.name') this.addValue(`resource.${key}`, value, selected, rest)
    }
  }

  /** False when values of a key would not be kept. */
  hasRoomFor(key: string): boolean {
    return this.#keys.has(key) || this.#keys.size < KEYS_MAX
  }

  addValue(key: string, value: AttributeValue, selected: number, rest: number): void {
    if (value === null || typeof value === 'object') return
    let values = this.#keys.get(key)
    if (values === undefined) {
      if (this.#keys.size >= KEYS_MAX) return
      values = new Map()
      this.#keys.set(key, values)
    }
    const text = String(value).slice(0, VALUE_CHARS_MAX)
    let entry = values.get(text)
    if (entry === undefined) {
      if (values.size >= VALUES_PER_KEY_MAX) return
      entry = { key, value: text, selected: 0, rest: 0 }
      values.set(text, entry)
    }
    entry.selected += selected
    entry.rest += rest
  }

  counts(): CohortCounts {
    const values = [...this.#keys.values()].flatMap((ofKey) => [...ofKey.values()])
    return { selected: this.#selected, rest: this.#rest, values }
  }
}

/** Adds the counts of two shares of an answer, value by value. */
export function mergeCohorts(a: CohortCounts, b: CohortCounts): CohortCounts {
  const values = new Map<string, CohortValue>()
  for (const value of [...a.values, ...b.values]) {
    const id = `${value.key}\u0000${value.value}`
    const known = values.get(id)
    if (known === undefined) values.set(id, { ...value })
    else {
      known.selected += value.selected
      known.rest += value.rest
    }
  }
  return { selected: a.selected + b.selected, rest: a.rest + b.rest, values: [...values.values()] }
}

/** Returns a log record as an example, its text cut to a bound. */
export function exampleOfLog(record: LogRecord, id: string): ExampleRecord {
  return {
    id,
    signal: 'logs',
    timeMs: toMillis(record.time),
    service: record.resource.service,
    text: record.body.slice(0, TEXT_CHARS_MAX),
    reason: errorTextFor(record),
    traceId: record.traceId,
    spanId: record.spanId,
  }
}

/** Returns a span as an example: name, duration and status message in one line. */
export function exampleOfSpan(span: SpanRecord, id: string): ExampleRecord {
  return {
    id,
    signal: 'spans',
    timeMs: toMillis(span.time),
    service: span.resource.service,
    text: `${span.name} ${(span.durationNanos / 1e6).toFixed(1)} ms${span.statusMessage === '' ? '' : `: ${span.statusMessage}`}`,
    reason: null,
    traceId: span.traceId,
    spanId: span.spanId,
  }
}
