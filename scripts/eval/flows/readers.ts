/** Groups that read messages: waiting, attempts, redelivery, giving up, instances that leave a group and come back. */
import { type Calls, messaging, spanName } from './calls.ts'
import type { Group } from './plan.ts'
import type { Score } from './score.ts'
import { NO_CONTEXT } from './tape.ts'
import type { Failure, Message, Outcome, World } from './world.ts'

const TTL_MS = 60_000
const AHEAD_MS = 30_000
/** A reader that says nothing for so long is thought gone. */
const SESSION_MS = 10_000
/** A queue hands out again what was not acknowledged. */
const VISIBLE_MS = 60_000

export interface Delivery {
  readonly message: Message
  attempt: number
  doneMs: number
  isDead: boolean
  readonly isTwice: boolean
}

interface Lane {
  readonly queue: number
  readonly home: number
  instance: number
  isBusy: boolean
  isFenced: boolean
}

export class Reader {
  readonly group: Group
  readonly lanes: Lane[]
  deadLetters = 0
  busyMs = 0
  readonly #world: World
  readonly #calls: Calls
  readonly #score: Score
  readonly #queues: Delivery[][]
  readonly #seen = new Set<string>()
  readonly #skipsTwice: boolean
  readonly #crashes = new Map<number, { count: number; aliveSinceMs: number }>()
  #pausedUntilMs = 0
  #slowBy = 0

  constructor(world: World, calls: Calls, score: Score, group: Group) {
    this.#world = world
    this.#calls = calls
    this.#score = score
    this.group = group
    this.#skipsTwice = world.random.chance(0.5)
    const { partitions } = group.channel
    const { replicas } = group.unit
    const count = partitions > 0 ? partitions : replicas * group.lanes
    this.lanes = Array.from({ length: count }, (_, i) => {
      const home = i % replicas
      return { queue: partitions > 0 ? i : 0, home, instance: home, isBusy: false, isFenced: false }
    })
    this.#queues = Array.from({ length: Math.max(1, partitions) }, () => [])
  }

  get depth(): number {
    return this.#queues.reduce((sum, queue) => sum + queue.length, 0)
  }

  oldestMs(atMs: number): number {
    return this.#queues.reduce(
      (most, [first]) => Math.max(most, first === undefined ? 0 : atMs - first.message.storedMs),
      0,
    )
  }

  arrive(message: Message): void {
    const isTwice = this.#seen.has(message.id)
    this.#seen.add(message.id)
    const delivery = { message, attempt: 0, doneMs: Number.POSITIVE_INFINITY, isDead: false, isTwice }
    this.#score.arrived(this.group.name, delivery)
    this.#put(delivery, message.storedMs)
  }

  /** Nobody reads until the members agree on who reads what. */
  regroup(atMs: number, pauseMs: number, isLosing: boolean): void {
    const { random, plan } = this.#world
    const { name, channel, unit } = this.group
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, atMs + pauseMs)
    for (const lane of this.lanes) lane.isFenced = lane.isFenced || (isLosing && lane.isBusy && random.chance(0.6))
    const { regroup, client } = plan.product
    regroup.forEach((text, i) => {
      this.#world.broker(text, i === 0 ? atMs : atMs + pauseMs, 'INFO', channel.name, name)
    })
    for (let instance = 0; instance < unit.replicas; instance++) {
      if (this.#world.isDown(unit, instance, atMs)) continue
      const said = client.regroup.slice(0, isLosing ? 3 : 2)
      said.forEach((text, i) => {
        const filled = text.replace('{group}', name).replace('{channel}', channel.name)
        this.#world.tape.line(unit, instance, i === 2 ? 'WARN' : 'INFO', filled, atMs + 40 * i, NO_CONTEXT)
      })
    }
    this.#world.agenda.at(atMs + pauseMs, (now) => this.pumpAll(now))
  }

  /** An instance of the group ended; others take over what it read, if it stays away. */
  lost(instance: number, atMs: number, downMs: number): void {
    const { agenda, plan } = this.#world
    const { unit, name, channel } = this.group
    const back = (now: number): void => {
      for (const lane of this.lanes) if (lane.home === instance) lane.instance = instance
      if (plan.product.isLog && unit.replicas > 1) this.regroup(now, 1_200, false)
      this.pumpAll(now)
    }
    agenda.at(atMs + downMs + 600, back)
    if (!plan.product.isLog || unit.replicas < 2 || downMs < SESSION_MS) return
    agenda.at(atMs + SESSION_MS, (now) => {
      const other = this.#world.instanceOf(unit, now)
      this.#world.broker(plan.product.left, now, 'INFO', channel.name, name)
      for (const lane of this.lanes) if (lane.instance === instance) lane.instance = other
      this.regroup(now, 1_500, false)
    })
  }

  pumpAll(atMs: number): void {
    for (const lane of this.lanes) this.#pump(lane, atMs)
  }

  #put(delivery: Delivery, atMs: number, isFirst = false): void {
    const at = this.#queues.length > 1 ? delivery.message.key % this.#queues.length : 0
    const queue = this.#queues[at]
    if (isFirst) queue?.unshift(delivery)
    else queue?.push(delivery)
    const idle = this.lanes.filter((lane) => lane.queue === at && !lane.isBusy)
    const found = idle[idle.length > 1 ? this.#world.random.int(0, idle.length - 1) : 0]
    if (found === undefined) return
    this.#pump(found, atMs)
    // One that is down leaves it to another.
    if (!found.isBusy) for (const lane of idle) this.#pump(lane, atMs)
  }

  #pump(lane: Lane, atMs: number): void {
    if (lane.isBusy || atMs < this.#pausedUntilMs || this.#world.isDown(this.group.unit, lane.instance, atMs)) return
    const delivery = this.#queues[lane.queue]?.shift()
    if (delivery === undefined) return
    lane.isBusy = true
    lane.isFenced = false
    this.#handle(lane, delivery, atMs + this.#world.random.between(1, 25))
  }

  #handle(lane: Lane, delivery: Delivery, atMs: number): void {
    const { unit, act, channel } = this.group
    const { tape, agenda } = this.#world
    const { message } = delivery
    const { instance } = lane
    delivery.attempt++
    const joins = this.#world.habits.joins
    const context = joins === 'one_trace' ? this.#world.child(message.trace) : this.#world.trace()
    const phrases = this.#world.phrases(unit)
    const isTold = this.#world.talks(unit)
    if (isTold)
      tape.line(
        unit,
        instance,
        'INFO',
        phrases.got.replace('{id}', message.id).replace('{verb}', act.name),
        atMs,
        context,
      )
    if (delivery.isTwice && this.#skipsTwice) {
      tape.line(unit, instance, 'WARN', phrases.twice.replace('{id}', message.id), atMs + 2, context)
      agenda.at(atMs + 2, (now) => this.#finish(lane, delivery, now, null))
      return
    }
    if (this.#hangs(delivery, lane, atMs)) return
    if (this.#breaks(delivery, lane, atMs)) return
    const outcome = this.#outcome(lane, delivery, atMs, context)
    if (!Number.isFinite(outcome.endMs)) return
    const { endMs, failure } = outcome
    this.busyMs += endMs - atMs
    const count = this.#world.count(unit.name, instance)
    count.done++
    count.tookMs += endMs - atMs
    if (failure !== null) count.failed++
    tape.span({
      unit,
      instance,
      name: spanName(this.#world.habits.spanName, channel.name, 'process', act.name),
      kind: 'consumer',
      context,
      parentSpanId: joins === 'one_trace' ? message.trace.spanId : '',
      link: joins === 'links' ? message.trace : null,
      startMs: atMs,
      endMs,
      failure: failure?.text ?? null,
      attributes: messaging(this.#world, channel, 'process'),
    })
    const about = { id: message.id, attempt: delivery.attempt }
    if (failure !== null) {
      const text = phrases.failed
        .replace('{id}', message.id)
        .replace('{verb}', act.name)
        .replace('{attempt}', String(delivery.attempt))
        .replace('{reason}', failure.text)
      tape.line(unit, instance, delivery.attempt > 1 ? 'ERROR' : 'WARN', text, endMs, context, about)
    } else if (isTold) {
      const ms = Math.round(endMs - atMs)
      const text = phrases.done.replace('{id}', message.id).replace('{verb}', act.name).replace('{ms}', String(ms))
      tape.line(unit, instance, 'INFO', text, endMs, context, { key: message.key })
    }
    agenda.at(endMs, (now) => this.#finish(lane, delivery, now, failure))
  }

  #outcome(lane: Lane, { message }: Delivery, atMs: number, context: Message['trace']): Outcome {
    const { unit, act } = this.group
    const { instance } = lane
    const text = this.#reason(message, instance, atMs)
    if (text !== null) return { endMs: atMs + this.#world.random.between(1, 8), failure: { text, isFinal: true } }
    const bare = this.#world.on('dead_letter_setting', unit, instance, atMs)
    if (bare !== null && (message.key % 97) / 97 < bare.share && !act.name.startsWith('compensate')) {
      const said = this.#world.phrases(unit).setting.replace('{setting}', bare.setting)
      return { endMs: atMs + this.#world.random.between(1, 15), failure: { text: said, isFinal: false } }
    }
    return this.#calls.steps(act.steps, { unit, instance, context }, atMs, message, this.#scale(instance, atMs))
  }

  /** Why a message cannot be taken at all. */
  #reason(
    { isBroken, isForeign, schema, from, storedMs, stampMs }: Message,
    instance: number,
    atMs: number,
  ): string | null {
    const { unit } = this.group
    const phrases = this.#world.phrases(unit)
    if (isBroken) return 'payload is not valid JSON: unexpected end of input'
    if (isForeign) {
      const by = this.#world.habits.tellsCause ? ` (writer ${from.word})` : ''
      return `${phrases.parse.replace('{schema}', `v${schema}`)}${by}`
    }
    const storedHereMs = storedMs + this.#world.tape.skewOf(unit, instance, atMs)
    const stamp = new Date(stampMs).toISOString()
    if (storedHereMs - stampMs > TTL_MS) return phrases.expired.replace('{stamp}', stamp)
    return stampMs - storedHereMs > AHEAD_MS ? phrases.ahead.replace('{stamp}', stamp) : null
  }

  #scale(instance: number, atMs: number): number {
    const usual = this.#world.heft.get(this.group) ?? 1
    const slow = this.#world.on('slow_release', this.group.unit, instance, atMs)
    if (slow === null || slow.group !== this.group) return usual
    // More work comes than the group can do, or nearly.
    const worked = atMs - this.#score.fromMs
    if (this.#slowBy === 0) {
      const used = this.busyMs / Math.max(1, worked * this.lanes.length)
      this.#slowBy = Math.max(3, Math.min(80, slow.amount / Math.max(0.005, used)))
    }
    return usual * this.#slowBy
  }

  #isOfKind({ key, id }: Message, share: number): boolean {
    return ((key * 7_919 + id.length) % 1_000) / 1_000 < share
  }

  #hangs(delivery: Delivery, lane: Lane, atMs: number): boolean {
    const { unit, channel, name } = this.group
    const { agenda, plan, random } = this.#world
    const poison = this.#world.on('poison_hang', unit, lane.instance, atMs)
    if (poison === null || poison.group !== this.group || !this.#isOfKind(delivery.message, poison.share)) return false
    this.#world.hit(atMs)
    const spins = poison.rollMs > 26_000
    const spin = (now: number): void => {
      this.#world.count(unit.name, lane.instance).busyMs += 950
      agenda.at(now + 1_000, spin)
    }
    if (spins) spin(atMs)
    agenda.at(atMs + VISIBLE_MS * random.between(1, 1.2), (now) => {
      this.#world.broker(plan.product.left, now, 'INFO', channel.name, name)
      if (!plan.product.isLog) this.#put(delivery, now)
      else if (unit.replicas > 1) this.regroup(now, 2_500, false)
    })
    return true
  }

  #breaks(delivery: Delivery, lane: Lane, atMs: number): boolean {
    const { unit } = this.group
    const { instance } = lane
    const { random, tape } = this.#world
    const trouble = this.#world.on('crash_loop', unit, instance, atMs)
    if (trouble === null || trouble.group !== this.group || !this.#isOfKind(delivery.message, trouble.share))
      return false
    this.#world.hit(atMs)
    const known = this.#crashes.get(instance) ?? { count: 0, aliveSinceMs: trouble.startMs }
    const isLong = atMs - known.aliveSinceMs > 120_000
    const count = isLong ? 1 : known.count + 1
    const downMs = Math.min(120_000, 5_000 * 2 ** count) * random.between(0.8, 1.2)
    const atCrashMs = atMs + random.between(2, 60)
    this.#crashes.set(instance, { count, aliveSinceMs: atCrashMs + downMs })
    // A process that is killed says nothing.
    if (trouble.rollMs > 18_000) {
      tape.line(
        unit,
        instance,
        'ERROR',
        this.#world.phrases(unit).crash.replaceAll('{word}', unit.word),
        atCrashMs,
        NO_CONTEXT,
      )
    }
    this.#world.restart(unit, instance, atCrashMs, downMs, false, false)
    lane.isBusy = false
    this.lost(instance, atCrashMs, downMs)
    this.#put(delivery, atCrashMs, true)
    return true
  }

  #finish(lane: Lane, delivery: Delivery, atMs: number, failure: Failure | null): void {
    const { group } = this
    const { agenda, tape, plan } = this.#world
    const { unit, retries, backoffMs } = group
    const next = (): void => {
      lane.isBusy = false
      this.#pump(lane, atMs)
    }
    if (lane.isFenced) {
      // What it did was not acknowledged: somebody does it again.
      lane.isFenced = false
      lane.isBusy = false
      this.#put(delivery, atMs, true)
      return
    }
    if (failure === null) {
      delivery.doneMs = atMs
      this.#world.count(`group ${group.name}`).done++
      next()
      return
    }
    this.#world.count(`group ${group.name}`).failed++
    if (!failure.isFinal && delivery.attempt <= retries) {
      const waitMs = backoffMs * 2 ** (delivery.attempt - 1)
      if (!plan.product.isLog) {
        agenda.at(atMs + waitMs, (now) => this.#put(delivery, now))
        next()
        return
      }
      agenda.at(atMs + waitMs, (now) => this.#handle(lane, delivery, now))
      return
    }
    delivery.isDead = true
    this.deadLetters++
    this.#world.count(`group ${group.name}`).dead++
    const dead = `${group.channel.name}.${plan.product.isLog ? 'DLT' : 'dlq'}`
    const text = this.#world.phrases(unit).dead.replace('{id}', delivery.message.id).replace('{dead}', dead)
    tape.line(unit, lane.instance, 'ERROR', text, atMs, delivery.message.trace)
    if (group.undo !== null)
      this.#calls.emit(
        group.undo,
        { unit, instance: lane.instance, context: delivery.message.trace },
        atMs,
        delivery.message,
      )
    next()
  }
}
