/** How a system tells about itself: formats, identifiers, sampling, clocks. None of it is known to the investigator. */
import type { Attributes, Resource } from '../../../src/telemetry/model.ts'
import type { Random } from './random.ts'
import type { Line, Operation } from './topology.ts'

export interface Style {
  readonly format: 'plain' | 'json' | 'logfmt' | 'bracket'
  readonly hasSeverity: boolean
  readonly logIds: 'span' | 'trace' | 'none'
  readonly hasKindAndStatus: boolean
  readonly hasClientSpans: boolean
  readonly clientNames: 'generic' | 'specific'
  readonly hasExceptionEvents: boolean
  readonly sampled: number
  readonly skewMs: ReadonlyMap<string, number>
  readonly instances: ReadonlyMap<string, readonly Resource[]>
  readonly scrapeMs: number
  readonly metricPrefix: string
}

export function makeStyle(random: Random, services: readonly string[]): Style {
  const isSkewed = random.chance(0.25)
  const hasKindAndStatus = random.chance(0.6)
  return {
    format: random.pick(['plain', 'json', 'logfmt', 'bracket']),
    hasSeverity: random.chance(0.6),
    logIds: random.pick(['span', 'span', 'trace', 'none']),
    hasKindAndStatus,
    hasClientSpans: random.chance(0.75),
    clientNames: random.pick(['generic', 'specific']),
    hasExceptionEvents: hasKindAndStatus && random.chance(0.6),
    sampled: random.chance(0.2) ? 0.1 : 1,
    skewMs: new Map(services.map((service) => [service, isSkewed ? random.between(-2_000, 2_000) : 0])),
    instances: new Map(services.map((service) => [service, makeInstances(random, service)])),
    scrapeMs: random.pick([15_000, 30_000, 60_000]),
    metricPrefix: random.pick(['app', 'container', 'process', 'runtime']),
  }
}

function makeInstances(random: Random, service: string): Resource[] {
  const count = random.pick([1, 1, 2, 3])
  return Array.from({ length: count }, () => {
    const attributes: Attributes = {
      'service.name': service,
      'k8s.pod.name': `${service}-${random.hex(8)}-${random.hex(5)}`,
    }
    return { service, environment: '', attributes }
  })
}

const WORDS = ['amber', 'basalt', 'cobalt', 'delta', 'ember', 'fjord', 'garnet', 'harbor', 'indigo', 'jasper'] as const

export function renderBody(random: Random, style: Style, operation: Operation, line: Line, kind: number): string {
  const message = line.text
    .replace(/\{n\}/g, () => String(random.int(1, 5_000)))
    .replace(/\{id\}/g, () => random.uuid())
    .replace(/\{w\}/g, () => random.pick(WORDS))
    .replace(/\{k\}/g, () => ['north', 'south', 'east', 'west'][kind] ?? 'none')
  switch (style.format) {
    case 'plain':
      return `${line.severity.padEnd(5)} ${operation.logger} - ${message}`
    case 'bracket':
      return `[${line.severity}] [${operation.logger}] ${message}`
    case 'logfmt':
      return `level=${line.severity.toLowerCase()} logger=${operation.logger} msg="${message}"`
    case 'json':
      return JSON.stringify({ level: line.severity.toLowerCase(), logger: operation.logger, message })
  }
}
