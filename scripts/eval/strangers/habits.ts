/** How a generated system tells of itself: the form of its lines, spans and metrics. Nothing of it is known to who reads them. */
import type { Resource } from '../../../src/telemetry/model.ts'
import type { Random } from '../synthetic/random.ts'
import type { Level, Saying, Service } from './system.ts'

export type LineForm = 'json' | 'logfmt' | 'log4j' | 'klog' | 'python' | 'pipe'
export type MetricForm = 'prometheus' | 'otel' | 'cloud' | 'statsd'

export interface Habits {
  readonly lines: LineForm
  readonly hasSeverity: boolean
  readonly ids: 'both' | 'trace' | 'none'
  /** One line for each request served, with its status. */
  readonly hasAccessLines: boolean
  readonly hasKinds: boolean
  readonly hasStatus: boolean
  readonly hasClientSpans: boolean
  readonly sampled: number
  readonly metrics: MetricForm
  readonly stepMs: number
  readonly skewMs: ReadonlyMap<Service, number>
  readonly resources: ReadonlyMap<Service, readonly Resource[]>
}

export function makeHabits(random: Random, services: readonly Service[]): Habits {
  const isSkewed = random.chance(0.2)
  return {
    lines: random.pick<LineForm>(['json', 'logfmt', 'log4j', 'klog', 'python', 'pipe']),
    hasSeverity: random.chance(0.7),
    ids: random.pick(['both', 'trace', 'none']),
    hasAccessLines: random.chance(0.5),
    hasKinds: random.chance(0.8),
    hasStatus: random.chance(0.75),
    hasClientSpans: random.chance(0.8),
    sampled: random.pick([1, 1, 0.3, 0.1]),
    metrics: random.pick<MetricForm>(['prometheus', 'otel', 'cloud', 'statsd']),
    stepMs: random.pick([10_000, 15_000, 30_000, 60_000, 60_000]),
    skewMs: new Map(services.map((service) => [service, isSkewed ? random.between(-1_500, 1_500) : 0])),
    resources: new Map(services.map((service) => [service, resourcesOf(random, service)])),
  }
}

function resourcesOf(random: Random, { name, word, instances, nodes }: Service): Resource[] {
  return Array.from({ length: instances }, (_, i) => ({
    service: name,
    environment: '',
    attributes: {
      'service.name': name,
      'service.instance.id': `${word}-${random.hex(6)}`,
      'host.name': `node-${nodes[i] ?? 0}`,
    },
  }))
}

const KLOG: Readonly<Record<Level, string>> = { DEBUG: 'D', INFO: 'I', WARN: 'W', ERROR: 'E' }

export function bodyOf(random: Random, form: LineForm, word: string, { level, text }: Saying, atMs: number): string {
  const message = text.replace(/\{n\}/g, () => String(random.int(1, 4_000))).replace(/\{id\}/g, () => random.hex(12))
  const time = new Date(atMs).toISOString()
  switch (form) {
    case 'json':
      return JSON.stringify({ ts: time, severity: level, component: word, msg: message })
    case 'logfmt':
      return `t=${time} lvl=${level.toLowerCase()} component=${word} msg="${message}"`
    case 'log4j':
      return `${time.slice(0, 23).replace('T', ' ')} ${level} [http-nio-${random.int(1, 40)}] c.e.${word} - ${message}`
    case 'klog':
      return `${KLOG[level]}${time.slice(5, 10).replace('-', '')} ${time.slice(11, 23)} ${random.int(1, 30)} ${word}.go:${word.length * 17}] ${message}`
    case 'python':
      return `${time.slice(0, 19).replace('T', ' ')},${time.slice(20, 23)} - ${word} - ${level} - ${message}`
    case 'pipe':
      return `${level}|${word}|${message}`
  }
}
