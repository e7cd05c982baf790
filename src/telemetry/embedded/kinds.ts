/**
 * The kinds of log lines of a partition: (service, severity, shape), numbered in order of first sight. Statistics count
 * by these numbers; the texts are told once. A second, coarser numbering of (service, severity) serves counts per minute.
 */

import type { BodyShape } from '../body-shape.ts'
import { type SeverityName, severityName } from '../model.ts'
import { ByteReader, ByteWriter } from '../segment/bytes.ts'
import { OTHER_SHAPE, SHAPES_PER_SERVICE_MAX } from '../shape/limiter.ts'

export interface Kind {
  readonly service: string
  readonly severity: SeverityName
  readonly shape: string
  readonly template: string
  /** The first line of its kind. */
  readonly example: { readonly id: string; readonly body: string }
}
export interface Group {
  readonly service: string
  readonly severity: SeverityName
}

/** Lines shown as an example are cut here: 2,000 shapes of one service then take 1 MB at most. */
const EXAMPLE_CHARS_MAX = 400

const SEVERITIES: readonly SeverityName[] = ['unspecified', 'trace', 'debug', 'info', 'warn', 'error', 'fatal']

type OfSeverity = { [severity in SeverityName]?: number }

export class KindTable {
  readonly kinds: Kind[] = []
  readonly groups: Group[] = []
  /** Group of each kind. */
  readonly groupsOfKinds: number[] = []
  /** By service and shape: the kind of each severity. A seal asks for hundreds, so that no key is put together. */
  readonly #byShape = new Map<string, Map<string, OfSeverity>>()
  readonly #groupByKey = new Map<string, number>()
  /** Kinds that are stored; those from here on are new. */
  #stored = 0

  /** Number of a line's kind, new or known. Beyond 2,000 shapes of one service, all are the one shape `other`. */
  kindOf(
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

  #add(kind: Kind): number {
    const number = this.kinds.length
    this.kinds.push(kind)
    const ofService = this.#byShape.get(kind.service) ?? new Map<string, OfSeverity>()
    this.#byShape.set(kind.service, ofService)
    const ofShape = ofService.get(kind.shape) ?? {}
    ofService.set(kind.shape, ofShape)
    ofShape[kind.severity] = number
    this.groupsOfKinds.push(this.#groupOf(kind.service, kind.severity))
    return number
  }

  get storedCount(): number {
    return this.#stored
  }

  /** Bytes of the kinds that are not stored yet, null when there are none. */
  additions(): Uint8Array | null {
    if (this.#stored === this.kinds.length) return null
    const writer = new ByteWriter()
    for (const kind of this.kinds.slice(this.#stored)) {
      writer.text(kind.service)
      writer.byte(SEVERITIES.indexOf(kind.severity))
      writer.text(kind.shape)
      writer.text(kind.template)
      writer.text(kind.example.id)
      writer.text(kind.example.body)
    }
    return writer.done().slice()
  }

  /** What `additions` told is stored now. */
  markStored(): void {
    this.#stored = this.kinds.length
  }

  /** Takes in stored additions, in the order they were made. */
  load(bytes: Uint8Array): void {
    const reader = new ByteReader(bytes)
    while (!reader.isAtEnd) {
      const service = reader.text()
      const severity = SEVERITIES[reader.byte()] ?? 'unspecified'
      const kind = { service, severity, shape: reader.text(), template: reader.text() }
      this.#add({ ...kind, example: { id: reader.text(), body: reader.text() } })
    }
    this.#stored = this.kinds.length
  }
}
