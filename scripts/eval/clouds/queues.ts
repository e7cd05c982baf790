/** Messages that wait for a consumer: in order within each partition. */
import type { Random } from '../synthetic/random.ts'
import type { Fault } from './faults.ts'
import type { Component, Consumer } from './system.ts'
import type { World } from './world.ts'

const ATTEMPTS = 3
const RETRY_MS = 1_500

interface Partition {
  readonly sentMs: number[]
  head: number
  freeMs: number
}

export class Backlog {
  readonly consumer: Consumer
  sent = 0
  received = 0
  dropped = 0
  readonly #random: Random
  readonly #poison: Fault | null
  readonly #partitions: Partition[]
  readonly #blocked: number

  constructor(random: Random, consumer: Consumer, poison: Fault | null) {
    this.consumer = consumer
    this.#random = random
    this.#poison = poison
    this.#partitions = Array.from({ length: consumer.partitions }, () => ({ sentMs: [], head: 0, freeMs: 0 }))
    this.#blocked = poison === null ? 0 : Math.ceil(poison.share * consumer.partitions)
  }

  send(queue: Component, atMs: number): void {
    if (queue !== this.consumer.queue) return
    this.sent++
    const { sentMs } = this.#random.pick(this.#partitions)
    // A request's steps lie ahead of the clock, so that messages are not always sent in order.
    let at = sentMs.length
    while (at > 0 && (sentMs[at - 1] ?? 0) > atMs) at--
    sentMs.splice(at, 0, atMs)
  }

  drain(world: World, untilMs: number): void {
    this.#partitions.forEach((partition, i) => {
      for (;;) {
        const sentMs = partition.sentMs[partition.head]
        if (sentMs === undefined) return
        const beginMs = Math.max(sentMs, partition.freeMs) + 5
        if (beginMs > untilMs) return
        const poison = this.#poison
        if (poison !== null && i < this.#blocked && beginMs >= poison.startMs) {
          partition.freeMs = world.poisoned(this.consumer.operation, beginMs) + poison.amount
          continue
        }
        partition.freeMs = this.#handle(world, beginMs)
        partition.head++
        this.received++
      }
    })
  }

  #handle(world: World, beginMs: number): number {
    let atMs = beginMs
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      atMs = world.serve(this.consumer.operation, atMs)
      if (world.status === 0 || world.status === 2) return atMs
      atMs += RETRY_MS * 2 ** attempt
    }
    this.dropped++
    return atMs
  }

  depth(atMs: number): number {
    return this.#waiting(atMs).reduce((sum, count) => sum + count, 0)
  }

  #waiting(atMs: number): number[] {
    return this.#partitions.map(({ sentMs, head }) => {
      let end = sentMs.length
      while (end > head && (sentMs[end - 1] ?? 0) > atMs) end--
      return end - head
    })
  }

  /** Age of the oldest message that waits. */
  ageMs(atMs: number): number {
    const ages = this.#partitions.map(({ sentMs, head }) => Math.max(0, atMs - (sentMs[head] ?? atMs)))
    return Math.max(0, ...ages)
  }
}
