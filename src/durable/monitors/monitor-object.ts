/** One object per project: monitors and schedules, and what each is due for (docs/design/oncall.md). */
import { DurableObject } from 'cloudflare:workers'
import type { MonitorRpc, Served } from '../../contracts/object-rpc.ts'
import type { Bindings } from '../../env.ts'

export class MonitorObject extends DurableObject<Bindings> implements Served<MonitorRpc> {
  /** Removes everything of a deleted project. */
  async purge(): Promise<void> {
    await this.ctx.storage.deleteAll()
  }
}
