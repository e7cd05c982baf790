/**
 * Systems nobody has seen: a layered graph of services with random names, runtimes, formats, calls, timeouts and retries.
 * Every service has a vocabulary of its own, so that nothing can be learned from one system for another.
 */
import type {
  CallDefinition,
  Flow,
  LineFormat,
  LineTemplate,
  OperationDefinition,
  Runtime,
  ServiceDefinition,
  Topology,
} from './model.ts'
import { type Random, seededRandom } from './random.ts'

const STEMS = [
  ...['amber', 'basil', 'cobalt', 'delta', 'ember', 'fjord', 'gable', 'heron', 'iris', 'jasper', 'kestrel', 'lotus'],
  ...[
    'maple',
    'nimbus',
    'onyx',
    'pollen',
    'quartz',
    'raven',
    'saffron',
    'tundra',
    'umber',
    'velvet',
    'willow',
    'zephyr',
  ],
] as const
const ENDINGS = ['', '-api', '-svc', '-service', '-worker', '-core', '-gw'] as const
const NOUNS = ['ticket', 'claim', 'route', 'meter', 'policy', 'booking', 'sample', 'parcel', 'ledger', 'shift'] as const
const VERBS = ['stored', 'matched', 'resolved', 'scored', 'merged', 'published', 'validated', 'expanded'] as const
const FORMATS: Readonly<Record<Runtime, readonly LineFormat[]>> = {
  nginx: ['access'],
  node: ['pino', 'message'],
  java: ['message'],
  go: ['logfmt', 'zap'],
  python: ['python', 'message'],
  dotnet: ['message'],
}
const RUNTIMES: readonly Runtime[] = ['node', 'java', 'go', 'python', 'dotnet']

function makeService(name: string, random: Random): ServiceDefinition {
  const runtime = random.pick(RUNTIMES)
  const noun = random.pick(NOUNS)
  return {
    name,
    runtime,
    format: random.pick(FORMATS[runtime]),
    version: `${random.integer(0, 9)}.${random.integer(0, 30)}.${random.integer(0, 9)}`,
    replicas: random.integer(1, 3),
    datastore: random.chance(0.7)
      ? { system: random.pick(['postgresql', 'redis', 'mongodb', 'mysql']), host: `${name}-db`, port: 5432 }
      : null,
    provider: random.chance(0.3) ? `api.${random.pick(STEMS)}.example` : null,
    background: [
      {
        severity: 'INFO',
        logger: 'housekeeping',
        text: `{int:0:90} ${noun}s swept in {int:2:80}ms`,
        everyMs: random.integer(20, 90) * 1000,
      },
      {
        severity: 'DEBUG',
        logger: 'stats',
        text: `queue={int:0:9} hit ratio {decimal:0.8:0.99}`,
        everyMs: random.integer(30, 60) * 1000,
      },
    ],
  }
}

function linesOf(
  service: ServiceDefinition,
  random: Random,
): Pick<OperationDefinition, 'before' | 'after' | 'failed' | 'everyday'> {
  const noun = random.pick(NOUNS)
  const verb = random.pick(VERBS)
  const line = (severity: LineTemplate['severity'], text: string): LineTemplate => ({
    severity,
    text,
    logger: `${service.name.split('-')[0]}.${noun}`,
  })
  return {
    before: random.chance(0.3) ? [line('DEBUG', `${noun} {hex:10} received from {user}`)] : [],
    after: random.chance(0.85) ? [line('INFO', `${noun} {hex:10} ${verb} in {durationMs}ms`)] : [],
    failed: random.chance(0.7) ? [line('ERROR', `${noun} {hex:10} not ${verb}, answering {status}`)] : [],
    everyday: [
      { ...line('WARN', `${noun} {hex:10} ${verb} twice, second one ignored`), probability: 0.004 },
      { ...line('ERROR', `${noun} {hex:10} rejected: version {int:1:9} is stale`), probability: 0.002 },
    ],
  }
}

function makeCalls(targets: readonly string[], random: Random): CallDefinition[] {
  return random
    .shuffle(targets)
    .slice(0, random.integer(1, 3))
    .map((to) => ({
      to,
      probability: random.pick([1, 1, 0.7, 0.4]),
      timeoutMs: random.pick([800, 1500, 2000, 3000]),
      retries: random.pick([0, 0, 1, 2]),
      isOptional: random.chance(0.2),
    }))
}

/** Between 8 and 18 services in three to five layers; calls go down one or two layers. */
export function randomTopology(seed: number): Topology {
  const random = seededRandom(seed, 'topology')
  const count = random.integer(8, 18)
  const depth = random.integer(3, 5)
  const names = random
    .shuffle(STEMS)
    .slice(0, count)
    .map((stem) => `${stem}${random.pick(ENDINGS)}`)
  const services = names.map((name) => makeService(name, random))
  const layerOf = (index: number) => (index === 0 ? 0 : 1 + ((index - 1) % (depth - 1)))
  const operations = new Map<string, OperationDefinition>()
  const byLayer: string[][] = Array.from({ length: depth }, () => [])
  for (let layer = depth - 1; layer >= 0; layer--) {
    for (const [index, service] of services.entries()) {
      if (layerOf(index) !== layer) continue
      const below = [...(byLayer[layer + 1] ?? []), ...(byLayer[layer + 2] ?? [])]
      const routes = layer === 0 ? random.integer(3, 6) : random.integer(1, 2)
      for (let route = 0; route < routes; route++) {
        const operation: OperationDefinition = {
          service: service.name,
          route: `/${random.pick(NOUNS)}s/${random.pick(VERBS)}-${route}`,
          method: random.pick(['GET', 'POST', 'PUT']),
          selfMs: random.logNormal(12, 0.8),
          usesDatastore: service.datastore !== null,
          calls: below.length === 0 ? [] : makeCalls(below, random),
          ...linesOf(service, random),
        }
        const key = `${operation.service} ${operation.route}`
        operations.set(key, operation)
        byLayer[layer]?.push(key)
      }
    }
  }
  const entryService = services[0]?.name ?? ''
  const flows: Flow[] = (byLayer[0] ?? []).map((entry) => ({
    name: entry,
    entry,
    weight: random.integer(5, 30),
    agent: 'client',
  }))
  return { services, operations, flows, entryServices: [entryService] }
}
