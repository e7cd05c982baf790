/** What real collection does to telemetry: pure functions over a simulation. */
import type { SimulatedSpan, Simulation } from './model.ts'
import { seededRandom } from './random.ts'

/** Spans as old or hand-made instrumentation sends them: no kind, no status, no attributes. */
export function withBareSpans(simulation: Simulation): Simulation {
  const bare = (span: SimulatedSpan): SimulatedSpan => ({
    ...span,
    // A span without a kind arrives as an internal one; what it was called is its only description.
    kind: 'internal',
    name: span.kind === 'client' ? `${span.name} ${span.attributes['server.address'] ?? ''}`.trim() : span.name,
    isError: false,
    statusMessage: '',
    attributes: {},
  })
  return { ...simulation, spans: simulation.spans.map(bare) }
}

/** Clocks of hosts differ: every instance is early or late by up to this much, in all it sends. */
export function withClockSkew(simulation: Simulation, seed: number, skewMsMax: number): Simulation {
  const skews = new Map<string, number>()
  for (const service of simulation.services) {
    for (const instance of service.instances) {
      skews.set(instance, (seededRandom(seed, `skew ${instance}`).next() * 2 - 1) * skewMsMax)
    }
  }
  const skewOf = (instance: string) => skews.get(instance) ?? 0
  return {
    ...simulation,
    logs: simulation.logs.map((log) => ({ ...log, timeMs: log.timeMs + skewOf(log.instance) })),
    spans: simulation.spans.map((span) => ({
      ...span,
      startMs: span.startMs + skewOf(span.instance),
      endMs: span.endMs + skewOf(span.instance),
    })),
  }
}

/** Head sampling: whole traces are kept or dropped by their id; logs stay. */
export function withSampledTraces(simulation: Simulation, ratio: number): Simulation {
  const isKept = (traceId: string) => Number.parseInt(traceId.slice(-6), 16) / 0xffffff < ratio
  return { ...simulation, spans: simulation.spans.filter((span) => isKept(span.traceId)) }
}

/** Senders that pass no severity on. */
export function withoutSeverity(simulation: Simulation): Simulation {
  return { ...simulation, logs: simulation.logs.map((log) => ({ ...log, severity: null })) }
}

/** Only some signals arrive. */
export function withSignals(
  simulation: Simulation,
  signals: { readonly logs: boolean; readonly spans: boolean; readonly metrics: boolean },
): Simulation {
  return {
    ...simulation,
    logs: signals.logs ? simulation.logs : [],
    spans: signals.spans ? simulation.spans : [],
    metrics: signals.metrics ? simulation.metrics : [],
  }
}
