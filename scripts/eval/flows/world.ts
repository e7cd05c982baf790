/** What the parts of one simulated system share: its clock, its lines, its counts, and what is wrong with it. */
import type { Random } from '../synthetic/random.ts'
import { Agenda } from './agenda.ts'
import type { Habits } from './habits.ts'
import type { Channel, Group, Plan, Unit } from './plan.ts'
import { type Context, hexOf, NO_CONTEXT, type Tape } from './tape.ts'
import type { FlowFault, Trouble } from './troubles.ts'
import { PHRASES, type Phrases } from './words.ts'

export interface Message {
  readonly id: string
  /** The same for all messages of one customer: 0 to 9999. */
  readonly key: number
  readonly channel: Channel
  readonly from: Unit
  readonly storedMs: number
  readonly stampMs: number
  readonly total: number
  readonly schema: number
  /** What its readers cannot parse. */
  readonly isForeign: boolean
  readonly isBroken: boolean
  readonly trace: Context
}

export interface Failure {
  readonly text: string
  /** Another attempt would fail as well. */
  readonly isFinal: boolean
}
export interface Outcome {
  readonly endMs: number
  readonly failure: Failure | null
}

/** One instance at work. */
export interface Seat {
  readonly unit: Unit
  readonly instance: number
  readonly context: Context
}

/** Counts since the start. */
export interface Count {
  busyMs: number
  done: number
  failed: number
  dead: number
  tookMs: number
}

/** Quiet windows. */
export interface Weather {
  /** More requests than usual, by time. */
  load: (atMs: number) => number
  /** Share of calls that a partner refuses, by time. */
  partner: (atMs: number) => number
  /** Share of messages that nobody can read, by time. */
  broken: (atMs: number) => number
}

export class World {
  readonly random: Random
  readonly plan: Plan
  readonly habits: Habits
  readonly tape: Tape
  readonly trouble: Trouble | null
  readonly agenda = new Agenda()
  readonly heft: ReadonlyMap<Group, number>
  readonly weather: Weather = { load: () => 1, partner: () => 0, broken: () => 0.0004 }
  /** When the trouble first did something. */
  hitMs = Number.POSITIVE_INFINITY
  readonly lock = { untilMs: 0, holder: '' }
  readonly #counts = new Map<string, Count>()
  readonly #down = new Map<string, number>()
  readonly #paces = new Map<string, { atMs: number; value: number }>()
  readonly #phrases = new Map<Unit, Phrases>()

  constructor(
    random: Random,
    plan: Plan,
    habits: Habits,
    tape: Tape,
    trouble: Trouble | null,
    heft: ReadonlyMap<Group, number>,
  ) {
    this.random = random
    this.plan = plan
    this.habits = habits
    this.tape = tape
    this.trouble = trouble
    this.heft = heft
    const wording = random.int(0, PHRASES.length - 1)
    for (const unit of plan.units) {
      const other = random.chance(0.2) ? random.int(0, PHRASES.length - 1) : wording
      const found = PHRASES[other] ?? PHRASES[0]
      if (found !== undefined) this.#phrases.set(unit, found)
    }
    tape.skewOf = (unit, instance, atMs) => this.on('clock_off', unit, instance, atMs)?.amount ?? 0
  }

  /** The trouble, where it is of this kind and has reached this instance by now. */
  on(kind: FlowFault, unit: Unit, instance: number, atMs: number): Trouble | null {
    const trouble = this.trouble
    if (trouble === null || trouble.kind !== kind || trouble.unit !== unit) return null
    if (trouble.instance !== null && trouble.instance !== instance) return null
    const since = trouble.startMs + (trouble.isReleased ? instance * trouble.rollMs : 0)
    return atMs >= since ? trouble : null
  }

  hit(atMs: number): void {
    this.hitMs = Math.min(this.hitMs, atMs)
  }

  phrases(unit: Unit): Phrases {
    const found = this.#phrases.get(unit)
    if (found === undefined) throw new RangeError(`${unit.name} is no unit of this system`)
    return found
  }

  count(of: string, instance = 0): Count {
    const key = `${of}/${instance}`
    const known = this.#counts.get(key)
    if (known !== undefined) return known
    const made = { busyMs: 0, done: 0, failed: 0, dead: 0, tookMs: 0 }
    this.#counts.set(key, made)
    return made
  }

  /** How slow an instance is at the moment: it wanders, and now and then it stops for a collection. */
  pace(unit: Unit, instance: number, atMs: number): number {
    const key = `${unit.name}/${instance}`
    const known = this.#paces.get(key) ?? { atMs, value: 0 }
    for (; known.atMs + 10_000 <= atMs; known.atMs += 10_000) {
      known.value = 0.9 * known.value + 0.05 * (this.random.next() + this.random.next() - 1)
    }
    this.#paces.set(key, known)
    return Math.exp(known.value) * (this.random.chance(0.004) ? this.random.between(4, 15) : 1)
  }

  trace(): Context {
    return {
      traceId: hexOf(this.random, 32),
      spanId: hexOf(this.random, 16),
      isSampled: this.random.chance(this.habits.sampled),
    }
  }

  child({ traceId, isSampled }: Context): Context {
    return { traceId, isSampled, spanId: hexOf(this.random, 16) }
  }

  isDown(unit: Unit, instance: number, atMs: number): boolean {
    return (this.#down.get(`${unit.name}/${instance}`) ?? 0) > atMs
  }

  /** An instance that takes requests; where all are down, any. */
  instanceOf(unit: Unit, atMs: number): number {
    const first = this.random.int(0, unit.replicas - 1)
    for (let i = 0; i < unit.replicas; i++) {
      const instance = (first + i) % unit.replicas
      if (!this.isDown(unit, instance, atMs)) return instance
    }
    return first
  }

  /** An instance ends now and begins again; with a new release where it says so. */
  restart(unit: Unit, instance: number, atMs: number, downMs: number, isNew: boolean, isOrderly = true): void {
    if (isOrderly) this.tape.line(unit, instance, 'INFO', 'SIGTERM received, shutting down', atMs, NO_CONTEXT)
    this.#down.set(`${unit.name}/${instance}`, atMs + downMs)
    this.agenda.at(atMs + downMs, (upMs) => {
      const version = isNew ? this.tape.renew(unit, instance) : ''
      this.tape.line(unit, instance, 'INFO', `starting ${unit.word} ${version}`.trimEnd(), upMs, NO_CONTEXT)
      const bound =
        unit.role === 'consumer' || unit.role === 'job' ? 'subscribed, waiting for messages' : 'listening on :8080'
      this.tape.line(unit, instance, 'INFO', bound, upMs + 400, NO_CONTEXT)
    })
  }

  broker(text: string, atMs: number, level: 'INFO' | 'WARN', channel: string, group = ''): void {
    const { broker, product } = this.plan
    const time = new Date(atMs).toISOString()
    const said = text.replaceAll('{channel}', channel).replaceAll('{group}', group)
    const framed: Readonly<Record<string, string>> = {
      kafka: `[${time.slice(0, 23).replace('T', ' ').replace('.', ',')}] ${level} ${said}`,
      rabbitmq: `${time.slice(0, 23).replace('T', ' ')}+00:00 [${level === 'INFO' ? 'info' : 'warning'}] <0.{n}{n}{n}.0> ${said}`,
      nats: `[1] ${time.slice(0, 19).replaceAll('-', '/').replace('T', ' ')} [${level === 'INFO' ? 'INF' : 'WRN'}] ${said}`,
    }
    const instance = this.random.int(0, broker.replicas - 1)
    this.tape.line(broker, instance, level, framed[product.system] ?? `${time} ${level} ${said}`, atMs, NO_CONTEXT)
  }

  talks(unit: Unit): boolean {
    return unit.talk === 'each' || (unit.talk === 'some' && this.random.chance(0.1))
  }
}
