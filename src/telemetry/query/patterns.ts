/** Patterns of log bodies: counts per (service, severity, shape), then shapes grouped by the pattern they belong to. */
import type { SeverityName } from '../model.ts'
import type { Pattern, PatternMap } from '../pattern/map.ts'
import type { LogPattern } from '../port.ts'
import type { Timestamp } from '../time.ts'
import { maxTime, minTime } from './order.ts'

export interface ShapeCount {
  readonly service: string
  readonly severity: SeverityName
  /** 16 hex digits. */
  readonly shape: string
  readonly template: string
  readonly count: number
  readonly firstSeen: Timestamp
  readonly lastSeen: Timestamp
  readonly example: { readonly id: string; readonly body: string }
  readonly counts: readonly (readonly [startMs: number, count: number])[]
}
export interface PatternPartial {
  readonly shapes: readonly ShapeCount[]
}

/** The pattern of a shape: its stable id (the smallest shape hash of the group) and its template. */
type PatternOf = (shape: { readonly shape: string; readonly template: string; readonly service: string }) => {
  readonly id: string
  readonly template: string
}

interface Held extends Omit<ShapeCount, 'counts'> {
  count: number
  firstSeen: Timestamp
  lastSeen: Timestamp
  example: { readonly id: string; readonly body: string }
  counts: Map<number, number>
}

/** Longer examples are cut: twenty patterns must fit into a tool result. */
const EXAMPLE_LENGTH_MAX = 1_000

export class PatternAccumulator {
  readonly #shapes = new Map<string, Held>()

  add(shape: ShapeCount): void {
    const key = `${shape.service}\u0000${shape.severity}\u0000${shape.shape}`
    const held = this.#shapes.get(key)
    if (held === undefined) {
      const body = shape.example.body.slice(0, EXAMPLE_LENGTH_MAX)
      this.#shapes.set(key, { ...shape, example: { id: shape.example.id, body }, counts: new Map(shape.counts) })
      return
    }
    mergeInto(held, shape, shape.counts)
  }

  merge(partial: PatternPartial): void {
    for (const shape of partial.shapes) this.add(shape)
  }

  partial(): PatternPartial {
    return { shapes: [...this.#shapes.values()].map((held) => ({ ...held, counts: [...held.counts] })) }
  }

  /** Groups shapes with a map that learns them. Groups only ever merge, so the order of shapes does not matter. */
  #groupedBy(map: PatternMap): PatternOf {
    const known = new Map<string, Pattern>()
    for (const { shape, template } of this.#shapes.values()) map.assign({ hash: shape, template })
    return ({ shape, template }) => {
      let pattern = known.get(shape)
      if (pattern === undefined) {
        pattern = map.pattern(shape) ?? { id: shape, template, shapes: [shape] }
        known.set(shape, pattern)
      }
      return pattern
    }
  }

  /** Most frequent first; ties by service, severity and id. */
  finish(limit: number, map: PatternMap): { patterns: LogPattern[]; total: number } {
    const patternOf = this.#groupedBy(map)
    const groups = new Map<string, Held & { id: string }>()
    for (const held of this.#shapes.values()) {
      const { id, template } = patternOf(held)
      const key = `${held.service}\u0000${held.severity}\u0000${id}`
      const group = groups.get(key)
      if (group === undefined) groups.set(key, { ...held, id, template, counts: new Map(held.counts) })
      else mergeInto(group, held, held.counts)
    }
    const ordered = [...groups.entries()].sort((a, b) => b[1].count - a[1].count || (a[0] < b[0] ? -1 : 1))
    const patterns = ordered.slice(0, limit).map(([, { shape: _shape, counts, ...pattern }]) => ({
      ...pattern,
      counts: [...counts].sort((a, b) => a[0] - b[0]),
    }))
    return { patterns, total: groups.size }
  }
}

type Mergeable = Pick<ShapeCount, 'count' | 'firstSeen' | 'lastSeen' | 'example'>

/** The example with the highest id is kept, so that the order of merging does not matter. */
function mergeInto(held: Held, other: Mergeable, counts: Iterable<readonly [number, number]>): void {
  held.count += other.count
  held.firstSeen = minTime(held.firstSeen, other.firstSeen)
  held.lastSeen = maxTime(held.lastSeen, other.lastSeen)
  if (other.example.id > held.example.id) {
    held.example = { id: other.example.id, body: other.example.body.slice(0, EXAMPLE_LENGTH_MAX) }
  }
  for (const [startMs, count] of counts) held.counts.set(startMs, (held.counts.get(startMs) ?? 0) + count)
}
