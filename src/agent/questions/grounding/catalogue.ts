/** What a project's own telemetry has names for: what words of a question can mean. Bounded, at most a minute old. */
import {
  type CoverageEntry,
  fromMillis,
  type MetricDescriptor,
  MS_PER_DAY,
  type TimeRange,
  toMillis,
} from '../../../telemetry/index.ts'
import type { AgentContext } from '../../contract.ts'
import { accessLineOf } from '../access/access-line.ts'
import { PATTERN_IDS_MAX } from '../plan/plan.ts'
import { unitOfMetric } from '../vocabulary/units.ts'
import { templateTokens } from './template-tokens.ts'

export interface KnownService {
  readonly name: string
  readonly logs: number
  readonly spans: number
  readonly metrics: number
  readonly firstMs: number
  readonly lastMs: number
}
export interface KnownTemplate {
  readonly id: string
  readonly template: string
  readonly service: string
  readonly severity: string
  readonly count: number
  /** Lower-case words of its message; a path or an address is one word. */
  readonly tokens: readonly string[]
  /** Its lines tell a request with its status; timed: how long it took as well. */
  readonly access?: 'timed' | 'untimed'
}
export interface KnownKey {
  readonly key: string
  readonly scope: 'attribute' | 'resource'
  readonly signal: 'logs' | 'spans'
  readonly records: number
}
export interface KnownValues extends KnownKey {
  readonly values: readonly { readonly value: string; readonly count: number }[]
}
/** A key with at most so many values has classes that people know by name; one with more has ids. */
export const CLASS_VALUES_MAX = 20

/** Whether a word, in small letters, is one of the classes of a key. */
export function isClassValue({ values }: Pick<KnownValues, 'values'>, word: string): boolean {
  return values.length <= CLASS_VALUES_MAX && values.some(({ value }) => value.toLowerCase() === word)
}

export interface Catalogue {
  readonly services: readonly KnownService[]
  /** Names of spans, the most frequent first. */
  readonly operations: readonly string[]
  readonly metrics: readonly MetricDescriptor[]
  readonly templates: readonly KnownTemplate[]
  readonly keys: readonly KnownKey[]
  /** The most frequent values of the keys that words of questions may stand for. */
  readonly values: readonly KnownValues[]
  /** Milliseconds since 1970 of the first and last record of the day up to the last one; null without any. */
  readonly firstMs: number | null
  readonly lastMs: number | null
  /** Of the last span, null without spans. */
  readonly lastSpanMs: number | null
  readonly records: Readonly<Record<'logs' | 'spans' | 'metrics', number>>
}

const OPERATIONS_MAX = 400
const METRICS_MAX = 500
const KEYS_MAX = 120
const VALUES_MAX = 60
/** Keys whose values are read. */
const LOOKED_UP_MAX = 32
const FRESH_MS = 60_000
const PROJECTS_MAX = 100

/** What changes with every record: who sends, since when, until when. */
type Presence = Pick<Catalogue, 'services' | 'firstMs' | 'lastMs' | 'lastSpanMs' | 'records'>
type Names = Omit<Catalogue, keyof Presence>

/** Keys that tell the series of a metric apart, with their values. */
export function attributesOf(metric: string, { metrics }: Catalogue): MetricDescriptor['attributes'] {
  return metrics.find(({ name }) => name === metric)?.attributes ?? []
}

/** Reads the names that a project's telemetry has: services, operations, metrics, attributes, templates. */
export async function loadCatalogue(ctx: AgentContext): Promise<Catalogue> {
  const { presence, range } = await loadPresence(ctx)
  return { ...presence, ...(await loadNames(ctx, presence, range)) }
}

async function loadPresence(ctx: AgentContext): Promise<{ presence: Presence; range: TimeRange }> {
  const { telemetry, project } = ctx
  let range: TimeRange = { from: fromMillis(ctx.askedAtMs - MS_PER_DAY), to: fromMillis(ctx.askedAtMs + 1) }
  let coverage = await telemetry.coverage(project, range)
  if (coverage.entries.length === 0 && coverage.lastRecord !== null) {
    const lastMs = Math.floor(toMillis(coverage.lastRecord)) + 1
    range = { from: fromMillis(lastMs - MS_PER_DAY), to: fromMillis(lastMs) }
    coverage = await telemetry.coverage(project, range)
  }
  const records = { logs: 0, spans: 0, metrics: 0 }
  for (const entry of coverage.entries) records[entry.signal] += entry.records
  const spanTimes = coverage.entries.filter(({ signal }) => signal === 'spans').map((entry) => toMillis(entry.lastSeen))
  const firsts = coverage.entries.map(({ firstSeen }) => toMillis(firstSeen))
  const presence = {
    services: servicesOf(coverage.entries),
    firstMs: firsts.length === 0 ? null : Math.min(...firsts),
    lastMs: coverage.lastRecord === null ? null : toMillis(coverage.lastRecord),
    lastSpanMs: spanTimes.length === 0 ? null : Math.max(...spanTimes),
    records,
  }
  return { presence, range }
}

async function loadNames(ctx: AgentContext, { records }: Presence, range: TimeRange): Promise<Names> {
  const { telemetry, project } = ctx
  const read = { range, filter: { conditions: [] } }
  const keysOf = async (signal: 'logs' | 'spans'): Promise<KnownKey[]> => {
    if (records[signal] === 0) return []
    const { values } = await telemetry.fieldValues(project, { ...read, signal, field: null, limit: KEYS_MAX })
    return values.flatMap(({ value, count }) => keyOf(value, count, signal))
  }
  const operations = async (): Promise<string[]> => {
    if (records.spans === 0) return []
    const field = { kind: 'builtin', name: 'name' } as const
    const found = await telemetry.fieldValues(project, { ...read, signal: 'spans', field, limit: OPERATIONS_MAX })
    return found.values.map(({ value }) => value)
  }
  const templates = async (): Promise<KnownTemplate[]> => {
    if (records.logs === 0) return []
    const found = await telemetry.logPatterns(project, { ...read, intervalMs: null, limit: PATTERN_IDS_MAX })
    return found.patterns.map(({ id, template, service, severity, count, example }) => {
      const line = accessLineOf(example.body)
      const access =
        line === null ? {} : { access: line.durationMs === null ? ('untimed' as const) : ('timed' as const) }
      return { id, template, service, severity, count, tokens: templateTokens(template), ...access }
    })
  }
  const metrics = async (): Promise<readonly MetricDescriptor[]> =>
    records.metrics === 0 ? [] : (await telemetry.listMetrics(project, { range, limit: METRICS_MAX })).metrics
  const [keys, names, patterns, descriptors] = await Promise.all([
    Promise.all([keysOf('logs'), keysOf('spans')]),
    operations(),
    templates(),
    metrics(),
  ])
  const all = keys.flat()
  const values = await valuesIn(ctx, range, valuedKeys(all))
  const named = descriptors.map((one) => ({ ...one, unit: unitOfMetric(one) }))
  return { operations: names, metrics: named, templates: patterns, keys: all, values }
}

/** Keys of ids, addresses and times: their values are no words of questions. */
const ID_KEYS =
  /(?:^|[._-])(?:trace|span|request|req|correlation|message|event|thread|process|pid|session)[._-]?(?:id)?$|(?:stack|url\.full|user_agent\.original|user_agent$|offset|timestamp|nanos?)/i

/** Keys whose values words may stand for, those of attributes before those of resources. */
function valuedKeys(keys: readonly KnownKey[]): KnownKey[] {
  const open = keys.filter(({ key }) => !ID_KEYS.test(key) && !AMOUNT_KEYS.test(key))
  const told = [
    ...open.filter(({ key }) => KIND_KEYS.test(key)),
    ...open.filter(({ key }) => !KIND_KEYS.test(key) && !OF_LIBRARIES.test(key)),
    ...open.filter(({ key }) => !KIND_KEYS.test(key) && OF_LIBRARIES.test(key)),
  ]
  const amounts = keys.filter(({ key }) => !ID_KEYS.test(key) && AMOUNT_KEYS.test(key))
  return [...inTurn(told, 'attribute'), ...inTurn(told, 'resource'), ...amounts]
}

/** Keys of kinds, whose values people say: there are few of each, and rare ones (`reason`) are asked for as much as others. */
const KIND_KEYS =
  /(?:^|[._-])(?:reason|cause|kind|type|category|channel|method|tier|plan|region|country|city|site|venue|zone|district|brand|vendor|provider|carrier|partner|platform|device|role|mode|status|state|outcome|result|source|origin|network|product|tenant)$/i
/** Keys that instrumentation writes by itself, whose values are names of machines, stores and protocols. */
const OF_LIBRARIES =
  /^(?:http|url|net|network|server|client|db|messaging|rpc|code|thread|process|host|os|container|k8s|cloud|telemetry|otel|faas|user_agent)\./i

/** Keys of amounts: their values are numbers, which words of questions seldom are. */
const AMOUNT_KEYS =
  /(?:^|[._-])(?:ms|millis|duration|dur|elapsed|took|latency|bytes|size|kb|mb|cents|amount|price|total|count|port|score|attempts?|retries|pages|rows|percent|ratio|temperature|battery)(?:[._-]ms)?$/i

/** Keys of a scope, one of lines and one of requests in turn: neither leaves the other without values. */
function inTurn(keys: readonly KnownKey[], scope: KnownKey['scope']): KnownKey[] {
  const [logs, spans] = (['logs', 'spans'] as const).map((signal) =>
    keys.filter((known) => known.scope === scope && known.signal === signal),
  )
  const length = Math.max(logs?.length ?? 0, spans?.length ?? 0)
  return Array.from({ length }, (_, at) => [logs?.[at], spans?.[at]]).flatMap((pair) =>
    pair.filter((known) => known !== undefined),
  )
}

function keyOf(value: string, records: number, signal: 'logs' | 'spans'): KnownKey[] {
  const found = /^(attributes|resource)\[(.*)\]$/s.exec(value)
  const key = found?.[2]
  if (key === undefined || key === '') return []
  return [{ key, scope: found?.[1] === 'resource' ? 'resource' : 'attribute', signal, records }]
}

function servicesOf(entries: readonly CoverageEntry[]): KnownService[] {
  const services = new Map<string, { -readonly [K in keyof KnownService]: KnownService[K] }>()
  for (const { service, signal, records, firstSeen, lastSeen } of entries) {
    const fresh = { name: service, logs: 0, spans: 0, metrics: 0, firstMs: Number.POSITIVE_INFINITY, lastMs: 0 }
    const held = services.get(service) ?? fresh
    held[signal] += records
    held.firstMs = Math.min(held.firstMs, toMillis(firstSeen))
    held.lastMs = Math.max(held.lastMs, toMillis(lastSeen))
    services.set(service, held)
  }
  return [...services.values()].sort((a, b) => b.logs + b.spans - (a.logs + a.spans) || (a.name < b.name ? -1 : 1))
}

/** Whether the values of the key were read with the names of the project. */
export function holdsValues({ values }: Catalogue, wanted: KnownKey): boolean {
  return values.some(
    ({ key, scope, signal }) => key === wanted.key && scope === wanted.scope && signal === wanted.signal,
  )
}

/** Values of these keys, of those that the catalogue has read already, and of those that it had no room for. */
export async function loadValues(
  ctx: AgentContext,
  catalogue: Catalogue,
  named: readonly KnownKey[],
): Promise<KnownValues[]> {
  const toMs = Math.min(ctx.askedAtMs, catalogue.lastMs ?? ctx.askedAtMs) + 1
  const range = { from: fromMillis(toMs - MS_PER_DAY), to: fromMillis(toMs) }
  const found = await valuesIn(
    ctx,
    range,
    [...named, ...valuedKeys(catalogue.keys).filter((key) => !named.includes(key))].filter(
      (key) => !holdsValues(catalogue, key),
    ),
  )
  return [...found, ...catalogue.values]
}

/** Keys without end give their most frequent values. */
async function valuesIn(ctx: AgentContext, range: TimeRange, keys: readonly KnownKey[]): Promise<KnownValues[]> {
  return Promise.all(
    keys.slice(0, LOOKED_UP_MAX).map(async (known) => {
      const { values } = await ctx.telemetry.fieldValues(ctx.project, {
        range,
        filter: { conditions: [] },
        signal: known.signal,
        field: { kind: known.scope, key: known.key },
        limit: VALUES_MAX,
      })
      return { ...known, values }
    }),
  )
}

interface Held {
  readonly atMs: number
  readonly names: Promise<Names>
}

/**
 * Names of projects asked about lately, per isolate: a second question of the same minute reads them not anew. Who sends
 * and until when is read for every question.
 */
export class CatalogueCache {
  readonly #held = new Map<string, Held>()

  async load(ctx: AgentContext): Promise<Catalogue> {
    const { presence, range } = await loadPresence(ctx)
    const key = `${ctx.project.organizationId}/${ctx.project.projectId}`
    const nowMs = ctx.now()
    const held = this.#held.get(key)
    if (held !== undefined && nowMs - held.atMs < FRESH_MS && nowMs >= held.atMs)
      return { ...presence, ...(await held.names) }
    const names = loadNames(ctx, presence, range)
    // A project whose first records have just come will have more names in a moment.
    if (presence.firstMs !== null && ctx.askedAtMs - presence.firstMs > FRESH_MS) {
      this.#held.delete(key)
      this.#held.set(key, { atMs: nowMs, names })
      names.catch(() => this.#held.delete(key))
      const oldest = this.#held.keys().next().value
      if (this.#held.size > PROJECTS_MAX && oldest !== undefined) this.#held.delete(oldest)
    }
    return { ...presence, ...(await names) }
  }
}
