/** A system in a managed cloud: its components, what each operation asks of others, and how much is asked of it. */
import type { Random } from '../synthetic/random.ts'
import { Namer } from './names.ts'

export type Kind =
  | 'gateway'
  | 'function'
  | 'container'
  | 'table'
  | 'database'
  | 'cache'
  | 'bucket'
  | 'queue'
  | 'stream'
  | 'outside'

export interface Component {
  readonly index: number
  readonly name: string
  readonly kind: Kind
  /** Set once the load is known: see sizes.ts. */
  replicas: number
  /** Requests at once; of functions, instances. */
  limit: number
  cores: number
  /** Of a table, requests per second. */
  capacity: number
}

export interface Operation {
  readonly index: number
  readonly component: Component
  readonly name: string
  readonly workMs: number
  readonly sigma: number
  readonly steps: Step[]
}

export interface Call {
  readonly do: 'call'
  readonly to: Operation
  /** Requests that make this call. */
  readonly share: number
  /** Begins together with the step before it. */
  readonly isParallel: boolean
  readonly timeoutMs: number
  readonly retries: number
  /** The caller answers all the same. */
  readonly isTolerant: boolean
}

export type Step =
  | Call
  | { readonly do: 'cached'; readonly cache: Call; readonly hits: number; readonly behind: Call }
  | { readonly do: 'send'; readonly queue: Component; readonly share: number }

export interface Entry {
  readonly operation: Operation
  perMinute: number
  /** Of scheduled work: how often it begins, and how long it takes. */
  readonly schedule: { readonly everyMs: number; readonly lastsMs: number; readonly offsetMs: number } | null
}

export interface Consumer {
  readonly queue: Component
  readonly operation: Operation
  partitions: number
}

export interface System {
  readonly components: readonly Component[]
  readonly operations: readonly Operation[]
  readonly entries: readonly Entry[]
  readonly consumers: readonly Consumer[]
}

/** Kinds that a fault needs. */
export type Wanted = ReadonlySet<Kind>

const VERBS = ['Get', 'List', 'Put', 'Submit', 'Remove'] as const
const MINUTE_MS = 60_000

export function makeSystem(random: Random, wanted: Wanted, size: number): System {
  return new Builder(random, wanted, size).system()
}

class Builder {
  readonly #random: Random
  readonly #names: Namer
  readonly #components: Component[] = []
  readonly #operations: Operation[] = []
  readonly #consumers: Consumer[] = []
  readonly #stores: Operation[][] = []
  readonly #caches: Operation[][] = []
  readonly #outside: Operation[][] = []
  readonly #handlers: Operation[][] = []
  readonly #gateways: readonly Component[]
  readonly #containerShare: number
  readonly #retries: number
  readonly #outsideShare: number

  constructor(random: Random, wanted: Wanted, size: number) {
    this.#random = random
    this.#names = new Namer(random)
    this.#containerShare = random.pick([0, 0.2, 0.5, 0.8])
    this.#retries = random.pick([0, 0, 1, 2])
    // A few operations need an endpoint, however many there are.
    this.#outsideShare = Math.min(0.4, 4 / size)
    const has = (kind: Kind, share: number): boolean => wanted.has(kind) || random.chance(share)
    const stores = Math.max(2, Math.round(size * random.between(0.18, 0.3)))
    for (let i = 0; i < stores; i++) this.#store(i === 0 && wanted.has('table') ? 'table' : null)
    if (has('cache', 0.4)) this.#caches.push(this.#managed('cache', 1.2))
    const outside = wanted.has('outside') ? random.int(1, 3) : random.int(0, 2)
    for (let i = 0; i < outside; i++) this.#outside.push(this.#managed('outside', random.between(60, 400)))
    const queues = has('queue', 0.6) ? random.int(1, size > 20 ? 4 : 2) : 0
    const fronts = size > 24 ? random.int(1, 3) : 1
    const rest = Math.max(3, size - this.#components.length - 2 * queues - fronts)
    const inner = Math.round(rest * random.between(0.2, 0.55))
    for (let i = 0; i < inner; i++) this.#server(wanted, this.#handlers.slice(0, Math.floor(i / 2)))
    const lower = [...this.#handlers]
    for (let i = 0; i < queues; i++) this.#queue(lower)
    const waiting = this.#consumers.map(({ queue }) => queue)
    const outer = Array.from({ length: rest - inner }, () => this.#server(wanted, lower))
    for (const queue of waiting)
      random.pick(random.pick(outer)).steps.push({ do: 'send', queue, share: random.between(0.4, 1) })
    this.#gateways = Array.from({ length: fronts }, () => this.#add('gateway', this.#names.subject()))
  }

  system(): System {
    const random = this.#random
    const entries: Entry[] = []
    const isDirect = random.chance(0.2)
    const reached = new Set<Component>()
    const asked = new Set(this.#operations.flatMap(({ steps }) => steps.flatMap(callsIn).map(({ to }) => to)))
    for (const operations of this.#handlers) {
      const front = random.pick(this.#gateways)
      const first = isDirect && reached.has(front) && random.chance(0.5) ? null : front
      for (const to of operations.filter((one) => !asked.has(one))) {
        const perMinute = random.chance(0.55) ? random.between(3, 40) : 40 * 37.5 ** random.next()
        const operation =
          first === null ? to : this.#operation(first, to.name, random.between(2, 8), [this.#call(to, 1)])
        entries.push({ operation, perMinute, schedule: null })
        if (first !== null) reached.add(first)
      }
    }
    if (random.chance(0.6)) entries.push(this.#scheduled())
    return {
      components: this.#components,
      operations: this.#operations,
      entries,
      consumers: this.#consumers,
    }
  }

  #scheduled(): Entry {
    const random = this.#random
    const worker = this.#add('function', this.#names.subject())
    const steps: Step[] = [this.#call(random.pick(random.pick(this.#stores)), 1)]
    const everyMs = random.pick([5, 15, 30, 60]) * MINUTE_MS
    return {
      operation: this.#operation(worker, 'Scheduled', random.between(50, 600), steps),
      perMinute: random.between(10, 60),
      schedule: { everyMs, lastsMs: random.between(1, 3) * MINUTE_MS, offsetMs: random.int(0, 4) * MINUTE_MS },
    }
  }

  #add(kind: Kind, subject: string): Component {
    const name = this.#names.component(kind, subject)
    const component = { index: this.#components.length, name, kind, replicas: 1, limit: 1_000, cores: 1, capacity: 0 }
    this.#components.push(component)
    return component
  }

  #operation(component: Component, name: string, workMs: number, steps: Step[]): Operation {
    const sigma = this.#random.between(0.15, 0.55)
    const operation = { index: this.#operations.length, component, name, workMs, sigma, steps }
    this.#operations.push(operation)
    return operation
  }

  #call(to: Operation, share: number): Call {
    const random = this.#random
    return {
      do: 'call',
      to,
      share,
      isParallel: random.chance(0.2),
      timeoutMs: to.component.kind === 'outside' ? random.pick([3_000, 10_000]) : random.pick([5_000, 15_000, 29_000]),
      retries: random.chance(0.5) ? this.#retries : 0,
      isTolerant: share < 1 && random.chance(0.2),
    }
  }

  #managed(kind: Kind, workMs: number): Operation[] {
    const component = this.#add(kind, this.#names.subject())
    return [this.#operation(component, 'Read', workMs, []), this.#operation(component, 'Write', workMs * 1.3, [])]
  }

  #store(wanted: Kind | null): void {
    const random = this.#random
    const kind = wanted ?? random.pick<Kind>(['table', 'table', 'database', 'bucket'])
    const workMs = { table: random.between(4, 9), database: random.between(3, 30), bucket: random.between(20, 60) }
    this.#stores.push(this.#managed(kind, workMs[kind === 'table' || kind === 'database' ? kind : 'bucket']))
  }

  /** A function or a container with its operations. */
  #server(wanted: Wanted, below: readonly Operation[][]): Operation[] {
    const random = this.#random
    const isFirst = !this.#components.some(({ kind }) => kind === 'container')
    const isContainer = (wanted.has('container') && isFirst) || random.chance(this.#containerShare)
    const component = this.#add(isContainer ? 'container' : 'function', this.#names.subject())
    const stores = random.shuffled(this.#stores).slice(0, random.int(1, 2))
    const verbs = random.shuffled(VERBS).slice(0, random.pick([1, 1, 2, 2, 3]))
    const operations = verbs.map((verb) => {
      const steps = this.#steps(stores, below)
      return this.#operation(component, `${verb}`, random.logNormal(isContainer ? 12 : 25, 0.7), steps)
    })
    this.#handlers.push(operations)
    return operations
  }

  #steps(stores: readonly Operation[][], below: readonly Operation[][]): Step[] {
    const random = this.#random
    const share = (): number => (random.chance(0.6) ? 1 : random.between(0.15, 0.8))
    const steps: Step[] = []
    for (let i = random.int(1, 2); i > 0; i--) {
      const call = this.#call(random.pick(random.pick(stores)), share())
      const [cache] = this.#caches
      if (cache === undefined || call.to.name !== 'Read' || random.chance(0.3)) steps.push(call)
      else {
        const get = { ...this.#call(random.pick(cache), 1), isTolerant: true, isParallel: false }
        const dear = this.#operation(call.to.component, 'Read', call.to.workMs * random.between(2, 6), [])
        steps.push({ do: 'cached', cache: get, hits: random.between(0.8, 0.97), behind: this.#call(dear, 1) })
      }
    }
    if (below.length > 0 && random.chance(0.7)) steps.push(this.#call(random.pick(random.pick(below)), share()))
    if (below.length > 0 && random.chance(0.25)) steps.push(this.#call(random.pick(random.pick(below)), share()))
    if (this.#outside.length > 0 && random.chance(this.#outsideShare))
      steps.push(this.#call(random.pick(random.pick(this.#outside)), share()))
    return steps
  }

  #queue(below: readonly Operation[][]): void {
    const random = this.#random
    const subject = this.#names.subject()
    const queue = this.#add(random.pick<Kind>(['queue', 'queue', 'stream']), subject)
    const worker = this.#add(random.chance(this.#containerShare) ? 'container' : 'function', subject)
    const steps = this.#steps(random.shuffled(this.#stores).slice(0, 1), below)
    const operation = this.#operation(worker, 'Consume', random.logNormal(60, 0.6), steps)
    this.#consumers.push({ queue, operation, partitions: 1 })
  }
}

/** Every call of a step. */
export function callsIn(step: Step): Call[] {
  if (step.do === 'call') return [step]
  return step.do === 'cached' ? [step.cache, step.behind] : []
}

/** Components that call this one directly, among those that are asked anything. */
export function callersOf(operations: Iterable<Operation>, component: Component): Component[] {
  const callers = [...operations].filter(({ steps }) => {
    return steps.flatMap(callsIn).some(({ to }) => to.component === component)
  })
  return [...new Set(callers.map((operation) => operation.component))]
}
