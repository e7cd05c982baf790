/**
 * What a word that only log lines say means among requests: "pre-translation" is said by lines of one service whose
 * spans are requests of one operation, and nearly each request of it has such a line, so the word means that operation.
 * Bounded look-ups, only made where a question could not be read without them.
 */
import type { StoredLog, StoredSpan } from '../../../telemetry/index.ts'
import { messageText } from '../../message-text.ts'
import type { KnownTemplate } from '../grounding/catalogue.ts'
import type { PlanCondition } from '../plan/plan.ts'
import { isOfFailure, templateCondition, templatesWith } from '../reader/texts.ts'
import { lemmaOf } from '../reader/words.ts'
import { type Desk, note, rangeOf } from './filters.ts'
import { searchMatching, templateTest } from './search.ts'
import { dayOf } from './versions.ts'

/** A word with the requests that it means. */
export interface TracedThing {
  readonly noun: string
  readonly service: string
  readonly operation: string
  /** Words that its lines say as well of nearly each request: "issue" of "invoice … issued". */
  readonly also: readonly string[]
}

/** Lines that are written while requests are handled, with the conditions on these requests. */
export interface TracedPart {
  readonly lines: PlanCondition
  readonly among: readonly PlanCondition[]
}

const LINES_MAX = 60
const SPANS_MAX = 1_000
const SERVICES_MAX = 2
/** Lines of more kinds tell of many things. */
const TEMPLATES_MAX = 40
/** Fewer lines of requests than these tell nothing. */
const LINES_MIN = 8
/** So many of the lines have to be written while one operation is handled. */
const OF_ONE_MIN = 0.9
/** So many of its requests have to have such a line. */
const HAVE_LINE_MIN = 0.7
/** Where nearly all are refused, refusing is all that is done there. */
const REFUSED_MAX = 0.8
/** The noun is one of so many words at the beginning of a line. */
const SUBJECT_MAX = 3
/** What stands behind these is not what the line is about. */
const BEFORE_OTHERS = /^(?:of|on|for|to|with|from|in|by|at|per|without)$/
/** What a service is called by are requests of which it receives more than of all others. */
const MOST_OF_SERVICE = 0.6

/** Requests that the noun means, of each service whose lines say it; those of which most have such a line first. */
export async function tracedThings(desk: Desk, noun: string, services: readonly string[]): Promise<TracedThing[]> {
  const said = templatesWith([noun], desk.catalogue, services).filter((template) => isSubject(noun, template))
  if (said.length === 0 || said.length > TEMPLATES_MAX) return []
  const found = await Promise.all(
    byService(said).map(async ([service, templates]) => {
      const lines = await linesOf(desk, service, templates)
      const operation = lines === null ? null : await operationOf(desk, service, lines)
      const share = operation === null ? 0 : await shareWithLine(desk, service, operation, templates)
      return operation === null || share < HAVE_LINE_MIN
        ? []
        : [{ thing: { noun, service, operation, also: [] }, share }]
    }),
  )
  return found
    .flat()
    .sort((a, b) => b.share - a.share)
    .map(({ thing }) => thing)
}

/** "Thumbnail rendered", "manual result saved", not "bid on lot L-12 placed": what a line is about stands at its beginning. */
function isSubject(noun: string, { template }: KnownTemplate): boolean {
  const singular = lemmaOf(noun)
  // What stands before a colon or a bracket is the name of a thread, a class or a step.
  const parts = messageText(template)
    .toLowerCase()
    .slice(0, 400)
    .split(/[\]:|>] |- /)
  return parts.some((part) => {
    const words = part.match(/[a-z][a-z-]*/g) ?? []
    const at = words.findIndex((word) => word === noun || lemmaOf(word) === singular)
    return at >= 0 && at < SUBJECT_MAX && !words.slice(0, at).some((word) => BEFORE_OTHERS.test(word))
  })
}

/** Whether a line of nearly each of the requests says a word together with their noun. */
export async function isSaidOfEach(
  desk: Desk,
  { noun, service, operation }: TracedThing,
  word: string,
): Promise<boolean> {
  const templates = templatesWith([noun, word], desk.catalogue, [service])
  return templates.length > 0 && (await shareWithLine(desk, service, operation, templates)) >= HAVE_LINE_MIN
}

/** The lines that say all words while requests of the operations are handled; null where others say them as well. */
export async function tracedPart(
  desk: Desk,
  words: readonly string[],
  among: readonly PlanCondition[],
): Promise<TracedPart | null> {
  const said = templatesWith(words, desk.catalogue, [])
  const operations = among.flatMap((one) => (one.on === 'operation' ? one.values : []))
  if (said.length === 0 || said.length > TEMPLATES_MAX) return null
  for (const [service, templates] of byService(said)) {
    const lines = await linesOf(desk, service, templates)
    if (lines === null) continue
    const traces = [...new Set(lines.map(({ traceId }) => traceId))]
    // Lines that one request writes several times count no requests.
    if (lines.length > 1.1 * traces.length) continue
    const spans = await spansOf(desk, [
      { field: { kind: 'builtin', name: 'trace_id' }, op: 'in', values: traces },
      { field: { kind: 'builtin', name: 'name' }, op: 'in', values: operations },
    ])
    const reached = new Set(spans.map(({ traceId }) => traceId))
    const condition = templateCondition(words, templates)
    if (condition !== null && reached.size >= OF_ONE_MIN * traces.length) return { lines: condition, among }
  }
  return null
}

/**
 * "Payments" of `payment-bridge`, which are declined in lines of it: most of what the service receives are the requests
 * that these lines belong to.
 */
export async function tracedPartOf(desk: Desk, service: string, words: readonly string[]): Promise<TracedPart | null> {
  const said = templatesWith(words, desk.catalogue, [service])
  const lines = said.length === 0 || said.length > TEMPLATES_MAX ? null : await linesOf(desk, service, said)
  const operation = lines === null ? null : await operationOf(desk, service, lines)
  if (operation === null) return null
  const rows = await requestsBy(desk, service)
  const all = rows.reduce((sum, { requests }) => sum + requests, 0)
  if (requestsOn(rows, operation) < MOST_OF_SERVICE * all) return null
  return tracedPart(desk, words, onlyOn(service, operation))
}

/**
 * "Uploads refused", where no line tells of the others: what is refused is one of the requests on which that is done,
 * which are many more.
 */
export async function tracedRefusal(desk: Desk, noun: string, words: readonly string[]): Promise<TracedPart | null> {
  const said = templatesWith([noun, ...words], desk.catalogue, [])
  const [first] = said
  const isOfOne = first !== undefined && said.every(({ service }) => service === first.service)
  if (!isOfOne || said.length > TEMPLATES_MAX || !said.every(isOfFailure)) return null
  const { service } = first
  const lines = await linesOf(desk, service, said)
  const operation = lines === null ? null : await operationOf(desk, service, lines)
  if (operation === null || /^(?:get|head) /i.test(operation)) return null
  const requests = requestsOn(await requestsBy(desk, service), operation)
  const refused = said.reduce((sum, { count }) => sum + count, 0)
  if (refused > REFUSED_MAX * requests) return null
  return tracedPart(desk, [noun, ...words], onlyOn(service, operation))
}

function onlyOn(service: string, operation: string): PlanCondition[] {
  return [
    { on: 'service', values: [service] },
    { on: 'operation', values: [operation] },
  ]
}

interface OfOperation {
  readonly operation: string | null
  readonly requests: number
}

async function requestsBy(desk: Desk, service: string): Promise<readonly OfOperation[]> {
  const { rows, work } = await desk.ctx.telemetry.spanStats(desk.ctx.project, {
    range: rangeOf(dayOf(desk)),
    filter: { conditions: [ofService(service)] },
    intervalMs: null,
    groupBy: ['service', 'operation'],
    groupsMax: 100,
    only: 'entries',
  })
  note(desk, work)
  return rows
}

function requestsOn(rows: readonly OfOperation[], operation: string): number {
  return rows.reduce((sum, row) => (row.operation === operation ? sum + row.requests : sum), 0)
}

/** Templates by their service, those of most lines first. */
function byService(templates: readonly KnownTemplate[]): [string, KnownTemplate[]][] {
  const all = new Map<string, KnownTemplate[]>()
  for (const one of templates) all.set(one.service, [...(all.get(one.service) ?? []), one])
  const lines = (some: readonly KnownTemplate[]): number => some.reduce((sum, { count }) => sum + count, 0)
  return [...all].sort(([, a], [, b]) => lines(b) - lines(a)).slice(0, SERVICES_MAX)
}

/** Some lines of the templates; null where hardly any is of a trace. */
async function linesOf(desk: Desk, service: string, templates: readonly KnownTemplate[]): Promise<StoredLog[] | null> {
  const said = templateCondition([service], templates)
  if (said === null) return null
  const byId = new Map<string, StoredLog>()
  const conditions: PlanCondition[] = [{ on: 'service', values: [service] }, said]
  for (const order of ['newest', 'oldest'] as const)
    for await (const line of searchMatching(desk, conditions, dayOf(desk), LINES_MAX / 2, order))
      byId.set(line.id, line)
  const found = [...byId.values()]
  const traced = found.filter(({ traceId }) => traceId !== '')
  return traced.length >= Math.max(LINES_MIN, OF_ONE_MIN * found.length) ? traced : null
}

type SpanConditions = Parameters<Desk['ctx']['telemetry']['searchSpans']>[1]['filter']['conditions']

async function spansOf(
  desk: Desk,
  conditions: SpanConditions,
  order: 'newest' | 'oldest' = 'newest',
  limit = SPANS_MAX,
): Promise<readonly StoredSpan[]> {
  const range = rangeOf(dayOf(desk))
  const { spans, work } = await desk.ctx.telemetry.searchSpans(desk.ctx.project, {
    range,
    filter: { conditions },
    order,
    limit,
  })
  note(desk, work)
  return spans
}

const ofService = (service: string): SpanConditions[number] => ({
  field: { kind: 'builtin', name: 'service' },
  op: 'eq',
  value: service,
})

/** The operation of the service during which nearly all of the lines were written; null where there are several. */
async function operationOf(desk: Desk, service: string, lines: readonly StoredLog[]): Promise<string | null> {
  const traces = [...new Set(lines.map(({ traceId }) => traceId))]
  const own = await spansOf(desk, [
    ofService(service),
    { field: { kind: 'builtin', name: 'trace_id' }, op: 'in', values: traces },
  ])
  const byId = new Map(own.map((span) => [`${span.traceId} ${span.spanId}`, span]))
  const byTrace = Map.groupBy(
    own.filter((span) => isEntry(span, byId)),
    ({ traceId }) => traceId,
  )
  const counts = new Map<string, number>()
  for (const line of lines) {
    const name = entryAbove(line, byId) ?? onlyName(byTrace.get(line.traceId) ?? [])
    if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  return most !== undefined && most[1] >= OF_ONE_MIN * lines.length ? most[0] : null
}

/** A request that the service received: of a server or consumer, or without a parent of its own. */
function isEntry(span: StoredSpan, byId: ReadonlyMap<string, StoredSpan>): boolean {
  if (span.kind === 'server' || span.kind === 'consumer') return true
  return (span.kind === 'unspecified' || span.kind === 'internal') && !byId.has(`${span.traceId} ${span.parentSpanId}`)
}

/** Steps from the span of a line up to the request that it is a part of. */
const STEPS_MAX = 12

function entryAbove({ traceId, spanId }: StoredLog, byId: ReadonlyMap<string, StoredSpan>): string | null {
  let span = byId.get(`${traceId} ${spanId}`)
  for (let step = 0; step < STEPS_MAX && span !== undefined; step++) {
    if (isEntry(span, byId)) return span.name
    span = byId.get(`${traceId} ${span.parentSpanId}`)
  }
  return null
}

function onlyName(spans: readonly StoredSpan[]): string | null {
  const names = new Set(spans.map(({ name }) => name))
  return names.size === 1 ? (spans[0]?.name ?? null) : null
}

/** Of some requests of the operation, the newest and the oldest, the share with a line of the templates. */
async function shareWithLine(
  desk: Desk,
  service: string,
  operation: string,
  templates: readonly KnownTemplate[],
): Promise<number> {
  const named: SpanConditions = [
    ofService(service),
    { field: { kind: 'builtin', name: 'name' }, op: 'eq', value: operation },
  ]
  const some = await Promise.all([
    spansOf(desk, named, 'newest', LINES_MAX / 2),
    spansOf(desk, named, 'oldest', LINES_MAX / 2),
  ])
  const traces = [...new Set(some.flat().map(({ traceId }) => traceId))].filter((id) => id !== '')
  if (traces.length < LINES_MIN) return 0
  const { records, work } = await desk.ctx.telemetry.searchLogs(desk.ctx.project, {
    range: rangeOf(dayOf(desk)),
    filter: {
      conditions: [ofService(service), { field: { kind: 'builtin', name: 'trace_id' }, op: 'in', values: traces }],
    },
    order: 'newest',
    limit: SPANS_MAX,
  })
  note(desk, work)
  const tests = templates.map(({ template }) => templateTest(template))
  const having = new Set(records.filter(({ body }) => tests.some((test) => test(body))).map(({ traceId }) => traceId))
  return having.size / traces.length
}
