/**
 * A partition's share of the log activity, read from columns: times, shapes, resources and ids. No record is built. No
 * body is decoded, except the few that are needed for a severity or a host.
 */
import type { WorkPace } from '../../work-pace.ts'
import { type Grid, gridEndMs } from '../aggregates/grid.ts'
import { instanceOf } from '../aggregates/instance.ts'
import { addHost, HOST_KEYS, HOSTS_MAX, hostInText } from '../aggregates/line-hosts.ts'
import { LineIds, LogLines } from '../aggregates/log-lines.ts'
import { activityOf, addLogs, type ShapeOf } from '../aggregates/logs.ts'
import type { LogActivity } from '../aggregates/types.ts'
import type { Bodies } from '../segment/bodies.ts'
import { canHold, charactersOf } from '../segment/characters.ts'
import type { LogSegment } from '../segment/log-segment.ts'
import { textAt } from '../segment/strings.ts'
import { fromMillis, MS_PER_DAY, NANOS_PER_MS } from '../time.ts'
import { addRows } from './add-rows.ts'
import { logsOf, nanosWithin, type WorkMeter } from './batch-reader.ts'
import { inSteps } from './open-columns.ts'
import type { PartitionSource } from './partition-source.ts'
import { type MatchedRows, matchedRows, overlapping } from './segment-logs.ts'

/** Rows between two checks of the pace, and the work units (work-pace.ts) of a row. */
const PIECE = 1_024
const ROW_UNITS = 0.5

/**
 * Aggregates the log records of a partition over a grid, from its batches and segments. The budget of `meter` may end
 * it early.
 */
export async function aggregateLogRows(
  source: PartitionSource,
  grid: Grid,
  shapeOf: ShapeOf,
  meter: WorkMeter,
): Promise<LogActivity> {
  const range = { from: fromMillis(grid.startMs), to: fromMillis(gridEndMs(grid)) }
  const [from, to] = nanosWithin(range, source.day)
  const heads = overlapping(source, [{ from, to }])
  const expected = heads.reduce((sum, { records }) => sum + records, 0)
  const lines = new LogLines(grid, undefined, expected)
  for await (const records of logsOf(source, range, meter)('newest')) await addLogs(lines, records, shapeOf, meter.pace)
  // So that an answer that the budget cuts off still covers the present.
  heads.sort((a, b) => b.maxNanos - a.maxNanos)
  for (const head of heads) {
    const matched = await matchedRows(source, head, { from, to }, { conditions: [] }, meter)
    if (matched !== null) await addSegment(lines, source, matched, meter.pace)
  }
  const activity = await activityOf(lines, meter.pace)
  if (lines.isThinned) meter.note('limit')
  return activity
}

async function addSegment(
  lines: LogLines,
  source: PartitionSource,
  { head, segment, first, end }: MatchedRows,
  pace: WorkPace,
): Promise<void> {
  await inSteps(segment, pace, [
    () => segment.times(),
    () => segment.severities(),
    () => segment.resources(),
    () => segment.shapes(),
    () => segment.traceIds(),
    () => segment.spanIds(),
  ])
  lines.beginSource((offset) => source.logSegment(head).bodyOf(first + offset))
  const adder = new SegmentAdder(lines, segment)
  await addRows({ held: lines, add: (from, to) => adder.add(from, to), rowUnits: ROW_UNITS }, [first, end], pace)
  await adder.addHosts(first, end, pace)
}

class SegmentAdder {
  readonly #lines: LogLines
  readonly #segment: LogSegment
  readonly #ids = new LineIds()
  /** Number of the shape in `lines`, by shape and resource; -1 before it is needed. */
  readonly #numbers: Int32Array
  readonly #resources: number
  /** Number of the instance by resource; -1 before it is needed. */
  readonly #instances: Int32Array
  /** Number of the trace in `lines`, by its code in the segment; -1 before it is needed. */
  readonly #traces: Int32Array
  #thinned: number

  constructor(lines: LogLines, segment: LogSegment) {
    this.#lines = lines
    this.#segment = segment
    this.#resources = segment.resources().values.length
    this.#numbers = new Int32Array(segment.shapes().shapes.length * this.#resources).fill(-1)
    this.#instances = new Int32Array(this.#resources).fill(-1)
    this.#traces = new Int32Array(segment.traceIds().codes + 1).fill(-1)
    this.#thinned = lines.thinned
  }

  add(from: number, to: number): void {
    if (this.#thinned !== this.#lines.thinned) this.#traces.fill(-1)
    this.#thinned = this.#lines.thinned
    const segment = this.#segment
    const lines = this.#lines
    const ids = this.#ids
    const offsetMs = segment.day * MS_PER_DAY - lines.grid.startMs
    const times = segment.times()
    const severities = segment.severities()
    const traceIds = segment.traceIds()
    const spanIds = segment.spanIds()
    const lengthMs = lines.grid.intervalMs * lines.grid.count
    for (let row = from; row < to; row++) {
      const atMs = offsetMs + (times[row] ?? 0) / NANOS_PER_MS
      if (atMs < 0 || atMs >= lengthMs) {
        lines.skip(1)
        continue
      }
      ids.hasTrace = traceIds.readWords(row, ids.trace)
      ids.hasSpan = spanIds.readWords(row, ids.span)
      if (!ids.hasTrace && !ids.hasSpan) ids.instance = this.#instanceOf(row)
      // The code of a row without an id is -1.
      const code = traceIds.codeOf(row) + 1
      ids.traceNumber = this.#traces[code] ?? -1
      lines.add(atMs, this.#numberOf(row), severities[row] ?? 0, ids)
      this.#traces[code] = ids.traceNumber
    }
  }

  #numberOf(row: number): number {
    const segment = this.#segment
    const { shapes, codes } = segment.shapes()
    const resources = segment.resources()
    const resource = resources.codes[row] ?? 0
    const place = (codes[row] ?? 0) * this.#resources + resource
    const known = this.#numbers[place] ?? -1
    if (known >= 0) return known
    const shape = shapes[codes[row] ?? 0]
    if (shape === undefined) throw new RangeError(`row ${row} has no shape`)
    const number = this.#lines.shapeNumber(resources.values[resource]?.service ?? '', shape, () => ({
      severityNumber: segment.severities()[row] ?? 0,
      severityText: textAt(segment.severityTexts(), row),
      body: segment.bodyOf(row),
    }))
    this.#numbers[place] = number
    return number
  }

  #instanceOf(row: number): number {
    const { values, codes } = this.#segment.resources()
    const code = codes[row] ?? 0
    const known = this.#instances[code] ?? -1
    if (known >= 0) return known
    const number = this.#lines.instanceNumber(instanceOf(values[code]?.attributes ?? {}))
    this.#instances[code] = number
    return number
  }

  /**
   * Adds the hosts that the lines of [first, end) name: in attributes of all lines, and in the text of some lines of
   * each shape.
   */
  async addHosts(first: number, end: number, pace: WorkPace): Promise<void> {
    await this.#addHostsOfAttributes(first, end, pace)
    await this.#addHostsOfTexts(first, end, pace)
  }

  async #addHostsOfAttributes(first: number, end: number, pace: WorkPace): Promise<void> {
    const attributes = this.#segment.attributes()
    for (const key of HOST_KEYS) {
      if (!attributes.hasOverflow && !attributes.keys.includes(key)) continue
      const column = attributes.column(key)
      if (column === undefined) continue
      for (let from = first; from < end; from += PIECE) {
        const to = Math.min(end, from + PIECE)
        for (let row = from; row < to; row++) {
          const code = column.codes[row] ?? 0
          if (code > 0) addHost(this.#hostsOf(row), column.values[code - 1])
        }
        if (pace.isDue((to - from) * HOST_UNITS)) await pace.pause()
      }
    }
  }

  async #addHostsOfTexts(first: number, end: number, pace: WorkPace): Promise<void> {
    const bodies = this.#segment.bodies()
    for (const [shape, { literals }] of bodies.words.entries()) {
      const mayHold =
        literals.some((literal) => literal.includes('://')) ||
        literals.slice(1).some((_, variable) => canHold(bodies.charactersOf(shape, variable), URL_CHARACTERS))
      if (!mayHold || !mayHoldUrl(bodies, shape)) continue
      let left = TEXTS_SEARCHED_MAX
      for (const row of bodies.rowsOfShape[shape] ?? []) {
        if (row < first || row >= end) continue
        const hosts = this.#hostsOf(row)
        if (hosts.length >= HOSTS_MAX || left-- === 0) break
        addHost(hosts, hostInText(bodies.bodyOf(row)))
        if (pace.isDue(TEXT_UNITS)) await pace.pause()
      }
    }
  }

  #hostsOf(row: number): string[] {
    const { codes } = this.#segment.shapes()
    const place = (codes[row] ?? 0) * this.#resources + (this.#segment.resources().codes[row] ?? 0)
    return this.#lines.shapes[this.#numbers[place] ?? -1]?.hosts ?? []
  }
}

/**
 * False when no line of a shape has a `://`: not in a literal, not in a variable, and not partly in each. Tells it without
 * decoding the variables, whose kinds without a text have neither a colon nor a slash.
 */
export function mayHoldUrl(bodies: Bodies, shape: number): boolean {
  const literals = bodies.words[shape]?.literals ?? []
  return literals.some((literal, at) => {
    if (literal.includes('://')) return true
    const next = literals[at + 1]
    if (next === undefined) return false
    const isInVariable = (part: string) => bodies.isInTexts(shape, at, part)
    if (isInVariable('://')) return true
    // The colon before the variable, and a slash in it or behind it.
    if ((literal.endsWith(':') || literal.endsWith(':/')) && (isInVariable('/') || next.startsWith('/'))) return true
    // The colon in the variable, and a slash behind it; or another variable, where nothing is between the two.
    const isBehind = next.startsWith('/') || (next === '' && at + 2 < literals.length)
    return isBehind && isInVariable(':')
  })
}

const HOST_UNITS = 0.1
const TEXT_UNITS = 3
const URL_CHARACTERS = charactersOf('http:')
/** Lines per shape and segment whose text is searched for hosts. A shape has few hosts, and a project many segments. */
const TEXTS_SEARCHED_MAX = 32
