/**
 * Lines by a key that only requests carry: "lost jobs per org" of lines that name no org. Each line has the value that
 * the spans of its trace carry. Bounded look-ups, only made where no line tells the key by itself.
 */
import { type StoredLog, valueText } from '../../../telemetry/index.ts'
import type { KnownKey } from '../grounding/catalogue.ts'
import type { Measure, PlanOf, PlanTime } from '../plan/plan.ts'
import { keysOf } from '../reader/fields.ts'
import { type Desk, fieldOf, rangeOf } from './filters.ts'
import type { MeasureGroup } from './result.ts'
import { searchMatching } from './search.ts'
import { spansOfTraces } from './spans-of-traces.ts'

/** More lines would ask for too many spans. */
const LINES_MAX = 3_000
/** Requests begin before their lines and end after them. */
const MARGIN_MS = 60_000
/** Where fewer lines belong to a request that carries the key, the rest would be no small matter. */
const TOLD_MIN = 0.8

type Group = Pick<KnownKey, 'scope'> & { readonly field: string }
type Asked = Pick<PlanOf<'measure'>, 'conditions' | 'groupBy'> & { readonly time: PlanTime }

/** The groups of the lines by what their requests carry; null where requests do not tell nearly all of them. */
export async function tracedGroups(desk: Desk, asked: Asked, lines: number | null): Promise<MeasureGroup[] | null> {
  const [by, more] = asked.groupBy
  if (by === undefined || more !== undefined || by.scope === 'builtin') return null
  const group = carriedBySpans(by.field, desk.catalogue)
  if (group === null || lines === 0 || (lines ?? 0) > LINES_MAX) return null
  const traces: string[] = []
  for await (const { traceId } of searchMatching(desk, asked.conditions, asked.time, LINES_MAX)) traces.push(traceId)
  const known = new Set(traces.filter((id) => id !== ''))
  const isAll = lines === null ? traces.length < LINES_MAX : traces.length >= lines
  if (!isAll || known.size === 0) return null
  const told = await valuesOfTraces(desk, [...known], group, asked.time)
  const counts = new Map<string | null, number>()
  for (const trace of traces) {
    const value = told.get(trace) ?? null
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  if (traces.length - (counts.get(null) ?? 0) < TOLD_MIN * traces.length) return null
  return [...counts].map(([value, count]) => ({ key: [value], value: count }))
}

/**
 * "When was a trip on A9 last assembled?" of lines that do not name the motorway: those whose requests have the value.
 * Null where lines or no requests carry the key, and where nothing of it is found.
 */
export async function tracedLines(
  desk: Desk,
  { conditions, time }: Pick<Asked, 'conditions' | 'time'>,
  order: 'oldest' | 'newest',
): Promise<readonly StoredLog[] | null> {
  const [held, more] = conditions.filter(({ on }) => on === 'attribute')
  const isOfEvent = conditions.some(({ on }) => on === 'templates')
  if (held?.on !== 'attribute' || more !== undefined || held.not === true || !isOfEvent) return null
  const group = carriedBySpans(held.key, desk.catalogue)
  if (group === null) return null
  const others = conditions.filter((one) => one !== held)
  const lines: StoredLog[] = []
  for await (const line of searchMatching(desk, others, time, LINES_MAX, order)) lines.push(line)
  const known = new Set(lines.map(({ traceId }) => traceId).filter((id) => id !== ''))
  if (known.size === 0 || lines.length >= LINES_MAX) return null
  const told = await valuesOfTraces(desk, [...known], group, time)
  const values = new Set(held.values.map((value) => value.toLowerCase()))
  const found = lines.filter(({ traceId }) => values.has(told.get(traceId)?.toLowerCase() ?? ''))
  return found.length === 0 ? null : found
}

/** The different values of lines that only their requests carry; null where these do not tell nearly all of them. */
export async function tracedValues(
  desk: Desk,
  asked: Asked,
  { signal, key, scope = 'attribute' }: Extract<Measure, { of: 'distinct' }>,
): Promise<{ readonly value: number; readonly groups: MeasureGroup[] } | null> {
  const isOfLines =
    signal === 'logs' && asked.groupBy.length === 0 && asked.conditions.some(({ on }) => on === 'templates')
  if (!isOfLines || key === undefined || scope === 'builtin') return null
  const told = await tracedGroups(desk, { ...asked, groupBy: [{ field: key, scope }] }, null)
  const groups = (told ?? []).filter(({ key: [value] }) => value !== null)
  return groups.length === 0 ? null : { value: groups.length, groups }
}

/** The key as requests have it: lines may keep it under another name (`tenant` and `tenant.id`). */
function carriedBySpans(field: string, catalogue: Desk['catalogue']): Group | null {
  const spans = { ...catalogue, keys: catalogue.keys.filter(({ signal }) => signal === 'spans') }
  const noun = field.replace(/[._-](?:id|name|slug|code)$/i, '')
  const known = spans.keys.find(({ key }) => key === field) ?? keysOf(noun, spans)[0]
  return known === undefined ? null : { field: known.key, scope: known.scope }
}

/** The value of each trace; null where its spans carry several. */
async function valuesOfTraces(
  desk: Desk,
  traces: readonly string[],
  group: Group,
  time: PlanTime,
): Promise<Map<string, string | null>> {
  const field = fieldOf(group.field, group.scope)
  const widened = (at: string, byMs: number): string => new Date(Date.parse(at) + byMs).toISOString()
  const range = rangeOf({ ...time, from: widened(time.from, -MARGIN_MS), to: widened(time.to, MARGIN_MS) })
  const found = new Map<string, string | null>()
  for await (const spans of spansOfTraces(desk, traces, range, [{ field, op: 'exists', value: true }]))
    for (const { traceId, attributes, resource } of spans) {
      const own = (group.scope === 'resource' ? resource.attributes : attributes)[group.field]
      const value = own === undefined || own === null ? null : valueText(own)
      const held = found.get(traceId)
      found.set(traceId, held === undefined || held === value ? value : null)
    }
  return found
}
