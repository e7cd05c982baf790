/** One object per pulled stream: reads a platform on its alarm (docs/design/sources.md). */
import { DurableObject } from 'cloudflare:workers'
import { backgroundContext } from '../../domain/background-context.ts'
import { type PollerState, pollOnce } from '../../domain/sources/poll-stream.ts'
import type { Bindings } from '../../env.ts'

const STATE = 'state'

export class PollerObject extends DurableObject<Bindings> {
  /** Repeatable: a poller that runs keeps its position. */
  async start(streamId: string): Promise<void> {
    if (this.ctx.storage.kv.get(STATE) === undefined) {
      const state: PollerState = { streamId, position: null, readToMs: null, failures: 0, recentIds: [] }
      this.ctx.storage.kv.put(STATE, state)
    }
    await this.ctx.storage.setAlarm(Date.now())
  }

  async stop(): Promise<void> {
    await this.ctx.storage.deleteAll()
  }

  override async alarm(): Promise<void> {
    const state = this.ctx.storage.kv.get<PollerState>(STATE)
    if (!state) return
    const ctx = backgroundContext(this.env, (work) => this.ctx.waitUntil(work))
    const next = await pollOnce(ctx, state)
    // stop() may have come while the platform was read.
    if (this.ctx.storage.kv.get(STATE) === undefined) return
    if (next === null) return this.stop()
    this.ctx.storage.kv.put(STATE, next.state)
    await this.ctx.storage.setAlarm(Date.now() + next.afterMs)
  }
}
