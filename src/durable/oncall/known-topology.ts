/** Who calls whom, as it was known a few minutes ago: alerts do not wait for a look at the telemetry. */
import type { PlacedProject } from '../../contracts/oncall-protocol.ts'
import type { DomainContext } from '../../domain/context.ts'
import { readCalls } from '../../domain/oncall/topology.ts'
import { logFailure } from '../../log/log.ts'
import { type Topology, topologyOf } from '../../oncall/incidents/grouping.ts'

const AGE_MAX_MS = 10 * 60_000
/** The first alert of an instance waits this long at most; then it is grouped without. */
const WAIT_MAX_MS = 1_500

export class KnownTopology {
  #known: { readonly atMs: number; readonly topology: Topology } | null = null
  #reading: Promise<void> | null = null

  /** Without asking. */
  known(): Topology {
    return this.#known?.topology ?? new Map()
  }

  async get(ctx: DomainContext, owner: PlacedProject): Promise<Topology> {
    const nowMs = ctx.now()
    if (this.#known === null || nowMs - this.#known.atMs > AGE_MAX_MS) {
      this.#reading ??= this.#read(ctx, owner)
      if (this.#known === null) await Promise.race([this.#reading, timeout(WAIT_MAX_MS)])
    }
    return this.#known?.topology ?? new Map()
  }

  async #read(ctx: DomainContext, owner: PlacedProject): Promise<void> {
    try {
      this.#known = { atMs: ctx.now(), topology: topologyOf(await readCalls({ ctx, scope: owner })) }
    } catch (error) {
      logFailure('topology_unreadable', error)
      // Asked again with the alerts that come after the usual age.
      this.#known = { atMs: ctx.now(), topology: this.#known?.topology ?? new Map() }
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
