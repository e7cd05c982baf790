/** One object per project: full-text index of its threads and messages (docs/design/threads.md, Search). */

import { DurableObject } from 'cloudflare:workers'
import type { SearchRpc, Served } from '../../contracts/object-rpc.ts'
import type {
  Hits,
  MessageHit,
  MessageSearch,
  RunSearch,
  SearchBatch,
  ThreadHit,
  ThreadSearch,
} from '../../contracts/search-protocol.ts'
import type { RunPage } from '../../contracts/thread-protocol.ts'
import type { Bindings } from '../../env.ts'
import { searchRuns } from './run-rows.ts'
import { SearchIndex } from './search-index.ts'
import { searchMessages, searchThreads } from './search-query.ts'

export class SearchObject extends DurableObject<Bindings> implements Served<SearchRpc> {
  readonly #index: SearchIndex

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env)
    this.#index = new SearchIndex(ctx.storage)
  }

  /** Indexes the current thread and new messages. Repeatable; late deliveries of older versions change nothing. */
  index(batch: SearchBatch): void {
    this.#index.put(batch)
  }

  threads(search: ThreadSearch): Hits<ThreadHit> {
    return this.#index.hasTables() ? searchThreads(this.ctx.storage.sql, search) : { hits: [], totalResults: 0 }
  }

  messages(search: MessageSearch): Hits<MessageHit> {
    return this.#index.hasTables() ? searchMessages(this.ctx.storage.sql, search) : { hits: [], totalResults: 0 }
  }

  runs(search: RunSearch): RunPage {
    return this.#index.hasRuns() ? searchRuns(this.ctx.storage.sql, search) : { runs: [], nextCursor: null }
  }

  /** Removes everything of a deleted project. */
  async purge(): Promise<void> {
    await this.ctx.storage.deleteAll()
    this.#index.forget()
  }
}
