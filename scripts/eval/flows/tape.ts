/** Keeps lines and spans of a system that passes messages, in its habits and by the clocks of its hosts. */
import type { AttributeValue, LogRecord, Resource, SpanKind, SpanRecord } from '../../../src/telemetry/model.ts'
import { fromMillis } from '../../../src/telemetry/time.ts'
import type { Random } from '../synthetic/random.ts'
import type { Habits } from './habits.ts'
import type { Dialect, Plan, Unit } from './plan.ts'

export interface Context {
  readonly traceId: string
  readonly spanId: string
  readonly isSampled: boolean
}
export type Level = 'INFO' | 'WARN' | 'ERROR'
type Fields = Readonly<Record<string, string | number>>

/** One span before the habits of its system. */
export interface Told {
  readonly unit: Unit
  readonly instance: number
  readonly name: string
  readonly kind: SpanKind
  readonly context: Context
  readonly parentSpanId: string
  readonly link: Context | null
  readonly startMs: number
  readonly endMs: number
  readonly failure: string | null
  readonly attributes: Readonly<Record<string, AttributeValue>>
}

const NUMBERS: Readonly<Record<Level, number>> = { INFO: 9, WARN: 13, ERROR: 17 }
export const NO_CONTEXT: Context = { traceId: '', spanId: '', isSampled: false }

export class Tape {
  readonly logs: LogRecord[] = []
  readonly spans: SpanRecord[] = []
  readonly #random: Random
  readonly #plan: Plan
  readonly #habits: Habits
  readonly #fromMs: number
  readonly #toMs: number
  readonly #resources = new Map<string, Resource>()
  readonly #suffixes = new Map<string, string>()
  readonly #versions = new Map<string, number>()
  /** How far the clock of a host is off. */
  skewOf: (unit: Unit, instance: number, atMs: number) => number = () => 0

  constructor(random: Random, plan: Plan, habits: Habits, fromMs: number, toMs: number) {
    this.#random = random
    this.#plan = plan
    this.#habits = habits
    this.#fromMs = fromMs
    this.#toMs = toMs
  }

  get count(): number {
    return this.logs.length + this.spans.length
  }

  resourceOf(unit: Unit, instance: number): Resource {
    const place = `${unit.name}/${instance}`
    const version = unit.release + (this.#versions.get(place) ?? 0)
    const key = `${place}/${version}`
    const known = this.#resources.get(key)
    if (known !== undefined) return known
    const { instanceKey, hasVersion } = this.#habits
    const suffix =
      this.#suffixes.get(place) ?? (instanceKey === 'k8s.pod.name' ? hexOf(this.#random, 5) : `${instance}`)
    this.#suffixes.set(place, suffix)
    const attributes = {
      'service.name': unit.name,
      [instanceKey]: `${unit.word}-${suffix}`,
      ...(hasVersion && unit.role !== 'broker' ? { 'service.version': `3.${version}.0` } : {}),
    }
    const made = { service: unit.name, environment: '', attributes }
    this.#resources.set(key, made)
    return made
  }

  renew(unit: Unit, instance: number): string {
    const place = `${unit.name}/${instance}`
    const next = (this.#versions.get(place) ?? 0) + 1
    this.#versions.set(place, next)
    return `3.${unit.release + next}.0`
  }

  line(
    unit: Unit,
    instance: number,
    level: Level,
    text: string,
    atMs: number,
    context: Context,
    fields: Fields = {},
  ): void {
    if (unit.sends === 'spans' || unit.sends === 'nothing' || atMs < this.#fromMs || atMs >= this.#toMs) return
    const { ids, hasSeverity } = this.#habits
    const shownMs = atMs + this.skewOf(unit, instance, atMs)
    const inText = ids === 'text' && context.traceId !== '' ? { trace_id: context.traceId } : {}
    const said = this.#filled(text)
    this.logs.push({
      time: fromMillis(shownMs),
      observedTime: null,
      severityNumber: hasSeverity ? NUMBERS[level] : 0,
      severityText: hasSeverity ? level : '',
      body: unit.role === 'broker' ? said : framed(unit, level, said, { ...fields, ...inText }, shownMs),
      eventName: '',
      resource: this.resourceOf(unit, instance),
      scopeName: '',
      attributes: {},
      traceId: ids === 'record' ? context.traceId : '',
      spanId: ids === 'record' ? context.spanId : '',
    })
  }

  span({ unit, instance, name, kind, context, parentSpanId, link, startMs, endMs, failure, attributes }: Told): void {
    if (!context.isSampled || unit.sends === 'lines' || unit.sends === 'nothing') return
    if (startMs < this.#fromMs || endMs >= this.#toMs) return
    const { hasKinds, hasStatus, hasEvents } = this.#habits
    const skewMs = this.skewOf(unit, instance, startMs)
    const thrown = {
      time: fromMillis(endMs + skewMs),
      name: 'exception',
      attributes: { 'exception.message': failure ?? '' },
    }
    this.spans.push({
      time: fromMillis(startMs + skewMs),
      durationNanos: Math.max(1_000, Math.round((endMs - startMs) * 1e6)),
      traceId: context.traceId,
      spanId: context.spanId,
      parentSpanId,
      name,
      kind: hasKinds ? kind : 'unspecified',
      status: hasStatus && failure !== null ? 'error' : 'unset',
      statusMessage: hasStatus && failure !== null && !hasEvents ? failure : '',
      resource: this.resourceOf(unit, instance),
      scopeName: '',
      attributes,
      events: hasEvents && failure !== null ? [thrown] : [],
      links:
        link === null || link.traceId === '' ? [] : [{ traceId: link.traceId, spanId: link.spanId, attributes: {} }],
    })
  }

  #filled(text: string): string {
    if (!text.includes('{')) return text
    return text.replaceAll('{noun}', this.#plan.noun).replaceAll('{n}', () => String(this.#random.int(1, 9)))
  }
}

function framed(unit: Unit, level: Level, text: string, fields: Fields, atMs: number): string {
  const time = new Date(atMs).toISOString()
  const tail = Object.entries(fields).map(([key, value]) => `${key}=${value}`)
  const noted = tail.length === 0 ? text : `${text} [${tail.join(' ')}]`
  const forms: Readonly<Record<Dialect, () => string>> = {
    json: () => JSON.stringify({ ts: time, level: level.toLowerCase(), msg: text, ...fields }),
    ecs: () => JSON.stringify({ '@timestamp': time, 'log.level': level, message: text, labels: fields }),
    logfmt: () => `ts=${time} level=${level.toLowerCase()} msg=${JSON.stringify(text)} ${tail.join(' ')}`.trimEnd(),
    plain: () => noted,
    spring: () =>
      `${time.slice(0, 23).replace('T', ' ')} ${level.padStart(5)} 1 --- [${unit.word}-0-C-1] o.${unit.word}.Handler : ${noted}`,
    python: () =>
      `${time.slice(0, 19).replace('T', ' ')},${time.slice(20, 23)} ${level === 'WARN' ? 'WARNING' : level} ${unit.word}.tasks: ${noted}`,
    zap: () => `${time}\t${level.toLowerCase()}\t${unit.word}/handler.go:88\t${text}\t${JSON.stringify(fields)}`,
  }
  return forms[unit.dialect]()
}

export function hexOf(random: Random, digits: number): string {
  let text = ''
  while (text.length < digits) {
    text += Math.floor(random.next() * 4_294_967_296)
      .toString(16)
      .padStart(8, '0')
  }
  return text.slice(0, digits)
}
