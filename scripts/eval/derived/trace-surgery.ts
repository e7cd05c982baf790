/**
 * Changes traces as a fault would have: time added inside a span makes all that encloses it longer and all that follows it
 * later; calls taken out make them shorter and earlier. Spans of other requests stay as they were recorded.
 */
import type { SpanRecord } from '../../../src/telemetry/model.ts'
import { fromMillis, toMillis } from '../../../src/telemetry/time.ts'

const NANOS_PER_MS = 1_000_000
/** Ends are recorded by different clocks: a parent that ends this much before its child still encloses it. */
const ENCLOSING_SLACK_MS = 2

export interface Node {
  readonly record: SpanRecord
  readonly parent: Node | null
  readonly children: Node[]
  startMs: number
  endMs: number
  isRemoved: boolean
}

/** Roots are spans without a parent among the records. Children are in the order they began. */
export function treesOf(spans: readonly SpanRecord[]): Map<string, Node[]> {
  const byTrace = Map.groupBy(spans, ({ traceId }) => traceId)
  return new Map([...byTrace].map(([traceId, records]) => [traceId, nodesOf(records)]))
}

function nodesOf(records: readonly SpanRecord[]): Node[] {
  const byId = new Map(records.map((record) => [record.spanId, record]))
  // By record: now and then two spans of a trace carry one id, and both were recorded.
  const nodes = new Map<SpanRecord, Node>()
  const nodeOf = (record: SpanRecord, above: ReadonlySet<string>): Node => {
    const known = nodes.get(record)
    if (known !== undefined) return known
    const parentRecord = above.has(record.parentSpanId) ? undefined : byId.get(record.parentSpanId)
    const parent = parentRecord === undefined ? null : nodeOf(parentRecord, new Set([...above, record.spanId]))
    const startMs = toMillis(record.time)
    const node: Node = {
      record,
      parent,
      children: [],
      startMs,
      endMs: startMs + record.durationNanos / NANOS_PER_MS,
      isRemoved: false,
    }
    nodes.set(record, node)
    parent?.children.push(node)
    return node
  }
  for (const record of records) nodeOf(record, new Set([record.spanId]))
  const all = [...nodes.values()]
  for (const node of all) node.children.sort((a, b) => a.startMs - b.startMs)
  return all
}

/** Whether a call enters the service here: its parent is of another service, or unknown. */
export function isEntry({ record, parent }: Node): boolean {
  return parent === null || parent.record.resource.service !== record.resource.service
}

export function below(node: Node): Node[] {
  return [node, ...node.children.flatMap(below)]
}

/**
 * `deltaMs` more (or, negative, less) time inside `within`, at `atMs`: it and all that waits for it end that much later,
 * what begins afterwards in the same request moves by it. What a span does not wait for (a message) moves alone.
 */
export function stretch(within: Node, atMs: number, deltaMs: number): void {
  const moved: Node[] = []
  let inner: Node | null = null
  for (let span: Node | null = within; span !== null; span = span.parent) {
    if (inner !== null && span.endMs < inner.endMs - deltaMs - ENCLOSING_SLACK_MS) break
    const afterMs = inner === null ? atMs : inner.endMs - deltaMs
    for (const child of span.children) {
      if (child !== inner && child.startMs >= afterMs) moved.push(...below(child))
    }
    span.endMs = Math.max(span.startMs, span.endMs + deltaMs)
    inner = span
  }
  for (const span of moved) {
    span.startMs += deltaMs
    span.endMs += deltaMs
  }
}

export function remove(node: Node): void {
  for (const span of below(node)) span.isRemoved = true
}

/** The spans that are left, with their times; those that did not change are the same objects. */
export function recordsOf(nodes: readonly Node[]): SpanRecord[] {
  return nodes.filter(({ isRemoved }) => !isRemoved).map(recordOf)
}

function recordOf({ record, startMs, endMs }: Node): SpanRecord {
  const wasStartMs = toMillis(record.time)
  const durationNanos = Math.round((endMs - startMs) * NANOS_PER_MS)
  const isSame = startMs === wasStartMs && Math.abs(durationNanos - record.durationNanos) < NANOS_PER_MS / 1000
  return isSame ? record : { ...record, time: fromMillis(startMs), durationNanos: Math.max(0, durationNanos) }
}
