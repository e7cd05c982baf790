/**
 * The log series of a partition: each combination of (service, severity, shape), numbered in order of first sight.
 * Statistics count by these numbers, and the texts are stored once. A coarser numbering of (service, severity), the
 * groups, serves counts per minute. The persisted table is named `kind`.
 */

import type { BodyShape } from '../body-shape.ts'
import { type SeverityName, severityName } from '../model.ts'
import { ByteReader, ByteWriter } from '../segment/bytes.ts'
import { OTHER_SHAPE, SHAPES_PER_SERVICE_MAX } from '../shape/limiter.ts'

export interface LogSeries {
  readonly service: string
  readonly severity: SeverityName
  readonly shape: string
  readonly template: string
  /** The first record of the series, cut to `EXAMPLE_CHARS_MAX`. */
  readonly example: { readonly id: string; readonly body: string }
}
export interface Group {
  readonly service: string
  readonly severity: SeverityName
}

/** Examples are cut to this length: 2,000 shapes of one service then take at most 1 MB. */
const EXAMPLE_CHARS_MAX = 400

/** Persisted: never reorder. The statistics hold a severity as its position in this list. */
const SEVERITIES: readonly SeverityName[] = ['unspecified', 'trace', 'debug', 'info', 'warn', 'error', 'fatal']

type OfSeverity = { [severity in SeverityName]?: number }

export class LogSeriesTable {
  readonly series: LogSeries[] = []
  readonly groups: Group[] = []
  /** The group of each series. */
  readonly groupsOfSeries: number[] = []
  /** The series of each severity, by service and shape. Nested maps, because a flush looks up hundreds of thousands. */
  readonly #byShape = new Map<string, Map<string, OfSeverity>>()
  readonly #groupByKey = new Map<string, number>()
  /** The first so many series are stored; later ones are new. */
  #stored = 0

  /**
   * Finds or adds the series of a record and returns its number. Beyond 2,000 shapes of one service, further shapes
   * count as `other`.
   */
  numberOf(
    service: string,
    severityNumber: number,
    shape: BodyShape,
    example: () => { readonly id: string; readonly body: string },
  ): number {
    const severity = severityName(severityNumber)
    const known = this.#known(service, shape.hash, severity)
    if (known !== undefined) return known
    const admitted = this.#admit(service, shape)
    const other = admitted === shape ? undefined : this.#known(service, admitted.hash, severity)
    if (other !== undefined) return other
    const { id, body } = example()
    const { hash, template } = admitted
    return this.#add({
      service,
      severity,
      shape: hash,
      template,
      example: { id, body: body.slice(0, EXAMPLE_CHARS_MAX) },
    })
  }

  #known(service: string, hash: string, severity: SeverityName): number | undefined {
    return this.#byShape.get(service)?.get(hash)?.[severity]
  }

  #groupOf(service: string, severity: SeverityName): number {
    const key = `${severity}\u0000${service}`
    let group = this.#groupByKey.get(key)
    if (group === undefined) {
      group = this.groups.length
      this.groups.push({ service, severity })
      this.#groupByKey.set(key, group)
    }
    return group
  }

  #admit(service: string, shape: BodyShape): BodyShape {
    const shapes = this.#byShape.get(service)
    const isFull = shapes !== undefined && shapes.size >= SHAPES_PER_SERVICE_MAX
    return isFull && !shapes.has(shape.hash) ? OTHER_SHAPE : shape
  }

  #add(added: LogSeries): number {
    const number = this.series.length
    this.series.push(added)
    const ofService = this.#byShape.get(added.service) ?? new Map<string, OfSeverity>()
    this.#byShape.set(added.service, ofService)
    const ofShape = ofService.get(added.shape) ?? {}
    ofService.set(added.shape, ofShape)
    ofShape[added.severity] = number
    this.groupsOfSeries.push(this.#groupOf(added.service, added.severity))
    return number
  }

  get storedCount(): number {
    return this.#stored
  }

  /** Encodes the series that are not stored yet; null when there are none. */
  additions(): Uint8Array | null {
    if (this.#stored === this.series.length) return null
    const writer = new ByteWriter()
    for (const one of this.series.slice(this.#stored)) {
      writer.text(one.service)
      writer.byte(SEVERITIES.indexOf(one.severity))
      writer.text(one.shape)
      writer.text(one.template)
      writer.text(one.example.id)
      writer.text(one.example.body)
    }
    return writer.done().slice()
  }

  /** Marks the result of `additions` as stored. */
  markStored(): void {
    this.#stored = this.series.length
  }

  /** Loads stored additions. Call it in the order in which they were written. */
  load(bytes: Uint8Array): void {
    const reader = new ByteReader(bytes)
    while (!reader.isAtEnd) {
      const service = reader.text()
      const severity = SEVERITIES[reader.byte()] ?? 'unspecified'
      const read = { service, severity, shape: reader.text(), template: reader.text() }
      this.#add({ ...read, example: { id: reader.text(), body: reader.text() } })
    }
    this.#stored = this.series.length
  }
}
