/** Random systems: services in layers, operations with steps, entry scenarios. */
import type { Random } from './random.ts'

export type Severity = 'DEBUG' | 'INFO' | 'WARN' | 'ERROR'

/** Text with slots: {n} number, {id} uuid, {w} a word of the domain, {k} the request's kind. */
export interface Line {
  readonly severity: Severity
  readonly text: string
}

export type Step =
  | { readonly kind: 'log'; readonly line: Line }
  | { readonly kind: 'work'; readonly medianMs: number }
  | { readonly kind: 'store'; readonly name: string; readonly medianMs: number }
  | { readonly kind: 'call'; readonly target: Operation; readonly times: number }
  /** Taken for requests of some kinds only: what users ask for decides. */
  | { readonly kind: 'branch'; readonly kinds: readonly number[]; readonly steps: readonly Step[] }

export interface Operation {
  readonly service: string
  readonly name: string
  readonly logger: string
  readonly steps: Step[]
  readonly fail: Line
  readonly notFound: Line
}

export interface Topology {
  readonly services: readonly string[]
  readonly operations: readonly Operation[]
  /** Entry operations with weights. */
  readonly entries: readonly { readonly operation: Operation; readonly weight: number }[]
}

const NOUNS = [
  'account',
  'basket',
  'billing',
  'catalog',
  'courier',
  'coupon',
  'dispatch',
  'document',
  'event',
  'feed',
  'fleet',
  'gate',
  'identity',
  'inventory',
  'invoice',
  'ledger',
  'license',
  'locker',
  'mail',
  'media',
  'menu',
  'notify',
  'offer',
  'parcel',
  'payout',
  'photo',
  'policy',
  'profile',
  'quote',
  'rating',
  'region',
  'report',
  'search',
  'session',
  'stock',
  'tariff',
  'ticketing',
  'token',
  'vendor',
  'voucher',
  'wallet',
  'weather',
  'worker',
  'zone',
] as const
const VERBS = [
  'get',
  'list',
  'create',
  'update',
  'resolve',
  'validate',
  'reserve',
  'compute',
  'load',
  'sync',
  'check',
  'merge',
] as const
const PHRASES = [
  'Looking up {x} {id}',
  'Loaded {n} {x} records',
  'Request for {x} accepted',
  'Using cached {x} for {id}',
  '{x} state is now {w}',
  'Computed {x} total={n}',
  'Checking {x} limits: max={n} used={n}',
  'Resolved {x} kind={k} in {n} ms',
  'Stored {x} {id}',
  'Prepared {x} answer, items: [{w}, {w}]',
  'Validated {x} of customer {id}',
  'Selected {w} {x} of {n}',
  'Finished {x} step',
] as const

export function makeTopology(random: Random): Topology {
  const count = random.int(6, 22)
  const suffix = random.pick(['', '-service', '-svc', '-api'])
  const services = random
    .shuffled(NOUNS)
    .slice(0, count)
    .map((noun) => `${noun}${suffix}`)
  const layers = random.int(3, Math.min(5, count))
  const layerOf = services.map((_, i) =>
    i === 0 ? 0 : Math.max(1, Math.min(layers - 1, Math.floor((i * layers) / count))),
  )
  const operations: Operation[] = []
  const byLayer: Operation[][] = Array.from({ length: layers }, () => [])
  for (let layer = layers - 1; layer >= 0; layer--) {
    const below = byLayer.slice(layer + 1).flat()
    services.forEach((service, i) => {
      if (layerOf[i] !== layer) return
      const own = layer === 0 ? random.int(2, 4) : random.int(1, 3)
      for (let o = 0; o < own; o++) {
        const operation = makeOperation(random, service, below, layer === 0)
        byLayer[layer]?.push(operation)
        operations.push(operation)
      }
    })
  }
  const entries = (byLayer[0] ?? []).map((operation) => ({ operation, weight: random.between(0.5, 3) }))
  return { services, operations, entries }
}

function makeOperation(random: Random, service: string, below: readonly Operation[], isEntry: boolean): Operation {
  const noun = service.split('-')[0] ?? service
  const verb = random.pick(VERBS)
  const name =
    random.pick([`/${noun}/${verb}`, `${noun}.${verb}`, `${verb.toUpperCase()} /${noun}s/{id}`]) + random.int(1, 9)
  const line = (severity: Severity, text: string): Line => ({
    severity,
    text: `[${verb}] ${text.replaceAll('{x}', noun)}`,
  })
  const steps: Step[] = [{ kind: 'work', medianMs: random.logNormal(1, 0.6) }]
  const says = (): Step => ({ kind: 'log', line: line(random.chance(0.1) ? 'WARN' : 'INFO', random.pick(PHRASES)) })
  steps.push(says())
  const parts = random.int(2, 5)
  for (let p = 0; p < parts; p++) {
    const part: Step[] = []
    if (below.length > 0 && random.chance(isEntry ? 0.9 : 0.6)) {
      part.push({ kind: 'call', target: random.pick(below), times: random.chance(0.15) ? 2 : 1 })
    } else if (random.chance(0.6)) {
      part.push({
        kind: 'store',
        name: `${random.pick(['SELECT', 'GET', 'find'])} ${noun}`,
        medianMs: random.logNormal(1.5, 0.7),
      })
    } else part.push({ kind: 'work', medianMs: random.logNormal(2, 0.8) })
    if (random.chance(0.6)) part.push(says())
    if (random.chance(0.25))
      steps.push({ kind: 'branch', kinds: random.shuffled([0, 1, 2, 3]).slice(0, random.int(1, 3)), steps: part })
    else steps.push(...part)
  }
  return {
    service,
    name,
    logger: `${noun.charAt(0)}.${noun.charAt(0).toUpperCase()}${noun.slice(1)}${random.pick(['Service', 'Handler', 'Controller'])}`,
    steps,
    fail: line(
      'ERROR',
      random.pick(['{x} request failed', 'could not process {x} {id}', 'unexpected error while handling {x}']),
    ),
    notFound: line(
      random.chance(0.5) ? 'WARN' : 'INFO',
      random.pick(['no {x} found for {id}', '{x} {id} is empty', '{x} does not exist']),
    ),
  }
}

/** Services that requests actually reach, by expected calls per request. */
export function reachable(topology: Topology): Map<string, number> {
  const calls = new Map<string, number>()
  const visit = (operation: Operation, weight: number): void => {
    calls.set(operation.service, (calls.get(operation.service) ?? 0) + weight)
    visitSteps(operation.steps, weight)
  }
  const visitSteps = (steps: readonly Step[], weight: number): void => {
    for (const step of steps) {
      if (step.kind === 'call') visit(step.target, weight * step.times)
      else if (step.kind === 'branch') visitSteps(step.steps, (weight * step.kinds.length) / 4)
    }
  }
  const total = topology.entries.reduce((sum, { weight }) => sum + weight, 0)
  for (const { operation, weight } of topology.entries) visit(operation, weight / total)
  return calls
}
