/** One object per project: destinations, what is to be told to them, and what became of it (docs/design/oncall.md). */
import { DurableObject } from 'cloudflare:workers'
import type { DeliveryRpc, Served } from '../../contracts/object-rpc.ts'
import type { Bindings } from '../../env.ts'

export class DeliveryObject extends DurableObject<Bindings> implements Served<DeliveryRpc> {
  /** A project without destinations has nobody to tell. */
  async enqueue(): Promise<void> {}

  /** Removes everything of a deleted project. */
  async purge(): Promise<void> {
    await this.ctx.storage.deleteAll()
  }
}
