/** Metrics of a system that passes messages: lag, age, work done and given up, processors and disks. */
import type { Attributes, MetricPoint } from '../../../src/telemetry/model.ts'
import { fromMillis } from '../../../src/telemetry/time.ts'
import type { Unit } from './plan.ts'
import type { Reader } from './readers.ts'
import type { World } from './world.ts'

/** Names by the three ways to name: lag, age, published, done, failed, dead, processor, disk. */
const NAMES = {
  prometheus: {
    lag: ['mq_consumergroup_lag', ''],
    age: ['mq_oldest_message_age_seconds', 's'],
    published: ['mq_topic_messages_in_total', ''],
    done: ['worker_messages_processed_total', ''],
    failed: ['worker_messages_failed_total', ''],
    dead: ['worker_dead_letters_total', ''],
    cpu: ['process_cpu_seconds_total', ''],
    disk: ['node_filesystem_used_percent', ''],
  },
  otel: {
    lag: ['messaging.consumer.lag', '{message}'],
    age: ['messaging.queue.oldest_message.age', 's'],
    published: ['messaging.client.sent.messages', '{message}'],
    done: ['messaging.client.consumed.messages', '{message}'],
    failed: ['messaging.process.errors', '{error}'],
    dead: ['messaging.dead_letter.messages', '{message}'],
    cpu: ['process.cpu.utilization', '1'],
    disk: ['system.filesystem.utilization', '1'],
  },
  cloud: {
    lag: ['ApproximateNumberOfMessagesVisible', 'Count'],
    age: ['ApproximateAgeOfOldestMessage', 'Seconds'],
    published: ['NumberOfMessagesSent', 'Count'],
    done: ['NumberOfMessagesDeleted', 'Count'],
    failed: ['HandlerErrors', 'Count'],
    dead: ['NumberOfMessagesMovedToDLQ', 'Count'],
    cpu: ['CPUUtilization', 'Percent'],
    disk: ['DiskSpaceUtilization', 'Percent'],
  },
} as const
type Kind = keyof (typeof NAMES)['otel']

export class Gauges {
  readonly points: MetricPoint[] = []
  readonly #world: World
  readonly #readers: readonly Reader[]
  readonly #last = new Map<string, number>()
  readonly #noise = new Map<string, number>()
  readonly #fillsSinceMs: number

  constructor(world: World, readers: readonly Reader[], fromMs: number) {
    this.#world = world
    this.#readers = readers
    this.#fillsSinceMs = fromMs
  }

  /** Takes all levels every step from now on. */
  start(atMs: number, shownFromMs: number): void {
    const { habits, agenda } = this.#world
    if (habits.metrics === 'none') return
    const take = (now: number): void => {
      this.#take(now, now >= shownFromMs)
      agenda.at(now + habits.stepMs, take)
    }
    agenda.at(atMs + habits.stepMs, take)
  }

  #take(atMs: number, isShown: boolean): void {
    const { plan, habits } = this.#world
    const { broker } = plan
    const isOfBroker = broker.sends !== 'nothing'
    for (const reader of this.#readers) {
      const { group } = reader
      const of = { group: group.name, [plan.product.isLog ? 'topic' : 'queue']: group.channel.name }
      const sender = isOfBroker ? broker : habits.metrics === 'all' ? group.unit : null
      if (sender !== null) {
        this.#level(sender, 0, 'lag', reader.depth, of, atMs, isShown)
        this.#level(sender, 0, 'age', Math.round(reader.oldestMs(atMs) / 1_000), of, atMs, isShown)
      }
      if (habits.metrics !== 'all') continue
      const { done, failed, dead } = this.#world.count(`group ${group.name}`)
      this.#sum(group.unit, 0, 'done', done, of, atMs, isShown)
      this.#sum(group.unit, 0, 'failed', failed, of, atMs, isShown)
      this.#sum(group.unit, 0, 'dead', dead, of, atMs, isShown)
    }
    if (isOfBroker) {
      for (const { name } of plan.channels) {
        const of = { [plan.product.isLog ? 'topic' : 'queue']: name }
        this.#sum(broker, 0, 'published', this.#world.count(name).done, of, atMs, isShown)
      }
    }
    if (habits.metrics !== 'all') return
    for (const unit of plan.units) {
      if (unit === broker && !isOfBroker) continue
      for (let instance = 0; instance < unit.replicas; instance++) this.#resources(unit, instance, atMs, isShown)
    }
  }

  #resources(unit: Unit, instance: number, atMs: number, isShown: boolean): void {
    const { habits, random, trouble, plan } = this.#world
    if (this.#world.isDown(unit, instance, atMs)) return
    const place = `${unit.name}/${instance}`
    const wander = (this.#noise.get(place) ?? 0) * 0.85 + random.between(-0.01, 0.01)
    this.#noise.set(place, wander)
    const { busyMs } = this.#world.count(unit.name, instance)
    const since = busyMs - (this.#last.get(`cpu ${place}`) ?? 0)
    this.#last.set(`cpu ${place}`, busyMs)
    const used = Math.max(0.01, Math.min(1, 0.08 + wander + since / habits.stepMs / 2))
    const percent = habits.metricNames === 'otel' ? 1 : 100
    if (habits.metricNames === 'prometheus') {
      const key = `seconds ${place}`
      const seconds = (this.#last.get(key) ?? 0) + (used * 2 * habits.stepMs) / 1_000
      this.#last.set(key, seconds)
      this.#push(unit, instance, 'cpu', seconds, {}, atMs, isShown, true)
    } else this.#level(unit, instance, 'cpu', used * percent, {}, atMs, isShown)
    const spools = plan.groups.some(
      (group) => group.unit === unit && group.act.steps.some((step) => step.do === 'spool'),
    )
    if (!spools && unit.role !== 'broker') return
    const isFilling =
      trouble?.kind === 'disk_full' && trouble.unit === unit && (trouble.instance ?? instance) === instance
    const at = isFilling ? Math.min(1, (atMs - this.#fillsSinceMs) / (trouble.startMs - this.#fillsSinceMs)) : 0
    const base = 0.45 + 0.04 * (place.length % 6) + wander / 8
    this.#level(unit, instance, 'disk', Math.min(1, base + (1 - base) * at ** 2) * percent, {}, atMs, isShown)
  }

  #level(
    unit: Unit,
    instance: number,
    kind: Kind,
    value: number,
    of: Attributes,
    atMs: number,
    isShown: boolean,
  ): void {
    this.#push(unit, instance, kind, value, of, atMs, isShown, false)
  }

  /** Clouds send what came in a step, others what came so far. */
  #sum(unit: Unit, instance: number, kind: Kind, value: number, of: Attributes, atMs: number, isShown: boolean): void {
    if (this.#world.habits.metricNames !== 'cloud') {
      this.#push(unit, instance, kind, value, of, atMs, isShown, true)
      return
    }
    const key = `${kind} ${unit.name} ${JSON.stringify(of)}`
    const since = value - (this.#last.get(key) ?? 0)
    this.#last.set(key, value)
    this.#push(unit, instance, kind, since, of, atMs, isShown, false)
  }

  #push(
    unit: Unit,
    instance: number,
    kind: Kind,
    value: number,
    attributes: Attributes,
    atMs: number,
    isShown: boolean,
    isSum: boolean,
  ): void {
    if (!isShown) return
    const [name, unitName] = NAMES[this.#world.habits.metricNames][kind]
    this.points.push({
      time: fromMillis(atMs + this.#world.tape.skewOf(unit, instance, atMs)),
      startTime: null,
      name,
      unit: unitName,
      description: '',
      type: isSum ? 'sum' : 'gauge',
      temporality: isSum ? 'cumulative' : 'unspecified',
      isMonotonic: isSum,
      value,
      resource: this.#world.tape.resourceOf(unit, instance),
      scopeName: '',
      attributes,
    })
  }
}
