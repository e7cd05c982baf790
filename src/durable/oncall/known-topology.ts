/** Who calls whom, as it was known a few minutes ago: alerts do not wait for a look at the telemetry. */
import type { PlacedProject } from '../../contracts/oncall-protocol.ts'
import type { DomainContext } from '../../domain/context.ts'
import { readCalls } from '../../domain/oncall/topology.ts'
import { logFailure } from '../../log/log.ts'
import { type Topology, topologyOf } from '../../oncall/incidents/grouping.ts'
import type { FactStore } from './fact-store.ts'

const AGE_MAX_MS = 10 * 60_000
/** A sender waits for its answer: what is not known by then is known for the next alerts. */
const WAIT_MAX_MS = 40
const FACT = 'calls'

type Calls = readonly (readonly [caller: string, callee: string])[]

export class KnownTopology {
  readonly #facts: FactStore
  #known: { readonly atMs: number; readonly topology: Topology } | null = null
  #reading: Promise<void> | null = null

  constructor(facts: FactStore) {
    this.#facts = facts
  }

  /** Without asking: of this instance, or what an earlier one left. */
  known(): Topology {
    return this.#load().topology
  }

  async get(ctx: DomainContext, owner: PlacedProject): Promise<Topology> {
    const { atMs, topology } = this.#load()
    if (ctx.now() - atMs <= AGE_MAX_MS) return topology
    this.#reading ??= this.#read(ctx, owner)
    if (topology.size === 0) await Promise.race([this.#reading, timeout(WAIT_MAX_MS)])
    return this.known()
  }

  #load(): { readonly atMs: number; readonly topology: Topology } {
    if (this.#known !== null) return this.#known
    const kept = this.#facts.get<{ readonly atMs: number; readonly calls: Calls }>(FACT)
    this.#known =
      kept === null ? { atMs: 0, topology: new Map() } : { atMs: kept.atMs, topology: topologyOf(kept.calls) }
    return this.#known
  }

  async #read(ctx: DomainContext, owner: PlacedProject): Promise<void> {
    const atMs = ctx.now()
    try {
      const calls = await readCalls({ ctx, scope: owner })
      this.#known = { atMs, topology: topologyOf(calls) }
      this.#facts.put(FACT, { atMs, calls })
    } catch (error) {
      logFailure('topology_unreadable', error)
      // Asked again with the alerts that come after the usual age.
      this.#known = { atMs, topology: this.known() }
    } finally {
      this.#reading = null
    }
  }
}

function timeout(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
