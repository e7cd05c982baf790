/**
 * What the noun of a verb means that lines say of a thing and no route goes by: "joins" where "participant joined" is
 * written while requests on `POST /rooms/{id}/participants` are handled. The route has to end in what the lines are
 * about, and the lines have to fall into its requests: what is only told later in the same trace was done elsewhere.
 */
import { type StoredLog, type StoredSpan, toMillis } from '../../../telemetry/index.ts'
import type { Catalogue, KnownTemplate } from '../grounding/catalogue.ts'
import type { PlanCondition } from '../plan/plan.ts'
import { participle } from '../reader/plain-order.ts'
import { operationsNamed, routesOfThing } from '../reader/routes.ts'
import { isOfSuccess, templateCondition } from '../reader/texts.ts'
import { lemmaOf, stemOf } from '../reader/words.ts'
import { type Desk, note, rangeOf } from './filters.ts'
import { searchMatching } from './search.ts'
import type { TracedThing } from './traced-things.ts'
import { dayOf } from './versions.ts'

const LINES_MAX = 60
const LINES_MIN = 8
/** So many of the lines have to be written within a request on the route. */
const WITHIN_MIN = 0.9
/** Of so many of the requests such a line has to tell; the others were refused. */
const TELL_MIN = 0.4
/** Clocks of two services differ by so much. */
const APART_MS = 1_000

/** The lines that say a thing was done, and the routes on which that thing is made. */
interface DoneLines {
  readonly said: string
  readonly templates: readonly KnownTemplate[]
  readonly routes: readonly string[]
}

/** Requests that the noun means, with what lines say of them; null where it means none. */
export async function doneRequests(
  desk: Desk,
  noun: string,
): Promise<{ thing: TracedThing; said: string; lines: PlanCondition } | null> {
  const done = doneLines(noun, desk.catalogue)
  const condition = done === null ? null : templateCondition([done.said], done.templates)
  if (done === null || condition === null) return null
  const service: PlanCondition = { on: 'service', values: [...new Set(done.templates.map((one) => one.service))] }
  const lines: StoredLog[] = []
  for (const order of ['newest', 'oldest'] as const)
    for await (const line of searchMatching(desk, [service, condition], dayOf(desk), LINES_MAX / 2, order))
      lines.push(line)
  const traced = lines.filter(({ traceId }) => traceId !== '')
  if (traced.length < Math.max(LINES_MIN, WITHIN_MIN * lines.length)) return null
  const spans = await spansIn(desk, done.routes, [...new Set(traced.map(({ traceId }) => traceId))])
  const byTrace = Map.groupBy(spans, ({ traceId }) => traceId)
  const within = traced.filter(({ traceId, time }) =>
    (byTrace.get(traceId) ?? []).some((span) => isDuring(toMillis(time), span)),
  )
  if (within.length < WITHIN_MIN * traced.length) return null
  // Of services that hand a request on the outermost one.
  const [first] = [...spans].sort((a, b) => toMillis(a.time) - toMillis(b.time))
  if (first === undefined || !(await isToldOfMany(desk, first, done.templates))) return null
  const thing = { noun, service: first.resource.service, operation: first.name, also: [] }
  return { thing, said: done.said, lines: condition }
}

/** Those of the routes on which such lines are written, none where they are written elsewhere; null without traces. */
export async function routesWithLines(
  desk: Desk,
  said: string,
  templates: readonly KnownTemplate[],
  routes: readonly string[],
): Promise<string[] | null> {
  const condition = templateCondition([said], templates)
  if (condition === null || routes.length === 0) return []
  const service: PlanCondition = { on: 'service', values: [...new Set(templates.map((one) => one.service))] }
  const lines: StoredLog[] = []
  for await (const line of searchMatching(desk, [service, condition], dayOf(desk), LINES_MAX, 'newest'))
    lines.push(line)
  const traced = lines.filter(({ traceId }) => traceId !== '')
  if (traced.length < Math.max(LINES_MIN, WITHIN_MIN * lines.length)) return null
  const spans = await spansIn(desk, routes, [...new Set(traced.map(({ traceId }) => traceId))])
  return routes.filter((route) => {
    const own = Map.groupBy(
      spans.filter(({ name }) => name === route),
      ({ traceId }) => traceId,
    )
    const within = traced.filter(({ traceId, time }) =>
      (own.get(traceId) ?? []).some((span) => isDuring(toMillis(time), span)),
    )
    return within.length >= WITHIN_MIN * traced.length
  })
}

function isDuring(atMs: number, { time, durationNanos }: StoredSpan): boolean {
  const startMs = toMillis(time)
  return atMs >= startMs - APART_MS && atMs <= startMs + durationNanos / 1e6 + APART_MS
}

/** "Participant joined" of "joins": what stands before the participle is a thing that some route makes. */
function doneLines(noun: string, { operations, templates }: Catalogue): DoneLines | null {
  const verb = lemmaOf(noun)
  if (verb.length < 3 || operationsNamed(noun, operations).length > 0) return null
  const done = participle(verb)
  const isDone = (token: string): boolean =>
    token === done ||
    token.replace(/(.)\1ed$/, '$1ed') === done ||
    (/ed$/.test(token) && stemOf(token) === stemOf(noun))
  const found = templates.flatMap((template) => {
    const at = template.tokens.findIndex(isDone)
    const subject = at <= 0 ? '' : (template.tokens[at - 1] ?? '')
    const { made } = routesOfThing(subject, operations)
    return made.length > 0 && isOfSuccess(template) ? [{ template, subject, token: template.tokens[at], made }] : []
  })
  const [first] = found
  if (first === undefined || found.some(({ subject }) => subject !== first.subject)) return null
  return {
    said: `${first.subject} ${first.token}`,
    templates: found.map(({ template }) => template),
    routes: first.made,
  }
}

async function spansIn(desk: Desk, names: readonly string[], traces: string[]): Promise<readonly StoredSpan[]> {
  const { spans, work } = await desk.ctx.telemetry.searchSpans(desk.ctx.project, {
    range: rangeOf(dayOf(desk)),
    filter: {
      conditions: [
        { field: { kind: 'builtin', name: 'trace_id' }, op: 'in', values: traces },
        { field: { kind: 'builtin', name: 'name' }, op: 'in', values: [...names] },
      ],
    },
    order: 'oldest',
    limit: 1_000,
  })
  note(desk, work)
  return spans
}

/** Whether there are not many more requests than lines: "order packed" of few orders says nothing of `POST /orders`. */
async function isToldOfMany(
  desk: Desk,
  { resource, name }: StoredSpan,
  told: readonly KnownTemplate[],
): Promise<boolean> {
  const { rows, work } = await desk.ctx.telemetry.spanStats(desk.ctx.project, {
    range: rangeOf(dayOf(desk)),
    filter: {
      conditions: [
        { field: { kind: 'builtin', name: 'service' }, op: 'eq', value: resource.service },
        { field: { kind: 'builtin', name: 'name' }, op: 'eq', value: name },
      ],
    },
    intervalMs: null,
    groupBy: ['service'],
    groupsMax: 1,
    only: 'entries',
  })
  note(desk, work)
  const requests = rows.reduce((sum, row) => sum + row.requests, 0)
  const lines = told.reduce((sum, { count }) => sum + count, 0)
  return lines >= TELL_MIN * requests && lines <= 1.1 * requests
}
