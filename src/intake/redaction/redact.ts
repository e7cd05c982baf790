/**
 * Redacts records before they are encoded, so that no redacted text reaches storage, logs or a model. It reads bodies,
 * attribute values, event attributes and status messages, and counts what each rule found.
 */
import { keepCompiled } from '../../keep-compiled.ts'
import type { Attributes, AttributeValue, LogRecord, MetricPoint, Resource, SpanRecord } from '../../telemetry/index.ts'
import type { WorkPace } from '../../work-pace.ts'
import { firstLook } from './first-look.ts'
import { applyOwnRule, OWN_RULE_TEXT_CHARACTERS_MAX, type OwnRule } from './own-rule.ts'
import { BUILT_IN_RULES, EMAIL_RULE, type RedactionRule, SECRET_ATTRIBUTE } from './rules.ts'

export interface RedactionSettings {
  readonly enabled: boolean
  readonly redactEmails: boolean
  /** The project's own rules in the order they run, after the built-in ones. */
  readonly own: readonly OwnRule[]
}

export const DEFAULT_REDACTION: RedactionSettings = { enabled: true, redactEmails: false, own: [] }

export type RedactionCounts = { [rule: string]: number }

export interface Batch {
  readonly logs?: readonly LogRecord[]
  readonly spans?: readonly SpanRecord[]
  readonly metrics?: readonly MetricPoint[]
}

/** Counted, and put in place of the rest, when own rules read only the start of a text. */
const TOO_LONG = 'too_long_for_own_rules'
const TOO_LONG_MASK = `[REDACTED:${TOO_LONG}]`
/** RE2 reads ten to twenty characters per microsecond. */
const OWN_RULE_CHARACTERS_PER_UNIT = 16
const ATTRIBUTE_DEPTH_MAX = 32
/** Results for attribute keys are cached within a batch, because every record repeats the keys. */
const REMEMBERED_MAX = 4_096

export class Redactor {
  readonly #rules: readonly RedactionRule[]
  readonly #own: readonly OwnRule[]
  /** Work of own rules since the last query, in work units (work-pace.ts). */
  #ownUnits = 0
  /** True when some rule runs on every text. */
  readonly #readsAll: boolean
  readonly counts: RedactionCounts = {}
  readonly #resources = new Map<Resource, Resource>()
  readonly #secretKeys = new Map<string, boolean>()

  constructor(settings: RedactionSettings) {
    this.#rules = [...BUILT_IN_RULES, ...(settings.redactEmails ? [EMAIL_RULE] : [])]
    this.#own = settings.own
    this.#readsAll = this.#own.length > 0 || this.#rules.some(({ needs }) => needs === 0)
  }

  /** Like `batch`, but lets other requests run between records, because a project's own rules may take long. */
  async batchInTurns<Given extends Batch>(given: Given, pace: WorkPace): Promise<Given> {
    if (this.#own.length === 0) return this.batch(given)
    const { logs, spans, metrics } = given
    return {
      ...given,
      ...(logs ? { logs: await this.#inTurns(logs, pace, (log) => this.#log(log)) } : {}),
      ...(spans ? { spans: await this.#inTurns(spans, pace, (span) => this.#span(span)) } : {}),
      ...(metrics ? { metrics: await this.#inTurns(metrics, pace, (point) => this.#point(point)) } : {}),
    }
  }

  async #inTurns<Item>(items: readonly Item[], pace: WorkPace, redacted: (item: Item) => Item): Promise<Item[]> {
    const all: Item[] = []
    for (const item of items) {
      all.push(redacted(item))
      const units = this.#ownUnits
      this.#ownUnits = 0
      if (pace.isDue(units)) await pace.pause()
    }
    return all
  }

  batch<Given extends Batch>(given: Given): Given {
    const { logs, spans, metrics } = given
    return {
      ...given,
      ...(logs ? { logs: logs.map((log) => this.#log(log)) } : {}),
      ...(spans ? { spans: spans.map((span) => this.#span(span)) } : {}),
      ...(metrics ? { metrics: metrics.map((point) => this.#point(point)) } : {}),
    }
  }

  text(given: string): string {
    let text = given
    const seen = firstLook(text)
    if (seen === 0 && !this.#readsAll) return given
    for (const rule of this.#rules) {
      if ((rule.needs & ~seen) === 0 && rule.mayOccur(text)) text = this.#apply(rule, text)
    }
    return this.#own.length === 0 ? text : this.#byOwnRules(text)
  }

  #byOwnRules(given: string): string {
    let text = given
    if (text.length > OWN_RULE_TEXT_CHARACTERS_MAX) {
      // What own rules did not read is dropped, because it may contain what they should redact.
      text = `${text.slice(0, OWN_RULE_TEXT_CHARACTERS_MAX)}${TOO_LONG_MASK}`
      this.#count(TOO_LONG, 1)
    }
    for (const rule of this.#own) {
      this.#ownUnits += 1 + text.length / OWN_RULE_CHARACTERS_PER_UNIT
      const applied = applyOwnRule(rule, text)
      if (applied === null) continue
      text = applied.text
      this.#count(rule.name, applied.found)
      this.#ownUnits += applied.found
    }
    return text
  }

  #count(name: string, found: number): void {
    this.counts[name] = (this.counts[name] ?? 0) + found
  }

  #apply(rule: RedactionRule, text: string): string {
    const { isReal, replacement, pattern, name } = rule
    let found = 0
    const redacted = text.replace(pattern, (match: string, ...groups: unknown[]) => {
      if (isReal && !isReal(match)) return match
      found += 1
      return replacement.replaceAll(/\$(\d)/g, (_, group: string) => String(groups[Number(group) - 1] ?? ''))
    })
    if (found > 0) this.#count(name, found)
    return redacted
  }

  attributes(given: Attributes): Attributes {
    let changed: { [key: string]: AttributeValue } | null = null
    for (const key in given) {
      const value = given[key] ?? null
      if (typeof value === 'number') continue
      const redacted = this.#attribute(key, value, 0)
      if (redacted === value) continue
      changed ??= { ...given }
      changed[key] = redacted
    }
    return changed ?? given
  }

  #attribute(key: string, value: AttributeValue, depth: number): AttributeValue {
    if (depth > ATTRIBUTE_DEPTH_MAX) return value
    if (typeof value === 'string') {
      if (value === '') return value
      if (!this.#isSecretKey(key)) return this.text(value)
      this.#count('secret_attribute', 1)
      return '[REDACTED:secret_attribute]'
    }
    if (Array.isArray(value)) {
      const items = value.map((item) => this.#attribute(key, item, depth + 1))
      return items.some((item, i) => item !== value[i]) ? items : value
    }
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(
      ([inner, item]) => [inner, this.#attribute(inner, item, depth + 1)] as const,
    )
    return entries.some(([inner, item]) => item !== value[inner]) ? Object.fromEntries(entries) : value
  }

  #isSecretKey(key: string): boolean {
    const known = this.#secretKeys.get(key)
    if (known !== undefined) return known
    const isSecret = SECRET_ATTRIBUTE.test(key)
    if (this.#secretKeys.size < REMEMBERED_MAX) this.#secretKeys.set(key, isSecret)
    return isSecret
  }

  #resource(given: Resource): Resource {
    const known = this.#resources.get(given)
    if (known) return known
    const attributes = this.attributes(given.attributes)
    const resource = attributes === given.attributes ? given : { ...given, attributes }
    this.#resources.set(given, resource)
    return resource
  }

  #log(log: LogRecord): LogRecord {
    const body = this.text(log.body)
    const attributes = this.attributes(log.attributes)
    const resource = this.#resource(log.resource)
    const isSame = body === log.body && attributes === log.attributes && resource === log.resource
    return isSame ? log : { ...log, body, attributes, resource }
  }

  #span(span: SpanRecord): SpanRecord {
    const { events, links } = span
    return {
      ...span,
      name: this.text(span.name),
      statusMessage: span.statusMessage === '' ? '' : this.text(span.statusMessage),
      attributes: this.attributes(span.attributes),
      resource: this.#resource(span.resource),
      events: events.map((event) => ({ ...event, attributes: this.attributes(event.attributes) })),
      links: links.map((link) => ({ ...link, attributes: this.attributes(link.attributes) })),
    }
  }

  #point(point: MetricPoint): MetricPoint {
    const attributes = this.attributes(point.attributes)
    const resource = this.#resource(point.resource)
    return attributes === point.attributes && resource === point.resource ? point : { ...point, attributes, resource }
  }
}

keepCompiled(new Redactor(DEFAULT_REDACTION))
