/**
 * One object per deployment. Its alarm runs the sweepers. Cron does not fire locally, so cron, `npm start` and the
 * first request of an isolate only ensure that the alarm is set.
 */

import { DurableObject } from 'cloudflare:workers'
import type { ClockRpc, Served } from '../../contracts/object-rpc.ts'
import { systemScope } from '../../domain/system-scope.ts'
import type { Bindings } from '../../env.ts'
import { logFailure } from '../../log/log.ts'
import { backgroundContext } from '../../wiring/contexts.ts'
import { SWEEPERS } from './sweepers.ts'

/** Time from one sweep to the next: the longest that lost work waits beyond its own delay. */
const SWEEP_INTERVAL_MS = 30_000

export class ClockObject extends DurableObject<Bindings> implements Served<ClockRpc> {
  /** Sets the alarm if none is set. */
  async ensureStarted(): Promise<void> {
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + 1000)
  }

  /** Catches every error and sets the next alarm itself, because the runtime drops an alarm that failed six times. */
  override async alarm(): Promise<void> {
    await this.ctx.storage.setAlarm(Date.now() + SWEEP_INTERVAL_MS)
    const ctx = backgroundContext(this.env, (work) => this.ctx.waitUntil(work))
    const scope = systemScope('clock')
    for (const [name, sweep] of Object.entries(SWEEPERS)) {
      try {
        await sweep({ ctx, scope })
      } catch (error) {
        logFailure('sweeper_failed', error, { sweeper: name })
      }
    }
  }
}
