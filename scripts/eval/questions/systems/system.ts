/** What the simulated systems have in common: a length of time, a scribe, and ids that questions may ask about. */
import type { Random } from '../../../demo/random.ts'
import type { Values, World } from '../records.ts'
import { roundMs, type Scribe, type Trace } from './scribe.ts'

const MINUTE_MS = 60_000
/** What belongs to an older request was sent before the end. */
const SETTLED_MS = 3 * MINUTE_MS

export interface Outcome {
  readonly status: number
  readonly durationMs: number
}

export abstract class SimulatedSystem {
  abstract readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  readonly ids: Record<string, string> = {}

  constructor(time: { readonly endMs: number; readonly lengthMs: number }, random: Random) {
    this.random = random
    this.endMs = time.endMs
    this.startMs = time.endMs - time.lengthMs
  }

  /** Keeps an id that questions may ask about, if it is early enough that all that belongs to it was sent. */
  remember(key: string, id: string, timeMs: number): void {
    if (timeMs < this.endMs - SETTLED_MS) this.ids[key] = id
  }

  /** What was written within the length of time, in time order. */
  world(named: Pick<World, 'name' | 'services' | 'marks'>): World {
    const { scribe, startMs, endMs } = this
    const isIn = (timeMs: number) => timeMs >= startMs && timeMs < endMs
    return {
      ...{ ...named, startMs, endMs, names: this.ids },
      logs: scribe.logs.filter((row) => isIn(row.timeMs)).toSorted((a, b) => a.timeMs - b.timeMs),
      spans: scribe.spans.filter((row) => isIn(row.endMs)).toSorted((a, b) => a.startMs - b.startMs),
      points: scribe.points.toSorted((a, b) => a.timeMs - b.timeMs),
    }
  }
}

/** A system whose senders know no kinds of spans. */
export abstract class SystemWithoutSpanKinds extends SimulatedSystem {
  /** How a sender writes the status of a request, and whether its spans have a status of their own. */
  abstract readonly sender: { readonly statusKey: string; readonly hasSpanStatus: boolean }

  /** Writes the span of a request that a service answered. */
  serve(
    service: string,
    name: string,
    startMs: number,
    parent: Trace,
    attributes: Values,
    work: (trace: Trace) => Outcome,
  ): Outcome {
    const trace = { traceId: parent.traceId, spanId: this.scribe.newSpan() }
    const { status, durationMs } = work(trace)
    const isFailed = status >= 500
    this.scribe.span({
      ...trace,
      ...{ parentSpanId: parent.spanId, service, name, kind: 'unspecified', isEntry: true, isFailed },
      ...{ startMs, durationMs: roundMs(durationMs), isError: this.sender.hasSpanStatus ? isFailed : null },
      attributes: { [this.sender.statusKey]: status, ...attributes },
    })
    return { status, durationMs }
  }
}
