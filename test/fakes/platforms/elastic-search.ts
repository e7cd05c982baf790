import { z } from 'zod'
import type { SeededLog } from './control.ts'

type Document = { id: string; index: string; source: Record<string, unknown>; atMs: number; shardDoc: number }
type Condition = (document: Document) => boolean
export type SearchResult = { hits: object; aggregations?: object } | { type: string; reason: string }

const body = z.strictObject({
  query: z.unknown().optional(),
  sort: z.array(z.unknown()).optional(),
  size: z.number().int().min(0).max(10_000, 'Result window is too large').optional(),
  search_after: z.array(z.union([z.number(), z.string()])).optional(),
  pit: z.strictObject({ id: z.string(), keep_alive: z.string().optional() }).optional(),
  track_total_hits: z.union([z.boolean(), z.number()]).optional(),
  _source: z.unknown().optional(),
  fields: z.unknown().optional(),
  aggs: z
    .record(z.string(), z.strictObject({ terms: z.strictObject({ field: z.string(), size: z.number().optional() }) }))
    .optional(),
})

/** A search over the seeded lines of these data streams; errors by Elasticsearch's type. */
export function runSearch(
  given: unknown,
  logs: readonly SeededLog[],
  indices: readonly string[],
  nowMs: number,
): SearchResult {
  const parsed = body.safeParse(given)
  if (!parsed.success) return { type: 'parsing_exception', reason: parsed.error.issues[0]?.message ?? 'invalid body' }
  const { query, sort = [], size = 10, search_after: after, aggs, pit } = parsed.data
  const condition = query === undefined ? () => true : compile(query, nowMs)
  if (typeof condition === 'string') return { type: 'parsing_exception', reason: condition }
  const isAscending = directionOf(sort[0]) === 'asc'
  if (JSON.stringify(sort).includes('_shard_doc') && pit === undefined) {
    return { type: 'illegal_argument_exception', reason: '_shard_doc sort is only allowed with a point in time' }
  }
  const documents = logs
    .map((log, shardDoc) => documentOf(log, shardDoc, indices[0] ?? ''))
    .filter((document) => indices.includes(document.index) && condition(document))
    .sort((left, right) => (isAscending ? 1 : -1) * (left.atMs - right.atMs) || left.shardDoc - right.shardDoc)
  const [afterMs, afterDoc] = [Number(after?.[0]), Number(after?.[1] ?? Number.NaN)]
  const rest =
    after === undefined
      ? documents
      : documents.filter(({ atMs, shardDoc }) => {
          if (atMs === afterMs) return !Number.isNaN(afterDoc) && shardDoc > afterDoc
          return isAscending ? atMs > afterMs : atMs < afterMs
        })
  const hits = rest.slice(0, size).map(({ id, index, source, atMs, shardDoc }) => ({
    _index: index,
    _id: id,
    _score: null,
    _source: source,
    sort: pit ? [atMs, shardDoc] : [atMs],
  }))
  const aggregations = Object.entries(aggs ?? {}).map(([name, { terms }]) => [
    name,
    { buckets: bucketsOf(documents, terms.field) },
  ])
  const found = { hits: { total: { value: documents.length, relation: 'eq' }, max_score: null, hits } }
  return aggs === undefined ? found : { ...found, aggregations: Object.fromEntries(aggregations) as object }
}

function directionOf(first: unknown): 'asc' | 'desc' {
  const text = JSON.stringify(first ?? { '@timestamp': 'desc' })
  return text.includes('desc') ? 'desc' : 'asc'
}

function documentOf(log: SeededLog, shardDoc: number, firstIndex: string): Document {
  const source = {
    '@timestamp': new Date(log.atMs).toISOString(),
    message: log.message,
    log: { level: log.level ?? 'info' },
    service: { name: 'shop-api' },
    ...(log.traceId === undefined ? {} : { trace: { id: log.traceId } }),
    ...log.attributes,
  }
  return {
    id: `doc-${String(shardDoc).padStart(8, '0')}`,
    index: log.resource ?? firstIndex,
    source,
    atMs: log.atMs,
    shardDoc,
  }
}

function fieldOf({ source }: Document, path: string): unknown {
  const name = path.replace(/\.keyword$/, '')
  if (name in source) return source[name]
  return name
    .split('.')
    .reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
      source,
    )
}

function bucketsOf(documents: readonly Document[], field: string): object[] {
  const counts = new Map<string, number>()
  for (const document of documents) {
    const key = fieldOf(document, field)
    if (typeof key === 'string') counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts].map(([key, doc_count]) => ({ key, doc_count }))
}

const clause = z.record(z.string(), z.unknown())

function compile(query: unknown, nowMs: number): Condition | string {
  const parsed = clause.safeParse(query)
  const [kind, value] = Object.entries(parsed.data ?? {})[0] ?? []
  if (kind === 'match_all') return () => true
  const inner = clause.safeParse(value)
  if (kind === undefined || !inner.success) return 'query malformed, no start_object after query name'
  if (kind === 'bool') return compileBool(inner.data, nowMs)
  const [field = '', operand] = Object.entries(inner.data)[0] ?? []
  if (kind === 'exists') return (document) => fieldOf(document, String(operand)) !== undefined
  if (kind === 'range') return compileRange(field, operand, nowMs)
  if (kind === 'query_string' || kind === 'simple_query_string') {
    const words = String(inner.data['query'] ?? '').replaceAll('"', '')
    return ({ source }) => words === '*' || JSON.stringify(source).includes(words)
  }
  if (!['term', 'terms', 'match', 'match_phrase', 'wildcard'].includes(kind)) return `unknown query [${kind}]`
  const wanted = (Array.isArray(operand) ? operand : [operand]).map((item) =>
    String(
      typeof item === 'object' && item !== null ? (Reflect.get(item, 'value') ?? Reflect.get(item, 'query')) : item,
    ),
  )
  return (document) => {
    const given = String(fieldOf(document, field) ?? '')
    return wanted.some((text) =>
      kind === 'term' || kind === 'terms'
        ? given === text
        : given.toLowerCase().includes(text.replaceAll('*', '').toLowerCase()),
    )
  }
}

function compileBool(parts: Record<string, unknown>, nowMs: number): Condition | string {
  const compiled: Condition[] = []
  for (const [occur, value] of Object.entries(parts)) {
    if (occur === 'minimum_should_match') continue
    if (!['filter', 'must', 'must_not', 'should'].includes(occur)) return `[bool] query does not support [${occur}]`
    const conditions = (Array.isArray(value) ? value : [value]).map((item) => compile(item, nowMs))
    const problem = conditions.find((condition) => typeof condition === 'string')
    if (typeof problem === 'string') return problem
    const usable = conditions.filter((condition) => typeof condition !== 'string')
    if (occur === 'should')
      compiled.push((document) => usable.length === 0 || usable.some((condition) => condition(document)))
    else compiled.push((document) => usable.every((condition) => condition(document) !== (occur === 'must_not')))
  }
  return (document) => compiled.every((condition) => condition(document))
}

function compileRange(field: string, operand: unknown, nowMs: number): Condition | string {
  const bounds = z
    .strictObject({ gt: z.unknown(), gte: z.unknown(), lt: z.unknown(), lte: z.unknown(), format: z.string() })
    .partial()
    .safeParse(operand)
  if (!bounds.success) return '[range] query does not support this parameter'
  const timeOf = (bound: unknown) => {
    const relative = /^now(?:-(\d+)([smhd]))?$/.exec(String(bound))
    const unit = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }[relative?.[2] ?? 's'] ?? 1000
    if (relative !== null) return nowMs - Number(relative[1] ?? 0) * unit
    return /^\d+$/.test(String(bound)) ? Number(bound) : Date.parse(String(bound))
  }
  const { gt, gte, lt, lte } = bounds.data
  const given = [gt, gte, lt, lte].filter((bound) => bound !== undefined)
  if (given.some((bound) => Number.isNaN(timeOf(bound)))) return 'failed to parse date field'
  return (document) => {
    const at = timeOf(fieldOf(document, field))
    return (
      (gt === undefined || at > timeOf(gt)) &&
      (gte === undefined || at >= timeOf(gte)) &&
      (lt === undefined || at < timeOf(lt)) &&
      (lte === undefined || at <= timeOf(lte))
    )
  }
}
