/**
 * Live tail: sends records that arrive from now on and match, as server-sent events. The store has no push channel, so
 * the tail reads a short window that ends now, once a second. The window covers records that arrive up to half a minute
 * late, and ids of records already sent are remembered.
 */
import type { ProjectScope } from '../../auth/scope.ts'
import { fromMillis } from '../../telemetry/index.ts'
import type { VerbCall } from '../context.ts'
import { type Standing, watchRight } from '../recheck.ts'
import { projectOf, type QueryInput, recordFilterOf } from './query-input.ts'
import { logView } from './record-views.ts'

const LOOK_INTERVAL_MS = 1000
const LATE_MS = 30_000
/** Intake accepts times this far in the future. */
const AHEAD_MS = 600_000
const PER_LOOK_MAX = 200
/** After this time the client reconnects, so that a forgotten tail does not cost something for ever. */
const LIFETIME_MS = 15 * 60_000
const KEEP_ALIVE_MS = 15_000
const SHOWN_IDS_MAX = 20_000

export interface TailInput {
  readonly query: Pick<QueryInput, 'search' | 'filters'>
  readonly signal: AbortSignal
  /** Returns whether the caller may still read; checked every 30 s. */
  readonly recheck: () => Promise<Standing>
}

/**
 * Follows new log records as server-sent events until the client leaves, the time limit is reached, or `recheck` finds
 * that the right to read is gone.
 */
export function tailLogs({ ctx, scope, input }: VerbCall<ProjectScope, TailInput>): ReadableStream<Uint8Array> {
  const { query, signal, recheck } = input
  const encoder = new TextEncoder()
  const startedMs = ctx.now()
  const shown = new Set<string>()
  const filter = recordFilterOf(query)
  let lastSentMs = startedMs
  let isGone = false
  let isRefused = false
  let stopWatching = (): void => {}
  const isOver = (): boolean => isGone || isRefused || signal.aborted
  const look = async (): Promise<string> => {
    const now = ctx.now()
    const range = { from: fromMillis(Math.max(startedMs, now - LATE_MS)), to: fromMillis(now + AHEAD_MS) }
    const result = await ctx.telemetry.searchLogs(projectOf(scope), {
      range,
      filter,
      order: 'newest',
      limit: PER_LOOK_MAX,
    })
    const fresh = result.records.filter((record) => !shown.has(record.id)).reverse()
    for (const record of fresh) shown.add(record.id)
    if (shown.size > SHOWN_IDS_MAX) for (const id of [...shown].slice(0, shown.size - SHOWN_IDS_MAX)) shown.delete(id)
    return fresh
      .map((record) => `id: ${record.id}\ndata: ${JSON.stringify({ type: 'log', log: logView(record) })}\n\n`)
      .join('')
  }
  return new ReadableStream<Uint8Array>({
    start() {
      stopWatching = watchRight(recheck, () => {
        isRefused = true
      })
    },
    async pull(controller) {
      while (!isOver()) {
        if (ctx.now() - startedMs > LIFETIME_MS) {
          controller.enqueue(encoder.encode('data: [DONE]\n\n'))
          break
        }
        const frames = await look()
        // Records found while the right was lost are not sent.
        if (isOver()) break
        const isQuiet = ctx.now() - lastSentMs > KEEP_ALIVE_MS
        if (frames !== '' || isQuiet) {
          lastSentMs = ctx.now()
          controller.enqueue(encoder.encode(frames === '' ? ': keep-alive\n\n' : frames))
          return
        }
        await scheduler.wait(LOOK_INTERVAL_MS)
      }
      stopWatching()
      if (!isGone) controller.close()
    },
    cancel() {
      isGone = true
      stopWatching()
    },
  })
}
