/** Writes down what a simulated system does: log lines in a service's own format, spans, metric points. */
import type { Random } from '../../../demo/random.ts'
import type { LogRow, PointRow, Severity, SpanRow, Values } from '../records.ts'

/** Turns a message into the line a service writes. */
export type Format = (line: {
  readonly timeMs: number
  readonly service: string
  readonly severity: Severity
  readonly message: string
  readonly fields: Values
  readonly version: string
  readonly instance: string
  readonly traceId: string
}) => string

export interface ServiceSetup {
  readonly name: string
  readonly format: Format
  readonly isSeveritySent: boolean
  /** Whether the fields of a line also travel as attributes of the record. */
  readonly hasAttributes: boolean
  version(timeMs: number): string
  /** The instance that handles a trace at a time; without it there is one, `<service>-0`. */
  instance?(traceId: string, timeMs: number): string
  /** Attributes of an instance beside its name and version. */
  resource?(instance: string): Values
}

export interface Trace {
  readonly traceId: string
  readonly spanId: string
}
export const NO_TRACE: Trace = { traceId: '', spanId: '' }

export interface SpanInput extends Trace {
  readonly parentSpanId: string
  readonly service: string
  readonly name: string
  readonly kind: SpanRow['kind']
  readonly startMs: number
  readonly durationMs: number
  readonly isError?: boolean | null
  readonly statusMessage?: string
  readonly isFailed?: boolean
  readonly isEntry?: boolean
  readonly attributes: Values
}

/** Rows in memory, in the order they were written; `sorted` of the caller puts them in time order. */
export class Scribe {
  readonly logs: LogRow[] = []
  readonly spans: SpanRow[] = []
  readonly points: PointRow[] = []
  readonly #setups: ReadonlyMap<string, ServiceSetup>
  readonly #random: Random

  constructor(setups: readonly ServiceSetup[], random: Random) {
    this.#setups = new Map(setups.map((setup) => [setup.name, setup]))
    this.#random = random
  }

  setup(service: string): ServiceSetup {
    const found = this.#setups.get(service)
    if (found === undefined) throw new Error(`the system has no service ${service}`)
    return found
  }

  /** Lines of a service with a text, of a time with its beginning and without its end. */
  told(service: string, text: RegExp, { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }): LogRow[] {
    return this.logs.filter(
      (log) => log.timeMs >= fromMs && log.timeMs < toMs && log.service === service && text.test(log.message),
    )
  }

  newTrace(): string {
    return this.#random.hex(32)
  }

  newSpan(): string {
    return this.#random.hex(16)
  }

  /** What the rows of one instance have in common. */
  #origin(setup: ServiceSetup, timeMs: number, instance: string): Pick<LogRow, 'version' | 'instance' | 'resource'> {
    const resource = setup.resource?.(instance)
    return { version: setup.version(timeMs), instance, ...(resource === undefined ? {} : { resource }) }
  }

  log(service: string, timeMs: number, severity: Severity, message: string, fields: Values = {}, trace = NO_TRACE) {
    const setup = this.setup(service)
    const origin = this.#origin(setup, timeMs, setup.instance?.(trace.traceId, timeMs) ?? `${service}-0`)
    const line = { timeMs, service, severity, message, fields, traceId: trace.traceId, ...origin }
    this.logs.push({
      ...{ timeMs, service, severity, message, ...origin },
      isSeveritySent: setup.isSeveritySent,
      body: setup.format(line),
      attributes: setup.hasAttributes ? fields : {},
      traceId: trace.traceId,
      spanId: trace.spanId,
    })
  }

  span(input: SpanInput): void {
    const { durationMs, isError = false, statusMessage = '', isFailed = isError === true, isEntry = false } = input
    const setup = this.setup(input.service)
    this.spans.push({
      ...{ traceId: input.traceId, spanId: input.spanId, parentSpanId: input.parentSpanId },
      ...{ service: input.service, name: input.name, kind: input.kind, attributes: input.attributes },
      ...{ startMs: input.startMs, endMs: input.startMs + durationMs, isError, statusMessage, isFailed, isEntry },
      ...this.#origin(setup, input.startMs, setup.instance?.(input.traceId, input.startMs) ?? `${input.service}-0`),
    })
  }

  point(
    service: string,
    metric: Pick<PointRow, 'name' | 'unit' | 'type' | 'timeMs' | 'value'> & Partial<PointRow>,
  ): void {
    const { timeMs } = metric
    const setup = this.setup(service)
    this.points.push({
      ...{ service, startMs: timeMs - 15_000, buckets: null, attributes: {} },
      ...this.#origin(setup, timeMs, metric.instance ?? setup.instance?.('', timeMs) ?? `${service}-0`),
      ...metric,
    })
  }
}

/** Seconds with three decimals are all that the formats carry. */
export function roundMs(ms: number): number {
  return Math.round(ms * 1000) / 1000
}

/** Calls `visit` for each moment of a Poisson process with the given mean distance. */
export function eachArrival(
  range: { readonly fromMs: number; readonly toMs: number; readonly meanMs: number },
  random: Random,
  visit: (timeMs: number) => void,
): void {
  for (let t = range.fromMs + random.waiting(range.meanMs); t < range.toMs; t += random.waiting(range.meanMs)) visit(t)
}

/** Calls `visit` every `everyMs`, with a little wobble. */
export function eachTick(
  range: { readonly fromMs: number; readonly toMs: number; readonly everyMs: number },
  random: Random,
  visit: (timeMs: number) => void,
): void {
  for (let t = range.fromMs; t < range.toMs; t += range.everyMs)
    visit(Math.min(range.toMs - 1, t + random.next() * 300))
}
