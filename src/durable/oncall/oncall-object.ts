/** One object per project: changes, alerts, incidents, and what is known about them (docs/design/oncall.md). */
import { DurableObject } from 'cloudflare:workers'
import type { OnCallRpc, Served } from '../../contracts/object-rpc.ts'
import type { ChangePage, ChangeView } from '../../contracts/oncall-protocol.ts'
import type { Bindings } from '../../env.ts'

export class OnCallObject extends DurableObject<Bindings> implements Served<OnCallRpc> {
  receiveAlerts(): { readonly accepted: number } {
    throw new Error('The on-call object takes no alerts yet.')
  }

  recordChanges(): readonly ChangeView[] {
    throw new Error('The on-call object takes no changes yet.')
  }

  listChanges(): ChangePage {
    return { changes: [], nextCursor: null }
  }

  /** Removes everything of a deleted project. */
  async purge(): Promise<void> {
    await this.ctx.storage.deleteAll()
  }
}
