/**
 * One object per deployment whose alarm runs the sweepers. Cron does not fire locally, so cron, `npm start` and the
 * first request of an isolate only make sure that the alarm is set.
 */

import { DurableObject } from 'cloudflare:workers'
import type { ClockRpc, Served } from '../../contracts/object-rpc.ts'
import type { Bindings } from '../../env.ts'
import { logFailure } from '../../log/log.ts'
import { backgroundContext } from '../../wiring/contexts.ts'
import { SWEEPERS } from './sweepers.ts'

/** How long after a sweep the next one runs: the longest that lost work waits beyond its own delay. */
const SWEEP_INTERVAL_MS = 30_000

export class ClockObject extends DurableObject<Bindings> implements Served<ClockRpc> {
  /** Sets the alarm if none is set; costs nothing otherwise. */
  async ensureStarted(): Promise<void> {
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + 1000)
  }

  /** Catches everything and sets the next alarm itself: the runtime gives up on an alarm that failed six times. */
  override async alarm(): Promise<void> {
    await this.ctx.storage.setAlarm(Date.now() + SWEEP_INTERVAL_MS)
    const ctx = backgroundContext(this.env, (work) => this.ctx.waitUntil(work))
    for (const [name, sweep] of Object.entries(SWEEPERS)) {
      try {
        await sweep(ctx)
      } catch (error) {
        logFailure('sweeper_failed', error, { sweeper: name })
      }
    }
  }
}
