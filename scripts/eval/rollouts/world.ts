/** Sends requests through pods, one after the other: who waits for a processor, for a free worker and for callees. */
import type { Random } from '../synthetic/random.ts'
import type { Call, Operation, Service } from './cluster.ts'
import type { Fault } from './faults.ts'
import type { Defect, Fleet, Pod } from './pods.ts'

export interface Done {
  readonly endMs: number
  readonly code: number
  /** An answer that looks right and is not. */
  readonly isWrong: boolean
}

/** What a day brings besides requests. */
export interface Weather {
  /** Part of a node's processors that its pods get. */
  readonly nodeShare: (node: string, atMs: number) => number
  /** Of a service's requests these fail. */
  readonly failing: (service: Service, atMs: number) => number
  /** Pods that stand still for a moment. */
  readonly pauseMs: (pod: Pod, atMs: number) => number
}

/** Until it is found that a pod no longer answers. */
const UNNOTICED_MS = 4_000
const KEPT_WAITING_MS = 4_000
/** A pod may use its limit of so long at once before it is held back. */
const BURST_MS = 200
const RESTART_MS = 6_000
const RESTART_MAX_MS = 80_000
const LEAK_SPREAD = 0.5

export class RolloutWorld {
  readonly #random: Random
  readonly #fleet: Fleet
  readonly #fault: Fault | null
  readonly #weather: Weather
  readonly #ambient: number
  /** Whether who asks finds out that an answer is wrong. */
  readonly #noticed: number
  /** Processor time that requests waited for, by service, before the fault and since. */
  readonly waited = new Map<Service, { before: number; since: number }>()
  readonly served = new Map<Service, { before: number; since: number }>()

  constructor(random: Random, fleet: Fleet, fault: Fault | null, weather: Weather) {
    this.#random = random
    this.#fleet = fleet
    this.#fault = fault
    this.#weather = weather
    this.#ambient = random.pick([0.0005, 0.002, 0.004])
    this.#noticed = random.pick([0.3, 0.7, 1])
  }

  request(operation: Operation, atMs: number): Done {
    return this.#ask(operation, null, atMs)
  }

  /** One call with what is tried again. */
  #ask(operation: Operation, from: Pod | null, startMs: number): Done {
    const { service } = operation
    const tries = 1 + (from === null ? 0 : from.service.retries)
    const timeoutMs = from === null ? 30_000 : from.service.timeoutMs
    let atMs = startMs
    let done: Done = { endMs: atMs, code: 503, isWrong: false }
    for (let i = 0; i < tries; i++) {
      const sent = this.#send(operation, atMs)
      const isLate = sent.endMs - atMs > timeoutMs
      done = isLate ? { endMs: atMs + timeoutMs, code: 504, isWrong: false } : sent
      if (from !== null) this.#counts(from, service, done, atMs)
      if (done.code < 500) return done
      atMs = done.endMs + this.#random.between(20, 60)
    }
    return done
  }

  #send(operation: Operation, atMs: number): Done {
    const { service } = operation
    const pods = (this.#fleet.pods.get(service) ?? []).filter((pod) => {
      const isKnownDown = atMs < pod.downToMs && atMs - pod.downFromMs > UNNOTICED_MS
      return pod.isServing(atMs) && !isKnownDown
    })
    const wireMs = this.#random.logNormal(0.8, 0.4) + this.#delay(service, atMs)
    if (pods.length === 0) return { endMs: atMs + wireMs + 2, code: 503, isWrong: false }
    const pod = this.#random.pick(pods)
    if (atMs >= pod.downFromMs && atMs < pod.downToMs) return { endMs: atMs + wireMs + 1, code: 503, isWrong: false }
    const done = this.#serve(operation, pod, atMs + wireMs / 2)
    return { ...done, endMs: done.endMs + wireMs / 2 }
  }

  #delay(service: Service, atMs: number): number {
    const fault = this.#fault
    if (fault?.kind !== 'network_delay' || fault.service !== service || atMs < fault.startMs) return 0
    return this.#random.logNormal(fault.amount, 0.25)
  }

  #serve(operation: Operation, pod: Pod, startMs: number): Done {
    const { service } = operation
    const { defect } = pod.release
    const since = this.#fault !== null && startMs >= this.#fault.startMs
    count(this.served, service, since, 1)
    const freeMs = this.#free(pod, startMs)
    if (freeMs - startMs > KEPT_WAITING_MS)
      return this.#answers(pod, startMs, { endMs: startMs + 3, code: 503, isWrong: false })
    const isHit = defect !== null && this.#random.chance(defect.share)
    const hit = isHit ? defect : null
    let atMs = freeMs + this.#weather.pauseMs(pod, startMs)
    const isRare = this.#random.chance(this.#ambient + this.#weather.failing(service, startMs))
    const isShort = hit?.kind === 'fails' || hit?.kind === 'early' || isRare
    const work = this.#random.logNormal(service.cpuMs * operation.weight, 0.35) * pod.release.costs
    const needed = work * (isShort ? 0.3 : 1) * (hit?.kind === 'burns' ? hit.amount : 1) * this.#cold(pod, startMs)
    atMs += this.#computes(pod, atMs, needed, since)
    if (hit?.kind === 'leaks') this.#leaks(pod, hit, atMs)
    if (hit?.kind === 'slow' || hit?.kind === 'store') atMs += this.#random.logNormal(hit.amount, 0.4)
    let done: Done = { endMs: atMs, code: isRare || hit?.kind === 'fails' ? 500 : 200, isWrong: hit?.kind === 'wrong' }
    if (!isShort) done = this.#calls(operation, pod, hit, done)
    return this.#answers(pod, startMs, done, hit?.kind === 'early' || hit?.kind === 'wrong' ? 0.15 : 1)
  }

  #calls(operation: Operation, pod: Pod, hit: Defect | null, begun: Done): Done {
    let { endMs, code } = begun
    for (const call of operation.calls) {
      const isMeant = hit !== null && call.to.service === hit.callee
      if ((hit?.kind === 'skips' && isMeant) || !this.#random.chance(call.share)) continue
      const times = hit?.kind === 'chatty' && isMeant ? hit.amount : 1
      for (let i = 0; i < times; i++) {
        const answered = this.#ask(call.to, pod, endMs)
        endMs = answered.endMs
        if (this.#breaks(call, answered)) code = answered.code === 504 ? 504 : answered.code === 503 ? 502 : 500
        if (code !== 200) return { endMs, code, isWrong: false }
      }
    }
    return { endMs, code, isWrong: begun.isWrong }
  }

  #breaks({ isNeeded }: Call, { code, isWrong }: Done): boolean {
    if (!isNeeded) return false
    return code >= 500 || (isWrong && this.#random.chance(this.#noticed))
  }

  /** When one of a pod's workers is free. */
  #free(pod: Pod, atMs: number): number {
    const { workers } = pod.service
    // Ends of what is over are forgotten only where they would seem too many.
    if (pod.ends.length < workers) return atMs
    pod.ends = pod.ends.filter((one) => one > atMs)
    if (pod.ends.length < workers) return atMs
    return pod.ends.toSorted((a, b) => a - b)[pod.ends.length - workers] ?? atMs
  }

  #cold(pod: Pod, atMs: number): number {
    const ageMs = atMs - Math.max(pod.readyMs, pod.restarts.at(-1) ?? pod.readyMs)
    return 1 + pod.service.coldness * Math.exp(-Math.max(0, ageMs) / 25_000)
  }

  /** Returns how long it takes to get the processor for so long. */
  #computes(pod: Pod, atMs: number, workMs: number, since: boolean): number {
    const { service } = pod
    const share = this.#weather.nodeShare(pod.node, atMs)
    const cores = Math.min(service.cores, Math.max(0.02, share))
    pod.backlogMs = Math.max(0, pod.backlogMs - Math.max(0, atMs - pod.atMs) * cores)
    pod.atMs = Math.max(pod.atMs, atMs)
    const burst = BURST_MS * cores
    const heldBack = Math.max(0, pod.backlogMs + workMs - burst) / cores
    pod.backlogMs += workMs
    const tookMs = Math.min(workMs, burst) / Math.max(0.02, Math.min(1, share)) + heldBack
    const usage = pod.usageAt(atMs)
    usage.cpuMs += workMs
    if (service.hasLimit && cores === service.cores) usage.throttledMs += Math.min(heldBack, workMs / cores)
    usage.stalledMs += Math.max(0, tookMs - workMs)
    count(this.waited, service, since, Math.max(0, tookMs - workMs))
    return tookMs
  }

  /** Leaks until it is killed for want of memory, and begins anew. */
  #leaks(pod: Pod, { amount }: Defect, atMs: number): void {
    const { baseMb, limitMb } = pod.service
    const sinceMs = atMs - pod.startedMs(atMs)
    if (sinceMs < 0) return
    pod.leakedMb = Math.max(
      pod.leakedMb,
      ((limitMb - baseMb) * (atMs - Math.max(pod.readyMs, pod.startedMs(atMs)))) / amount,
    )
    pod.usageAt(atMs).leakedMb = pod.leakedMb
    if (pod.leakedMb < (limitMb - baseMb) * this.#random.between(1, 1 + LEAK_SPREAD * 0.05)) return
    pod.leakedMb = 0
    pod.downFromMs = atMs
    pod.downToMs = atMs + pod.service.startupMs + Math.min(RESTART_MAX_MS, RESTART_MS * 2 ** pod.restarts.length)
    pod.restarts.push(pod.downToMs - pod.service.startupMs)
    pod.backlogMs = 0
    pod.ends = []
  }

  #answers(pod: Pod, startMs: number, done: Done, size = 1): Done {
    pod.ends.push(done.endMs)
    const usage = pod.usageAt(done.endMs)
    usage.requests++
    usage.durationMs += done.endMs - startMs
    const kept = done.code >= 500 ? usage.failedDurations : usage.durations
    kept.push(done.endMs - startMs)
    usage.codes.set(done.code, (usage.codes.get(done.code) ?? 0) + 1)
    usage.receivedBytes += 900
    usage.sentBytes += done.code === 200 ? pod.service.answerBytes * this.#random.between(0.6, 1.4) * size : 250
    return done
  }

  #counts(from: Pod, to: Service, done: Done, startMs: number): void {
    const usage = from.usageAt(done.endMs)
    const known = usage.outbound.get(to) ?? { requests: 0, failures: 0, durationMs: 0 }
    usage.outbound.set(to, known)
    known.requests++
    known.durationMs += done.endMs - startMs
    if (done.code >= 500) known.failures++
    usage.sentBytes += 900
    usage.receivedBytes += done.code === 200 ? to.answerBytes * (done.isWrong ? 0.15 : 1) : 250
  }
}

function count(
  in_: Map<Service, { before: number; since: number }>,
  service: Service,
  since: boolean,
  by: number,
): void {
  const known = in_.get(service) ?? { before: 0, since: 0 }
  in_.set(service, known)
  if (since) known.since += by
  else known.before += by
}
