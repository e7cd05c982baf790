/** A system built around messages: who writes into which channel, who reads it, and what else each one calls. */
import type { Random } from '../synthetic/random.ts'
import { BROKERS, type BrokerKind, CONSUMER_WORDS, JOB_WORDS, LOOKUP_WORDS, NAMINGS, NOUNS, PARTNERS } from './words.ts'

export type Sends = 'lines' | 'spans' | 'both' | 'nothing'
/** Whether it writes a line of each piece of work, of one in ten, or of trouble only. */
export type Talk = 'each' | 'some' | 'trouble'
export type Dialect = 'json' | 'ecs' | 'logfmt' | 'plain' | 'spring' | 'python' | 'zap'

export interface Unit {
  readonly name: string
  readonly word: string
  readonly role: 'front' | 'command' | 'lookup' | 'consumer' | 'scheduler' | 'job' | 'broker'
  readonly replicas: number
  sends: Sends
  talk: Talk
  readonly dialect: Dialect
  readonly release: number
}

export interface Channel {
  readonly name: string
  /** 0: a queue whose readers compete. */
  readonly partitions: number
  readonly leader: number
}

export interface Partner {
  readonly host: string
  readonly path: string
  readonly ms: number
  readonly timeoutMs: number
}

export type Step =
  | { readonly do: 'work'; readonly ms: number }
  | { readonly do: 'call'; readonly act: Act; readonly timeoutMs: number }
  | { readonly do: 'post'; readonly partner: Partner }
  | { readonly do: 'emit'; readonly channel: Channel; readonly times: number }
  | { readonly do: 'wait_lock' }
  | { readonly do: 'hold_lock'; readonly ms: number }
  | { readonly do: 'spool' }
  | { readonly do: 'check' }

export interface Act {
  readonly unit: Unit
  readonly name: string
  readonly steps: Step[]
}

export interface Group {
  readonly name: string
  readonly unit: Unit
  readonly channel: Channel
  readonly act: Act
  readonly retries: number
  readonly backoffMs: number
  /** Pieces of work at once in one instance; where partitions are read, each partition has one. */
  readonly lanes: number
  /** Where it writes what it gives up, so that others undo their part. */
  readonly undo: Channel | null
}

interface Job {
  readonly name: string
  readonly channel: Channel
  readonly everyMs: number
}

export interface Plan {
  readonly noun: string
  readonly units: readonly Unit[]
  readonly broker: Unit
  readonly product: BrokerKind
  readonly channels: readonly Channel[]
  readonly groups: readonly Group[]
  readonly entries: readonly { readonly act: Act; readonly weight: number }[]
  readonly scheduler: Unit | null
  readonly jobs: readonly Job[]
  readonly lock: string
}

const SENDS = ['lines', 'spans', 'both', 'both', 'both'] as const
const DIALECTS = ['json', 'ecs', 'logfmt', 'plain', 'spring', 'python', 'zap'] as const

/** Draws units with names, channels with names, and groups; the plan below puts them together. */
class Drawer {
  readonly units: Unit[] = []
  readonly channels: Channel[] = []
  readonly groups: Group[] = []
  readonly product: BrokerKind
  readonly noun: string
  readonly #random: Random
  readonly #naming: (word: string, role: Unit['role']) => string
  readonly #dialects: readonly Dialect[]
  readonly #dots: string

  constructor(random: Random) {
    this.#random = random
    this.product = random.pick(BROKERS)
    this.noun = random.pick(NOUNS)
    this.#naming = random.pick(NAMINGS)
    this.#dialects = random.shuffled(DIALECTS).slice(0, random.int(1, 3))
    this.#dots = random.pick(['.', '-', '_'])
  }

  unit(word: string, role: Unit['role'], replicas: number): Unit {
    const random = this.#random
    const name = this.#naming(word, role)
    const made: Unit = {
      name: this.units.some((one) => one.name === name) ? `${name}2` : name,
      word,
      role,
      replicas,
      sends: random.pick(SENDS),
      talk: random.pick<Talk>(['each', 'each', 'some', 'trouble']),
      dialect: random.pick(this.#dialects),
      release: random.int(20, 480),
    }
    this.units.push(made)
    return made
  }

  channel(...words: string[]): Channel {
    const random = this.#random
    const made: Channel = {
      name: words.join(this.#dots),
      partitions: this.product.isLog ? random.int(2, 6) : 0,
      leader: random.int(0, 2),
    }
    this.channels.push(made)
    return made
  }

  group(unit: Unit, channel: Channel, verb: string, steps: Step[], undo: Channel | null = null): Group {
    const random = this.#random
    const made: Group = {
      name: random.chance(0.5) ? unit.name : `${unit.word}-${channel.name}`,
      unit,
      channel,
      act: { unit, name: verb, steps },
      retries: random.int(2, 5),
      backoffMs: random.pick([500, 1_000, 2_000, 4_000]),
      lanes: random.int(1, 3),
      undo,
    }
    this.groups.push(made)
    return made
  }

  work(low: number, high: number): Step {
    return { do: 'work', ms: this.#random.logNormal(Math.sqrt(low * high), 0.4) }
  }

  partner(): Partner {
    const random = this.#random
    const [host, path] = random.pick(PARTNERS)
    return { host, path, ms: random.between(60, 350), timeoutMs: random.pick([3_000, 5_000, 10_000]) }
  }
}

export function makePlan(random: Random): Plan {
  const drawer = new Drawer(random)
  const { noun } = drawer
  const consumers = random.shuffled(CONSUMER_WORDS)
  const lookups = random.shuffled(LOOKUP_WORDS)
  const consumer = (): Unit => drawer.unit(consumers.pop() ?? 'spare', 'consumer', random.int(1, 3))
  const front = drawer.unit(random.pick(['api', 'gateway', 'edge', 'public-api', 'bff']), 'front', random.int(1, 3))
  const command = drawer.unit(`${noun}s`, 'command', random.int(1, 3))
  const asked = Array.from({ length: random.int(1, 2) }, (): Act => {
    const unit = drawer.unit(lookups.pop() ?? 'lookup', 'lookup', random.int(1, 2))
    return {
      unit,
      name: random.pick([`GET /${unit.word}/{id}`, `${unit.word}.Query/Get`]),
      steps: [drawer.work(2, 25)],
    }
  })
  const call = (act: Act): Step => ({ do: 'call', act, timeoutMs: random.pick([1_000, 2_000, 5_000]) })
  const ask = (share: number): Step[] => (random.chance(share) ? [call(random.pick(asked))] : [])
  const emit = (channel: Channel, times = 1): Step => ({ do: 'emit', channel, times })

  const created = drawer.channel(noun, 'created')
  const reserved = drawer.channel(noun, 'reserved')
  const settled = drawer.channel(noun, 'settled')
  const partner = drawer.partner()
  const first = consumer()
  const undo = random.chance(0.6) ? drawer.channel(noun, 'rejected') : null
  drawer.group(first, created, `reserve ${noun}`, [drawer.work(15, 150), ...ask(0.7), { do: 'spool' }, emit(reserved)])
  if (undo !== null) drawer.group(first, undo, `compensate ${noun}`, [drawer.work(10, 60)])
  const second = consumer()
  const posts: Step = { do: 'post', partner }
  const isMiddlePosting = random.chance(0.4)
  drawer.group(
    second,
    reserved,
    `settle ${noun}`,
    [
      { do: 'check' },
      { do: 'wait_lock' },
      drawer.work(10, 120),
      ...(isMiddlePosting ? [posts] : ask(0.6)),
      { do: 'spool' },
      emit(settled),
    ],
    undo,
  )
  const hook = drawer.unit(
    random.pick(['webhooks', 'outbound', 'partner-push', 'callbacks']),
    'consumer',
    random.int(1, 3),
  )
  const outside = isMiddlePosting && random.chance(0.5) ? drawer.partner() : partner
  drawer.group(hook, settled, `deliver ${noun}`, [
    drawer.work(5, 30),
    { do: 'spool' },
    { do: 'post', partner: outside },
  ])
  for (let left = random.int(0, 2); left > 0; left--) {
    const channel = random.pick([created, reserved, settled])
    const aside: Step[] = [
      ...(channel === created ? [] : [{ do: 'check' } as const]),
      drawer.work(8, 200),
      { do: 'spool' },
    ]
    drawer.group(consumer(), channel, `${random.pick(['index', 'record', 'count', 'announce'])} ${noun}`, aside)
  }
  const { entries } = makeEntries(random, drawer, front, command, created, call, ask, emit, consumer)
  const { scheduler, jobs } = makeJobs(random, drawer, ask, emit, hook, partner)
  const product = drawer.product
  const broker = drawer.unit(random.pick(product.names), 'broker', product.isLog ? 3 : 1)
  broker.sends = random.pick(['lines', 'lines', 'nothing'])
  const lock = random.pick([`${noun}-ledger`, 'ledger:eu', `lock/${noun}s`, 'period_close'])
  return { ...drawer, broker, product, entries, scheduler, jobs, lock, noun }
}

function makeEntries(
  random: Random,
  drawer: Drawer,
  front: Unit,
  command: Unit,
  created: Channel,
  call: (act: Act) => Step,
  ask: (share: number) => Step[],
  emit: (channel: Channel) => Step,
  consumer: () => Unit,
): Pick<Plan, 'entries'> {
  const { noun } = drawer
  const make: Act = {
    unit: command,
    name: random.pick([`POST /${noun}s`, `${noun}s.Desk/Create`]),
    steps: [drawer.work(4, 30), ...ask(0.6), emit(created)],
  }
  const read: Act = {
    unit: command,
    name: random.pick([`GET /${noun}s/{id}`, `${noun}s.Desk/Get`]),
    steps: [drawer.work(3, 15)],
  }
  const of = (name: string, act: Act): Act => ({ unit: front, name, steps: [{ do: 'work', ms: 2 }, call(act)] })
  const entries = [
    { act: of(`POST /v1/${noun}s`, make), weight: 1 },
    { act: of(`GET /v1/${noun}s/{id}`, read), weight: random.between(0.3, 1.2) },
  ]
  if (random.chance(0.5)) {
    const other = drawer.unit(random.pick(['profiles', 'devices', 'contracts', 'uploads']), 'command', random.int(1, 2))
    const changed = drawer.channel(other.word, 'changed')
    const change: Act = { unit: other, name: `PUT /${other.word}/{id}`, steps: [drawer.work(4, 30), emit(changed)] }
    entries.push({ act: of(`PUT /v1/${other.word}/{id}`, change), weight: random.between(0.4, 1) })
    drawer.group(consumer(), changed, `apply ${other.word}`, [drawer.work(10, 100), ...ask(0.5), { do: 'spool' }])
  }
  return { entries }
}

function makeJobs(
  random: Random,
  drawer: Drawer,
  ask: (share: number) => Step[],
  emit: (channel: Channel, times?: number) => Step,
  hook: Unit,
  partner: Partner,
): Pick<Plan, 'scheduler' | 'jobs'> {
  if (random.chance(0.15)) return { scheduler: null, jobs: [] }
  const scheduler = drawer.unit(random.pick(['scheduler', 'cron', 'timekeeper', 'job-control']), 'scheduler', 2)
  scheduler.talk = 'each'
  const words = random.shuffled(JOB_WORDS)
  const reports = drawer.channel('reports', 'ready')
  drawer.group(hook, reports, 'deliver report', [drawer.work(5, 40), { do: 'post', partner }])
  const jobs = Array.from({ length: random.int(1, 2) }, (_, i): Job => {
    const word = words.pop() ?? 'closing'
    const unit = drawer.unit(word, 'job', random.int(1, 2))
    if (i === 0 && unit.talk === 'trouble') unit.talk = 'each'
    const channel = drawer.channel('jobs', word)
    const held: Step[] = i === 0 ? [{ do: 'hold_lock', ms: random.between(300, 1_800) }] : []
    const steps = [drawer.work(100, 900), ...held, ...ask(0.6), emit(reports, random.int(1, 3))]
    drawer.group(unit, channel, `run ${word}`, steps)
    return { name: word, channel, everyMs: random.pick([30_000, 45_000, 60_000]) }
  })
  return { scheduler, jobs }
}
