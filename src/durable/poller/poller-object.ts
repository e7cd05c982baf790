/** One object per pulled stream. Its alarm reads the platform (docs/design/sources.md). */

import { DurableObject } from 'cloudflare:workers'
import type { PollerRpc, Served } from '../../contracts/object-rpc.ts'
import { type PollerState, pollOnce } from '../../domain/sources/poll-stream.ts'
import { systemScope } from '../../domain/system-scope.ts'
import type { Bindings } from '../../env.ts'
import { logFailure } from '../../log/log.ts'
import { backgroundContext } from '../../wiring/contexts.ts'

const STATE = 'state'
/** Counts starts, so that a poll in progress does not overwrite a retry that was requested meanwhile. */
const STARTS = 'starts'
/**
 * Pause after a failure of our own, such as an unreachable database. An alarm that throws is dropped after six
 * attempts.
 */
const MISHAP_DELAY_MS = 60_000

export class PollerObject extends DurableObject<Bindings> implements Served<PollerRpc> {
  /** Starts polling. Repeatable: a running poller keeps its position and tries at once. */
  async start(streamId: string): Promise<void> {
    const { kv } = this.ctx.storage
    const known = kv.get<PollerState>(STATE)
    const { waitsFor: _, ...state } = known ?? { streamId, position: null, readToMs: null, recentIds: [], failures: 0 }
    kv.put(STATE, { ...state, failures: 0 } satisfies PollerState)
    kv.put(STARTS, this.#starts() + 1)
    await this.ctx.storage.setAlarm(Date.now())
  }

  async stop(): Promise<void> {
    await this.ctx.storage.deleteAll()
  }

  override async alarm(): Promise<void> {
    try {
      await this.#poll()
    } catch (error) {
      logFailure('poll_failed', error)
      if (this.ctx.storage.kv.get(STATE) !== undefined) await this.ctx.storage.setAlarm(Date.now() + MISHAP_DELAY_MS)
    }
  }

  async #poll(): Promise<void> {
    const { kv } = this.ctx.storage
    const state = kv.get<PollerState>(STATE)
    if (!state) return
    const starts = this.#starts()
    const ctx = backgroundContext(this.env, (work) => this.ctx.waitUntil(work))
    const next = await pollOnce({ ctx, scope: systemScope('poller'), input: state })
    // stop() may have run while the platform was read.
    if (kv.get(STATE) === undefined) return
    if (next === null) return this.stop()
    const isAskedAnew = this.#starts() !== starts
    const { waitsFor, ...rest } = next.state
    kv.put(STATE, { ...rest, ...(waitsFor === undefined || isAskedAnew ? {} : { waitsFor }) } satisfies PollerState)
    await this.ctx.storage.setAlarm(Date.now() + (isAskedAnew ? 0 : next.afterMs))
  }

  #starts(): number {
    return this.ctx.storage.kv.get<number>(STARTS) ?? 0
  }
}
