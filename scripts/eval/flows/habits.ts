/** How a system that passes messages sends what it tells of itself. */
import type { Random } from '../synthetic/random.ts'

export interface Habits {
  /** Spans of a message stand in one trace, point at each other, or know nothing of each other. */
  readonly joins: 'one_trace' | 'links' | 'none'
  readonly hasKinds: boolean
  readonly hasStatus: boolean
  readonly hasProducerSpans: boolean
  readonly hasClientSpans: boolean
  readonly hasEvents: boolean
  /** Attribute names of the messaging conventions before and after they were settled, or of a house of its own. */
  readonly keys: 'old' | 'new' | 'house'
  readonly spanName: 'channel_verb' | 'verb_channel' | 'act'
  readonly ids: 'record' | 'text' | 'none'
  readonly hasSeverity: boolean
  readonly instanceKey: 'service.instance.id' | 'host.name' | 'k8s.pod.name'
  readonly hasVersion: boolean
  readonly sampled: number
  readonly metrics: 'none' | 'broker' | 'all'
  readonly metricNames: 'prometheus' | 'otel' | 'cloud'
  readonly stepMs: number
  /** A trouble that a service meets is told with its cause, or not. */
  readonly tellsCause: boolean
}

export function makeHabits(random: Random): Habits {
  const hasStatus = random.chance(0.8)
  return {
    joins: random.pick(['one_trace', 'one_trace', 'links', 'none']),
    hasKinds: random.chance(0.75),
    hasStatus,
    hasProducerSpans: random.chance(0.75),
    hasClientSpans: random.chance(0.7),
    hasEvents: !hasStatus || random.chance(0.5),
    keys: random.pick(['old', 'new', 'house']),
    spanName: random.pick(['channel_verb', 'verb_channel', 'act']),
    ids: random.pick(['record', 'text', 'none']),
    hasSeverity: random.chance(0.75),
    instanceKey: random.pick(['service.instance.id', 'host.name', 'k8s.pod.name']),
    hasVersion: random.chance(0.4),
    sampled: random.pick([1, 1, 0.5, 0.2]),
    metrics: random.pick(['none', 'broker', 'all', 'all']),
    metricNames: random.pick(['prometheus', 'otel', 'cloud']),
    stepMs: random.pick([30_000, 60_000]),
    tellsCause: random.chance(0.8),
  }
}
